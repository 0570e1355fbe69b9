//! `cargo xtask formats`: the tables of formats and extensions, from the registry.

use crate::{Outcome, crates, generated};
use urlset::{Carried, Dates, Extension, Format, Occurs};

/// Writes or checks every table.
pub(crate) fn run(check: bool) -> Outcome {
    let formats = formats(urlset::FORMATS);
    generated::part("README.md", "formats", &formats, check)?;
    generated::part("docs/formats.md", "formats", &formats, check)?;
    let extensions = extensions(urlset::EXTENSIONS);
    generated::part("docs/formats.md", "extensions", &extensions, check)?;
    crates::run(check)
}

fn formats(formats: &[&Format]) -> String {
    let mut table = String::from(
        "| format | what it is | suffix | read | write | index | lastmod | changefreq | priority | extensions |\n\
         |---|---|---|---|---|---|---|---|---|---|\n",
    );
    for format in formats {
        let carries = format.carries;
        let suffixes: Vec<String> =
            format.suffixes.iter().map(|suffix| format!("`.{suffix}`")).collect();
        let cells = [
            format!("`{}`", format.name),
            format.title.to_owned(),
            if suffixes.is_empty() { "–".to_owned() } else { suffixes.join(" ") },
            yes(format.open.is_some()).to_owned(),
            yes(format.create.is_some()).to_owned(),
            yes(carries.index).to_owned(),
            match carries.lastmod {
                Dates::Dropped => "no",
                Dates::Instant => "the instant",
                Dates::AsWritten => "as written",
            }
            .to_owned(),
            yes(carries.changefreq).to_owned(),
            yes(carries.priority).to_owned(),
            match carries.extensions {
                Carried::Nothing => "none".to_owned(),
                Carried::Some(names) => names.join(", "),
                Carried::Everything => "all".to_owned(),
            },
        ];
        table.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    table
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn extensions(extensions: &[&Extension]) -> String {
    let mut table = String::from(
        "| extension | what it is | namespace | always there | repeated | deprecated |\n\
         |---|---|---|---|---|---|\n",
    );
    for extension in extensions {
        let wanted = |holds: fn(&urlset::Shape) -> bool| {
            let shapes = extension.shapes.iter().filter(|shape| holds(shape));
            let names: Vec<String> = shapes.map(|shape| format!("`{}`", shape.path)).collect();
            if names.is_empty() { "–".to_owned() } else { names.join(" ") }
        };
        table.push_str(&format!(
            "| `{}` | {} | `{}` | {} | {} | {} |\n",
            extension.name,
            extension.title,
            extension.namespace,
            wanted(|shape| shape.occurs == Occurs::Once),
            wanted(|shape| matches!(shape.occurs, Occurs::Many { .. })),
            wanted(|shape| shape.deprecated),
        ));
    }
    table
}
