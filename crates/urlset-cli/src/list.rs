//! `urlset list`: what the registry holds, as a table or as JSON.

use crate::args::{Common, Listed, ReportFormat};
use crate::exit::Ended;
use crate::output;
use crate::rules;
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr;
use urlset::csv::{PRESETS, Preset};
use urlset::{Carried, Dates, EXTENSIONS, FORMATS, Format, Profile, Rule};

/// Every rule that a finding can name, sorted by id.
pub(crate) fn every_rule() -> Vec<&'static Rule> {
    let mut all: Vec<&'static Rule> = urlset::rules().chain(rules::ALL.iter().copied()).collect();
    all.sort_by_key(|rule| rule.id);
    all.dedup_by_key(|rule| rule.id);
    all
}

/// Prints the list.
pub(crate) fn run(what: Listed, common: &Common) -> Ended {
    let (key, table, objects) = match what {
        Listed::Formats => ("formats", formats(), format_objects()),
        Listed::Extensions => ("extensions", extensions(), extension_objects()),
        Listed::Rules => ("rules", rule_rows(), rule_objects()),
        Listed::Profiles => ("profiles", profile_rows(), profile_objects()),
        Listed::Presets => ("presets", presets(), preset_objects()),
    };
    let text = if common.form() == ReportFormat::Text {
        columns(&table)
    } else {
        let object = json!({"schema": "urlset.report/1", "command": "list", key: objects});
        format!("{object}\n")
    };
    let to = common.report.as_deref();
    output::write_whole(to, |out| out.write_all(text.as_bytes()))?;
    Ok(None)
}

fn formats() -> Vec<Vec<String>> {
    let head = [
        "format",
        "read",
        "write",
        "suffixes",
        "index",
        "lastmod",
        "changefreq",
        "priority",
        "extensions",
        "what",
    ];
    let rows = FORMATS.iter().map(|format| {
        let carries = format.carries;
        vec![
            format.name.to_owned(),
            yes(format.open.is_some()),
            yes(format.create.is_some()),
            suffixes(format),
            yes(carries.index),
            dates(carries.lastmod).to_owned(),
            yes(carries.changefreq),
            yes(carries.priority),
            carried(carries.extensions),
            format.title.to_owned(),
        ]
    });
    std::iter::once(head.map(String::from).to_vec()).chain(rows).collect()
}

fn format_objects() -> Value {
    let object = |format: &&Format| {
        let carries = format.carries;
        json!({
            "name": format.name, "title": format.title, "suffixes": format.suffixes,
            "media_types": format.media_types,
            "read": format.open.is_some(), "write": format.create.is_some(),
            "carries": {
                "index": carries.index, "lastmod": dates(carries.lastmod),
                "changefreq": carries.changefreq, "priority": carries.priority,
                "extensions": carried(carries.extensions),
            },
        })
    };
    FORMATS.iter().map(object).collect()
}

fn suffixes(format: &Format) -> String {
    let dotted = format.suffixes.iter().map(|suffix| format!(".{suffix}"));
    match format.name {
        "robots" => "robots.txt".to_owned(),
        _ => dotted.collect::<Vec<_>>().join(" "),
    }
}

fn yes(yes: bool) -> String {
    if yes { "yes" } else { "-" }.to_owned()
}

fn dates(dates: Dates) -> &'static str {
    match dates {
        Dates::Dropped => "-",
        Dates::Instant => "instant",
        Dates::AsWritten => "as written",
    }
}

fn carried(carried: Carried) -> String {
    match carried {
        Carried::Nothing => "-".into(),
        Carried::Some(names) => names.join(" "),
        Carried::Everything => "all".into(),
    }
}

/// What a format holds, for the line that tells of losses.
pub(crate) fn holds(format: &Format) -> String {
    let carries = format.carries;
    let mut fields = vec!["loc".to_owned()];
    match carries.lastmod {
        Dates::Dropped => {}
        Dates::Instant => fields.push("lastmod as an instant".into()),
        Dates::AsWritten => fields.push("lastmod".into()),
    }
    if carries.changefreq {
        fields.push("changefreq".into());
    }
    if carries.priority {
        fields.push("priority".into());
    }
    match carries.extensions {
        Carried::Nothing => {}
        Carried::Some(names) => fields.extend(names.iter().map(|name| (*name).to_owned())),
        Carried::Everything => fields.push("extensions".into()),
    }
    let only = if fields.len() == 1 { "only " } else { "" };
    format!("{} holds {only}{}", format.name, fields.join(", "))
}

fn extensions() -> Vec<Vec<String>> {
    let head = vec!["extension".into(), "prefix".into(), "namespace".into(), "what".into()];
    let rows = EXTENSIONS.iter().map(|extension| {
        vec![
            extension.name.to_owned(),
            extension.prefix.to_owned(),
            extension.namespace.to_owned(),
            extension.title.to_owned(),
        ]
    });
    std::iter::once(head).chain(rows).collect()
}

fn extension_objects() -> Value {
    let object = |extension: &&urlset::Extension| {
        let members: Vec<&str> = extension.shapes.iter().map(|shape| shape.path).collect();
        json!({
            "name": extension.name, "title": extension.title, "prefix": extension.prefix,
            "namespace": extension.namespace, "variants": extension.variants, "members": members,
        })
    };
    EXTENSIONS.iter().map(object).collect()
}

fn rule_rows() -> Vec<Vec<String>> {
    let head = vec!["rule".into(), "severity".into(), "summary".into()];
    let rows = every_rule().into_iter().map(|rule| {
        vec![rule.id.to_owned(), rule.severity.as_str().to_owned(), rule.summary.to_owned()]
    });
    std::iter::once(head).chain(rows).collect()
}

fn rule_objects() -> Value {
    let object = |rule: &'static Rule| {
        json!({
            "id": rule.id, "severity": rule.severity.as_str(), "summary": rule.summary,
            "help": rule.help, "source": rule.source, "example": rule.example,
            "profiles": profiles(rule),
        })
    };
    every_rule().into_iter().map(object).collect()
}

/// What a rule weighs by the name of the profile; `null` where it is not asked.
pub(crate) fn profiles(rule: &Rule) -> Value {
    let weight = |profile: Profile| {
        let weight = rule.severity_in(profile).map(urlset::Severity::as_str);
        (profile.name().to_owned(), weight.into())
    };
    Value::Object(Profile::ALL.into_iter().map(weight).collect())
}

fn profile_rows() -> Vec<Vec<String>> {
    use crate::number::thousands;
    let head = vec!["profile".into(), "URLs".into(), "bytes".into(), "what".into()];
    let most = |number: Option<u64>| number.map_or_else(|| "-".to_owned(), thousands);
    let rows = Profile::ALL.into_iter().map(|profile| {
        vec![
            profile.name().to_owned(),
            most(profile.entries()),
            most(profile.bytes()),
            profile.title().to_owned(),
        ]
    });
    std::iter::once(head).chain(rows).collect()
}

fn profile_objects() -> Value {
    let object = |profile: Profile| {
        json!({
            "name": profile.name(), "title": profile.title(),
            "entries": profile.entries(), "bytes": profile.bytes(),
        })
    };
    Profile::ALL.into_iter().map(object).collect()
}

fn presets() -> Vec<Vec<String>> {
    let head = vec!["preset".into(), "what".into()];
    let rows = PRESETS.iter().map(|preset| vec![preset.name.to_owned(), preset.title.to_owned()]);
    std::iter::once(head).chain(rows).collect()
}

fn preset_objects() -> Value {
    let object = |preset: &Preset| {
        let columns: Vec<Value> = preset
            .columns
            .iter()
            .map(|(column, field)| json!({"column": column, "field": field}))
            .collect();
        json!({"name": preset.name, "title": preset.title, "columns": columns})
    };
    PRESETS.iter().map(object).collect()
}

/// Rows in columns as wide as their widest cell; the last column is as long as it is.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or_default();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.width()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.push_str(&" ".repeat(width.saturating_sub(cell.width()) + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
