//! `--print-map`: which column of each table was taken for which field.

use crate::args::Common;
use crate::convert_args::ConvertArgs;
use crate::exit::{Ended, Failure};
use crate::opening::Opening;
use crate::plan::{self, Plan};
use crate::planner;
use crate::report::Report;
use crate::{inputs, output, table};

/// Prints the mapping of each table.
pub(crate) fn run(args: &ConvertArgs, common: &Common) -> Ended {
    table::check_x_default(&args.table)?;
    let store = args.memory.store()?;
    let opening = Opening::new(&args.reading, table::reading(&args.table)?, store)?;
    let mut report = Report::new(common)?;
    let fail_fast = args.follow.fail_fast;
    let manner = plan::Manner { spool: true, fail_fast, ..Default::default() };
    let wanted = inputs::expand(&args.inputs)?;
    let plan = planner::plan(wanted, &opening, &manner, &mut report);
    let plan = match plan {
        Ok(plan) => plan,
        Err(error) => match report.failed(&error) {
            Some(failure) => return Err(failure),
            None => Plan::nothing(),
        },
    };
    if !plan.has_table() && report.cause().is_none() {
        return Err(Failure::usage("--print-map concerns tables, and no input is one"));
    }
    let mut text = String::new();
    for document in plan.documents.iter().filter(|d| !d.columns.is_empty()) {
        text += &format!("{}\n", crate::clean::clean(&document.name));
        for column in &document.columns {
            text += &format!(
                "  {}
",
                crate::clean::clean(column)
            );
        }
    }
    output::write_whole(None, |out| out.write_all(text.as_bytes()))?;
    report.close(&[]);
    Ok(report.cause())
}
