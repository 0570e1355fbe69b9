//! One run may write three files: the data, the report of losses, and the report. None may be
//! another, or the last would replace the first.

use crate::args::Common;
use crate::convert_args::TargetArgs;
use crate::exit::Failure;
use crate::inputs::{From, Named, Wanted};
use crate::output::is_stdout;
use std::path::{Path, PathBuf};

/// Refuses one file for two things.
pub(crate) fn check(target: &TargetArgs, common: &Common) -> Result<(), Failure> {
    let data = target.output.clone().unwrap_or_else(|| "-".into());
    // A dry run writes no data.
    let data = (!target.dry_run || !is_stdout(Some(&data))).then_some(data);
    let all = [
        ("the data", data),
        ("--loss-report", target.loss_report.clone()),
        ("--report", common.report.clone()),
    ];
    for (place, (one, path)) in all.iter().enumerate() {
        for (other, second) in all.iter().skip(place + 1) {
            if let (Some(path), Some(second)) = (path, second)
                && same(path, second)
            {
                let name = if is_stdout(Some(path)) {
                    "standard output".into()
                } else {
                    path.display().to_string()
                };
                let message = format!("{name} is named for two things: {one} and {other}");
                return Err(Failure::usage(message).hint("name a file of its own for each"));
            }
        }
    }
    Ok(())
}

/// Refuses a report under the name of an input: data may replace data, but a report is no data.
pub(crate) fn spare(inputs: &[Wanted], reports: &[&Option<PathBuf>]) -> Result<(), Failure> {
    for path in reports.iter().copied().flatten() {
        let is_input = inputs.iter().any(|input| match (&input.from, input.named) {
            (From::File(file), Named::Itself) => same(file, path),
            _ => false,
        });
        if is_input {
            let message = format!("{} is an input, and a report would replace it", path.display());
            return Err(Failure::usage(message).hint("name another file for the report"));
        }
    }
    Ok(())
}

/// Refuses a report under the name of a file of a set, which only its making shows.
pub(crate) fn spare_set<'p>(
    files: impl Iterator<Item = &'p Path>,
    target: &TargetArgs,
    common: &Common,
) -> Result<(), Failure> {
    let reports = [("--report", &common.report), ("--loss-report", &target.loss_report)];
    for path in files {
        for (flag, report) in &reports {
            if report.as_deref().is_some_and(|report| same(report, path)) {
                let name = path.display();
                let message = format!("{name} is named for two things: the data and {flag}");
                return Err(Failure::usage(message).hint("name a file of its own for each"));
            }
        }
    }
    Ok(())
}

/// Whether two names are one file. Devices take any number of writers.
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    if is_stdout(Some(one)) || is_stdout(Some(other)) {
        return is_stdout(Some(one)) && is_stdout(Some(other));
    }
    let device = one.exists() && !one.is_file();
    !device && whole(one) == whole(other)
}

/// The name with its folder made plain, whether or not the file is there.
fn whole(path: &Path) -> PathBuf {
    if let Ok(whole) = path.canonicalize() {
        return whole;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().unwrap_or_default();
    path.file_name().map_or_else(|| path.to_owned(), |name| folder.join(name))
}
