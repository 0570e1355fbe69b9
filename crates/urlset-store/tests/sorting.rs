//! Sorting out of core against sorting in memory.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test may fail loudly")]

use proptest::prelude::*;
use urlset_store::{Sorted, Sorter, Store};

type Record = (Vec<u8>, Vec<u8>);

fn rest(mut sorted: Sorted) -> Vec<Record> {
    let mut records = Vec::new();
    while let Some((key, payload)) = sorted.read().unwrap() {
        records.push((key.to_vec(), payload.to_vec()));
    }
    assert_eq!(sorted.read().unwrap(), None, "the end is the end");
    records
}

fn sorted(records: &[Record], memory: u64) -> (Vec<Record>, u64) {
    let store = Store::new(memory, None);
    let mut sorter = Sorter::new(&store);
    for (key, payload) in records {
        sorter.push(key, payload).unwrap();
    }
    (rest(sorter.finish().unwrap()), store.spilled())
}

/// Keys as hostile as keys can be to prefixes: few letters, among them the lowest and the highest.
fn key() -> impl Strategy<Value = Vec<u8>> {
    let letters = prop::sample::select(vec![0, b'a', b'b', 0xff]);
    (0..3_usize, prop::collection::vec(letters, 0..12))
        .prop_map(|(front, end)| [&b"https://example.com/"[..front * 10], &end].concat())
}

fn records() -> impl Strategy<Value = Vec<Record>> {
    let payload = (0..40_usize).prop_map(|length| vec![7; length]);
    prop::collection::vec((key(), payload), 0..3000).prop_map(|mut records| {
        for (number, (_, payload)) in records.iter_mut().enumerate() {
            payload.extend(number.to_string().as_bytes());
        }
        records
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_sorted_in_memory(records in records()) {
        let mut expected = records.clone();
        expected.sort_by(|(one, _), (other, _)| one.cmp(other));
        for memory in [0, 100_000, u64::MAX] {
            prop_assert_eq!(&sorted(&records, memory).0, &expected);
        }
    }
}

/// Enough for several rounds of merging.
#[test]
fn many_runs() {
    let mut number = 1_u64;
    let mut records = Vec::new();
    for arrival in 0..40_000_u64 {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let key = format!("https://example.com/{}", (number >> 33) % 10_000);
        records.push((key.into_bytes(), arrival.to_be_bytes().to_vec()));
    }
    let mut expected = records.clone();
    expected.sort();
    let (small, spilled) = sorted(&records, 0);
    assert_eq!(small, expected);
    assert!(spilled > 1_500_000, "{spilled} bytes are one round");
    let (large, spilled) = sorted(&records, 1 << 30);
    assert_eq!((large, spilled), (expected, 0));
}

#[test]
fn a_record_may_be_larger_than_all_memory() {
    let large = vec![b'x'; 300_000];
    let records: Vec<Record> =
        (0..9_u8).rev().map(|n| ([&large[..], &[n / 2]].concat(), vec![n; 100_000])).collect();
    let mut expected = records.clone();
    expected.sort_by(|(one, _), (other, _)| one.cmp(other));
    assert_eq!(sorted(&records, 0).0, expected);
}

#[test]
fn several_share_one_store() {
    let store = Store::new(200_000, None);
    let mut first = Sorter::new(&store);
    for number in (0..20_000_u32).rev() {
        first.push(&number.to_be_bytes(), b"").unwrap();
    }
    let mut first = first.finish().unwrap();
    let mut second = Sorter::new(&store);
    while let Some((key, _)) = first.read().unwrap() {
        let reversed: Vec<u8> = key.iter().map(|byte| !byte).collect();
        second.push(&reversed, key).unwrap();
    }
    drop(first);
    let numbers: Vec<u32> = rest(second.finish().unwrap())
        .into_iter()
        .map(|(_, payload)| u32::from_be_bytes(payload.try_into().unwrap()))
        .collect();
    assert!(numbers.into_iter().eq((0..20_000).rev()));
    assert!(store.share().most() == 100_000, "all is given back");
}
