"""The part for Apache Spark, asked beside the command: what a cluster writes is what the command writes.

``URLSET_SPARK_URLS`` says how many URLs the large set has."""

import contextlib
import gzip
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest
from cluster import LATE, Cluster, inputs, tree
from conftest import ROOT

if shutil.which("java") is None:
    pytest.skip("no Java: the cluster is not tried (install openjdk-17-jre-headless)", allow_module_level=True)
pytest.importorskip("pyspark", reason="no pyspark: install urlset[spark]")

import urlset
from urlset.spark import register, run
from urlset.spark._jobs import LEFT_OUT, TOO_LARGE, _Cuts, _Run

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas")

URLS = int(os.environ.get("URLSET_SPARK_URLS", "1000000"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.add_worker()
        cluster.add_worker()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture(scope="module")
def session(cluster):
    from pyspark.sql import SparkSession

    os.environ.update(SPARK_LOCAL_IP="127.0.0.1", PYSPARK_PYTHON=sys.executable)
    builder = SparkSession.builder.master(cluster.master)
    for name, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.executor.memory": "900m",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.python.filterPushdown.enabled": "true",
        "spark.task.maxFailures": "4",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    register(session)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return inputs(tmp_path_factory.mktemp("small") / "in", 4000)


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    return inputs(tmp_path_factory.mktemp("large") / "in", URLS)


def command(*words):
    return subprocess.run([sys.executable, "-m", "urlset", *map(str, words), "-qq"], capture_output=True).returncode


def both(session, folder, source, words, name="s-{n:03}.xml"):
    """The set of the cluster and that of the command, each with its exit code."""
    sets = []
    for who in ("cluster", "command"):
        out = folder / who
        own = [one.replace("OUT", str(out)) for one in words]
        own = [own[0], str(source), "-o", str(out / name), *own[1:]]
        sets.append((run(session, [*own, "-qq"]) if who == "cluster" else command(*own), tree(out)))
    return sets


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("merge --max-urls 500 --index OUT/i.xml --base-url https://e.com/", "s-{n}.xml.gz"),
        ("dedupe --dedupe=normalized --on-conflict lastmod=oldest,priority=min,*=last --max-urls 900", "s-{n}.xml"),
        ("merge --on-conflict lastmod=longest,image=first,other=union --sort lastmod:desc", "s-{n}.xml"),
        ("shard -t xml --max-bytes 20000 --max-urls 111", "s-{n:03}.xml"),
        ("shard -t xml --max-bytes 1500", "s-{n:04}.xml"),
        ("shard -t xml --max-bytes 100", "s-{n}.xml"),
        ("merge --sort loc:desc --limit 1700 --max-urls 300", "s-{n}.txt"),
        ("merge --sort loc --drop image --set changefreq=weekly --where priority>0.2", "s-{n}.jsonl"),
        ("merge --on-conflict lastmod=fail", "s-{n}.xml"),
        ("merge --strict", "s-{n}.xml"),
        ("convert --sort input:desc --max-urls 700", "s-{n}.txt"),
    ],
)
def test_a_cluster_does_what_the_command_does(session, small, tmp_path, words, name):
    on_cluster, alone = both(session, tmp_path, small, words.split(), name)
    assert on_cluster == alone
    # Nothing stays beside the set.
    assert {path.name for path in tmp_path.iterdir()} <= {"cluster", "command"}


@pytest.mark.parametrize("words", ["merge", "convert --sort loc -t jsonl --max-urls 3"])
def test_an_index_that_is_not_followed_is_what_it_is(session, checked, tmp_path, words):
    name = "s-{n}.jsonl" if "jsonl" in words else "s-{n}.xml"
    for source in (checked / "sitemap_index.xml", checked):
        folder = tmp_path / source.name
        on_cluster, alone = both(session, folder, source, [*words.split(), "--follow", "none"], name)
        # Pages and sitemaps are no one set.
        assert on_cluster == alone and bool(alone[1]) == source.is_file()


def test_a_set_that_cannot_be_made_is_the_fault_of_the_output(session, small, capfd):
    assert run(session, ["merge", str(small), "-o", "/proc/none/s-{n}.xml"]) == 5
    assert capfd.readouterr().err.count("/proc/none/ could not be made: No such file or directory") == 1


def test_paths_are_those_of_where_the_user_stands(session, small, tmp_path, monkeypatch, capfdbinary):
    """Workers stand elsewhere."""
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    rows = [f"{at},https://e.com/{at}" for at in range(50)]
    (tmp_path / "in/a.csv").write_text("\n".join(["number,page", *rows]) + "\n")
    (tmp_path / "columns.txt").write_text("page=loc\n")
    (tmp_path / "robots.txt").write_text("User-agent: *\nDisallow: /7\n")
    (tmp_path / "look").mkdir()
    words = ["merge", "--map-file", "columns.txt", "--stylesheet", "css=look/own.css", "--tmp-dir", "look", "--max-urls", "20"]
    on_cluster, alone = both(session, tmp_path, "in", words)
    assert on_cluster == alone and len(alone[1]) == 3 and b'href="../look/own.css"' in alone[1]["s-001.xml"]
    words = ["check", "cluster", "--robots", "https://e.com/robots.txt=robots.txt", "--report-format", "json"]
    on_cluster, alone = told(session, capfdbinary, words)
    assert on_cluster == alone and b"/7" in alone[1]


def test_of_a_flood_all_is_counted(session, tmp_path, capfdbinary):
    (tmp_path / "a.txt").write_text("https://e.com/a\n" + "/rel\n" * 2500)
    (tmp_path / "b.csv").write_text("url,priority\n" + "https://e.com/b,high\n" * 1300)
    said = []
    for who in ("cluster", "command"):
        words = ["convert", str(tmp_path / "a.txt"), str(tmp_path / "b.csv"), "-o", str(tmp_path / who / "s-{n}.xml"), "--json", "-qq"]
        if who == "cluster":
            code = run(session, words)
            report = json.loads(capfdbinary.readouterr().out)
        else:
            ended = subprocess.run([sys.executable, "-m", "urlset", *words], capture_output=True)
            code, report = ended.returncode, json.loads(ended.stdout)
        lost = [one["lost"] for one in report["findings"]]
        said.append((code, report["totals"]["dropped"], report["totals"]["fields_dropped"], lost.count("entry"), lost.count("field")))
    assert said == [(4, 2500, 1300, 2500, 1300)] * 2


def test_what_is_wrong_behind_a_limit_counts_on_a_cluster(session, tmp_path):
    """As docs/scale.md says."""
    (tmp_path / "a.txt").write_text("https://e.com/a\nhttps://e.com/b\n/rel\n")
    on_cluster, alone = both(session, tmp_path, tmp_path / "a.txt", ["convert", "--limit", "1"], "s-{n}.xml")
    assert on_cluster[1] == alone[1] and (on_cluster[0], alone[0]) == (4, 0)


@pytest.mark.parametrize("words", ["convert", "merge"])
def test_losses_are_told_in_the_order_of_the_command(session, tmp_path, capfdbinary, words):
    own = [{"priority": 0.1}, {"lastmod": "2025", "image": [{"loc": "https://e.com/i"}]}, {"changefreq": "daily"}]
    for part in range(3):
        rows = [{"loc": f"https://e.com/{part}/{at}", **own[min(part + at // 20, 2)]} for at in range(60)]
        (tmp_path / f"{part}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = [words, *(str(tmp_path / f"{part}.jsonl") for part in range(3)), "-o", str(tmp_path / "out/s-{n}.txt")]
    on_cluster, alone = ([line for line in err.splitlines() if line.startswith(b"lost:")] for *_, err in told(session, capfdbinary, given))
    assert on_cluster == alone == [b"lost: priority 20, lastmod 40, image 40, changefreq 120 (text holds only loc)"]


@pytest.mark.parametrize("pages", [300, 3000])
def test_values_that_gave_way_are_told_in_the_order_of_the_command(session, tmp_path, capfdbinary, pages):
    some = random.Random(pages)
    for part in range(3):
        rows = [{"loc": f"https://e.com/{at}", "changefreq": ["daily", "weekly", "never"][part], "lastmod": f"2020-01-0{part + 1}"} for at in range(pages)]
        some.shuffle(rows)
        (tmp_path / f"{part}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    given = ["merge", str(tmp_path), "-o", str(tmp_path / "out/s-{n}.xml"), "--on-conflict", "lastmod=newest", "--json"]
    cluster, command = (json.loads(out) for _, out, _ in told(session, capfdbinary, given))
    assert cluster["totals"]["conflicts"] == command["totals"]["conflicts"] == {"lastmod": 2 * pages, "changefreq": 2 * pages}
    # Of more than a thousand in a task not all are told whole.
    assert pages > 1000 or (cluster["conflicts"], cluster["findings"]) == (command["conflicts"], command["findings"])
    assert len(command["conflicts"]) == 4 * pages


@contextlib.contextmanager
def a_worker_dies(cluster, folder, pattern):
    """While files are written: a task has begun what the pattern names."""
    killed, ended = threading.Event(), threading.Event()

    def kill():
        while not list(folder.glob(pattern)):
            if ended.wait(0.02):
                return
        cluster.kill_worker()
        killed.set()

    killer = threading.Thread(target=kill, daemon=True)
    killer.start()
    try:
        yield
    finally:
        ended.set()
        killer.join()
        cluster.add_worker()
    assert killed.is_set()


def test_a_large_set_also_while_a_worker_dies(cluster, session, large, tmp_path):
    words = ["merge", "--max-urls", str(max(URLS // 40, 1)), "--index", "OUT/i.xml", "--base-url", "https://e.com/"]
    with a_worker_dies(cluster, tmp_path, ".cluster.urlset-*/0*"):
        on_cluster, alone = both(session, tmp_path, large, words, "s-{n}.xml.gz")
    assert on_cluster[0] == alone[0]
    assert on_cluster[1] == alone[1] and len(alone[1]) > 20


def told(session, capfdbinary, words):
    """What the cluster and the command say: exit code, standard output, and what is told."""
    said = []
    seconds = re.compile(rb"[0-9]+\.[0-9] s\b")
    capfdbinary.readouterr()
    for who in ("cluster", "command"):
        if who == "cluster":
            code = run(session, words)
            out, err = capfdbinary.readouterr()
            # Java's own words may stand between.
            err = b"".join(line for line in err.splitlines(True) if b"WARN" not in line)
        else:
            ended = subprocess.run([sys.executable, "-m", "urlset", *words], capture_output=True)
            code, out, err = ended.returncode, ended.stdout, ended.stderr
        said.append((code, out, seconds.sub(b"", err)))
    return said


@pytest.mark.parametrize(
    "words",
    [
        "OLD NEW --renames=0.4 --max-items 0",
        "OLD NEW --match normalized --ignore changefreq,other --json",
        "OLD NEW --changed --fields loc,lastmod",
        "OLD OLD --max-items 7",
        "OLD NONE",
        "OLD BROKEN --lenient",
        "OLD BROKEN --fail-fast",
    ],
)
def test_a_cluster_compares_as_the_command_does(session, sides, capfdbinary, words):
    words = [str(sides / word.lower()) if word.isupper() else word for word in words.split()]
    on_cluster, alone = told(session, capfdbinary, ["diff", *words])
    assert on_cluster == alone


@pytest.mark.parametrize(
    "words",
    [
        "NEW",
        "SET --profile google,news --json",
        "SET --follow none --sitemap-url https://e.com/dir/i.xml",
        "ROBOTS --profile google",
        "BROKEN NONE --max-findings 3",
        "BROKEN --fail-fast",
        "ODD --profile strict-xsd --json",
        "ODD SET --profile strict-xsd --deny loc/* --allow schema/duplicate-element",
    ],
)
def test_a_cluster_checks_as_the_command_does(session, sides, checked, capfdbinary, words):
    at = {"SET": checked / "sitemap_index.xml", "ODD": checked / "odd", "ROBOTS": checked / "robots.txt"}
    words = [str(at.get(word, sides / word.lower())) if word.isupper() else word for word in words.split()]
    on_cluster, alone = told(session, capfdbinary, ["check", *words])
    assert on_cluster == alone


def test_language_versions_are_compared(session, tmp_path, capfdbinary):
    """Of several files, hosts and tasks; what may be wrong is all in `test_languages.py`."""
    link = "{{'hreflang': '{}', 'href': 'https://e{}/{}'}}".replace("'", '"').format
    for part in range(4):
        rows = []
        for at in range(100):
            links = [link("de", ".com", f"de/{at}"), link("en", ".com", f"en/{at}"), link("x-default", ".org", at * part)]
            # Home pages that nearly all lead to, pages that are not there, and links that are not returned.
            links += [link("fr", ".fr", ""), link("it", ".com", f"it/{part * 40}")] if at % 3 else []
            loc = f"https://e.com/{['de', 'en', 'it', 'de'][part]}/{at}"
            rows.append(f'{{"loc": "{loc}", "hreflang": [{", ".join(links)}]}}')
        (tmp_path / f"{part}.jsonl").write_text("\n".join([*rows, '{"loc": "https://e.fr/"}']) + "\n")
    words = ["check", str(tmp_path), "--profile", "google", "--json"]
    on_cluster, alone = told(session, capfdbinary, words)
    assert on_cluster == alone
    found = {one["rule"] for one in json.loads(alone[1])["findings"]}
    assert {f"hreflang/{rule}" for rule in ("no-return", "target-not-listed", "inconsistent-set", "conflicting-x-default")} <= found


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """An index, of which one sitemap is missing and one newer than it says, with every kind of pair between its sitemaps."""
    folder = tmp_path_factory.mktemp("checked")
    name = "http://www.sitemaps.org/schemas/sitemap/0.9"
    locs = ["a", "a/", "A", "a#b", "%61", "b?x=1", "c", "c"]
    for part, front in enumerate(["https://e.com/", "https://www.e.com/", "http://e.com/"]):
        rows = [f"<url><loc>{front}{loc}</loc><lastmod>2025-0{part + 1}-01</lastmod></url>" for loc in locs]
        (folder / f"{part}.xml").write_text(f'<urlset xmlns="{name}">\n' + "\n".join(rows) + "\n</urlset>\n")
    (folder / "odd").mkdir()
    odd = [
        "<url><lastmod>2025-01-01</lastmod><loc>https://e.com/1</loc></url>",
        "<url><loc>https://e.com/ 2</loc><lastmod>2025-1-1</lastmod><priority>1.5</priority></url>",
        "<url><loc>https://e.com/3</loc><changefreq>Daily</changefreq><loc>https://e.com/4</loc></url>",
        "<url><loc>/rel</loc><priority>.5</priority><x>1</x></url>",
        # What the schemas take is no error, whatever the rule says.
        "<url><loc>https://e.com/5</loc><lastmod>-0044-01-01</lastmod></url>",
    ]
    for part in range(5):
        (folder / f"odd/{part}.xml").write_text(f'<urlset xmlns="{name}">\n' + "\n".join(odd[part:] + odd[: part - 1]) + "\n</urlset>\n")
    (folder / "odd/torn.xml").write_text(f'<urlset xmlns="{name}">\n{odd[1]}\n<url><loc>https://e.com/6')
    listed = [f"<sitemap><loc>https://e.com/{part}.xml</loc><lastmod>2024-01-01</lastmod></sitemap>" for part in range(4)]
    robots = "User-agent: *\nDisallow: /a\nAllow: /a/\nSitemap: https://e.com/sitemap_index.xml\nSitemap: https://e.com/gone.xml\n"
    (folder / "robots.txt").write_text(robots)
    (folder / "sitemap_index.xml").write_text(f'<sitemapindex xmlns="{name}">' + "\n".join(listed) + "</sitemapindex>\n")
    return folder


@pytest.fixture(scope="module")
def sides(small, tmp_path_factory):
    """OLD and NEW, of which most is the same, and a NEW that cannot be read to its end. One page stands very often."""
    folder = tmp_path_factory.mktemp("sides")
    shutil.copytree(small, folder / "old")
    shutil.copytree(small, folder / "new")
    text = (folder / "new" / "c.csv").read_text()
    text = text.replace("/page-7", "/seite-7").replace("2025-1", "2026-0").replace("weekly", "daily")
    (folder / "new" / "c.csv").write_text(text)
    for side, times in (("old", 150), ("new", 170)):
        (folder / side / "e.txt").write_text("https://www1.example.com/often\n" * times)
    shutil.copytree(folder / "new", folder / "broken")
    whole = (folder / "new" / "b.xml.gz").read_bytes()
    (folder / "broken" / "b.xml.gz").write_bytes(whole[: len(whole) // 2])
    return folder


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_driver_that_a_signal_ends_leaves_the_old_set(small, tmp_path, how):
    out = tmp_path / "out"
    words = ["merge", str(small), "-o", str(out / "s-{n:03}.xml.gz"), "--index", str(out / "i.xml"), "--base-url", "https://e.com/"]
    command(*words, "--max-urls", 700)
    old = tree(out)
    job = [sys.executable, "-m", "urlset.spark", *words, "--max-urls", "5", "--master", "local[2]", "-qq"]
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    process = subprocess.Popen(job, env=environment, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        until = time.monotonic() + LATE
        while not list(tmp_path.glob(".out.urlset-*/0*")):
            assert process.poll() is None and time.monotonic() < until
            time.sleep(0.02)
        if how == signal.SIGINT:
            process.send_signal(how)
            assert process.wait(LATE) == 130
            assert not list(tmp_path.glob(".out.urlset-*"))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert {name: held for name, held in tree(out).items() if not name.startswith(".")} == old


def test_a_job_leaves_the_session_of_the_user_as_it_is(session, small, tmp_path, monkeypatch):
    name = "spark.sql.adaptive.enabled"
    seen = []

    def read(job, *given):
        seen.append((session.conf.get(name), job.session.conf.get(name), job.session.conf.get("spark.sql.shuffle.partitions")))
        return before(job, *given)

    before = _Run._read
    monkeypatch.setattr(_Run, "_read", read)
    session.conf.set("spark.sql.shuffle.partitions", "7")
    assert session.conf.get(name) == "true"
    try:
        assert run(session, ["merge", str(small), "-o", str(tmp_path / "s-{n}.xml"), "-qq"]) in (0, 4)
    finally:
        session.conf.unset("spark.sql.shuffle.partitions")
    assert seen == [("true", "false", "7")] and session.conf.get(name) == "true"
    active = type(session).getActiveSession()
    assert active is not None and active._jsparkSession.equals(session._jsparkSession)


def test_what_a_job_cannot_do_is_said(session, small, tmp_path, capfd):
    for words, said in [
        (["merge", "-o", str(tmp_path / "one.xml")], "a cluster writes a set"),
        (["merge", "-o", str(tmp_path / "s-{n}.csv")], "csv is not written on a cluster"),
        (["shard", "-o", str(tmp_path / "{host}-{n}.xml")], "is not done on a cluster"),
        (["merge", "-o", str(tmp_path / "s-{n}.xml"), "--rewrite-scheme", "https"], "is not done on a cluster"),
        (["stats"], "on a cluster there are"),
        (["diff", str(small), "--redirects", "csv"], "--redirects is not done on a cluster"),
        (["merge", "-o", str(tmp_path / "s-{n}.xml"), "--max-urls", "many"], "invalid value"),
    ]:
        assert run(session, [words[0], str(small), *words[1:]]) == 2
        assert said in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_that_fails_is_no_answer(tmp_path):
    """1 is that of `diff` and `check`: that there are differences, that something is wrong."""
    (tmp_path / "in.txt").write_text("https://e.com/a\n")

    def job(*words, **env):
        command = [sys.executable, "-m", "urlset.spark", "diff", "in.txt", "in.txt", *words]
        ended = subprocess.run(command, cwd=tmp_path, env={**os.environ, **env}, capture_output=True, text=True)
        return ended.returncode, ended.stderr

    for words, said in [
        (["--parallelism", "abc"], "parallelism=abc: no whole number"),
        (["--parallelism=-1"], "parallelism=-1: no whole number"),
        (["--conf", "spark.ui.enabled"], "write --conf KEY=VALUE"),
        (["--master"], "--master wants"),
    ]:
        code, told = job(*words)
        assert code == 2 and told.startswith("error: ") and said in told and "Traceback" not in told
    code, told = job("--master", "bogus://x")
    assert code == 70 and "error: the job failed: " in told
    code, told = job("--master", "local[1]", PYSPARK_PYTHON="/none/python")
    assert code == 70 and "error: the job failed: " in told


def test_nothing_of_spark_comes_between_findings(tmp_path):
    """Its bar is there where a stage takes longer than half a second, as the first one does."""
    (tmp_path / "in.txt").write_text("https://e.com/a\n/relative\n")
    words = ["merge", "in.txt", "-o", "out/s-{n}.txt", "--master", "local[1]"]
    job = [sys.executable, "-m", "urlset.spark", *words]
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1"}
    ended = subprocess.run(job, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert ended.returncode == 4 and "loc/relative" in ended.stderr and "[Stage" not in ended.stderr


@pytest.fixture
def bad(small, tmp_path):
    """What is none of the good: a bomb, a download that broke off, a page that says that there is nothing."""
    folder = tmp_path / "bad"
    shutil.copytree(small, folder)
    whole = (folder / "b.xml.gz").read_bytes()
    (folder / "torn.xml.gz").write_bytes(whole[: len(whole) // 2])
    with gzip.open(folder / "bomb.xml.gz", "wb", compresslevel=9) as out:
        out.write(b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n')
        for _ in range(300):
            out.write(b" " * (1 << 20))
    (folder / "page.xml").write_text("<!doctype html><html><body>404</body></html>")
    return folder


def test_bad_input_is_findings(session, bad, tmp_path):
    bomb = (bad / "bomb.xml.gz").rename(tmp_path / "bomb.xml.gz")
    on_cluster, alone = both(session, tmp_path / "sets", bad, ["merge", "--lenient"], "s-{n}.xml")
    assert on_cluster == alone and len(alone[1]) == 1
    bomb.rename(bad / "bomb.xml.gz")
    found = tmp_path / "found"
    frame = session.read.format("urlset").option("findings", str(found)).load(str(bad))
    good = session.read.format("urlset").option("findings", str(tmp_path / "other")).load(str(bad / "b.xml.gz"))
    assert frame.count() > 4000 and good.count() == 1000
    told = session.read.json(str(found))
    rest = {os.path.basename(row.path) for row in told.filter("lost = 'rest'").collect()}
    assert {"torn.xml.gz", "bomb.xml.gz"} <= rest
    assert told.filter("path like '%page.xml'").count() > 0
    page = session.read.format("urlset").option("findings", str(tmp_path / "page")).load(str(bad / "page.xml"))
    assert page.count() == 0 and session.read.json(str(tmp_path / "page")).count() == 1
    # Read again, the same is told once.
    before = told.count()
    frame.count()
    assert session.read.json(str(found)).count() == before


def test_without_a_place_for_findings_what_is_torn_is_an_error(session, bad):
    frame = session.read.format("urlset").load(str(bad / "torn.xml.gz"))
    with pytest.raises(Exception, match="option\\('findings', FOLDER\\)"):
        frame.count()


def test_a_frame_has_what_batches_have(session, tmp_path):
    import pyarrow

    large = inputs(tmp_path / "in", 40_000)

    frame = session.read.format("urlset").option("columns", "loc,lastmod_at,line").option("split", 100_000)
    frame = frame.option("findings", str(tmp_path / "found"))
    frame = frame.load([str(large / "a.txt"), str(large / "d.jsonl")])
    assert frame.rdd.getNumPartitions() > 4
    rows = sorted(tuple(row) for row in frame.select("loc", "line").collect())
    files = [large / "a.txt", large / "d.jsonl"]
    batches = urlset.read_batches(files, columns=["loc", "line"])
    table = pyarrow.table(batches)
    assert [one.rule for one in batches.findings if one.lost == "entry"] == ["loc/relative"]
    assert rows == sorted(zip(table["loc"].to_pylist(), table["line"].to_pylist()))


def test_what_the_page_shows_is_so(session, shop, tmp_path, capsys):
    """Its first example, of a set in which nothing is wrong, too."""
    shown = (ROOT / "docs/scale.md").read_text().split("## A data frame of sitemaps")[1].split("```python\n")[1].split("```")[0]
    (tmp_path / "good.txt").write_text("https://e.com/a\n")
    for path in (shop / "sitemap_index.xml", tmp_path / "good.txt"):
        own = shown.replace("/shared/crawl/sitemap_index.xml", str(path)).replace("/shared/found", str(tmp_path / "found"))
        exec(own, {"spark": session})
    assert capsys.readouterr().out.count("sum(count)") == 2


def test_files_of_a_store_are_found_and_followed(session, shop, tmp_path):
    # What fsspec knows as file: is a store as every other one is.
    pytest.importorskip("fsspec")
    found = tmp_path / "found"
    frame = session.read.format("urlset").option("findings", str(found)).load(f"file://{shop}/sitemap_index.xml")
    rows = frame.select("loc", "lastmod", "source").collect()
    assert len(rows) == 13 and {row.source for row in rows} == {
        f"file://{shop}/{name}" for name in ("products.xml.gz", "guides.xml.gz", "pages.xml")
    }
    pattern = session.read.format("urlset").option("findings", str(found)).load(f"file://{shop}/*.xml.gz")
    assert pattern.count() == 11
    with pytest.raises(Exception, match="nothing to read"):
        session.read.format("urlset").load(f"file://{shop}/*.none").count()


def pages(session, path, folder, **options):
    """Some of these inputs are bad."""
    return session.read.format("urlset").options(findings=str(folder / "found"), **options).load(str(path))


@pytest.mark.parametrize(
    "asked",
    [
        "loc like 'https://www1%' and lastmod > '2025-06'",
        "lastmod is null",
        "lastmod is not null and loc like '%page-%1'",
        "lastmod in ('2024-03', '2025-01-01') or priority = '0.50'",
        "lastmod in ('2024-03', '2025-01-01')",
        "lastmod_at >= timestamp '2026-01-01 00:00:00' and loc like '%5%'",
        "not (lastmod = '2024-03')",
    ],
)
def test_conditions_are_asked_where_the_rows_are(session, small, tmp_path, asked):
    def count(**options):
        return pages(session, small, tmp_path, **options).filter(asked).count()

    assert count(pushdown="true") == count() > 0


def test_a_frame_that_is_asked_twice_forgets_the_first_condition(session, small, tmp_path):
    frame = pages(session, small, tmp_path)
    every = frame.count()
    assert 0 < frame.filter("lastmod = '2024-03'").count() < every == frame.count()


def write(frame, out, **options):
    own = {"index": str(out / "index.xml"), "base_url": "https://e.com/", "max_urls": "700", **options}
    frame.write.format("urlset").mode("overwrite").options(**own).save(str(out / "s-{n:03}.xml.gz"))


def test_a_frame_is_written_as_a_set(session, small, tmp_path):
    out = tmp_path / "sets/out"
    frame = pages(session, small, tmp_path)
    write(frame, out)
    again = session.read.format("urlset").load(str(out / "index.xml"))
    columns = ["loc", "lastmod", "priority", "image", "other"]
    assert sorted(map(str, again.select(*columns).collect())) == sorted(map(str, frame.select(*columns).collect()))
    assert max(sum(1 for _ in urlset.read(path)) for path in out.glob("s-*.gz")) == 700
    assert [path.name for path in out.parent.iterdir()] == ["out"]


def test_what_no_frame_can_be_is_said_as_it_is(session, tmp_path):
    rows = [("https://e.com/a.xml", "sitemap"), ("https://e.com/a", "page")]
    for number in (1, 2):
        frame = session.createDataFrame(session.sparkContext.parallelize(rows, number), "loc string, kind string")
        with pytest.raises(Exception, match="write each apart, where"):
            frame.write.format("urlset").mode("overwrite").save(str(tmp_path / "out/s-{n}.xml"))
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a.txt").write_text("https://e.com/a\n")
    with pytest.raises(Exception, match="'lastmod' is string, not date"):
        session.read.format("urlset").schema("loc string, lastmod date").load(str(tmp_path / "a.txt")).count()
    stream = session.readStream.format("urlset")
    with pytest.raises(Exception, match="sitemaps are no stream"):
        stream = stream.load(str(tmp_path / "a.txt")).writeStream.format("memory").queryName("urls").start()
        stream.processAllAvailable()


def test_a_write_that_fails_leaves_the_old_set(session, small, tmp_path):
    from pyspark.sql.functions import col, raise_error, when

    out = tmp_path / "sets/out"
    frame = pages(session, small, tmp_path, columns="loc,lastmod")
    write(frame, out)
    old = tree(out)
    late = when(col("loc").endswith("/page-11"), raise_error("no")).otherwise(col("lastmod"))
    with pytest.raises(Exception):
        write(frame.withColumn("lastmod", late), out, max_urls="10")
    assert tree(out) == old and [path.name for path in out.parent.iterdir()] == ["out"]
    # What stands there is not replaced unasked.
    with pytest.raises(Exception, match="must not be replaced"):
        frame.write.format("urlset").mode("append").save(str(out / "s-{n:03}.xml.gz"))
    assert tree(out) == old


def test_a_frame_is_written_while_a_worker_dies(cluster, session, small, tmp_path):
    # In an order that is the same whoever writes.
    frame = pages(session, small, tmp_path).select("loc").distinct().repartition(4, "loc").sortWithinPartitions("loc")
    write(frame, tmp_path / "calm/out")
    out = tmp_path / "sets/out"
    write(frame.limit(100), out)
    old = tree(out)
    with a_worker_dies(cluster, out.parent, ".out.urlset-*/0*"):
        write(frame, out)
    assert tree(out) == tree(tmp_path / "calm/out") != old
    assert [path.name for path in out.parent.iterdir()] == ["out"]


def test_what_a_set_cannot_hold_is_told_or_an_error(session, tmp_path):
    frame = session.createDataFrame([("https://e.com/a",), ("/relative",)], "loc string").coalesce(1)
    out = tmp_path / "out"
    with pytest.raises(Exception, match="1 left out"):
        write(frame, out)
    assert tree(out) == {}
    write(frame, out, findings=str(tmp_path / "found"))
    assert json.loads((tmp_path / "found/urlset-written.jsonl").read_text())["rule"] == "loc/relative"
    assert len(tree(out)) == 2


def cut_one_by_one(sizes, upto, entries, most, frame):
    """As the command does: a file takes what it has room for."""
    starts, held, count, cut = [], 0, 0, True
    for rank, size in enumerate(sizes[:upto]):
        if size >= 0 and count and (count == entries or frame + held + size > most):
            cut = True
        if cut:
            starts.append(rank)
            held = count = 0
            cut = False
        if size >= 0:
            held, count = held + size, count + 1
        elif size == TOO_LARGE and count:
            cut = True
    return starts


def test_files_are_cut_as_one_by_one():
    import numpy

    some = random.Random(7)
    for _ in range(300):
        entries, most, frame = some.randrange(1, 9), some.randrange(40, 200), 10
        sizes = [some.choice([5, 9, 20, 30, 30, LEFT_OUT, TOO_LARGE]) for _ in range(some.randrange(60))]
        upto = some.randrange(70)
        cuts = _Cuts([0], min(upto, len(sizes)), (entries, most), frame)
        size = some.randrange(1, 20)
        blocks = (numpy.array(sizes[at : at + size], "<i4").tobytes() for at in range(0, len(sizes), size))
        cuts._greedy(blocks)
        expected = cut_one_by_one(sizes, cuts.upto, entries, most, frame)

        def held(starts):
            files = [sizes[a:b] for a, b in zip(starts, [*starts[1:], cuts.upto])]
            return [kept for kept in ([one for one in file if one >= 0] for file in files) if kept]

        assert held(cuts.starts) == held(expected), (sizes, entries, most)
