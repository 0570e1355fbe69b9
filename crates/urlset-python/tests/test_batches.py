"""Arrow batches: read, written, checked, cut."""

import contextlib
import decimal
import io
import os
import pickle
import random
import threading
import warnings

import duckdb
import numpy
import pandas
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet
import pytest
import urlset
from hypothesis import given, settings
from hypothesis import strategies as some
from urlset import _reading

COLUMNS = (
    "loc lastmod lastmod_at changefreq priority image video news hreflang other source line kind".split()
)

words = some.text("abz-_äß語😀&<>\"'%/ .", min_size=1, max_size=12).map(str.strip).filter(bool)
urls = some.integers(0, 999).map(lambda n: f"https://e.com/{n}?a=1&b=%20")
dates = some.sampled_from(["2026", "2026-03", "2026-03-04", "2026-03-04T10:00:00Z", "2026-03-04T10:00:00.25+02:00"])
images = some.fixed_dictionaries({"loc": urls}, optional={"caption": words, "title": words})
videos = some.fixed_dictionaries(
    {"thumbnail_loc": urls, "title": words, "description": words, "content_loc": urls},
    optional={"tag": some.lists(words, min_size=1, max_size=3), "duration": some.integers(1, 28800)},
)
alternates = some.fixed_dictionaries({"hreflang": some.sampled_from(["de", "en-GB", "x-default"]), "href": urls})
entries = some.lists(
    some.fixed_dictionaries(
        {"loc": urls},
        optional={
            "lastmod": dates,
            "changefreq": some.sampled_from(["daily", "never"]),
            "priority": some.sampled_from([0.0, 0.5, 1.0]),
            "image": some.lists(images, min_size=1, max_size=3),
            "video": some.lists(videos, min_size=1, max_size=2),
            "hreflang": some.lists(alternates, min_size=1, max_size=3),
            "other": some.just(['<x:a xmlns:x="urn:x">b</x:a>']),
        },
    ),
    min_size=1,
    max_size=8,
)


def table(batches):
    return pa.RecordBatchReader.from_stream(batches).read_all()


@given(entries)
@settings(max_examples=10, deadline=None)
def test_what_is_written_is_read_again(tmp_path_factory, given):
    folder = tmp_path_factory.mktemp("round")
    with urlset.writer(folder / "a.xml.gz") as out:
        out.write(given)
    assert list(urlset.read(folder / "a.xml.gz")) == given
    batches = urlset.read_batches(folder / "a.xml.gz", batch_size=3)
    with urlset.writer(folder / "b.parquet") as out:
        out.write(batches)
    again = table(urlset.read_batches(folder / "b.parquet"))
    assert again.drop(["source", "line"]) == table(batches).drop(["source", "line"])
    assert list(urlset.read(folder / "b.parquet")) == list(urlset.read(folder / "a.xml.gz"))


def test_columns_and_sizes(shop):
    batches = urlset.read_batches([shop / "products.xml.gz", shop / "pages.csv"])
    assert list(batches.columns) == COLUMNS
    rows = table(batches)
    assert rows.column("source").unique().to_pylist() == [str(shop / "products.xml.gz"), str(shop / "pages.csv")]
    assert rows.schema.field("lastmod_at").type == pa.timestamp("us", "UTC")
    small = urlset.read_batches(shop / "products.xml.gz", columns=["line", "loc"], batch_size=2)
    sizes = [batch.num_rows for batch in small]
    assert sizes[:-1] == [2] * (len(sizes) - 1) and sum(sizes) == len(list(urlset.read(shop / "products.xml.gz")))
    assert table(small).schema.names == ["line", "loc"]
    with pytest.raises(ValueError, match="no column 'url'; there are loc, lastmod"):
        urlset.read_batches(shop / "pages.csv", columns=["url"])
    with pytest.raises(ValueError, match="at least one row"):
        urlset.read_batches(shop / "pages.csv", batch_size=0)


def test_memory_is_that_of_a_batch():
    class Many:
        """Ten million bytes, a little at a time."""

        left, asked = 10_000_000, 0

        def read(self, size):
            self.asked += 1
            size = min(size, self.left, 28 * 100)
            self.left -= size
            return b"https://e.com/aaaaaaaaaaaaa\n" * (size // 28)

    many = Many()
    stream = pa.RecordBatchReader.from_stream(urlset.read_batches(many, format="text", batch_size=100))
    assert stream.read_next_batch().num_rows == 100
    assert many.left > 8_000_000


def test_others_take_the_stream(shop):
    pages = urlset.read_batches(shop / "products.xml.gz")
    rows = table(pages)
    assert duckdb.sql("select count(*) from pages").fetchall() == [(rows.num_rows,)]
    assert pandas.DataFrame.from_arrow(pages)["loc"].tolist() == rows.column("loc").to_pylist()


def test_a_file_is_read_once_and_a_path_as_often_as_one_likes(shop):
    by_path = urlset.read_batches(shop / "pages.csv")
    assert table(by_path) == table(by_path)
    with (shop / "pages.csv").open("rb") as file:
        by_file = urlset.read_batches(file)
        table(by_file)
        with pytest.raises(ValueError, match="read only once"):
            table(by_file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes")
def test_what_is_read_once_comes_whole_where_its_columns_are_seen_first(tmp_path):
    text = b"".join(b"https://e.com/%d\n" % n for n in range(200_000))
    pipe = tmp_path / "pages.txt"
    os.mkfifo(pipe)
    for source in [io.BytesIO(text), pipe, str(pipe)]:
        if not isinstance(source, io.BytesIO):
            threading.Thread(target=pipe.write_bytes, args=[text], daemon=True).start()
        pages = urlset.read_batches(source, format="text")
        assert duckdb.sql("select count(*), min(loc) from pages").fetchall() == [(200_000, "https://e.com/0")]
        with pytest.raises(ValueError, match="read only once"):
            table(pages)
        assert pages.findings == []


def test_what_stops_a_stream_is_raised_as_what_it_is(tmp_path):
    torn = tmp_path / "torn.xml"
    torn.write_text("<urlset><url><loc>https://e.com/a</loc></url><url><loc>ht")
    batches = urlset.read_batches(torn)
    seen = []
    with pytest.raises(urlset.DataError) as raised:
        for batch in batches:
            seen.append(batch.num_rows)
    assert seen == [1] and raised.value.finding.lost == "rest"
    with pytest.raises(pa.ArrowInvalid, match="xml/truncated"):
        table(urlset.read_batches(torn))
    with pytest.raises(FileNotFoundError):
        urlset.read_arrow([torn.with_name("none.xml")])


@pytest.mark.filterwarnings("error")
def test_what_is_torn_or_a_folder_is_that_when_it_is_followed(tmp_path, monkeypatch):
    (tmp_path / "whole.xml").write_text("<urlset><url><loc>https://e.com/a</loc></url></urlset>")
    (tmp_path / "-torn.xml").write_text("<urlset><url><loc>https://e.com/a</loc></url><url><loc>ht")
    monkeypatch.chdir(tmp_path)
    for source in [tmp_path / "-torn.xml", tmp_path, "-torn.xml"]:
        for read in [urlset.read_arrow, urlset.to_pandas, lambda *given, **also: list(urlset.read(*given, **also))]:
            with pytest.raises(urlset.DataError) as raised:
                read(source, follow=True)
            assert raised.value.finding.rule == "xml/truncated"
    for read in [urlset.read, urlset.read_arrow]:
        with pytest.raises(IsADirectoryError, match="follow=True"):
            read(tmp_path)


def test_the_rest_that_is_lost_is_a_warning_where_nothing_is_raised():
    for text in [b'[{"loc":"https://e.com/1"}]\n{"loc":"https://e.com/2"}\n']:
        with pytest.warns(urlset.FindingWarning, match="1 thing was left out"):
            assert len(list(urlset.read(text))) == 1
        with pytest.warns(urlset.FindingWarning, match="1 thing was left out"):
            assert urlset.read_arrow(text).num_rows == 1


def test_nobody_listening_is_warned():
    batches = urlset.read_batches(b"https://e.com/a\n/no\n")
    table(batches)
    with pytest.warns(urlset.FindingWarning, match="loc/relative"):
        del batches
    batches = urlset.read_batches(b"https://e.com/a\n/no\n")
    table(batches)
    assert [one.rule for one in batches.findings] == ["loc/relative"]


def test_a_warning_names_the_line_that_read_and_can_be_an_error(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"https://e.com/a\n/no\n")
    for read in [urlset.read_arrow, urlset.to_pandas]:
        for follow in [False, True]:
            with pytest.warns(urlset.FindingWarning) as warned:
                read(path, follow=follow)
            assert [one.filename for one in warned] == [__file__]
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                with pytest.raises(urlset.FindingWarning, match="1 thing was left out"):
                    read(path, follow=follow)


def test_what_cannot_be_followed_is_said_before_anything_is_read(tmp_path):
    with pytest.raises(ValueError, match="no column 'url'; there are loc"):
        urlset.read_arrow(tmp_path / "none.xml", follow=True, columns=["url"])
    with pytest.raises(TypeError, match="one path or URL is followed at a time, not list"):
        urlset.read_arrow([tmp_path], follow=True)
    with pytest.raises(ValueError, match="fetch a URL that is given alone"):
        urlset.to_pandas(["http://127.0.0.1:1/a.xml"])
    with pytest.raises(ValueError, match="a piece"):
        urlset.read_arrow(tmp_path, follow=True, split=urlset.Split(0, 1, 1, 1, 0, 0, "text"))


def test_a_column_is_many_locs(tmp_path):
    locs = ["https://e.com/1", "https://e.com/2"]
    for column in [pandas.Series(locs), pa.array(locs), pa.chunked_array([locs[:1], locs[1:]])]:
        with urlset.writer(tmp_path / "a.txt") as out:
            out.write(column)
        assert [entry["loc"] for entry in urlset.read(tmp_path / "a.txt")] == locs
    report = urlset.check_batches(pandas.Series([locs[0], None]))
    assert [(one.rule, one.line) for one in report.findings] == [("loc/missing", 2)]
    assert str(report.findings[0]).startswith("<batches>:2: error: ")


def test_what_pandas_has_for_nothing_is_nothing(tmp_path):
    frame = pandas.DataFrame({"loc": ["https://e.com/1", "https://e.com/2"], "priority": [0.5, None], "lastmod": [pandas.Timestamp("2026-03-04"), pandas.NaT]})
    frame["changefreq"] = pandas.array(["daily", pandas.NA], dtype="string")
    with urlset.writer(tmp_path / "a.jsonl") as out:
        out.write(frame.to_dict("records"))
    assert [set(entry) for entry in urlset.read(tmp_path / "a.jsonl")] == [{"loc", "priority", "lastmod", "changefreq"}, {"loc"}]
    with pytest.raises(urlset.DataError), urlset.writer(tmp_path / "b.jsonl") as out:
        with pytest.raises(ValueError, match="not JSON"):
            out.write({"loc": "https://e.com/", "priority": float("inf")})


def test_threads_may_write(tmp_path):
    def write(name):
        for number in range(20):
            out.write([f"https://e.com/{name}/{number}/{n}" for n in range(500)])

    with urlset.writer(tmp_path / "a.txt") as out:
        threads = [threading.Thread(target=write, args=[name]) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    locs = (tmp_path / "a.txt").read_text().split()
    assert len(set(locs)) == len(locs) == 40_000
    # What one call writes stays together.
    assert all(locs[n].rsplit("/", 1)[0] == locs[n + 499].rsplit("/", 1)[0] for n in range(0, 40_000, 500))


def test_a_frame_is_what_the_command_converts(shop, tmp_path):
    for name in ["products.xml.gz", "pages.xml", "feed.rss", "pages.csv"]:
        frame = urlset.to_pandas(shop / name)
        urlset.convert(shop / name, output=tmp_path / "a.csv", allow_loss=True)
        flat = pandas.read_csv(tmp_path / "a.csv", dtype=str)
        for field in ["loc", "lastmod", "changefreq"]:
            wanted = flat[field].tolist() if field in flat else [None] * len(flat)
            assert [_value(one) for one in frame[field]] == [_value(one) for one in wanted]
        for at, images in enumerate(frame["image"]):
            for number, image in enumerate(images if images is not None else []):
                assert flat[f"image.{number + 1}.loc"][at] == image["loc"]
    followed = urlset.to_pandas(shop / "sitemap_index.xml", follow=True)
    assert len(followed) == 13 and str(followed["lastmod_at"].dtype) == "datetime64[us, UTC]"
    assert followed["priority"].dtype == float


def _value(one):
    return None if pandas.isna(one) else one


def test_rows_of_other_tools_are_written_and_checked(tmp_path):
    rows = pa.table(
        {
            "URL": ["https://e.com/a", "/no", "https://e.com/c", "https://e.com/a"],
            "Last Modified": pa.array([1_770_000_000, None, 0, None], pa.timestamp("s")),
            "image": [["https://e.com/1.jpg"], None, [], None],
        }
    )
    with pytest.raises(urlset.LossError) as lost:
        with urlset.writer(tmp_path / "a.xml") as out:
            out.write(rows)
            out.write("https://e.com/d")
            out.write({"loc": "https://e.com/e", "colour": "red"})
    report = lost.value.summary
    told = {(one.rule, one.line) for one in report.findings if one.lost != "nothing"}
    # The sixth row is the dict.
    assert told == {("loc/relative", 2), ("json/unknown-member", 6)}
    locs = pc.list_value_length(urlset.read_arrow(tmp_path / "a.xml")["image"]).to_pylist()
    assert locs == [1, None, None, None, None]
    report = urlset.check_batches(rows, profile="google")
    assert not report.ok and report["profile"] == "google"
    told = {(one.rule, one.line) for one in report.findings}
    assert {("loc/relative", 2), ("set/duplicate-url", 4)} <= told
    assert not any(rule.startswith(("file/", "json/", "xml/")) for rule, _ in told)
    assert report["totals"]["error"] == sum(one.severity == "error" for one in report.findings)


def test_each_finding_of_a_row_is_counted_once(tmp_path):
    rows = pa.table({"loc": ["https://e.com/b c", "https://e.com/b\nc", "/no"]})
    report = urlset.check_batches(rows)
    told = [(one.rule, one.line) for one in report.findings if one.severity == "error"]
    assert sorted(told) == [("loc/inner-whitespace", 1), ("loc/inner-whitespace", 2), ("loc/relative", 3)]
    assert report["totals"]["error"] == 3 and report["totals"]["dropped"] == 1
    rows = pa.table({"loc": [f"https://e.com/b {n}" for n in range(1500)] + ["/no"] * 2000})
    for most, listed in [(None, 2000), (5, 10), (1200, 2400), (3000, 3500)]:
        report = urlset.check_batches(rows, max_findings=most)
        assert report["totals"]["error"] == 3500 and report["totals"]["dropped"] == 2000
        assert len(report.findings) == listed
        with urlset.writer(tmp_path / "a.xml", allow_loss=True, max_findings=most) as out:
            out.write(rows)
        assert len(out.findings) == listed


def test_a_table_is_judged_as_the_command_judges_its_file(tmp_path):
    dates = ["2024-1", "2024-1-2", "2024-10-10 10:00:00", "2024-10", "2999-01-01 10:00", "1970-01-01 00:00:00", "foo", None]
    rows = pa.table({
        "loc": [f" https://E.com:80/ü/{n}#x " if n % 2 else f"HTTP://e.com/a b/{n}?&" for n in range(8)],
        "lastmod": dates,
        "changefreq": ["Daily", " weekly", "DAILY", "day", "", None, None, None],
        "priority": ["0,5", ".5", "0.50", "1.00", " 0.5", "2", "high", None],
    })
    pyarrow.parquet.write_table(rows, tmp_path / "a.parquet")
    for options in [
        {}, {"profile": "google"}, {"profile": "bing,news"}, {"profile": "legacy"}, {"deny": "lastmod/*"},
        {"allow": ["changefreq/*", "loc/*"], "fail_on": "note"},
    ]:
        report, wanted = urlset.check_batches(rows, **options), urlset.check(tmp_path / "a.parquet", **options)
        assert _judged(report) == _judged(wanted), options


def _judged(report):
    return sorted((one.line or 0, one.rule, one.severity, one.lost) for one in report.findings), report["totals"], report.code


def test_what_is_in_no_file_is_in_none_that_is_too_large():
    rows = [f"https://e.com/{n}" for n in range(50_001)]
    report = urlset.check_batches(rows)
    assert report.ok and report.findings == [] and report["totals"]["entries"] == 50_001
    with pytest.raises(ValueError, match="strict-xsd"):
        urlset.check_batches(rows, profile="strict-xsd")
    for rows in [["/no"], pa.table({"loc": ["/no"]})]:
        assert [one.rule for one in urlset.check_batches(rows).findings] == ["loc/relative"]
    assert [one.rule for one in urlset.check_batches([]).findings] == ["file/empty"]


def test_an_index_in_memory_is_checked_and_written_as_what_it_is(shop, tmp_path):
    entries = list(urlset.read(shop / "sitemap_index.xml"))
    assert urlset.check_batches(entries)["totals"]["entries"] == 3
    with urlset.writer(tmp_path / "a.xml") as out:
        out.write(entries)
    assert list(urlset.read(tmp_path / "a.xml")) == entries


def xml(luck, count, end):
    """A sitemap with what makes cutting hard."""
    text = f'<?xml version="1.0"?>{end}<!-- <url> no --><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    text += f' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">{end}'
    for number in range(count):
        text += luck.choice(["", "", "<!-- <url><loc>x</loc></url><url> -->", f"<url><loc>nö{number}</loc></url>"])
        text += f"<url>{end}<loc>https://e.com/ä{number}</loc>" + luck.choice(["", "<lastmod>nope</lastmod>"])
        text += luck.choice(["", "<image:image><image:loc>https://e.com/<![CDATA[<url>]]></image:loc></image:image>"])
        text += f"</url>{end}"
    return text + f"</urlset>{end}"


@pytest.mark.parametrize("end", ["\n", "", "\r\n", "\r"])
@pytest.mark.parametrize("size", [1, 500, 5000, 1 << 30])
def test_pieces_give_what_the_whole_gives(tmp_path, end, size):
    luck = random.Random(f"{end}{size}")
    lines = [f"https://e.com/{n}" + luck.choice(["", " x", "ö"]) for n in range(99)]
    objects = [f'{{"loc":"https://e.com/{n}"' + luck.choice(["}", ',"x":1}', ',"priority":0.80}']) for n in range(99)]
    for name, text, is_cut in [
        ("a.xml", xml(luck, 60, end), True),
        ("a.txt", (end or "\n").join(lines), end != "\r"),
        ("a.jsonl", (end or "\n").join(objects), end != "\r"),
        ("a.csv", "loc\n" + '"https://e.com/\n"\n' * 50, False),
    ]:
        path = tmp_path / name
        path.write_bytes(text.encode())
        pieces = urlset.splits(path, size)
        assert (len(pieces) > 1) == (is_cut and size < len(text)), name
        tables, found = [], []
        for piece in pieces:
            batches = urlset.read_batches(path, split=pickle.loads(pickle.dumps(piece)))
            tables.append(table(batches))
            found += batches.findings
        whole = urlset.read_batches(path)
        assert pa.concat_tables(tables) == table(whole), name
        assert _own(found) == _own(whole.findings), name


COUNTED = ("xml/not-carried", "csv/unused-column", "json/blank-lines", "text/blank-lines")


def _own(findings):
    # What is counted over a document is counted over each of its pieces.
    return [one for one in findings if one.rule not in COUNTED]


PARTS = [
    "<url><loc>https://e.com/{n}</loc></url>",
    "<url>\n<loc>https://e.com/{n}</loc></url>\n",
    "<url a='1>2'><loc>https://e.com/{n}</loc></url >",
    "<url><loc>/no</loc></url>",
    "<url/>",
    "<url><loc>https://e.com/{n}",
    "<URL><loc>https://e.com/{n}</loc></URL>",
    "<s:url><s:loc>https://e.com/{n}</s:loc></s:url>",
    "<x xmlns='urn:o'><url><loc>https://e.com/in/{n}</loc></url></x>",
    "<wrap><url><loc>https://e.com/in/{n}</loc></url><url><loc>https://e.com/w/{n}</loc></url></wrap>",
    "<url><loc>https://e.com/{n}</loc><x:y xmlns:x='urn:x'><url><loc>https://e.com/y</loc></url></x:y></url>",
    "<url><loc>https://e.com/{n}</loc><image:image><image:loc>https://e.com/{n}.png</image:loc></image:image></url>",
    "<url xmlns='urn:o'><loc>https://e.com/{n}</loc></url>",
    "<sitemap><loc>https://e.com/{n}</loc></sitemap>",
    "<!-- <url> -->", "<!-->", "<!-- a -- b -->", "<![CDATA[<url>]]>", "<?a <url> ?>", "<?xml version='1.0'?>",
    "text", "&amp;&x;", "ä😀", "\n", "\r\n", "\r", "]]>", "<", ">", "</url>", "</urlset>", "<urlset>",
]
ROOTS = [
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>",
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' a=\"1>2\">\n",
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'>",
    "<urlset>",
    "<urlset a=b>",
    "<URLSET>",
    "<s:urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>",
    "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>",
    "<urlset xmlns='urn:o'>",
    "<urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'>",
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:x='urn:x'>",
]
documents = some.builds(
    lambda before, root, parts, after: "".join(
        part.replace("{n}", str(number)) for number, part in enumerate([before, root, *parts, after])
    ).encode(),
    some.sampled_from(["", "", "\ufeff", "<?xml version='1.0' encoding='UTF-8'?>\n", "<?xml version='1.1'?>", "junk", "<!-- a -->"]),
    some.sampled_from(ROOTS),
    some.lists(some.one_of(some.sampled_from(PARTS[:2]), some.sampled_from(PARTS)), min_size=2, max_size=12),
    some.sampled_from(["</urlset>", "</urlset>\n", "</urlset><url><loc>https://e.com/late</loc></url>", "</URLSET>", "</s:urlset>", ""]),
)
OBJECTS = [
    '{"loc":"https://e.com/{n}"}', '{"loc":"https://e.com/{n}","kind":"sitemap"}', '{"loc":"https://e.com/{n}","kind":"x"}',
    '{"loc":"/no"}', '{"loc":', '{"\\u006bind":"sitemap","loc":"https://e.com/{n}"}', "no", "[", "{", "}", "\ufeff",
    '{"loc":"https://e.com/ä{n}","x":1}',
]
lines_of_json = some.lists(some.one_of(some.just(OBJECTS[0]), some.sampled_from(OBJECTS)), min_size=2, max_size=8).map(
    lambda lines: "\n".join(line.replace("{n}", str(number)) for number, line in enumerate(lines)).encode()
)
addresses = some.sampled_from(
    ["https://e.com/a", "http://e.com/ä", "/no", "https://e.com/a https://e.com/b", "\ufeffhttps://e.com/c", "words of text"]
)
lines_of_text = some.lists(addresses, min_size=2, max_size=8).map(lambda lines: "\n".join(lines).encode())
spoiled = some.sampled_from([None, None, None, b"\xff", b"\xc3", b"\x00"])


def rows_and_findings(path, split=None):
    batches = urlset.read_batches(path, split=split)
    rows = []
    try:
        for batch in batches:
            rows += batch.to_pylist()
    except urlset.Error:
        pass
    return rows, sorted((one.rule, one.line, one.column, one.lost) for one in _own(batches.findings))


@given(some.one_of(
    some.tuples(some.just("a.xml"), documents),
    some.tuples(some.just("a.jsonl"), lines_of_json),
    some.tuples(some.just("a.txt"), lines_of_text),
), spoiled, some.integers(0, 400), some.integers(1, 80))
@settings(max_examples=200, deadline=None)
def test_pieces_of_what_is_odd_give_what_the_whole_gives(tmp_path_factory, document, spoil, at, size):
    name, text = document
    if spoil:
        text = text[:at] + spoil + text[at:]
    path = tmp_path_factory.mktemp("odd") / name
    path.write_bytes(text)
    try:
        whole = rows_and_findings(path)
    except urlset.Error:
        whole = None
    pieces = urlset.splits(path, size)
    if len(pieces) == 1:
        return
    assert whole is not None
    rows, found = [], []
    for piece in pieces:
        more, told = rows_and_findings(path, piece)
        rows += more
        found += told
    assert (rows, sorted(found)) == whole


def test_a_file_that_changed_since_it_was_cut_is_not_read(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("".join(f"https://e.com/{n}\n" for n in range(100)))
    pieces = urlset.splits(path, 500)
    begun = urlset.read_batches(path, split=pieces[1])
    assert len(pieces) > 1 and table(begun).num_rows
    path.write_text("".join(f"https://e.com/longer/{n}\n" for n in range(100)))
    with pytest.raises(urlset.InputError, match="changed since it was cut: 1690 bytes then, 2390 now"):
        urlset.read_batches(path, split=pieces[1])
    with pytest.raises(urlset.InputError, match="changed since it was cut"):
        table(begun)
    # Of the same length, a moment later.
    pieces = urlset.splits(path, 500)
    os.utime(path, ns=(0, pieces[0].modified + 1))
    with pytest.raises(urlset.InputError, match="changed since it was cut"):
        urlset.read_batches(path, split=pickle.loads(pickle.dumps(pieces[1])))


def test_a_file_that_changes_while_it_is_cut_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "a.txt"
    path.write_text("".join(f"https://e.com/{n}\n" for n in range(100)))
    cut = _reading._urlset.splits

    def meanwhile(*given):
        pieces = cut(*given)
        path.write_text("https://e.com/other\n")
        return pieces

    monkeypatch.setattr(_reading._urlset, "splits", meanwhile)
    with pytest.raises(urlset.InputError, match="changed since it was cut"):
        urlset.splits(path, 500)


def test_what_cannot_be_cut_is_one_piece(shop, tmp_path):
    assert len(urlset.splits(shop / "products.xml.gz", 10)) == 1
    odd = tmp_path / "odd.xml"
    for text in [
        '<!DOCTYPE urlset [<!ENTITY a "<url>">]><urlset><url><loc>https://e.com/</loc></url></urlset>',
        '<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9"><s:url><s:loc>https://e.com/</s:loc></s:url></s:urlset>',
        '<URLSET><url><loc>https://e.com/1</loc></url><url><loc>https://e.com/2</loc></url></URLSET>',
        '<urlset><url><loc>https://e.com/1</loc></url><url><loc>https://e.com/2</loc></url></urlset><url/>',
        '\ufeff<urlset><url><loc>https://e.com/1</loc></url><url><loc>https://e.com/2</loc></url></urlset>',
        "",
    ]:
        odd.write_text(text)
        assert len(urlset.splits(odd, 1)) == 1


@pytest.mark.filterwarnings("ignore::urlset.FindingWarning")
def test_a_cut_is_where_the_root_alone_is_open(tmp_path):
    path = tmp_path / "a.xml"
    one = "<url><loc>https://e.com/1</loc></url>"
    path.write_text(f'<urlset a="1>2" xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{one}<x xmlns="urn:o">{one}{one}</x>{one}{one}</urlset>')
    pieces = urlset.splits(path, 1)
    assert len(pieces) == 2 and pieces[0].root_end == path.read_text().index(one)
    assert sum(table(urlset.read_batches(path, split=piece)).num_rows for piece in pieces) == len(list(urlset.read(path, on_finding=lambda _: None)))


@pytest.mark.filterwarnings("ignore::urlset.FindingWarning")
def test_a_piece_that_nobody_gave_is_refused(tmp_path, shop):
    path = shop / "pages.xml"
    most = 2**64 - 1
    for piece in [(50, most, 2**32 - 1, 2**32 - 1, 0, 10, "xml"), (most, most, 2**32 - 1, 2**32 - 1, 0, most, "xml"), (5, 1, 1, 1, 0, 0, "text")]:
        try:
            list(urlset.read_batches(path, split=urlset.Split(*piece)))
        except (urlset.Error, ValueError, OSError):
            pass


@pytest.mark.filterwarnings("ignore::urlset.FindingWarning")
def test_no_text_of_a_document_ends_the_process():
    torn = b"<urlset><url><loc>http://a/</loc></url></ur\0lset>"
    for source in [torn, b"<urlset><url><loc>http://a/</loc></url><\0", b"{\"loc\":\"http://a/\\u0000\"}\n{\0"]:
        with contextlib.suppress(urlset.Error):
            urlset.read_arrow(source)
        with contextlib.suppress(urlset.Error, pa.ArrowException):
            table(urlset.read_batches(source))


@pytest.mark.parametrize("markup, is_cut", [
    ("<a b=\"1>2\" c = '\"'/>", True),
    ("<a\n b='c'\t></a >", True),
    ("<!-- > <url> -->", True),
    ("<![CDATA[<a></url>]]>", True),
    ("<?a b?>", True),
    ("<a", False),
    ("<a b=\"1>2></a>", False),
    ("<a b='<'></a>", False),
    ("<a b=c></a>", False),
    ("<a b='c'd='e'></a>", False),
    ("<a></b>", False),
    ("<x:a></x:a>", False),
    ("<!-->-->", False),
    ("<!-- -- -->", False),
    ("<?xml version='1.0'?>", False),
    ("<?a > ?>", False),
    ("< a></ a>", False),
    ("<a>" * 40 + "</a>" * 40, False),
    ("\udcff", False),
])
def test_only_what_is_well_formed_is_cut(tmp_path, markup, is_cut):
    one = f"<url><loc>https://e.com/</loc>{markup}</url>"
    path = tmp_path / "a.xml"
    path.write_bytes(f"<urlset>{one}{one}{one}</urlset>".encode(errors="surrogateescape"))
    assert len(urlset.splits(path, 1)) == (3 if is_cut else 1)


def test_a_character_over_the_end_of_a_block_is_one(tmp_path):
    path = tmp_path / "a.xml"
    one = "<url><loc>https://e.com/</loc><x>%s</x></url>\n"
    path.write_text("<urlset>" + (one % ("😀äö語" * 5)) * 40_000 + "</urlset>", "utf-8")
    pieces = urlset.splits(path, 1 << 20)
    assert len(pieces) > 3 and path.stat().st_size > 3 << 20
    assert [piece.start for piece in pieces[1:]] == [piece.end for piece in pieces[:-1]]
    lines = tmp_path / "a.jsonl"
    lines.write_text('{"loc":"https://e.com/语"}\n' * 100_000 + '{"loc":"https://e.com/b","kind":"sitemap"}\n', "utf-8")
    assert len(urlset.splits(lines, 1 << 20)) == 1
    lines.write_text('{"loc":"https://e.com/语"}\n' * 100_000, "utf-8")
    assert len(urlset.splits(lines, 1 << 20)) > 2


def test_what_is_said_of_columns_is_said_once(tmp_path):
    table = pa.table({"loc": [f"https://e.com/{number}" for number in range(10)], "title": ["A"] * 10})
    once = [("csv/unused-column", "title")]
    with urlset.writer(tmp_path / "s.xml") as out:
        for batch in table.to_batches(max_chunksize=2):
            out.write(batch)
    for summary in (out.summary, urlset.check_batches(table.to_batches(max_chunksize=2)), urlset.check_batches(table)):
        assert [(one.rule, one.detail) for one in summary.findings] == once and summary["totals"]["note"] == 1
    with urlset.writer(tmp_path / "t.xml") as out:
        out.write([table, table.rename_columns(["loc", "heading"])])
    assert [one.detail for one in out.findings] == ["title", "heading"]


def test_fields_that_a_table_loses_are_counted_as_those_of_a_dict(tmp_path):
    row = {"loc": "https://e.com/", "image": [{"loc": "https://e.com/1.jpg"}, {"loc": "https://e.com/2.jpg", "alt": "x", "size": "9"}]}
    for data in (pa.table({name: [value] for name, value in row.items()}), row):
        with urlset.writer(tmp_path / "a.xml", allow_loss=True) as out:
            out.write(data)
        assert out.summary["totals"]["fields_dropped"] == 2
        assert [one.rule for one in out.findings] == ["convert/member-unplaced"] * 2
        assert [len(entry["image"]) for entry in urlset.read(tmp_path / "a.xml")] == [2]


def test_numbers_of_other_packages_are_written_as_they_are(tmp_path):
    numbers = [decimal.Decimal("0.8"), numpy.float32(0.8), numpy.float64(0.8), 0.8]
    with urlset.writer(tmp_path / "a.xml") as out:
        out.write({"loc": f"https://e.com/{at}", "priority": number} for at, number in enumerate(numbers))
        out.write({"loc": "https://e.com/5", "priority": numpy.int64(1)})
        out.write({"loc": "https://e.com/6", "priority": numpy.float32("nan")})
    assert [entry.get("priority") for entry in urlset.read(tmp_path / "a.xml")] == [*[0.8] * 4, 1.0, None]
    assert out.findings == []
