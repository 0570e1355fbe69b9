//! What becomes of the entries of a set, in its order: each that changes, by its place.

use urlset::store::{Sorted, Sorter, damaged, decode_fields, encode_fields};
use urlset::{Entry, Position, Result};

const DELETE: u8 = 0;
const CHANGE: u8 = 1;

/// What becomes of an entry.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    Delete,
    /// What it becomes, and where that was said.
    Change(Box<Entry>, Position),
}

/// Where an entry of the set stands, as bytes that sort.
fn key(document: u32, ordinal: u64) -> [u8; 12] {
    let mut key = [0; 12];
    let (first, second) = key.split_at_mut(4);
    first.copy_from_slice(&document.to_be_bytes());
    second.copy_from_slice(&ordinal.to_be_bytes());
    key
}

/// Notes that an entry goes.
pub(crate) fn delete(actions: &mut Sorter<'_>, document: u32, ordinal: u64) -> Result<()> {
    actions.push(&key(document, ordinal), &[DELETE])
}

/// Notes what an entry becomes.
pub(crate) fn change(
    actions: &mut Sorter<'_>,
    (document, ordinal): (u32, u64),
    (new, at): (&Entry, Position),
    record: &mut Vec<u8>,
) -> Result<()> {
    record.clear();
    record.push(CHANGE);
    encode_fields(new, at, record);
    actions.push(&key(document, ordinal), record)
}

/// The actions of a set, in its order.
pub(crate) struct Actions {
    sorted: Sorted,
    ahead: Option<([u8; 12], Vec<u8>)>,
}

impl Actions {
    pub(crate) fn new(sorted: Sorted) -> Actions {
        Actions { sorted, ahead: None }
    }

    /// The action for this entry; those of entries before it are passed over.
    pub(crate) fn find(&mut self, document: u32, ordinal: u64) -> Result<Option<Action>> {
        let wanted = key(document, ordinal);
        loop {
            match self.look()? {
                Some(place) if place < wanted => self.ahead = None,
                Some(place) if place == wanted => break,
                _ => return Ok(None),
            }
        }
        self.ahead.take().map(|(_, record)| action(&record)).transpose()
    }

    /// Moves what concerns this document elsewhere, as if it had another number.
    pub(crate) fn divert(&mut self, document: u32, to: &mut Sorter<'_>, number: u32) -> Result<()> {
        let (first, end) = (key(document, 0), document.to_be_bytes());
        loop {
            match self.look()? {
                Some(place) if place < first => self.ahead = None,
                Some(place) if place.starts_with(&end) => {
                    if let Some((mut place, record)) = self.ahead.take() {
                        place.split_at_mut(4).0.copy_from_slice(&number.to_be_bytes());
                        to.push(&place, &record)?;
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn look(&mut self) -> Result<Option<[u8; 12]>> {
        if self.ahead.is_none()
            && let Some((key, payload)) = self.sorted.read()?
        {
            let place: [u8; 12] = key.try_into().map_err(|_| damaged())?;
            self.ahead = Some((place, payload.to_vec()));
        }
        Ok(self.ahead.as_ref().map(|(place, _)| *place))
    }
}

fn action(record: &[u8]) -> Result<Action> {
    match record.split_first() {
        Some((&DELETE, _)) => Ok(Action::Delete),
        Some((_, fields)) => {
            let mut entry = Entry::default();
            let at = decode_fields(fields, &mut entry)?;
            Ok(Action::Change(Box::new(entry), at))
        }
        None => Err(damaged()),
    }
}
