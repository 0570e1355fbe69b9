//! Manual pages and the pages of `docs/commands`, made from the command line's own definition.

use crate::run::Folder;

#[test]
fn every_command_has_a_page() {
    let folder = Folder::new();
    let told = folder.run("man --dir man").ends(0).out.clone();
    let help = folder.run("--help").ends(0).out.clone();
    let commands = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands = commands.take_while(|line| line.starts_with("  "));
    let names = commands.filter(|line| !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 15, "{help}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let file = format!("man/urlset-{name}.1");
        assert!(told.lines().any(|line| line == file), "{name}: {told}");
        let page = folder.read(&file);
        assert_eq!(page, folder.run(&format!("man {name}")).ends(0).out);
        assert!(page.is_ascii(), "{name}");
        assert!(page.contains(".SH SYNOPSIS"), "{page}");
        let long = folder.run(&format!("{name} --help")).ends(0).out.clone();
        assert!(long.contains("\nExamples:\n  urlset "), "{name}: {long}");
        let markdown = folder.run(&format!("man --markdown {name}")).ends(0).out.clone();
        assert!(markdown.contains(&format!("```text\nurlset {name} ")), "{markdown}");
    }
    assert!(told.contains("man/urlset-hreflang-check.1"), "{told}");
}

#[test]
fn examples_stand_in_lines() {
    let folder = Folder::new();
    for page in ["man convert", "man", "man hreflang check", "man ls"] {
        let page = folder.run(page).ends(0).out.clone();
        let examples = page.split(".SH EXAMPLES\n.nf\n").skip(1);
        assert!(examples.clone().count() > 0, "{page}");
        for example in examples {
            assert!(example.contains("\n.fi\n"), "{example}");
        }
    }
    let complete = folder.run("man hreflang complete").ends(0).out.clone();
    for page in ["man hreflang-complete", "man urlset-hreflang-complete"] {
        assert_eq!(folder.run(page).ends(0).out, complete);
    }
    let ran = folder.run("man convrt");
    assert!(ran.ends(2).err.contains("did you mean convert?"), "{ran:?}");
}
