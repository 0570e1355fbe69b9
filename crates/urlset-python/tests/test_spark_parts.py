"""Parts of the part for Apache Spark, each asked without a session: what they do is over before Java has started."""

import datetime
import io
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
import warnings
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="no pyspark: install urlset[spark]")
pytest.importorskip("fsspec", reason="no fsspec: install tests/requirements.txt")

import pyarrow
import urlset
from pyspark.sql.datasource import InputPartition
from pyspark.sql.types import StringType, StructField, StructType
from urlset import _urlset
from urlset.spark import UrlsetSource, _image, _sink, _source, _told
from urlset.spark._jobs import TOO_LARGE, _Cuts, _staging, run_on
from urlset.spark._objects import Addresses
from urlset.spark._options import size_of
from urlset.spark._staging import place_of
from urlset.spark._stored_set import named_by
from urlset.spark._words import TaskWords, silent, taken


def test_where_an_empty_file_has_no_room_there_is_an_end():
    import numpy

    def late(*_):
        raise TimeoutError("nothing was cut")

    cuts = _Cuts([0], 3, (50_000, 100), 110)
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(20)
    try:
        cuts._greedy(iter([numpy.array([TOO_LARGE] * 3, "<i4").tobytes()]))
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert cuts.starts == [0]


@pytest.fixture
def save(monkeypatch):
    """Writes rows as one task does, and as the driver publishes what it wrote."""
    monkeypatch.setattr(_sink, "TaskContext", Task)

    def save(path, rows, overwrite=True, size=None, **options):
        writer = _sink.UrlsetWriter({"path": str(path), **{name: str(value) for name, value in options.items()}}, overwrite)
        try:
            written = writer.write(iter(pyarrow.Table.from_pylist(rows).to_batches(size)))
        except BaseException:
            writer.abort([])
            raise
        writer.commit([written])

    return save


class Task:
    @staticmethod
    def get():
        return Task

    @staticmethod
    def partitionId():
        return 0


@pytest.mark.parametrize("store", ["", "file://"])
def test_a_set_has_one_stylesheet_which_no_index_names(save, tmp_path, store):
    pages = [{"loc": f"https://e.com/{number}"} for number in range(3)]
    own = {"index": f"{store}{tmp_path}/out/index.xml", "base_url": "https://e.com/", "max_urls": 2}
    for _ in range(2):
        save(f"{store}{tmp_path}/out/s-{{n}}.xml", pages, stylesheet="css", **own)
    assert sorted(os.listdir(tmp_path / "out")) == ["index.xml", "s-1.xml", "s-2.xml", "urlset.css"]
    index = [entry["loc"] for entry in urlset.read(tmp_path / "out/index.xml")]
    assert index == ["https://e.com/s-1.xml", "https://e.com/s-2.xml"]
    for name in ("s-2.xml", "index.xml"):
        assert 'href="urlset.css"' in (tmp_path / "out" / name).read_text()
    # One of somebody's own stays.
    (tmp_path / "out/urlset.css").write_text("url { color: red }")
    save(f"{store}{tmp_path}/out/s-{{n}}.xml", pages, stylesheet="css", **own)
    assert (tmp_path / "out/urlset.css").read_text() == "url { color: red }"
    with pytest.raises(urlset.UsageError, match="css=URL"):
        save(f"{store}{tmp_path}/out/s-{{n}}.xml", pages, stylesheet="css=own.css", **own)


def read(path, columns="loc", **options):
    """The rows that tasks give."""
    options = {name: str(value) for name, value in options.items()}
    source = UrlsetSource({"path": str(path), **options})
    reader = source.reader(StructType([StructField(name, StringType()) for name in columns.split(",")]))
    batches = [batch for piece in reader.partitions() for batch in reader.read(piece)]
    return [tuple(row.values()) for batch in batches for row in batch.to_pylist()]


def told(folder):
    return [json.loads(line) for path in sorted(Path(folder).glob("*.jsonl")) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("front", ["", "file://"])
def test_findings_are_no_documents_and_no_document_is_removed(tmp_path, front):
    crawl = tmp_path / "crawl"
    crawl.mkdir()
    document = crawl / "urlset-plan.jsonl"
    document.write_text('{"loc":"https://e.com/a"}\n{"loc":"/rel"}\n')
    for path, folder in [(crawl, crawl), (crawl, crawl / "found/here"), (crawl / "*.jsonl", crawl), (document, crawl)]:
        with pytest.raises(urlset.UsageError, match="findings=.* name a folder elsewhere"):
            read(f"{front}{path}", findings=folder)
    assert [one.name for one in crawl.iterdir()] == [document.name]
    # Behind a dot, beside a document, and twice. Only what is called as findings are is removed.
    (crawl / "a.txt").write_text("https://e.com/a\n")
    other = crawl / ".found/urlset-export.jsonl"
    other.parent.mkdir()
    other.write_text("")
    for path, folder in [(crawl, crawl / ".found"), (crawl / "a.txt", crawl / "found")] * 2:
        assert {row for row in read(f"{front}{path}", findings=folder)} == {("https://e.com/a",)}
    assert other.exists()


@pytest.mark.parametrize("front", ["", "file://"])
def test_what_a_write_tells_is_no_document(save, tmp_path, front):
    rows = [{"loc": "https://e.com/a"}, {"loc": "/rel"}]
    out = tmp_path / "out"
    index = {"index": f"{front}{tmp_path}/i.xml", "base_url": "https://e.com/"}
    for name, folder, own in [
        ("s-{n}.xml", out, {}),
        ("s-{n}.xml", out / "found", {}),
        ("{n}/s.xml", out / "1/found", {}),
        ("s-{n}.xml", tmp_path / "found", index),
    ]:
        with pytest.raises(urlset.UsageError, match="findings=.* name a folder elsewhere, or one that begins with a dot"):
            save(f"{front}{out}/{name}", rows, findings=folder, **own)
    assert list(tmp_path.iterdir()) == []
    for folder in (out / ".found", tmp_path / "found"):
        save(f"{front}{out}/s-{{n}}.xml", rows, findings=folder)
        assert [one["rule"] for one in told(folder)] == ["loc/relative"]
    assert read(f"{front}{out}") == [("https://e.com/a",)]
    # Above both, what was told is there to be found.
    read(f"{front}{out}/s-1.xml", findings=tmp_path / "read")
    for name in ("found", "read"):
        with pytest.raises(urlset.UsageError, match="found by an earlier frame, and no document"):
            read(f"{front}{tmp_path}/{name}/*.jsonl" if name == "found" else f"{front}{tmp_path}", lenient=True)
    # A document of such a name is one.
    (tmp_path / "own").mkdir()
    (tmp_path / "own/urlset-plan.jsonl").write_text('{"loc":"https://e.com/b"}\n')
    assert read(f"{front}{tmp_path}/own") == [("https://e.com/b",)]


def test_options_are_found_in_both_spellings_and_no_others(save, tmp_path):
    (tmp_path / "a.jsonl").write_text('{"loc":"https://e.com/a"}\n{"loc":"/rel"}\n')
    for name in ("keep-invalid", "keep_invalid", "Keep-Invalid"):
        rows = read(tmp_path / "a.jsonl", findings=tmp_path / "found", **{name: "true"})
        assert rows == [("https://e.com/a",), ("/rel",)]
    for options in ({"keepinvalid": "true"}, {"keep_invalid": "yes"}, {"max-depth": "1", "max_depth": "1"}):
        with pytest.raises(urlset.UsageError):
            read(tmp_path / "a.jsonl", **options)
    with pytest.raises(urlset.UsageError, match="'maxurls' is no option here"):
        save(tmp_path / "s-{n}.xml", [{"loc": "https://e.com/a"}], maxurls="1")
    save(tmp_path / "out/s-{n}.xml", [{"loc": f"https://e.com/{name}"} for name in "ab"], **{"max-urls": "1"})
    assert len(list((tmp_path / "out").iterdir())) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"columns": "LOC"}, "columns=LOC: 'LOC' is no column; did you mean 'loc'\\? there are changefreq, .*, loc, "),
        ({"columns": "loc,lastmd"}, "'lastmd' is no column; did you mean 'lastmod'"),
        ({"columns": "foo"}, "'foo' is no column; there are changefreq, "),
        ({"columns": "loc,"}, "columns=loc,: a comma stands between two columns; there are "),
        ({"columns": "loc, loc"}, "'loc' is there twice"),
        ({"split": "1 parsec"}, "split=1 parsec: no size; write 16MiB"),
        ({"split": "-1"}, "split=-1: no size"),
        ({"batch_size": "0"}, "batch_size=0: no whole number from 1"),
        ({"batch_size": "8k"}, "batch_size=8k: no whole number"),
        ({"batchsize": "8"}, "'batchsize' is no option here; did you mean 'batch_size'"),
    ],
)
def test_a_mistake_in_an_option_is_told_with_what_there_is(tmp_path, options, said):
    (tmp_path / "a.txt").write_text("https://e.com/a\n")
    with pytest.raises(urlset.UsageError, match=said):
        source = UrlsetSource({"path": str(tmp_path / "a.txt"), **options})
        source.reader(source.schema())
    with pytest.raises(urlset.UsageError, match="'lo' is no column of a reading; did you mean 'loc'"):
        read(tmp_path / "a.txt", columns="lo")


def test_sizes_are_those_of_the_command(tmp_path):
    for size in ("0", "12", "1KiB", "4GiB", "512m", "64kB", "1MB", "2 TiB", "", "GiB", "4 parsecs", "99999999999GiB", "-1", "1.5M", "1_000", "16 \n"):
        try:
            urlset.convert(b"https://e.com/a\n", to="text", memory=size)
            known = True
        except urlset.UsageError:
            known = False
        try:
            size_of({"split": size}, "split", 0)
        except urlset.UsageError:
            assert not known, size
        else:
            assert known, size
    assert [size_of({"split": size}, "split", 7) for size in ("64kB", "16MiB", "3g")] == [64_000, 16 << 20, 3 << 30]
    (tmp_path / "a.txt").write_text("".join(f"https://e.com/{number}\n" for number in range(9000)))
    reader = UrlsetSource({"path": str(tmp_path / "a.txt"), "split": "64KiB"})
    assert len(reader.reader(reader.schema()).partitions()) > 1


def test_the_driver_and_the_tasks_know_the_same_values(save, tmp_path):
    for value, lines in (("True", 6), ("TRUE", 6), ("true", 6), ("False", 4), ("false", 4)):
        save(tmp_path / "out/s-{n}.xml", [{"loc": "https://e.com/a"}], pretty=value, stylesheet=value if lines == 4 else "none")
        assert len((tmp_path / "out/s-1.xml").read_text().splitlines()) == lines
    with pytest.raises(urlset.UsageError, match="yes"):
        save(tmp_path / "out/s-{n}.xml", [], pretty="yes")


def urlset_of(*locs):
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'


def index_of(*locs):
    entries = "".join(f"<sitemap><loc>{loc}</loc></sitemap>" for loc in locs)
    return f'<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</sitemapindex>'


@pytest.fixture
def maps(tmp_path):
    """A folder with an index, what it names and what it must not reach, and documents of other kinds."""
    maps = tmp_path / "maps"
    (maps / "deep/er").mkdir(parents=True)
    (tmp_path / "secret.xml").write_text(urlset_of("https://e.com/secret"))
    (maps / "a.xml").write_text(urlset_of("https://e.com/a", "/rel"))
    (maps / "deep/er/b c.xml").write_text(urlset_of("https://e.com/b"))
    named = ["https://e.com/a.xml", "https://e.com/x/deep/er/b%20c.xml", "https://e.com/../secret.xml", "https://e.com/gone.xml"]
    (maps / "sitemap_index.xml").write_text(index_of(*named, "/rel.xml"))
    (maps / "torn.xml").write_text(index_of("https://e.com/a.xml", "https://e.com/long.txt")[:-40])
    (maps / "long.txt").write_text("".join(f"https://e.com/{number * number * 7919}\n" for number in range(14_000)))
    (maps / "page.xml").write_text("<!doctype html><html></html>")
    (maps / ".hidden.txt").write_text("https://e.com/hidden\n")
    urlset.convert(maps / "long.txt", output=maps / "long.parquet")
    assert (maps / "long.parquet").stat().st_size > _image.HEAD
    return maps


@pytest.mark.parametrize("front", ["", "file://"])
def test_without_a_place_for_findings_nothing_is_lost_unsaid(tmp_path, front):
    good = "https://e.com/a\n"
    for name, text, rule in [
        ("a.txt", good + "/rel\n", "loc/relative"),
        ("b.jsonl", '{"loc":"https://e.com/a"}\nnone\n', "json/"),
        ("c.csv", "url,priority\nhttps://e.com/a,high\n", "priority/not-a-number"),
        ("d.xml", urlset_of("https://e.com/a")[:-5], "xml/"),
        ("folder/e.xml", "<html></html>", "file/html-not-sitemap"),
        ("none/f.xml", "", "file/zero-bytes"),
        ("index/g.xml", index_of("https://e.com/a.txt", "https://e.com/gone.xml"), "index/child-missing"),
    ]:
        path = tmp_path / "lost" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if "/" in name:
            (path.parent / "a.txt").write_text(good)
            path = path if "g.xml" in name else path.parent
        with pytest.raises(urlset.InputError, match=f"1 left out, the first: .*{rule}.*option\\('findings', FOLDER\\)"):
            read(f"{front}{path}")
        with pytest.warns(urlset.FindingWarning, match=f"1 left out.*{rule}"):
            assert read(f"{front}{path}", lenient="true") == [("https://e.com/a",)]
        assert read(f"{front}{path}", findings=tmp_path / "found") == [("https://e.com/a",)]
        assert [one["rule"] for one in told(tmp_path / "found") if one["lost"] != "nothing"][0].startswith(rule)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("", {}),
        ("", {"lenient": "true"}),
        ("sitemap_index.xml", {}),
        ("sitemap_index.xml", {"follow": "none"}),
        ("sitemap_index.xml", {"max-depth": "0"}),
        ("sitemap_index.xml", {"resolve": "https://e.com/x/=MAPS/deep/"}),
        ("torn.xml", {}),
        ("*.xml", {}),
        ("long.*", {}),
        ("*.txt", {}),
    ],
)
def test_what_a_store_has_is_found_as_in_folders(maps, tmp_path, name, options):
    """What fsspec knows as file: is a store as every other one is."""
    both = []
    for front in ("", "file://"):
        own = {key: value.replace("MAPS", f"{front}{maps}") for key, value in options.items()}
        found = tmp_path / "found"
        try:
            rows = read(f"{front}{maps}/{name}", columns="loc,kind,source", findings=found, **own)
        except urlset.Error as error:
            both.append((type(error), str(error).replace("file://", "")))
            continue
        findings = [{**one, "path": one["path"].replace("file://", "")} for one in told(found)]
        both.append(([(loc, kind, source.replace("file://", "")) for loc, kind, source in rows], findings))
    assert both[0] == both[1]


@pytest.mark.parametrize("folder", ["", "d", "c/d", "a/b/c/d"])
def test_a_store_is_asked_once_for_what_an_index_names(tmp_path, monkeypatch, folder):
    """Of the places at which the command looks, only for those that may be its first."""
    from fsspec.implementations.local import LocalFileSystem

    many = 50
    (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for number in range(many):
        (tmp_path / folder / f"s-{number}.xml").write_text(urlset_of(f"https://e.com/{folder}/{number}"))
    # One stands in two places, of which the first counts; of one there is none.
    (tmp_path / "s-7.xml").write_text(urlset_of(f"https://e.com/{folder}/7" if folder == "" else "https://e.com/other"))
    named = [f"https://e.com/a/b/c/d/s-{number}.xml" for number in range(many)]
    (tmp_path / "index.xml").write_text(index_of(*named, "https://e.com/a/b/c/d/gone.xml"))
    asked = Counter()
    for what in ("isfile", "exists"):

        def ask(self, path, *more, what=what, before=getattr(LocalFileSystem, what), **options):
            asked[what] += 1
            return before(self, path, *more, **options)

        monkeypatch.setattr(LocalFileSystem, what, ask)
    rows = read(f"file://{tmp_path}/index.xml", findings=tmp_path / "found")
    assert rows == [(f"https://e.com/{folder}/{number}",) for number in range(many)]
    assert rows == read(f"{tmp_path}/index.xml", findings=tmp_path / "found")
    assert asked["isfile"] <= many + 6 and asked["exists"] <= 4, asked


@pytest.mark.parametrize("front", ["", "file://"])
def test_what_is_there_is_found_by_its_name_whatever_signs_that_has(tmp_path, front):
    for name in ("a[1].xml", "b?.xml", "*.xml", "[x]/c*.xml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(urlset_of(f"https://e.com/{name}"))
        assert read(f"{front}{tmp_path}/{name}") == [(f"https://e.com/{name}",)]
    assert len(read(f"{front}{tmp_path}/[x]")) == 1
    assert len(read(f"{front}{tmp_path}/b*.xml")) == 1 and len(read(f"{front}{tmp_path}/?*.xml")) == 3


@pytest.mark.parametrize("front", ["", "file://"])
def test_what_stands_before_the_first_entry_may_be_long(tmp_path, front):
    page = urlset_of("https://e.com/a")
    (tmp_path / "a.xml").write_text(page.replace("<urlset", f"<!--{'x' * 2 * _image.HEAD}--><urlset", 1))
    assert read(f"{front}{tmp_path}/a.xml") == [("https://e.com/a",)]


@pytest.mark.parametrize("front", ["", "file://"])
def test_a_set_may_stand_in_any_folder(save, tmp_path, front):
    for folder, name in (("[x]", "s-{n}.xml"), ("out/{n}", "s.xml")):
        save(f"{front}{tmp_path}/{folder}/{name}", [{"loc": "https://e.com/a"}])
        there = tmp_path / folder.replace("{n}", "1")
        assert [path.name for path in there.iterdir()] == [name.replace("{n}", "1")]
        assert [entry["loc"] for entry in urlset.read(there / name.replace("{n}", "1"))] == ["https://e.com/a"]


def test_a_field_that_a_set_cannot_hold_is_told_or_an_error(save, tmp_path):
    rows = [{"loc": f"https://e.com/{name}", "lastmod": "2025-01-01", "priority": "0.1"} for name in "ab"]
    with pytest.raises(urlset.LossError, match="4 left out, the first: .*lastmod"):
        save(tmp_path / "out/s-{n}.txt", rows)
    with pytest.raises(urlset.LossError, match="4 left out, the first: .*lastmod"):
        save(tmp_path / "out/s-{n}.txt", rows, on_loss="error", findings=tmp_path / "found")
    assert not (tmp_path / "out").exists() and not (tmp_path / "found").exists()
    save(tmp_path / "out/s-{n}.txt", rows, findings=tmp_path / "found")
    assert [(one["detail"], one["count"]) for one in told(tmp_path / "found")] == [("lastmod", 2), ("priority", 2)]
    save(tmp_path / "out/s-{n}.txt", rows, on_loss="ignore")


def test_other_threads_run_while_documents_are_looked_for(tmp_path):
    for number in range(1000):
        (tmp_path / f"{number}.txt").write_text("https://e.com/a\n")
    turns, at_work, done = [], [], threading.Event()

    def other():
        while not done.wait(0.001):
            turns.append(1)

    def fill(task):
        at_work.append(len(turns))
        return '{"files":[],"told":[]}'

    thread = threading.Thread(target=other)
    thread.start()
    try:
        before = len(turns)
        _urlset.run_by(["urlset", "convert", str(tmp_path), f"--output={tmp_path}/out/{{n}}.jsonl"], fill, mute=True)
    finally:
        done.set()
        thread.join()
    assert at_work[0] > before + 2


def test_a_set_whose_losses_can_be_told_nowhere_is_not_published(save, tmp_path):
    rows = [{"loc": "https://e.com/a"}, {"loc": "/rel"}]
    (tmp_path / "file").write_text("")
    with pytest.raises(urlset.UsageError, match="/file: no folder"):
        save(tmp_path / "out/s-{n}.xml", rows, findings=tmp_path / "file")
    (tmp_path / "found/urlset-written.jsonl").mkdir(parents=True)
    for place in ("file/found", "found"):
        with pytest.raises(urlset.OutputError, match="nothing is published"):
            save(tmp_path / "out/s-{n}.xml", rows, findings=tmp_path / place)
    assert sorted(os.listdir(tmp_path)) == ["file", "found"]
    # Nor is anything told of a set that is not published.
    save(tmp_path / "out/s-{n}.xml", rows[:1])
    with pytest.raises(urlset.OutputError, match="must not be replaced"):
        save(tmp_path / "out/s-{n}.xml", rows, overwrite=False, findings=tmp_path / "told")
    assert os.listdir(tmp_path / "told") == []


def test_a_column_that_is_no_field_is_told_or_an_error(save, tmp_path):
    with pytest.raises(urlset.LossError, match="1 left out, the first: .*: title "):
        save(tmp_path / "out/s-{n}.xml", [{"loc": "https://e.com/a", "title": "A"}])
    save(tmp_path / "out/s-{n}.xml", [{"loc": "https://e.com/a", "title": "A"}], findings=tmp_path / "found")
    assert [one["rule"] for one in told(tmp_path / "found")] == ["csv/unused-column"]
    # All that a reading gives is known.
    rows = pyarrow.table(urlset.read_batches(tmp_path / "out/s-1.xml")).to_pylist()
    save(tmp_path / "again/s-{n}.xml", rows)


@pytest.mark.parametrize("front", ["", "file://"])
def test_what_tasks_found_is_told_whole_and_not_in_their_messages(save, tmp_path, front):
    """The driver has the messages of all tasks at a time. And what is said of columns is said once."""
    template = f"{front}{tmp_path}/out/s-{{n}}.xml"

    def written(writer):
        rows = [{"loc": f"/{number}", "title": "A", "b c": "B"} for number in range(1200)] + [{"loc": "https://e.com/a", "title": "A", "b c": "B"}]
        return [writer.write(iter(pyarrow.Table.from_pylist(rows).to_batches(100))) for _ in range(3)]

    writer = _sink.UrlsetWriter({"path": template, "findings": str(tmp_path / "found")}, True)
    messages = written(writer)
    assert max(len(pickle.dumps(one)) for one in messages) < 3000
    writer.commit(messages)
    findings = told(tmp_path / "found")
    sums = Counter()
    for one in findings:
        sums[one["rule"], one["lost"]] += one["count"]
    assert sums == {("csv/unused-column", "nothing"): 1, ("loc/relative", "entry"): 3600} and len(findings) == 3004
    assert sorted(os.listdir(tmp_path)) == ["found", "out"] and len(os.listdir(tmp_path / "out")) == 3
    assert os.listdir(tmp_path / "found") == ["urlset-written.jsonl"]
    for lenient in ({}, {"findings": str(tmp_path / "other"), "on_loss": "error"}):
        writer = _sink.UrlsetWriter({"path": template, **lenient}, True)
        messages = written(writer)
        assert max(len(pickle.dumps(one)) for one in messages) < 3000
        if lenient:
            writer.abort(messages)
        else:
            with pytest.raises(urlset.LossError, match="3601 left out, the first: columns that no field takes.*: title, b c "):
                writer.commit(messages)
    assert sorted(os.listdir(tmp_path)) == ["found", "out"]


def test_of_two_dates_one_is_taken_and_that_is_told(save, tmp_path):
    at = datetime.datetime(2024, 3, 4, 5, 6, 7, tzinfo=datetime.timezone.utc)
    rows = [{"loc": "https://e.com/a", "lastmod": None, "lastmod_at": at}, {"loc": "https://e.com/b", "lastmod": "2024-03-04T05:06:07Z", "lastmod_at": at}]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save(tmp_path / "s-{n}.xml", rows)
    assert [entry["lastmod"] for entry in urlset.read(tmp_path / "s-1.xml")] == ["2024-03-04T05:06:07Z"] * 2
    save(tmp_path / "t-{n}.xml", [{"loc": "https://e.com/a", "lastmod": None, "lastmod_at": at}])
    assert [entry["lastmod"] for entry in urlset.read(tmp_path / "t-1.xml")] == ["2024-03-04T05:06:07Z"]
    others = [{"loc": f"https://e.com/{number}", "lastmod": "2020-01-01", "lastmod_at": at} for number in range(1500)]
    with pytest.warns(urlset.FindingWarning, match="1500 found, the first: .*2024-03-04T05:06:07Z.*arrow/dates-differ"):
        save(tmp_path / "s-{n}.xml", [*rows, *others])
    assert {entry["lastmod"] for entry in urlset.read(tmp_path / "s-1.xml")} == {"2024-03-04T05:06:07Z", "2020-01-01"}
    save(tmp_path / "s-{n}.xml", [*rows, *others], findings=tmp_path / ".found")
    assert {one["rule"] for one in told(tmp_path / ".found")} == {"arrow/dates-differ"}
    assert sum(one["count"] for one in told(tmp_path / ".found")) == 1500
    with pytest.raises(urlset.LossError, match="1 left out, the first: .*loc/relative"):
        save(tmp_path / "s-{n}.xml", [*others, {"loc": "/rel", "lastmod": None, "lastmod_at": None}])


def test_all_that_a_set_cannot_hold_is_counted(save, tmp_path):
    rows = [{"loc": f"/{number}", "priority": None} for number in range(1200)]
    rows += [{"loc": f"https://e.com/{number}", "priority": "high"} for number in range(1300)]
    rows += [{"loc": None, "priority": "0.1"}] * 1100
    save(tmp_path / "out/s-{n}.xml", rows, findings=tmp_path / "found")
    lost = {"entry": 0, "field": 0}
    for one in told(tmp_path / "found"):
        lost[one["lost"]] += one["count"]
    assert lost == {"entry": 2300, "field": 1300}
    with pytest.raises(urlset.LossError, match="3600 left out"):
        save(tmp_path / "out/s-{n}.xml", rows)


@pytest.mark.parametrize("size", [2500, 700])
def test_what_costs_nothing_is_not_counted_as_lost(save, tmp_path, size):
    at = datetime.datetime(2025, 1, 1, tzinfo=datetime.timezone.utc)
    rows = [
        {"loc": f"https://e.com/{number}" if number % 2 else "rel", "lastmod": "2024", "lastmod_at": at}
        for number in range(2500)
    ]
    save(tmp_path / "s-{n}.xml", rows, size=size, findings=tmp_path / ".found")
    sums = Counter()
    for one in told(tmp_path / ".found"):
        sums[one["rule"], one["lost"]] += one["count"]
    assert sums == {
        ("arrow/dates-differ", "nothing"): 2500,
        ("lastmod/reduced-precision", "nothing"): 1250,
        ("loc/relative", "entry"): 1250,
    }
    with pytest.raises(urlset.LossError, match="1250 left out"):
        save(tmp_path / "s-{n}.xml", rows, size=size)


def test_what_is_written_otherwise_than_it_was_is_told(save, tmp_path):
    rows = [
        {"loc": " https://e.com/a b ", "changefreq": "Daily", "lastmod": "2024-02-29T24:00:00Z", "priority": "0.5"},
        {"loc": "https://e.com/c", "changefreq": " weekly ", "lastmod": "2026-3-4", "priority": "0,5"},
    ]
    save(tmp_path / "out/s-{n}.xml", rows, findings=tmp_path / "found", index=tmp_path / "out/i.xml", base_url="https://e.com/")
    found = [(one["line"], one["rule"]) for one in told(tmp_path / "found")]
    with urlset.writer(tmp_path / "a.xml") as out:
        out.write(pyarrow.Table.from_pylist(rows))
    assert sorted(found) == sorted((one.line, one.rule) for one in out.findings) and len(found) == 7
    with pytest.warns(urlset.FindingWarning, match="7 found, the first: .*loc/surrounding-whitespace"):
        save(tmp_path / "out/s-{n}.xml", rows)


def test_what_became_of_the_files_of_a_set_is_told(save, tmp_path):
    pages = [{"loc": f"https://e.com/{number}"} for number in range(20)]
    own = {"index": tmp_path / "out/i.xml", "base_url": "https://e.com/", "findings": tmp_path / "found"}
    said = lambda: [one["message"].rpartition("/")[2] for one in told(tmp_path / "found")]
    save(tmp_path / "out/s-{n}.xml", pages, max_urls=5, **own)
    assert said() == []
    save(tmp_path / "out/s-{n}.xml", pages, max_urls=10, **own)
    assert said() == [f"s-{n}.xml: no longer in the set; it stays, since `--prune` was not given" for n in (3, 4)]
    save(tmp_path / "out/s-{n}.xml", pages, prune=True, **own)
    assert said() == [
        "s-3.xml and 1 file more: named as -o names files, not of this run, left alone",
        "s-2.xml: no longer in the set, removed",
    ]
    assert [one["severity"] for one in told(tmp_path / "found")] == ["warning", "note"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save(tmp_path / "n/s-{n}.xml", pages)
        save(tmp_path / "n/s-{n}.xml", pages, if_changed=True)
    save(tmp_path / "out/s-{n}.xml", pages[:0], **own)
    assert [one["rule"] for one in told(tmp_path / "found")][:2] == ["file/empty"] * 2
    del own["findings"]
    with pytest.warns(urlset.FindingWarning, match="found, the first: no entry in the file: nothing was left to write"):
        save(tmp_path / "out/s-{n}.xml", pages[:0], **own)


def test_files_of_an_earlier_set_that_stay_in_a_store_are_told(save, tmp_path):
    pages = [{"loc": f"https://e.com/{number}"} for number in range(4)]
    place = f"file://{tmp_path}/out"
    own = {"index": f"{place}/s-99.xml", "base_url": "https://e.com/", "findings": tmp_path / "found"}
    said = lambda: [(one["rule"], one["severity"], one["message"]) for one in told(tmp_path / "found")]
    save(f"{place}/s-{{n:02}}.xml", pages, max_urls=1, **own)
    assert said() == []
    for each, stays in ((2, f"{place}/s-03.xml and 1 file more"), (1, None), (3, f"{place}/s-03.xml and 1 file more")):
        save(f"{place}/s-{{n:02}}.xml", pages, max_urls=each, **own)
        message = f"{stays}: named as -o names files, not of this run, left alone"
        assert said() == ([("said", "warning", message)] if stays else [])
    (tmp_path / "out/s-04.xml").unlink()
    del own["findings"]
    with pytest.warns(urlset.FindingWarning, match="/s-03.xml: named as -o names files"):
        save(f"{place}/s-{{n:02}}.xml", pages, **own, max_urls=2)


@pytest.mark.parametrize("name", ["s-{n}.xml.gz", "s-{n}.jsonl", "s-{n}.txt"])
@pytest.mark.parametrize("front", ["", "file://"])
def test_pages_and_sitemaps_are_no_set_whatever_partitions_they_come_in(monkeypatch, tmp_path, front, name):
    monkeypatch.setattr(_sink, "TaskContext", Task)
    pages = [{"loc": f"https://e.com/{number}", "kind": kind} for number, kind in enumerate(["page", None])]
    sitemaps = [{"loc": "https://e.com/a.xml", "kind": "sitemap"}]

    def save(*partitions):
        options = {"path": f"{front}{tmp_path}/set/{name}", "findings": str(tmp_path / "found")}
        writer = _sink.UrlsetWriter(options, True)
        tables = [pyarrow.Table.from_pylist(rows, schema=pyarrow.schema({"loc": "string", "kind": "string"})) for rows in partitions]
        writer.commit([pickle.loads(pickle.dumps(writer.write(iter(table.to_batches())))) for table in tables])

    for partitions in ([pages, sitemaps], [sitemaps, pages], [pages + sitemaps], [sitemaps + pages], [sitemaps, [], pages[1:]]):
        with pytest.raises(urlset.UsageError, match="write each apart, where.*kind = 'page'"):
            save(*partitions)
        assert list(tmp_path.rglob("*.*")) == [] and not (tmp_path / "found").exists()
    save(pages[:1], [], pages[1:])
    assert len(list(urlset.read(tmp_path / "set", follow=True))) == 2
    save(sitemaps, sitemaps)
    lost = {one["rule"] for one in told(tmp_path / "found") if one["lost"] != "nothing"}
    assert lost == ({"convert/index-not-carried"} if name.endswith("txt") else set())


def test_an_index_names_no_rows_that_are_sitemaps(save, tmp_path):
    own = {"index": tmp_path / "i.xml", "base_url": "https://e.com/"}
    with pytest.raises(urlset.UsageError, match="^--index: the entries are of kind sitemap, which is an index, and none names"):
        save(tmp_path / "s-{n}.xml", [{"loc": "https://e.com/a.xml", "kind": "sitemap"}], **own)


@pytest.mark.parametrize("front", ["", "file://"])
def test_documents_that_are_all_refused_are_findings(tmp_path, front):
    (tmp_path / "a.xml").write_text("<!doctype html><html><body>404</body></html>")
    (tmp_path / "b.xml").write_text("")
    for name, rule in (("a.xml", "file/html-not-sitemap"), ("b.xml", "file/zero-bytes")):
        path, found = f"{front}{tmp_path}/{name}", tmp_path / f".found-{name}"
        assert read(path, findings=found) == []
        assert [(one["rule"], one["path"]) for one in told(found)] == [(rule, path)]
        reader = _source.UrlsetReader({"path": path, "findings": str(found)}, ["loc"])
        # Of no pieces Spark makes one.
        assert reader.partitions() == [] and list(reader.read(InputPartition(None))) == []
        for options in ({}, {"lenient": True}, {"findings": found, "strict": True}):
            with pytest.raises(urlset.InputError, match=name):
                read(path, **options)
    # A name that is wrong is no document.
    with pytest.raises(urlset.InputError, match="none.xml"):
        read(f"{front}{tmp_path}/none.xml", findings=tmp_path / ".none")


def test_a_list_names_files_of_a_store_or_others(tmp_path):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(f"https://e.com/{name}\n")
    lines = tmp_path / "list"
    lines.write_bytes(f"\ufefffile://{tmp_path}/b.txt\r\n\n file:{tmp_path}/a.txt \n".encode())
    found = [(f"https://e.com/{name}", f"file://{tmp_path}/{name}.txt") for name in "ba"]
    assert read(f"@{lines}", "loc,source") == found
    lines.write_text(f"{tmp_path}/b.txt\n")
    assert read(f"@{lines}") == [("https://e.com/b",)]
    lines.write_text(f"{tmp_path}/b.txt\nfile://{tmp_path}/a.txt\n")
    with pytest.raises(urlset.UsageError, match="are loaded apart"):
        read(f"@{lines}")


def test_nothing_is_fetched(tmp_path):
    """Nobody answers there: who asks would be told of that."""
    address = "http://127.0.0.1:9/a.xml"
    (tmp_path / "list").write_text(f"{address}\n")
    for path, options in ((address, {}), (f"@{tmp_path}/list", {}), (tmp_path, {"follow": "remote"})):
        with pytest.raises(urlset.UsageError, match=": on a cluster nothing is fetched"):
            read(path, findings=tmp_path / ".found", **options)


def test_what_a_reading_cannot_be_is_said_on_the_driver(tmp_path):
    (tmp_path / "a.txt").write_text("https://e.com/a\n")
    source = UrlsetSource({"path": str(tmp_path / "a.txt")})
    assert source.reader(source.schema()).columns[0] == "loc"
    with pytest.raises(urlset.UsageError, match="'lastmod_at' is timestamp, not string: leave out schema"):
        source.reader(StructType([StructField("loc", StringType()), StructField("lastmod_at", StringType())]))
    with pytest.raises(urlset.UsageError, match="'loc' may be null"):
        source.reader(StructType([StructField("loc", StringType(), nullable=False)]))
    with pytest.raises(urlset.UsageError, match="a schema without columns"):
        source.reader(StructType([]))
    with pytest.raises(urlset.UsageError, match="no stream"):
        source.streamReader(source.schema())
    # What reading alone does not do.
    with pytest.raises(urlset.UsageError, match="'fail_fast' is no option"):
        read(tmp_path / "a.txt", fail_fast=True)


def test_what_spark_users_write_is_found_or_told(tmp_path):
    for name in "bc":
        (tmp_path / f"{name}.txt").write_text(f"https://e.com/{name}\n")
    assert read(f"file:{tmp_path}/b.txt") == [("https://e.com/b",)]
    for front in ("", "file://"):
        with pytest.raises(urlset.InputError, match="braces are no pattern: name each in a list"):
            read(f"{front}{tmp_path}/{{b,c}}.txt")
    (tmp_path / "a.xml").write_text("<!doctype html><html><body>x</body></html>")
    with pytest.raises(urlset.InputError, match="^stopped at the first error: .*/a.xml:1:1: error: an HTML page"):
        read(tmp_path, strict=True)


@pytest.mark.parametrize("front", ["", "file://"])
def test_an_index_is_read_as_what_it_is_where_it_is_not_followed(maps, tmp_path, front):
    (tmp_path / "robots.txt").write_text("Sitemap: https://e.com/sitemap.xml\n")
    assert read(f"{front}{tmp_path}/robots.txt", "loc,kind", follow="none") == [("https://e.com/sitemap.xml", "sitemap")]
    rows = read(f"{front}{maps}/torn.xml", "loc,kind", follow="none", findings=tmp_path / ".found")
    assert rows == [("https://e.com/a.xml", "sitemap")]


def test_a_file_of_this_machine_is_cut_whatever_it_is_called(tmp_path):
    (tmp_path / "a.txt").write_text("".join(f"https://e.com/{number}\n" for number in range(1000)))
    for front in ("", "file:", "file://"):
        reader = _source.UrlsetReader({"path": f"{front}{tmp_path}/a.txt", "split": "4kB"}, ["loc", "source", "line"])
        pieces = reader.partitions()
        assert len(pieces) > 3
        rows = [row for piece in pieces for batch in reader.read(piece) for row in batch.to_pylist()]
        assert [row["line"] for row in rows] == list(range(1, 1001)) and len({row["source"] for row in rows}) == 1


def test_an_index_has_the_dates_of_its_files_whatever_they_are_called(save, tmp_path):
    rows = [{"loc": f"https://e.com/{day}", "lastmod": f"2025-01-0{day}"} for day in (1, 2)]
    for to in (None, "xml", "xml.gz", "text"):
        own = {"to": to, "on_loss": "ignore"} if to else {}
        out = tmp_path / str(to)
        ending = "txt" if to == "text" else "xml.gz"
        save(out / f"s-{{n}}.{ending}", rows, index=out / "index.xml", base_url="https://e.com/", max_urls=1, **own)
        assert [entry["lastmod"] for entry in urlset.read(out / "index.xml")] == ["2025-01-01", "2025-01-02"]
    for number, ending in enumerate((".ä.xml", ".a b.xml", ".a%20b.xml", ".&.xml", "5.xml", "5-ü.xml")):
        out = tmp_path / str(number)
        save(out / f"s-{{n}}{ending}", rows, index=out / "index.xml", base_url="https://e.com/", max_urls=1)
        assert (out / f"s-1{ending}").exists()
        assert [entry.get("lastmod") for entry in urlset.read(out / "index.xml")] == ["2025-01-01", "2025-01-02"], ending
    # What no index names needs none.
    save(tmp_path / "lines/s-{n}.jsonl", rows)
    assert sum(1 for _ in urlset.read(tmp_path / "lines/s-1.jsonl")) == 2


def test_what_looks_at_the_old_set_is_not_there_in_a_store(save, tmp_path):
    rows = [{"loc": "https://e.com/a"}]
    for options in ({"prune": True}, {"if-changed": True}, {"no_clobber": True}, {"index_lastmod": "content"}):
        with pytest.raises(urlset.UsageError, match="a folder of its own"):
            save(f"file://{tmp_path}/out/s-{{n}}.txt", rows, **options)
    save(f"file://{tmp_path}/out/s-{{n}}.txt", rows, no_clobber=False)
    with pytest.raises(urlset.OutputError, match="must not be replaced"):
        save(f"file://{tmp_path}/out/s-{{n}}.txt", rows, overwrite=False)


@pytest.fixture
def elsewhere(tmp_path):
    """A folder of another file system, which the folder above it is not."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK) or not os.path.ismount(memory) or memory.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("no other file system in /dev/shm")
    yield memory


def test_files_wait_on_the_file_system_of_their_set(save, elsewhere, tmp_path):
    name = f"urlset-{uuid.uuid4().hex}"
    other = elsewhere / name
    other.mkdir()
    (tmp_path / "link").symlink_to(other)
    try:
        assert place_of(str(elsewhere), "job") == (str(elsewhere), ".urlset-job-")
        save(elsewhere / (name + "-{n}.txt"), [{"loc": "https://e.com/a"}])
        save(tmp_path / "link/s-{n}.txt", [{"loc": "https://e.com/a"}])
        assert (elsewhere / f"{name}-1.txt").read_text() == (other / "s-1.txt").read_text() == "https://e.com/a\n"
    finally:
        (elsewhere / f"{name}-1.txt").unlink(missing_ok=True)
        shutil.rmtree(other)
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_what_a_killed_job_left_the_next_one_removes(tmp_path):
    (tmp_path / "real/set").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real/set")
    for folder in ("real/set", "link", "new"):
        place = Path(_staging(str(tmp_path / folder)))
        assert place.parent == tmp_path / ("" if folder == "new" else "real") and place.name.startswith(".")
        assert Path(_staging(str(tmp_path / folder))).exists() and not place.exists()


JOB = """
import json, sys, time
from urlset import _urlset
from urlset.spark._jobs import _staging
from urlset.spark._words import silent

def fill(task):
    print(_staging(json.loads(task)["folder"]), flush=True)
    time.sleep(600)

_urlset.run_by(silent(sys.argv[1:]), fill)
"""


def test_two_jobs_into_a_folder_that_is_not_there_keep_apart(tmp_path):
    (tmp_path / "in.txt").write_text("https://e.com/a\n")
    (tmp_path / "sets").mkdir()
    out = tmp_path / "sets/out"
    words = ["merge", str(tmp_path / "in.txt"), "-o", str(out / "s-{n}.txt")]
    begun = []

    def fill(task):
        begun.append(_staging(json.loads(task)["folder"]))
        return '{"files":[],"told":[]}'

    with subprocess.Popen([sys.executable, "-c", JOB, *words], stdout=subprocess.PIPE, text=True) as first:
        try:
            staging = Path(first.stdout.readline().strip())
            code, said = _urlset.run_by(silent(words), fill, mute=True)
            assert (code, begun) == (5, []) and str(out) in said and staging.exists()
        finally:
            first.kill()
    # The lock went with it.
    assert _urlset.run_by(silent(words), fill, mute=True)[0] == 0 and begun and not staging.exists()
    shutil.rmtree(begun[0])
    # Nothing was written, and nothing is left where the folder was made for it.
    out.rmdir()
    assert _urlset.run_by(silent(words), fill, mute=True)[0] == 0
    assert [path.name for path in (tmp_path / "sets").iterdir()] == [os.path.basename(begun[1])]


def test_what_a_killed_write_left_a_later_one_removes(save, tmp_path):
    """Not that of one which is under way."""
    begun = [_sink.UrlsetWriter({"path": str(tmp_path / "set/s-{n}.txt")}, True).staging for _ in range(3)]
    for staging in begun:
        (Path(staging) / "task").mkdir()
        (Path(staging) / "task/000001.txt").write_text("https://e.com/a\n")
    old = time.time() - 25 * 60 * 60
    for staging, names in ((begun[0], ("begun", "task/000001.txt", "task", ".")), (begun[1], ("begun", "task", "."))):
        for name in names:
            os.utime(os.path.join(staging, name), (old, old))
    other = tmp_path / f".other{os.path.basename(begun[0])}"
    shutil.copytree(begun[0], other)
    os.utime(other, (old, old))
    save(tmp_path / "set/s-{n}.txt", [{"loc": "https://e.com/a"}])
    assert {str(path) for path in tmp_path.iterdir()} == {str(tmp_path / "set"), str(other), *begun[1:]}


def test_a_task_that_outlives_its_write_leaves_nothing(monkeypatch, tmp_path):
    """The driver cleared the folder while the task was still at work."""
    monkeypatch.setattr(_sink, "TaskContext", Task)
    writer = _sink.UrlsetWriter({"path": str(tmp_path / "set/s-{n}.txt")}, True)

    def rows():
        yield from pyarrow.Table.from_pylist([{"loc": "https://e.com/a"}]).to_batches()
        writer.abort([])

    writer.write(rows())
    assert list(tmp_path.iterdir()) == []


def test_files_that_words_name_come_along(tmp_path, monkeypatch):
    robots = b"User-agent: *\xff" * 80_000
    folder = tmp_path / "in"
    folder.mkdir()
    monkeypatch.chdir(folder)
    (folder / "a=b.txt").write_text("page=loc")
    (folder / "robots.txt").write_bytes(robots)
    words = ["merge", "--map-file", "a=b.txt", "--robots=https://e.com/=robots.txt", "--robots", "none", "--robots=x=gone.txt"]
    words = TaskWords([*words, "--tmp-dir", "t", "--", "--robots=x=y"])
    monkeypatch.chdir(tmp_path)
    shutil.rmtree(folder)
    with words.here() as here:
        merge, table, sent, *rest = here
        assert merge == "merge" and rest == ["--robots=none", "--robots=x=gone.txt", f"--tmp-dir={folder}/t", "--", "--robots=x=y"]
        assert Path(table.removeprefix("--map-file=")).read_text() == "page=loc"
        sent = Path(sent.removeprefix("--robots=https://e.com/="))
        # One byte more than the command reads.
        assert sent.read_bytes() == robots[: (1 << 20) + 1]
    assert not sent.exists()
    os.mkfifo("pipe")
    with pytest.raises(urlset.UsageError, match="no regular file"):
        TaskWords(["merge", "--map-file", "pipe"])


def test_findings_go_where_the_user_says_from_whatever_folder(save, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("https://e.com/a\n/rel\n")
    reader = UrlsetSource({"path": "a.txt", "findings": "found"}).reader(StructType([StructField("loc", StringType())]))
    pieces = reader.partitions()
    # A task stands elsewhere.
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    assert sum(batch.num_rows for piece in pieces for batch in reader.read(piece)) == 1
    assert [one["rule"] for one in told(tmp_path / "found")] == ["loc/relative"] and os.listdir() == []
    for ask in (lambda: read("../a.txt", findings="s3://maps/found"), lambda: save("s-{n}.xml", [], findings="file:///found")):
        with pytest.raises(urlset.UsageError, match="no path"):
            ask()
    assert os.listdir() == []


@pytest.mark.parametrize("front", ["", "file://"])
def test_a_document_that_goes_away_is_a_finding(tmp_path, front):
    for name in "ab":
        (tmp_path / f"{name}.txt").write_text(f"https://e.com/{name}\n")

    def rows(**options):
        (tmp_path / "a.txt").write_text("https://e.com/a\n")
        reader = UrlsetSource({"path": f"{front}{tmp_path}/*.txt", **options}).reader(StructType([StructField("loc", StringType())]))
        pieces = reader.partitions()
        (tmp_path / "a.txt").unlink()
        return [row["loc"] for piece in pieces for batch in reader.read(piece) for row in batch.to_pylist()]

    assert rows(findings=str(tmp_path / "found")) == ["https://e.com/b"]
    assert [(one["rule"], one["path"], one["lost"]) for one in told(tmp_path / "found")] == [("file/unreadable", f"{front}{tmp_path}/a.txt", "rest")]
    with pytest.raises(urlset.InputError, match="1 left out, the first: .*a.txt: error: the input cannot be read.*file/unreadable"):
        rows()
    with pytest.warns(urlset.FindingWarning, match="1 left out"):
        assert rows(lenient="true") == ["https://e.com/b"]
    with pytest.raises((urlset.InputError, FileNotFoundError)):
        rows(strict="true", findings=str(tmp_path / "found"))


def test_what_killed_tasks_and_drivers_left_among_findings_is_removed(save, tmp_path):
    found = tmp_path / "found"
    found.mkdir()
    rows = [{"loc": "https://e.com/a"}]
    old, young, other = (found / name for name in (".urlset-told-old", ".urlset-told-young", ".other"))

    def leave():
        for path in (old, young, other):
            path.write_text("{}")
        os.utime(old, (1, 1))

    leave()
    save(tmp_path / "out/s-{n}.xml", rows, findings=found)
    # Another write may be under way.
    assert {path.name for path in found.iterdir()} == {young.name, other.name, "urlset-written.jsonl"}
    leave()
    read(tmp_path / "out/s-1.xml", findings=found)
    assert {path.name for path in found.iterdir()} == {other.name, "urlset-plan.jsonl", "urlset-000001-00000.jsonl"}
    # A task that is killed leaves what a reading removes.
    begun = _told.begun(str(found))
    assert os.path.basename(begun).startswith(".urlset-told-")


def test_findings_beyond_a_thousand_say_what_they_cost(tmp_path, monkeypatch):
    rows = ["https://e.com/a,1", *["/rel,1"] * 1200, *["https://e.com/b,high"] * 1300]
    (tmp_path / "a.csv").write_text("url,priority\n" + "\n".join(rows) + "\n")
    assert len(read(tmp_path / "a.csv", findings=tmp_path / "found")) == 1301
    lost = {"entry": 0, "field": 0}
    for one in told(tmp_path / "found"):
        lost[one["lost"]] += one["count"]
    assert lost == {"entry": 1200, "field": 1300}
    with pytest.raises(urlset.InputError, match="2500 left out"):
        read(tmp_path / "a.csv")


def test_what_is_wrong_is_told_by_the_names_of_the_store(maps, save, tmp_path, capfd):
    read(f"file://{maps}/sitemap_index.xml", findings=tmp_path / "found")
    assert {one["path"] for one in told(tmp_path / "found")} <= {f"file://{maps}/{name}" for name in ("a.xml", "sitemap_index.xml")}
    with pytest.raises(urlset.InputError, match=f"file://{maps}/page.xml: an HTML page"):
        read(f"file://{maps}/page.xml")
    for front in ("", "file://"):
        with pytest.raises(urlset.UsageError, match=f"^{front}{maps}/s-{{n}}.none"):
            save(f"{front}{maps}/s-{{n}}.none", [{"loc": "https://e.com/a"}])
    assert capfd.readouterr() == ("", "")


def test_an_index_stands_in_the_store_of_its_files(save, tmp_path):
    rows = [{"loc": "https://e.com/a"}]
    for front, other in (("", "file://"), ("file://", "")):
        with pytest.raises(urlset.UsageError, match="the store of its files"):
            save(f"{front}{tmp_path}/s-{{n}}.xml", rows, index=f"{other}{tmp_path}/i.xml", base_url="https://e.com/")


@pytest.mark.parametrize(
    ("path", "name", "other", "address"),
    [
        ("s3a://maps/shop/*.xml", "maps/shop/*.xml", "maps/a.xml", "s3://maps/a.xml"),
        ("s3://maps/", "maps", "maps", "s3://maps"),
        ("hdfs://namenode:8020/maps/", "/maps", "/maps/a b.xml", "hdfs://namenode:8020/maps/a b.xml"),
        ("hdfs://namenode:8020/", "/", "/a.xml", "hdfs://namenode:8020/a.xml"),
        ("hdfs:///maps", "/maps", "/maps/a.xml", "hdfs:///maps/a.xml"),
        ("abfs://box@name.dfs.core.windows.net/box/a.xml", "box/box/a.xml", "box/b.xml", "abfs://box@name.dfs.core.windows.net/b.xml"),
        ("abfs://net@name.dfs.core.windows.net/a.xml", "net/a.xml", "net/b.xml", "abfs://net@name.dfs.core.windows.net/b.xml"),
        ("abfs://net@name.dfs.core.windows.net/", "net", "net", "abfs://net@name.dfs.core.windows.net"),
        ("abfs://net@name.dfs.core.windows.net/", "net", "net/b.xml", "abfs://net@name.dfs.core.windows.net/b.xml"),
        ("abfs://box/a.xml", "box/a.xml", "box/b.xml", "abfs://box/b.xml"),
        ("file:///maps/a.xml", "/maps/a.xml", "/maps/b.xml", "file:///maps/b.xml"),
        ("memory://maps/a.xml", "/maps/a.xml", "/maps/b.xml", "memory://maps/b.xml"),
    ],
)
def test_addresses_keep_where_their_store_is(path, name, other, address):
    assert Addresses(path, name).of(None, other) == address


def test_a_store_is_asked_where_its_address_says(maps, save, tmp_path, monkeypatch):
    """Hadoop's own, as fsspec knows it, with the files of this machine."""
    import pyarrow.fs

    asked = set()

    def hadoop(host, port, **_):
        asked.add((host, port))
        return pyarrow.fs.LocalFileSystem()

    monkeypatch.setattr(pyarrow.fs, "HadoopFileSystem", hadoop, raising=False)
    front = "hdfs://namenode:8020"
    # So large that it is not looked at whole at first.
    index = (maps / "sitemap_index.xml").read_text()
    (maps / "sitemap_index.xml").write_text(index + f"<!--{' ' * _image.HEAD}-->")
    rows = read(f"{front}{maps}/sitemap_index.xml", columns="loc,source", findings=tmp_path / "found")
    places = {"a": "a.xml", "rel": "a.xml", "b": "deep/er/b c.xml"}
    assert rows == [(f"https://e.com/{page}", f"{front}{maps}/{place}") for page, place in places.items()]
    assert {one["path"] for one in told(tmp_path / "found")} == {f"{front}{maps}/{name}" for name in ("a.xml", "sitemap_index.xml")}
    assert len(read(f"{front}{maps}/*.txt")) == 14_000 and len(read(f"{front}{maps}/", findings=tmp_path / "found")) > 28_000
    out = f"{front}{tmp_path}/out"
    save(f"{out}/s-{{n}}.xml", [{"loc": "https://e.com/a"}], index=f"{out}/i.xml", base_url="https://e.com/")
    assert sorted(os.listdir(tmp_path / "out")) == ["i.xml", "s-1.xml"]
    assert asked == {("namenode", 8020)}
    with pytest.raises(urlset.UsageError, match="do not go together.*host"):
        read(f"{front}{maps}/a.xml", storage_options='{"host": "other"}')


def test_a_mistake_about_a_store_is_told_with_what_is_due(save, tmp_path, monkeypatch):
    pytest.importorskip("s3fs", reason="no s3fs: install tests/requirements.txt")
    for name in [name for name in os.environ if name.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("HOME", str(tmp_path))
    nowhere = {"key": "a", "secret": "b", "client_kwargs": {"endpoint_url": "http://127.0.0.1:9"}, "config_kwargs": {"retries": {"max_attempts": 1}}}
    rows = [{"loc": "https://e.com/a"}]
    for scheme, given, kind, said in [
        ("s3", None, (urlset.InputError, urlset.OutputError), "maps.*: the store cannot be used: .*storage_options"),
        ("S3A", None, (urlset.InputError, urlset.OutputError), "maps.*: the store cannot be used: .*storage_options"),
        ("s3", json.dumps(nowhere), (urlset.InputError, urlset.OutputError), "the store cannot be used: .*127.0.0.1:9"),
        ("s3", '{"key": "secret', urlset.UsageError, "storage_options: no object in JSON, as {.*}: Unterminated string"),
        ("s3", '["secret"]', urlset.UsageError, 'storage_options: no object in JSON, as {"key": "...", "secret": "..."}$'),
        ("s3", '{"bogus": 1}', (urlset.InputError, urlset.OutputError), "'bogus'.*storage_options"),
        ("bogus", None, urlset.UsageError, "Protocol not known: bogus; write s3://"),
    ]:
        own = {} if given is None else {"storage_options": given}
        for ask in (lambda: read(f"{scheme}://maps/a.xml", **own), lambda: save(f"{scheme}://maps/s-{{n}}.xml", rows, **own)):
            with pytest.raises(kind, match=said):
                ask()
    (tmp_path / "a.txt").write_text("https://e.com/a\n")

    class Ends(io.BytesIO):
        def read(self, size=-1):
            raise ConnectionResetError("no route")

    with monkeypatch.context() as late, pytest.raises(urlset.InputError, match="a.txt: the store cannot be used: .*no route"):
        late.setattr(_source, "opened", lambda *_: Ends())
        # No finding: the next try may read it.
        read(f"file://{tmp_path}/a.txt", findings=tmp_path / "found")
    assert read(f"FILE://{tmp_path}/a.txt", columns="loc,source") == [("https://e.com/a", f"file://{tmp_path}/a.txt")]


def test_words_are_those_of_the_command(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert silent(["merge", "--progress", "never", "-o", "x", "--", "--progress=a"]) == [
        "urlset", "--progress=never", "merge", "-o", "x", "--", "--progress=a",
    ]
    words = ["merge", "--master", "local", "a", "--master=local[2]", "--", "--master"]
    assert taken(words, "--master") == ["local", "local[2]"] and words == ["merge", "a", "--", "--master"]


def test_words_are_read_before_a_cluster_is_asked(tmp_path, capfdbinary):
    (tmp_path / "in.txt").write_text("https://e.com/a\n")
    begun = []

    def begin():
        begun.append(1)
        raise TimeoutError("no cluster")

    into = ["-o", str(tmp_path / "out/s-{n}.xml")]
    for words, code, said in [
        (["merge", "--help"], 0, b"Join many inputs into one set"),
        (["merge", "in.txt", "--on-conflct", "x"], 2, b"--on-conflict"),
        (["merge", str(tmp_path / "in.txt"), "-o", str(tmp_path / "one.xml")], 2, b"a cluster writes a set"),
        (["check", "--profile", "none", str(tmp_path / "in.txt")], 2, b"none"),
        (["merge", str(tmp_path / "gone.txt"), *into], 3, b"gone.txt"),
    ]:
        ended = run_on(begin, words, None)
        told = capfdbinary.readouterr()
        assert (ended, begun) == (code, []) and said in told.out + told.err, words
    with pytest.raises(TimeoutError):
        run_on(begin, ["merge", str(tmp_path / "in.txt"), *into], None)
    # With all of Spark's own words, too: there is no such cluster.
    command = [sys.executable, "-m", "urlset.spark", "merge", "--help", "--master", "spark://127.0.0.1:9"]
    ended = subprocess.run(command, capture_output=True, timeout=60)
    assert ended.returncode == 0 and b"Join many inputs into one set" in ended.stdout and ended.stderr == b""


@pytest.mark.parametrize("front", ["", "file://"])
def test_an_index_that_cannot_name_its_files_is_refused_before_anything_is_written(tmp_path, monkeypatch, front):
    monkeypatch.chdir(tmp_path)
    own = {"base_url": "https://e.com/"}
    places = [f"{front}{tmp_path}/z/"] + ([] if front else ["z/", "../" + tmp_path.name + "/z/"])
    for place in places:
        said = place if ".." not in place else f"{tmp_path}/{place}"
        for index in ("other/i.xml", "set/sub/i.xml", "settle/i.xml"):
            with pytest.raises(urlset.UsageError) as refused:
                _sink.UrlsetWriter({"path": f"{place}set/s-{{n}}.xml", "index": f"{place}{index}", **own}, True)
            assert f"{said}set/s-1.xml does not stand below the folder of the index" in str(refused.value)
        with pytest.raises(urlset.UsageError) as refused:
            _sink.UrlsetWriter({"path": f"{place}set/s-{{n}}"}, True)
        assert f"{said}set/s-" in str(refused.value) and "/urlset-" not in str(refused.value)
    assert list(tmp_path.iterdir()) == []
    for index in ("z/i.xml", "z/set/i.xml"):
        place = f"{front}{tmp_path}/" if front else ""
        _sink.UrlsetWriter({"path": f"{place}z/set/s-{{n}}.xml", "index": f"{place}{index}", **own}, True).abort([])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("s-{n}.csv", {}),
        ("s-{n}.xml", {"to": "rss"}),
        ("s-{n}.parquet", {}),
        ("s-{n}.jsonl", {"index": "i.xml", "base_url": "https://e.com/"}),
        ("s-{n}.xml", {"index": "i.xml"}),
        ("s-{n}.xml", {"on_loss": "often"}),
        ("s-{n}.xml", {"max_urls": "many"}),
    ],
)
@pytest.mark.parametrize("front", ["", "file://"])
def test_what_no_set_can_be_is_refused_before_anything_is_written(tmp_path, front, name, options):
    if "index" in options:
        options = {**options, "index": f"{front}{tmp_path}/out/{options['index']}"}
    with pytest.raises(urlset.UsageError):
        _sink.UrlsetWriter({"path": f"{front}{tmp_path}/out/{name}", **options}, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("template", "names", "others"),
    [
        ("s-{n}.xml", ["s-1.xml", "s-20.xml"], ["s-01.xml", "s-.xml", "s-1.xml.gz", "xs-1.xml", "s-1axml"]),
        ("s-{n:03}.xml", ["s-001.xml", "s-1000.xml"], ["s-1.xml", "s-0001.xml", "s-0100.xml"]),
        ("{n}-{n:2}.txt", ["3-03.txt", "12-12.txt"], ["3-3.txt", "03-03.txt"]),
    ],
)
def test_names_of_a_set_have_the_width_of_its_numbers(template, names, others):
    is_named = named_by(template).fullmatch
    assert [name for name in names + others if is_named(name)] == names
