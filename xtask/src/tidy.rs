//! `cargo xtask tidy`: everything that no compiler checks, all findings before it fails.

use crate::{
    Outcome, arrows, entry_points, licences, links, manifests, rule_ids, sources, workspace,
};

/// Runs every check and fails when one found something.
pub(crate) fn run() -> Outcome {
    let texts = workspace::texts()?;
    let members = workspace::members()?;
    let packages = workspace::packages()?;
    let mut findings = sources::check(&texts, &sources::machine_paths());
    findings.extend(rule_ids::check(&texts));
    findings.extend(rule_ids::check_registry());
    findings.extend(rule_ids::check_known(&texts, |id| urlset::rule(id).is_some()));
    findings.extend(entry_points::check(&texts));
    findings.extend(links::check(&texts, |path| workspace::root().join(path).exists()));
    findings.extend(arrows::check(&members));
    findings.extend(manifests::check(&members)?);
    findings.extend(licences::check(&packages));
    // Errors last, where the eye is when the run ends.
    findings.sort_by(|a, b| (a.fails, &a.place, a.line).cmp(&(b.fails, &b.place, b.line)));
    for finding in &findings {
        println!("{finding}");
    }
    let failures = findings.iter().filter(|finding| finding.fails).count();
    let signs = findings.len() - failures;
    println!(
        "tidy: {} files, {} members, {} packages: {failures} errors, {signs} signs",
        texts.len(),
        members.len(),
        packages.len()
    );
    if failures > 0 {
        return Err(format!("{failures} things are not tidy").into());
    }
    Ok(())
}
