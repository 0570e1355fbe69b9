//! The checks on the addresses in a video: each alone, and beside the others.

use crate::audit::Firsts;
use crate::rules;
use alloc::borrow::ToOwned;
use alloc::string::String;
use urlset_core::{
    Element, EntryFindings, Loc, Position, Result, Rule, Seen, cut, is_scheme_twice, joined_file,
    may_be_one_host, rules as core,
};

/// Protocols that give a stream and no file.
const STREAMS: &[&str] = &[
    "mms", "mmsh", "mmst", "mmsu", "rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtp", "rtsp",
    "rtsps", "rtspt", "rtspu", "srt", "udp",
];

/// Ends of paths that give a page or Flash, not a media file.
const PAGES: &[&str] = &[".html", ".htm", ".php", ".swf"];

/// Checks addresses; remembers those of one entry.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    /// Those of one entry, behind the names of their elements.
    seen: Seen,
    named: String,
    /// Kept for its storage.
    loc: Loc,
}

impl Addresses {
    /// Before another entry.
    pub(crate) fn clear(&mut self) {
        self.seen.clear();
    }

    /// Checks the addresses of one video.
    pub(crate) fn check(
        &mut self,
        video: Element<'_>,
        firsts: &Firsts<'_>,
        report: &mut EntryFindings<'_>,
    ) -> Result<()> {
        for child in video.own_children() {
            let (text, at) = (|| child.text(), child.position());
            if child.name().ends_with("_loc") {
                let text = text();
                if is_scheme_twice(&text) {
                    report.send(&core::LOC_SCHEME_TWICE, at, &*text)?;
                } else if let Some(second) = joined_file(&text).and_then(|begin| text.get(begin..))
                {
                    report.send(&core::LOC_SEVERAL, at, second)?;
                }
            }
            match child.name() {
                "thumbnail_loc" | "gallery_loc" => self.valid(&text(), at, report)?,
                "content_segment_loc" => self.media(&text(), at, report)?,
                "content_loc" => {
                    let text = text();
                    self.content(&text, at, report)?;
                    self.again("content_loc", &text, at, report)?;
                }
                "player_loc" => {
                    let text = text();
                    self.media(&text, at, report)?;
                    self.again("player_loc", &text, at, report)?;
                }
                "uploader" => self.info(child, report)?,
                _ => {}
            }
        }
        together(firsts, report)
    }

    /// An address that search engines can fetch. An empty one is left to the rules on what is
    /// missing.
    fn valid(&mut self, text: &str, at: Position, report: &mut EntryFindings<'_>) -> Result<()> {
        if text.is_empty() || Loc::is_faultless(text) {
            return Ok(());
        }
        self.loc.set(text);
        let file = self.is_scheme(&["ftp", "ftps"]);
        let grave = |rule: &&'static Rule| !(file && **rule == core::LOC_SCHEME);
        match self.loc.errors().find(grave) {
            Some(rule) => {
                let detail = format!("{text} ({})", rule.id);
                report.send(&rules::INVALID_URL, at, detail)
            }
            None => Ok(()),
        }
    }

    fn is_scheme(&self, schemes: &[&str]) -> bool {
        let scheme = self.loc.scheme().unwrap_or_default();
        // None of those that are asked for.
        if matches!(scheme, "http" | "https") {
            return false;
        }
        schemes.iter().any(|known| known.eq_ignore_ascii_case(scheme))
    }

    /// An address of the video itself.
    fn media(&mut self, text: &str, at: Position, report: &mut EntryFindings<'_>) -> Result<()> {
        // Such a one is of http or https.
        if Loc::is_faultless(text) {
            return Ok(());
        }
        self.loc.set(text);
        if self.is_scheme(STREAMS) {
            return report.send(&rules::STREAMING_SCHEME, at, text);
        }
        self.valid(text, at, report)
    }

    fn content(&mut self, text: &str, at: Position, report: &mut EntryFindings<'_>) -> Result<()> {
        if !text.starts_with("http") {
            self.loc.set(text);
            if self.is_scheme(&["data"]) {
                return report.send(&rules::DATA_URL, at, text);
            }
        }
        let (path, _) = cut(text, |byte| matches!(byte, b'?' | b'#'));
        let ends = |end: &&str| {
            let tail = path.len().checked_sub(end.len()).and_then(|from| path.get(from..));
            tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
        };
        if PAGES.iter().any(ends) {
            report.send(&rules::CONTENT_IS_PAGE, at, text)?;
        }
        self.media(text, at, report)
    }

    fn again(
        &mut self,
        name: &str,
        text: &str,
        at: Position,
        report: &mut EntryFindings<'_>,
    ) -> Result<()> {
        if text.is_empty() || self.seen.is_full() {
            return Ok(());
        }
        self.named.clear();
        self.named.push_str(name);
        self.named.push_str(text);
        if self.seen.earlier(&self.named, "").is_none() {
            return Ok(());
        }
        report.send(&rules::DUPLICATE, at, format!("{name} {text}"))
    }

    fn info(&mut self, uploader: Element<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
        let Some(info) = uploader.attribute("info") else {
            return Ok(());
        };
        self.valid(info.trim(), uploader.position(), report)?;
        self.loc.set(info);
        match (self.loc.host(), report.entry.loc.host()) {
            (Some(host), Some(page))
                if !same_domain(host, page) && !may_be_one_host(host, page) =>
            {
                report.send(&rules::UPLOADER_INFO_DOMAIN, uploader.position(), info)
            }
            _ => Ok(()),
        }
    }
}

/// Whether one host is the other or below it, `www.` aside.
fn same_domain(left: &str, right: &str) -> bool {
    let bare = |host: &str| {
        let host = host.to_ascii_lowercase();
        host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
    };
    let (left, right) = (bare(left), bare(right));
    let below = |host: &str, domain: &str| {
        host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    below(&left, &right) || below(&right, &left)
}

/// Addresses that must differ.
fn together(firsts: &Firsts<'_>, report: &mut EntryFindings<'_>) -> Result<()> {
    let page = report.entry.loc.as_str();
    let [content, player, thumbnail] =
        [firsts.content, firsts.player, firsts.thumbnail].map(|child| {
            let child = child?;
            Some((child.text(), child)).filter(|(text, _)| !text.is_empty())
        });
    let at = |child: &Element<'_>| child.position();
    if let Some((text, child)) = &content {
        if *text == page {
            report.send(&rules::CONTENT_IS_PAGE_LOC, at(child), text)?;
        }
        if player.as_ref().is_some_and(|(player, _)| player == text) {
            report.send(&rules::CONTENT_IS_PLAYER, at(child), text)?;
        }
    }
    if let Some((text, child)) = player.as_ref().filter(|(text, _)| *text == page) {
        report.send(&rules::PLAYER_IS_PAGE_LOC, at(child), text)?;
    }
    if let Some((text, child)) = &thumbnail {
        let media = content.as_ref().is_some_and(|(content, _)| content == text);
        if media || *text == page {
            report.send(&rules::THUMBNAIL_IS_CONTENT, at(child), text)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::same_domain;

    #[test]
    fn domains() {
        for (left, right, same) in [
            ("example.com", "www.Example.com", true),
            ("users.example.com", "example.com", true),
            ("example.com", "shop.example.com", true),
            ("badexample.com", "example.com", false),
            ("example.org", "example.com", false),
        ] {
            assert_eq!(same_domain(left, right), same, "{left} {right}");
        }
    }
}
