//! libFuzzer's `main` around the target of this name.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| urlset_tests::targets::fix(data));
