//! Tables of moves: what their rows say, and how they are found.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use urlset_core::Extension;
use urlset_rewrite::{BadRewrite, Rewrite};
use urlset_store::Store;

static ALL: &[&Extension] = &[];

fn table(text: &str) -> Rewrite {
    let mut rewrite = Rewrite::new(ALL);
    rewrite.table(text).unwrap();
    rewrite
}

fn becomes(rewrite: &Rewrite, url: &str) -> String {
    rewrite.url(url).unwrap_or_else(|| url.to_owned())
}

#[test]
fn tables_move_whole_urls_and_fronts() {
    let moves = table(
        "old,new\n\
         http://a.b/1,https://c.d/one\n\
         http://a.b/%c3%bc?x,/y\n\
         \"/k,1\",/k1,301\n\
         http://a.b/s/*,https://c.d/t/*\n\
         http://a.b/s/s/*,/deep/*\n\
         /old/*,/new/*\n\
         http://bare/,http://new/\n",
    );
    for (url, result) in [
        ("http://a.b/1", "https://c.d/one"),
        ("HTTP://A.B:80/x/../1", "https://c.d/one"),
        ("http://a.b/1?", "http://a.b/1?"),
        ("http://a.b/ü?x", "http://a.b/y"),
        ("http://any.host:7/k,1", "http://any.host:7/k1"),
        ("http://A.b/s/%7e?q", "https://c.d/t/%7e?q"),
        ("http://a.b/S/x", "http://a.b/S/x"),
        ("http://a.b/s/s/x", "http://a.b/deep/x"),
        ("http://a.b/s/", "https://c.d/t/"),
        ("https://x/old/a", "https://x/new/a"),
        ("https://x/older/a", "https://x/older/a"),
        ("http://bare", "http://new/"),
        ("https://x/old/../a", "https://x/old/../a"),
    ] {
        assert_eq!(becomes(&moves, url), result);
    }
    let mut then = moves;
    then.host("c.d=e.f").unwrap();
    then.path("^/t/=/u/").unwrap();
    assert_eq!(becomes(&then, "http://a.b/s/1"), "https://e.f/u/1", "the table comes first");
}

#[test]
fn fronts_are_moved_in_any_spelling() {
    let moves = table(
        "/caf%C3%A9/*,/cafe/*\n/.*,/dot/*\n/%7Ea-*,/b-*\n/cut%C3*,/c/*\nhttp://ü.de/*,http://u.de/ü/*\n",
    );
    for (url, result) in [
        ("http://h/caf%C3%A9/1", "http://h/cafe/1"),
        ("http://h/caf%c3%a9/2", "http://h/cafe/2"),
        ("http://h/café/ü/%7e?Q=%7e#ü", "http://h/cafe/ü/%7e?Q=%7e#ü"),
        ("http://H:80/café/3", "http://H:80/cafe/3"),
        ("http://h/x/../caf%C3%A9/4", "http://h/cafe/4"),
        ("http://h/café/../x/y", "http://h/café/../x/y"),
        ("http://h/café/a/../../café/b", "http://h/cafe/b"),
        ("http://h/café/a/../%7e", "http://h/cafe/a/../%7e"),
        ("http://h/~a-b/../~a-%7e", "http://h/b-~"),
        ("http://h/.well-known/%7e", "http://h/dot/well-known/%7e"),
        ("http://h/~a-%41", "http://h/b-%41"),
        ("http://h/cutü", "http://h/c/%BC"),
        ("http://xn--tda.de?%7e", "http://u.de/ü/?%7e"),
        ("http://Ü.de/%7e", "http://u.de/ü/%7e"),
        ("http://h/%zz/caf", "http://h/%zz/caf"),
    ] {
        assert_eq!(becomes(&moves, url), result, "{url}");
    }
}

#[test]
fn only_a_header_is_left_out() {
    for header in ["old,new", "From,To", "Redirect from\tredirect_to", "source-url,target url,code"]
    {
        assert_eq!(becomes(&table(&format!("\n{header}\n/a,/b\n")), "http://h/a"), "http://h/b");
    }
    // A status may follow, or the score of a rename.
    let scored = table("from,to,score\nhttp://h/a,http://h/b,0.960\n/c,/d,1.000\n/e,/f,301\n");
    assert_eq!(becomes(&scored, "http://h/a"), "http://h/b");
    assert_eq!(
        (becomes(&scored, "http://h/c"), becomes(&scored, "http://h/e")),
        ("http://h/d".into(), "http://h/f".into())
    );
    // With a score, a star at the end is a character of the address.
    let starred = table("/list*,/l*,1.000\n/*,/x/*,301\n");
    assert_eq!(becomes(&starred, "http://h/list*"), "http://h/l*");
    assert_eq!(becomes(&starred, "http://h/list-of"), "http://h/x/list-of");
    for (text, message) in [
        (
            "old.example,new.example\n",
            "line 1 of the table: `old.example` is neither an http(s) URL nor a path",
        ),
        ("*,/b/*", "line 1 of the table: `*` is neither an http(s) URL nor a path"),
        (",/b", "line 1 of the table: `` is neither an http(s) URL nor a path"),
        ("a-b.html,/b", "line 1 of the table: `a-b.html` is neither an http(s) URL nor a path"),
        ("old,/b", "line 1 of the table: `old` is neither an http(s) URL nor a path"),
        (
            "new url,old url\n/b,/a\n",
            "line 1 of the table: the header names the new address first; the old one comes first",
        ),
        ("", "the table has no row"),
        ("\u{feff}old,new\n\n", "the table has no row"),
    ] {
        assert_eq!(Rewrite::new(ALL).table(text).unwrap_err().to_string(), message);
    }
}

#[test]
fn quotes_of_a_table() {
    let moves = table("\"/a\"\"b,\" , \"/c,d\" \r\n/h\"i,/j\n/k\t \"/l,m\"\n");
    assert_eq!(becomes(&moves, "http://h/a\"b,"), "http://h/c,d");
    assert_eq!(becomes(&moves, "http://h/h\"i"), "http://h/j");
    assert_eq!(becomes(&moves, "http://h/k"), "http://h/l,m");
}

#[test]
fn a_large_table_is_compact_and_every_row_is_found() {
    let text: String = (0..20_000).map(|n| format!("http://h/{n},http://i/x{n}\n")).collect();
    let (store, mut moves) = (Store::new(8 << 20, None), Rewrite::new(ALL));
    moves.table_from(&mut text.as_bytes(), "a.csv", &store).unwrap();
    for n in 0..20_000 {
        assert_eq!(becomes(&moves, &format!("http://h/{n}")), format!("http://i/x{n}"));
    }
    assert_eq!(moves.url("http://h/20000"), None);
    let other = moves.table_from(&mut "/a,/b\nhttp://h/5,/c\n".as_bytes(), "b.csv", &store);
    let told = "line 2 of the table: `http://h/5` has another target on line 6 of a.csv";
    assert_eq!(other.unwrap_err().to_string(), told);
    // Beside the text, 50 bytes a row.
    let little = Store::new(2 * (text.len() as u64 + 20_000 * 50), None);
    Rewrite::new(ALL).table_from(&mut text.as_bytes(), "a.csv", &little).unwrap();
    let none = Store::new(1 << 20, None);
    let refused = Rewrite::new(ALL).table_from(&mut text.as_bytes(), "a.csv", &none);
    assert!(matches!(refused, Err(BadRewrite::TooLarge(_, 524_288))));
}
