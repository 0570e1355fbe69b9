//! `urlset explain`: everything there is to say about one rule.

use crate::args::{Common, ReportFormat};
use crate::exit::{Ended, Failure};
use crate::list::{every_rule, profiles};
use crate::output;
use serde_json::json;
use std::fmt::Write as _;
use urlset::query::nearest;
use urlset::{Profile, Rule};

/// Explains the rule with this id.
pub(crate) fn run(id: &str, common: &Common) -> Ended {
    let rules = every_rule();
    let Some(rule) = rules.iter().find(|rule| rule.id == id) else {
        return Err(unknown(id, &rules));
    };
    let text = if common.form() == ReportFormat::Text {
        page(rule)
    } else {
        let object = json!({
            "schema": "urlset.report/1", "command": "explain",
            "rule": {
                "id": rule.id, "severity": rule.severity.as_str(), "summary": rule.summary,
                "help": rule.help, "source": rule.source, "example": rule.example,
                "profiles": profiles(rule),
            },
        });
        format!("{object}\n")
    };
    let to = common.report.as_deref();
    output::write_whole(to, |out| out.write_all(text.as_bytes()))?;
    Ok(None)
}

fn page(rule: &Rule) -> String {
    let mut text = format!("{}[{}]: {}\n", rule.severity.as_str(), rule.id, rule.summary);
    if !rule.help.is_empty() {
        let _ = write!(text, "\nHelp:    {}\n", rule.help);
    }
    if !rule.source.is_empty() {
        let _ = writeln!(text, "Source:  {}", rule.source);
    }
    let weights: Vec<String> = Profile::ALL
        .into_iter()
        .filter_map(|profile| {
            let weight = rule.severity_in(profile)?;
            Some(format!("{} {}", profile.name(), weight.as_str()))
        })
        .collect();
    if !weights.is_empty() {
        let _ = writeln!(text, "Check:   {}", weights.join(", "));
    }
    if !rule.example.is_empty() {
        text.push_str("Example:\n");
        for line in rule.example.lines() {
            let _ = writeln!(text, "    {}", crate::clean::clean(line));
        }
    }
    text
}

fn unknown(id: &str, rules: &[&'static Rule]) -> Failure {
    let name = id.rsplit('/').next().unwrap_or(id);
    let group = id.split('/').next().unwrap_or(id);
    let alike = |rule: &&&Rule| !name.is_empty() && rule.id.contains(name);
    let in_group = |rule: &&&Rule| rule.id.split('/').next() == Some(group);
    let mut near: Vec<&str> = rules.iter().filter(alike).map(|rule| rule.id).collect();
    near.sort_by_key(|known| !known.starts_with(id));
    near.truncate(5);
    if near.is_empty() {
        near.extend(nearest(id, rules.iter().map(|rule| rule.id)));
    }
    if near.is_empty() {
        near.extend(rules.iter().filter(in_group).map(|rule| rule.id).take(8));
    }
    let hint = match near.as_slice() {
        [] => "`urlset list rules` prints them all".to_owned(),
        near => format!("did you mean {}?", near.join(", ")),
    };
    Failure::usage(format!("no rule {id}")).hint(hint)
}
