"""Language versions on a cluster, beside the command: what is told of pages of several files together. Spark is not asked, only what
its tasks do, with the documents and the rows of a job shared out at random; `test_spark.py` asks it."""

import json
import random
import subprocess
import sys

import pyarrow
import pytest
from urlset import _urlset

HOSTS = ["https://e.com", "https://e.com", "https://www.e.com", "http://e.com", "https://e.de", "https://E.com"]
PATHS = ["/a", "/A", "/a/", "/b?x=1&y", "/c/ü", "/c/%C3%BC", "/d#x", "/" + "long/" * 120 + "1", "/" + "long/" * 120 + "2"]
TAGS = ["de", "de", "en", "EN-gb", "en-GB", "fr", "de_AT", "jp", "x-default", "x-default", "q" * 40]


class Tables:
    """What Spark does for a check: it gives documents to tasks, brings rows of one hash together, and collects what is left."""

    def __init__(self, words, some):
        self.words, self.some = words, some
        self.rows = []

    def fill(self, text):
        task = json.loads(text)
        documents, self.task = task.pop("documents"), json.dumps(task)
        told, bucket = [], 0
        while documents:
            count = self.some.randint(1, 3)
            taken, documents = documents[:count], documents[count:]
            rows = _urlset.Looking(self.words, self.task).read(json.dumps(taken), bucket)
            while (batch := rows.batch()) is not None:
                self.rows.append(batch)
            told.append(json.loads(rows.told()))
            bucket += 1
        return json.dumps({"files": [], "told": told})

    def left(self):
        rows = [row for batch in self.rows for row in batch.to_pylist()]
        self.some.shuffle(rows)
        tasks = self.some.randint(1, 5)
        for number in range(tasks):
            mine = [row for row in rows if row["hash"] % tasks == number]
            mine.sort(key=lambda row: (row["hash"], row["bucket"], row["number"]))
            leaving = _urlset.Looking(self.words, self.task).leaving()
            while mine:
                count = self.some.randint(1, 50)
                yield leaving.push(pyarrow.RecordBatch.from_pylist(mine[:count], schema=self.rows[0].schema))
                mine = mine[count:]
            while piece := leaving.rest():
                yield piece


def on_cluster(words, some):
    tables = Tables(["urlset", "--progress=never", *words], some)
    return _urlset.run_by(tables.words, tables.fill, tables.left)[0]


def both(words, folder, some):
    """What the cluster and the command tell, and their exit codes."""
    said = []
    for who in ("cluster", "command"):
        own = ["check", *words, "--json", "--report", str(folder / f"{who}.json"), "-qq"]
        if who == "cluster":
            code = on_cluster(own, some)
        else:
            code = subprocess.run([sys.executable, "-m", "urlset", *own], capture_output=True).returncode
        said.append((code, json.loads((folder / f"{who}.json").read_text())))
    return said


def a_set(folder, some):
    """Some files of pages that list each other, much of it wrong."""
    folder.mkdir()
    locs = [some.choice(HOSTS) + some.choice(PATHS) for _ in range(some.randint(2, 9))]
    right = [("en", locs[0]), ("de", locs[-1]), *([("x-default", locs[0])] if some.random() < 0.5 else [])]

    def links():
        if some.random() < 0.3:
            return []
        if some.random() < 0.4:
            return right
        return [(some.choice(TAGS), some.choice([*locs, some.choice(HOSTS) + "/none", "/rel"])) for _ in range(some.randint(1, 5))]

    for part in range(some.randint(1, 6)):
        pages = [(some.choice([*locs, "/rel"]), links()) for _ in range(some.randint(0, 8))]
        if some.random() < 0.5:
            rows = [{"loc": loc, "hreflang": [{"hreflang": tag, "href": href} for tag, href in of]} for loc, of in pages]
            (folder / f"{part}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
            continue
        out = ['<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">']
        for loc, of in pages:
            inner = "".join(f'\n<xhtml:link rel="alternate" hreflang="{tag}" href="{href}"/>' for tag, href in of)
            out.append(f"<url><loc>{loc}</loc>{inner}</url>".replace("&y", "&amp;y"))
        (folder / f"{part}.xml").write_text("\n".join([*out, "</urlset>"]))


def test_language_versions_are_compared_as_the_command_does(tmp_path):
    found = set()
    for seed in range(48):
        some = random.Random(seed)
        a_set(tmp_path / f"{seed}", some)
        cluster, command = both([str(tmp_path / f"{seed}"), "--profile", "google"], tmp_path, some)
        assert cluster == command, seed
        found.update(one["rule"] for one in command[1]["findings"])
    only_sets = {"no-return", "target-not-listed", "inconsistent-set", "conflicting-self", "conflicting-x-default", "no-x-default"}
    assert {f"hreflang/{rule}" for rule in only_sets} <= found


@pytest.mark.parametrize("profile", ["sitemaps.org", "google", "bing", "yandex", "legacy", "strict-xsd"])
def test_language_versions_are_compared_for_who_asks(tmp_path, profile):
    some = random.Random(7)
    a_set(tmp_path / "set", some)
    words = [str(tmp_path / "set"), "--profile", profile]
    for more in ([], ["--deny", "hreflang/no-return"], ["--allow", "hreflang/*"]):
        cluster, command = both([*words, *more], tmp_path, some)
        assert cluster == command


def test_links_travel_where_somebody_asks_about_them(tmp_path):
    page = {"loc": "https://e.com/a", "hreflang": [{"hreflang": "de", "href": "https://e.com/b"}]}
    (tmp_path / "a.jsonl").write_text(json.dumps(page) + "\n")
    for words, rows in [([], 1), (["--profile", "google"], 2), (["--profile", "google", "--allow", "hreflang/*"], 1)]:
        some = random.Random(1)
        tables = Tables(["urlset", "--progress=never", "check", str(tmp_path / "a.jsonl"), *words, "-qq"], some)
        _urlset.run_by(tables.words, tables.fill, tables.left)
        assert sum(batch.num_rows for batch in tables.rows) == rows, words
