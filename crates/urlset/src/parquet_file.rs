//! Parquet among the documents: its end says what is where, so it is read at its places, in its own file
//! or in a temporary one.

use crate::prepare::{Bytes, OpenOptions, Prepared, fatal};
use crate::{detect, source_rules};
use std::io::Read;
use std::sync::Arc;
use urlset_core::{Confidence, Input, Lost, Position, ReadOptions, Result, Sink, rules as core};
use urlset_parquet::{FORMAT, MAGIC, Whole, rules};
use urlset_store::{Scratch, Store};

/// Bytes that are copied at once.
const BLOCK: usize = 256 * 1024;

/// Whether this is Parquet, or was said to be.
pub(crate) fn is_one(head: &[u8], options: &OpenOptions) -> bool {
    match options.format {
        Some(format) => format.name == FORMAT.name && !head.is_empty(),
        // One whose end is encrypted begins so too, and says so.
        None => head.starts_with(MAGIC) || head.starts_with(b"PARE"),
    }
}

/// Finds out what a file holds, and how its columns are called.
pub(crate) fn prepare<'a>(
    bytes: Bytes<'a>,
    compression: Option<&'static str>,
    options: &OpenOptions,
    sink: &mut dyn Sink,
) -> Result<Prepared<'a>> {
    let start = Position { input: options.number, ..Position::default() };
    let whole = match &options.whole {
        Some(file) if compression.is_none() => Whole::file(Arc::clone(file))?,
        _ => keep(bytes, options)?,
    };
    let limit = options.read.limits.input_bytes;
    if compression.is_none() && whole.length() > limit {
        let detail = format!("more than {limit} bytes");
        return Err(fatal(&core::LIMIT_INPUT, start, &detail));
    }
    let read = match options.read.extensions.is_empty() {
        true => ReadOptions { extensions: crate::EXTENSIONS, ..options.read.clone() },
        false => options.read.clone(),
    };
    let source = urlset_parquet::open(whole, &options.table, &read)
        .map_err(|error| failed(error, options))?;
    if let Some(detail) = detect::lie(&FORMAT, options.name.as_deref()) {
        sink.report(source_rules::NAME_MISMATCH.at(start).detail(detail))?;
    }
    Ok(Prepared {
        input: Input::from_source(source).numbered(options.number),
        format: &FORMAT,
        charset: "UTF-8",
        compression,
        sure: Confidence::Yes,
        why: match options.format {
            Some(_) => "the caller said so".to_owned(),
            None => "it begins as every Parquet file".to_owned(),
        },
        number: options.number,
    })
}

/// What has a name that says Parquet, and is text.
pub(crate) fn is_text(number: u32) -> urlset_core::Error {
    let start = Position { input: number, ..Position::default() };
    rules::NOT_PARQUET.at(start).detail("its name says so, it is text").lost(Lost::Rest).into()
}

/// Copies a stream into a temporary file without a name.
fn keep(mut bytes: Bytes<'_>, options: &OpenOptions) -> Result<Whole> {
    let store = options.store.clone().unwrap_or_else(|| Store::new(0, None));
    let mut kept = Scratch::new(&store)?;
    let most = options.read.limits.inflated_bytes;
    let mut block = vec![0; BLOCK];
    loop {
        let count = match bytes.read(&mut block) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(failed(error, options)),
        };
        kept.append(block.get(..count).unwrap_or_default())?;
        if kept.length() > most {
            let start = Position { input: options.number, ..Position::default() };
            let detail = format!("more than {most} bytes of a stream are kept");
            return Err(fatal(&core::LIMIT_INPUT, start, &detail));
        }
    }
    Ok(Whole::file(Arc::new(kept.into_file()?))?)
}

/// What ended the stream: a fault of its compression, or of the machine.
fn failed(error: std::io::Error, options: &OpenOptions) -> urlset_core::Error {
    let start = Position { input: options.number, ..Position::default() };
    match error.get_ref().and_then(|inner| inner.downcast_ref::<urlset_core::Fault>()) {
        Some(fault) => fatal(fault.rule, start, &fault.detail),
        None => error.into(),
    }
}
