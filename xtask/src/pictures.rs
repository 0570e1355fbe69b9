//! `cargo xtask pictures`: what a terminal shows of a few commands, as SVG in `docs/pictures`.

use crate::console::{self, Shell};
use crate::{Outcome, generated};
use anstyle_svg::{Term, WIN10_CONSOLE};

/// Pictures by name, and the commands in them.
const PICTURES: &[(&str, &[&str])] = &[
    (
        "check",
        &[
            "urlset check examples/shop/broken.xml --source-url https://shop.example.com/sitemap.xml",
        ],
    ),
    (
        "convert",
        &["urlset convert examples/shop/sitemap_index.xml -o urls.txt", "head -3 urls.txt"],
    ),
    (
        "diff",
        &[
            "urlset convert examples/shop/sitemap_index.xml -w 'path !~ \"tea\"' --unset changefreq -o new.xml -qq",
            "urlset diff examples/shop/sitemap_index.xml new.xml -q",
        ],
    ),
];

/// Makes or checks the pictures.
pub(crate) fn run(check: bool) -> Outcome {
    console::build()?;
    let mut stale = Vec::new();
    for (name, commands) in PICTURES {
        let mut shell = Shell::new("pictures")?;
        shell.colour = true;
        let mut screen = String::new();
        for command in *commands {
            screen += &format!("\u{1b}[32m$\u{1b}[0m \u{1b}[1m{command}\u{1b}[0m\n");
            screen += &shell.run(command)?;
        }
        let picture = Term::new().palette(WIN10_CONSOLE).render_svg(&screen) + "\n";
        if let Err(error) = generated::whole(&format!("docs/pictures/{name}.svg"), &picture, check)
        {
            stale.push(error.to_string());
        }
    }
    if stale.is_empty() { Ok(()) } else { Err(stale.join("\n").into()) }
}
