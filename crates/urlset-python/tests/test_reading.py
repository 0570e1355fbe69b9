"""Entries as dicts: what they are, what is told of them, and how reading ends."""

import _thread
import contextlib
import functools
import gzip
import http.server
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import warnings
import zlib

import pytest
import urlset
from conftest import cases

HEAD = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'


def places(findings):
    """What identifies a finding."""
    return sorted((one.rule, one.severity, one.line or 0, one.column or 0, one.lost) for one in findings)


def read(path):
    """Entries and findings, and what was raised."""
    try:
        entries = urlset.read(path, on_finding=lambda _: None)
    except urlset.Error as error:
        return [], [error.finding], error
    found = []
    try:
        for entry in entries:
            found.append(entry)
    except urlset.Error as error:
        return found, entries.findings, error
    return found, entries.findings, None


@pytest.mark.parametrize("path", cases(16), ids=lambda path: f"{path.parent.parent.name}/{path.parent.name}")
def test_entries_and_findings_are_those_of_the_command(path):
    entries, findings, raised = read(path)
    try:
        report = urlset.convert(path, to="jsonl", follow="none", allow_loss=True)
    except urlset.Error as error:
        report = error.summary
    # Where the reading ended, the command may write nothing at all.
    if report.data or raised is None:
        written = [json.loads(line) for line in report.data.splitlines()]
        assert entries == [one | {"priority": float(one["priority"])} if "priority" in one else one for one in written]
    # What JSON Lines lack of the document as a whole nobody told a reader.
    of_target = [one for one in report.findings if one.rule == "xml/not-carried" and one.detail == "1 xml-stylesheet" and not one.line]
    assert places(findings) == places(one for one in report.findings if one not in of_target)


def test_a_path_a_file_and_bytes_are_one(shop):
    for name in ["products.xml.gz", "pages.csv", "feed.rss", "pages.xml"]:
        path = shop / name
        by_path = list(urlset.read(path))
        assert by_path and by_path == list(urlset.read(str(path)))
        assert by_path == list(urlset.read(path.read_bytes()))
        with path.open("rb") as file:
            assert by_path == list(urlset.read(file))


def test_the_name_of_an_open_file_speaks_for_its_format(tmp_path):
    path, packed = tmp_path / "a.csv", tmp_path / "a.csv.gz"
    # Nothing in it says what it is.
    path.write_bytes(b"page\n/a\n")
    packed.write_bytes(gzip.compress(path.read_bytes()))

    def rules(source):
        entries = urlset.read(source, on_finding=lambda _: None)
        assert list(entries) == []
        return [one.rule for one in entries.findings]

    by_path = rules(path)
    assert by_path
    with path.open("rb") as file:
        assert rules(file) == by_path
    assert rules(packed) == by_path
    for opened in (gzip.open, open):
        with opened(packed, "rb") as file:
            assert rules(file) == by_path
    with path.open("rb") as file, pytest.warns(urlset.FindingWarning):
        assert urlset.read_arrow(file).num_rows == 0
    with pytest.raises(urlset.InputError):
        urlset.read(path.read_bytes())


@pytest.mark.parametrize("follow", [False, True])
def test_a_priority_is_a_float_however_it_is_written(tmp_path, follow):
    written = ["0.5", ".5", "+0.5", "1.", "00.5", "01", "1", "0", "-0", "1.00"]
    urls = (f"<url><loc>https://e.com/{one}</loc><priority>{one}</priority></url>" for one in written)
    (tmp_path / "a.xml").write_bytes(HEAD + "".join(urls).encode() + b"</urlset>")
    given = [entry["priority"] for entry in urlset.read(tmp_path / "a.xml", follow=follow)]
    assert given == [float(one) for one in written] and {type(one) for one in given} == {float}


def test_an_index_gives_its_sitemaps_unless_it_is_followed(shop):
    index = shop / "sitemap_index.xml"
    sitemaps = list(urlset.read(index))
    assert len(sitemaps) == 3 and {entry["kind"] for entry in sitemaps} == {"sitemap"}
    pages = list(urlset.read(index, follow=True, provenance=True))
    assert len(pages) == 13 and all("kind" not in entry for entry in pages)
    assert pages[0]["source"].endswith("products.xml.gz") and pages[0]["line"] == 5
    locs = [entry["loc"] for entry in urlset.read(index, follow=True)]
    assert locs == [entry["loc"] for entry in pages]


def test_what_is_followed_takes_the_options_of_the_command(shop):
    index = shop / "sitemap_index.xml"
    chosen = list(urlset.read(index, follow=True, where="loc ~ '/en/'"))
    assert 0 < len(chosen) < 13 and all("/en/" in entry["loc"] for entry in chosen)
    assert urlset.to_pandas(index, follow=True, where="loc ~ '/en/'", columns="loc")["loc"].tolist() == [
        entry["loc"] for entry in chosen
    ]
    with pytest.raises(TypeError, match="'where' is an option for what is fetched or followed"):
        urlset.read(index, where="lastmod")
    for own in ["to", "output", "provenance_"]:
        with pytest.raises(TypeError, match="is given by this package"):
            urlset.read_arrow(index, follow=True, **{own: "x"})


def test_what_cannot_be_read_ends_a_reading_unless_it_may_lack(shop, tmp_path):
    index = shutil.copytree(shop, tmp_path / "shop") / "sitemap_index.xml"
    (index.parent / "products.xml.gz").unlink()
    with pytest.raises(urlset.InputError, match="products.xml.gz"):
        urlset.to_pandas(index, follow=True)
    with pytest.warns(urlset.FindingWarning, match="left out"):
        rest = urlset.to_pandas(index, follow=True, allow_unread=True)
    entries, given = urlset.read(index, follow=True), []
    with pytest.raises(urlset.InputError, match="products.xml.gz"):
        given.extend(entries)
    with pytest.warns(urlset.FindingWarning, match="left out"):
        assert list(urlset.read(index, follow=True, allow_unread=True)) == given
    assert 0 < len(given) == len(rest) < 13


@contextlib.contextmanager
def served(folder):
    """The address of a folder."""
    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def test_a_url_is_fetched(shop):
    with served(shop) as address:
        found = list(urlset.read(f"{address}/products.xml.gz"))
        assert found and found == list(urlset.read(shop / "products.xml.gz"))
        assert len(urlset.to_pandas(f"{address}/pages.xml")) == len(list(urlset.read(shop / "pages.xml")))
        kinds = {entry["kind"] for entry in urlset.read(f"{address}/sitemap_index.xml")}
        assert kinds == {"sitemap"}
        with pytest.raises(urlset.InputError):
            list(urlset.read(f"{address}/none.xml"))
        with pytest.raises(ValueError, match="fetch a URL"):
            urlset.read_batches([f"{address}/pages.xml"])


def test_what_is_left_out_is_a_warning_where_nobody_listens():
    text = b"https://e.com/a\n/relative\nhttps://e.com/b\n"
    with pytest.warns(urlset.FindingWarning, match="1 thing was left out.*loc/relative"):
        assert len(list(urlset.read(text))) == 2
    heard = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        entries = urlset.read(text, on_finding=heard.append)
        assert len(list(entries)) == 2
    assert heard == entries.findings
    assert [(one.rule, one.line, one.lost) for one in heard] == [("loc/relative", 2, "entry")]
    with pytest.raises(urlset.DataError) as raised:
        list(urlset.read(text, strict=True))
    assert raised.value.finding.rule == "loc/relative"


@pytest.mark.parametrize("follow", [False, True])
def test_of_a_flood_the_first_are_told_and_the_rest_is_a_number(tmp_path, follow):
    path = tmp_path / "a.txt"
    path.write_bytes(b"https://e.com/a\n" + b"/no\n" * 3000)
    heard = []
    with pytest.warns(urlset.FindingWarning, match="2000 more things were left out than the 1000 that were told"):
        entries = urlset.read(path, follow=follow, on_finding=heard.append)
        assert len(list(entries)) == 1
    assert len(heard) == 1000 and heard == entries.findings
    with pytest.warns(urlset.FindingWarning, match="3000 things were left out"):
        assert len(list(urlset.read(path, follow=follow))) == 1


def test_what_stops_the_reading_is_heard():
    for text in [b"<!doctype html><html><body>404</body></html>", bytes(range(256))]:
        heard = []
        with pytest.raises(urlset.InputError) as raised:
            urlset.read(text, on_finding=heard.append)
        assert heard == [raised.value.finding]


def test_a_reading_can_be_closed(shop):
    for follow in [False, True]:
        with urlset.read(shop / "sitemap_index.xml", follow=follow) as entries:
            assert next(entries)["loc"]
        assert list(entries) == []
    urlset.read(shop / "pages.xml").close()


def test_what_is_torn_is_raised_after_its_last_entry():
    whole = HEAD + b"".join(b"<url><loc>https://e.com/%d</loc></url>" % n for n in range(1000))
    for torn in [whole, gzip.compress(whole + b"</urlset>")[:-20]]:
        entries = urlset.read(torn)
        assert next(entries) == {"loc": "https://e.com/0"}
        with pytest.raises(urlset.DataError) as raised:
            list(entries)
        assert raised.value.finding.lost == "rest" and raised.value.code == 4
        assert raised.value.finding in entries.findings


def test_a_bomb_is_a_limit(tmp_path):
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = tmp_path / "bomb.xml.gz"
    with bomb.open("wb") as file:
        file.write(pack.compress(HEAD + b"<url><loc>https://e.com/a</loc></url><!--"))
        for _ in range(100):
            file.write(pack.compress(b"x" * (1 << 20)))
        file.write(pack.flush())
    with pytest.raises(urlset.LimitError):
        list(urlset.read(bomb))
    with pytest.raises(urlset.LimitError):
        urlset.read_arrow(bomb)


def test_errors_say_what_they_are_about(tmp_path):
    with pytest.raises(FileNotFoundError) as missing:
        urlset.read(tmp_path / "none.xml")
    assert missing.value.filename == str(tmp_path / "none.xml")
    with pytest.raises(urlset.InputError, match="html"):
        urlset.read(b"<!doctype html><html><body>404</body></html>")
    with pytest.raises(ValueError, match="no format 'xlsx'; there are xml"):
        urlset.read(b"", format="xlsx")
    with pytest.raises(TypeError, match="not int"):
        urlset.read(7)
    with pytest.raises(TypeError, match="binary mode"):
        urlset.read(io.StringIO("https://e.com/"))


def test_what_a_file_raises_comes_through():
    class Broken:
        def read(self, size):
            raise RuntimeError("the line is dead")

    with pytest.raises(RuntimeError, match="the line is dead"):
        urlset.read(Broken())


def test_an_interrupt_ends_a_loop():
    class Endless:
        """A list that never ends."""

        def read(self, size):
            time.sleep(0.001)
            return b"https://e.com/aaaaaaaaaaaaaaa\n" * (size // 30) or b"\n"

    with pytest.raises(KeyboardInterrupt):
        threading.Timer(0.3, _thread.interrupt_main).start()
        for _ in urlset.read(Endless(), format="text"):
            pass


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes")
def test_an_interrupt_is_heard_while_no_entry_comes(tmp_path):
    pipe = tmp_path / "pages.txt"
    os.mkfifo(pipe)
    ours = os.open(pipe, os.O_RDWR)
    os.write(ours, b"https://e.com/a\n")
    try:
        timer = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            list(urlset.read(pipe, format="text"))
    finally:
        os.close(ours)


def test_threads_may_look_while_others_read():
    class Slow(io.BytesIO):
        def read(self, size=-1):
            time.sleep(0.001)
            return super().read(min(size, 1000))

    entries = urlset.read(Slow(b"https://e.com/a\n/no\n" * 500), format="text", on_finding=lambda _: None)
    seen = []
    other = threading.Thread(target=lambda: [seen.append(len(entries.findings)) for _ in range(50)])
    other.start()
    assert len(list(entries)) == 500
    other.join()
    assert len(seen) == 50


def test_a_priority_is_a_number():
    given = b'{"loc":"https://e.com/a","priority":0.80}\n{"loc":"https://e.com/b","priority":1}\n'
    assert [entry["priority"] for entry in urlset.read(given)] == [0.8, 1]


def test_keys_are_those_of_dedupe():
    assert urlset.key("https://E.com/%7ea") == "https://E.com/%7ea"
    assert urlset.key("https://E.com:443/%7ea/../b", normalised=True) == "https://e.com/b"
    assert urlset.keys(["https://E.com/", None], normalised=True) == ["https://e.com/", None]


def test_a_name_that_is_no_option_is_told_as_that(shop):
    for call in [urlset.read, urlset.read_arrow, urlset.to_pandas]:
        with pytest.raises(TypeError, match="^unexpected keyword 'fromat'; did you mean 'format'\\?$"):
            call(shop / "pages.xml", fromat="xml")
        with pytest.raises(TypeError, match="^unexpected keyword 'qqq'$"):
            call(shop / "pages.xml", qqq=1)
        for name in ["timeout", "where", "from_", "allow_host"]:
            with pytest.raises(TypeError, match=f"^'{name}' is an option for what is fetched or followed$"):
                call(shop / "pages.xml", **{name: "7"})


def test_a_size_is_a_number_of_something(shop):
    for call in [urlset.read_batches, urlset.read_arrow, urlset.to_pandas]:
        with pytest.raises(ValueError, match="^a batch has at least one row: batch_size=-1$"):
            call(shop / "pages.xml", batch_size=-1)
    with pytest.raises(ValueError, match="size=-1$"):
        urlset.splits(shop / "pages.xml", size=-1)


def test_a_loop_that_is_left_ends_the_command(shop):
    program = "import sys, urlset\nfor entry in urlset.read(sys.argv[1], follow=True):\n    break\nprint(entry['loc'])"
    words = [sys.executable, "-W", "error", "-c", program, shop / "sitemap_index.xml"]
    ran = subprocess.run(words, capture_output=True, text=True)
    assert ran.stdout.startswith("https://") and ran.stderr == ""
