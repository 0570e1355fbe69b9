//! What there is to choose from and to look up: formats, profiles, rules.

use serde_json::{Value, json};
use urlset::{FORMATS, Profile, Rule};

/// Formats and profiles, as `urlset list --json` has them.
pub fn catalogue() -> String {
    let formats = FORMATS.iter().map(|format| {
        json!({
            "name": format.name, "title": format.title, "suffixes": format.suffixes,
            "media_types": format.media_types,
            "read": format.open.is_some(), "write": format.create.is_some(),
        })
    });
    let profiles = Profile::ALL
        .into_iter()
        .map(|profile| json!({"name": profile.name(), "title": profile.title()}));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "formats": formats.collect::<Value>(), "profiles": profiles.collect::<Value>(),
    })
    .to_string()
}

/// All there is to say about a rule, as `rule` of `urlset explain --json`; `None` where there is no
/// such rule.
pub fn explain(id: &str) -> Option<String> {
    let rule: &Rule = urlset::rule(id)?;
    let weight = |profile: Profile| {
        let weight = rule.severity_in(profile).map(urlset::Severity::as_str);
        (profile.name().to_owned(), weight.into())
    };
    let profiles: serde_json::Map<String, Value> = Profile::ALL.into_iter().map(weight).collect();
    let object = json!({
        "id": rule.id, "severity": rule.severity.as_str(), "summary": rule.summary,
        "help": rule.help, "source": rule.source, "example": rule.example, "profiles": profiles,
    });
    Some(object.to_string())
}
