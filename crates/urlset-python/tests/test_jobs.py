"""The command from Python: reports, what is raised, and that half a job leaves nothing."""

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pyarrow
import pytest
import urlset


def test_a_report_is_what_the_command_prints(shop, tmp_path):
    report = urlset.convert(shop / "sitemap_index.xml", output=tmp_path / "all.csv")
    assert report["command"] == "convert" and report["totals"]["written"] == 13 and report.ok
    printed = urlset.convert(shop / "sitemap_index.xml", to="csv")
    assert printed.data == (tmp_path / "all.csv").read_bytes()
    assert urlset.convert(io.BytesIO(b"https://e.com/a\n"), to="jsonl").data == b'{"loc":"https://e.com/a"}\n'
    with pytest.raises(TypeError, match="gave str"):
        urlset.convert(io.StringIO("https://e.com/a\n"), to="jsonl")
    with pytest.raises(TypeError, match="not int"):
        urlset.convert(7, to="jsonl")
    assert urlset.convert(b"https://e.com/a\n", to="jsonl").data == b'{"loc":"https://e.com/a"}\n'
    assert urlset.stats(shop / "sitemap_index.xml")["command"] == "stats"
    assert urlset.info(shop / "pages.csv")["inputs"][0]["format"] == "csv"


def test_options_are_flags(shop, tmp_path):
    report = urlset.convert(
        shop / "pages.csv",
        to="jsonl",
        where="loc ~ 'a'",
        set={"priority": "0.5"},
        drop=["changefreq"],
        limit=2,
        pretty=False,
        sort=None,
    )
    lines = [json.loads(line) for line in report.data.splitlines()]
    assert len(lines) == 2 and {line["priority"] for line in lines} == {0.5}
    with pytest.raises(urlset.UsageError, match="--colour"):
        urlset.convert(shop / "pages.csv", colour="red")
    with pytest.raises(ValueError, match="an input is no option"):
        urlset.convert("--output=x")


def test_a_list_is_what_a_flag_takes(shop, tmp_path):
    asked = urlset.query(shop / "pages.xml", fields=["loc", "priority"], to="csv").data
    assert asked.startswith(b"loc,priority\n")
    # These flags stand again and again.
    kept = urlset.convert(shop / "products.xml.gz", to="jsonl", keep=["lastmod", "priority"]).data
    assert {name for line in kept.splitlines() for name in json.loads(line)} == {"loc", "lastmod", "priority"}
    named = urlset.convert(b"a;b;c\nhttps://e.com/;2026-01-01;0.5\n", from_="csv", to="jsonl", map=["a=loc", "b=lastmod"]).data
    assert json.loads(named) == {"loc": "https://e.com/", "lastmod": "2026-01-01"}
    moved = urlset.rewrite(b"https://a.com/\nhttps://b.com/\n", to="text", rewrite_host=["a.com=c.com", "b.com=d.com"]).data
    assert moved == b"https://c.com/\nhttps://d.com/\n"


def test_check_answers(shop):
    report = urlset.check(shop / "broken.xml", profile="google")
    assert not report.ok and any(one.rule == "xml/truncated" for one in report.findings)
    one = report.findings[0]
    assert one.path.endswith("broken.xml") and str(one).endswith(f"[{one.rule}]")
    assert urlset.diff(shop / "pages.xml", shop / "pages.xml").ok
    assert not urlset.diff(shop / "pages.xml", shop / "products.xml.gz").ok


def test_what_is_raised(shop, tmp_path):
    with pytest.raises(urlset.InputError, match="none.xml"):
        urlset.convert(tmp_path / "none.xml", to="csv")
    with pytest.raises(urlset.LossError) as lost:
        urlset.convert(b"/no\nhttps://e.com/a\n", output=tmp_path / "a.xml")
    assert lost.value.summary["totals"]["dropped"] == 1 and lost.value.code == 4
    assert urlset.convert(b"/no\n", to="csv", from_="text", allow_loss=True).code == 4
    with pytest.raises(urlset.OutputError):
        urlset.convert(shop / "pages.csv", output="/proc/none/a.xml")
    with pytest.raises(urlset.LossError) as lost:
        urlset.convert(shop / "products.xml.gz", to="text", on_loss="error")
    assert lost.value.summary["loss"]
    bomb = tmp_path / "bomb.xml.gz"
    bomb.write_bytes(gzip.compress(b"<urlset>" + b" " * (100 << 20), 9))
    with pytest.raises(urlset.LimitError):
        urlset.convert(bomb, to="csv")


def test_what_is_raised_names_what_it_is_about(shop, tmp_path):
    with pytest.raises(urlset.LossError, match="loc/relative") as lost:
        # Before it stands an error that was repaired.
        urlset.convert(b"<urlset><url><loc>https://e.com/?a&b</loc></url><url><loc>/no</loc></url></urlset>", to="csv")
    assert lost.value.finding.rule == "loc/relative" and lost.value.summary.findings[0].lost == "nothing"
    with pytest.raises(urlset.LossError, match="something would be lost.*lost: lastmod 8") as lost:
        urlset.convert(shop / "products.xml.gz", to="text", on_loss="error")
    assert lost.value.finding is None
    with pytest.raises(urlset.DataError, match="lastmod/reduced-precision"):
        urlset.convert(shop / "products.xml.gz", to="csv", fail_on="warning")
    with pytest.raises(urlset.LossError, match="1 left out, the first: .*loc/relative") as lost:
        with urlset.writer(tmp_path / "a.xml") as out:
            out.write(pyarrow.table({"loc": ["https://e.com/b c", "/no"]}))
    assert lost.value.finding.rule == "loc/relative"


def test_each_command_that_reads_sets_is_a_function(shop, tmp_path):
    named = subprocess.run([sys.executable, "-m", "urlset", "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z]+) ", named.partition("Commands:")[2].partition("Options:")[0], re.M)
    assert len(commands) > 15
    # What says something of the program.
    others = {"list", "explain", "completions", "man", "help"}
    assert [name for name in commands if name not in others and not callable(getattr(urlset, name, None))] == []
    asked = urlset.query(shop / "pages.xml", fields="loc", to="csv").data
    assert asked.startswith(b"loc\nhttps://shop.example.com/")
    report = urlset.hreflang("check", shop / "products.xml.gz")
    assert report["command"] == "hreflang check" and report.ok
    page = b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://e.com/</loc><xhtml:link rel="alternate" hreflang="de" href="https://e.com/de"/></url></urlset>'
    assert urlset.hreflang("check", page).findings
    urlset.hreflang("complete", page, output=tmp_path / "a.xml")
    assert (tmp_path / "a.xml").exists()


def test_what_was_asked_for_is_raised_and_an_answer_is_none(shop, tmp_path):
    pages = shop / "pages.csv"
    for asked in [
        lambda: urlset.query(pages, fields="loc", fail_on="note"),
        lambda: urlset.stats(pages, fail_on="note"),
        lambda: urlset.info(pages, fail_on="note"),
        lambda: urlset.report(pages, output=tmp_path / "a.html", fail_on="note"),
    ]:
        with pytest.raises(urlset.DataError) as raised:
            asked()
        assert raised.value.summary.code == 1 and not isinstance(raised.value, urlset.LossError)
    assert urlset.check(pages, fail_on="note").code == 1
    # What looks says what it left out, and has figures all the same.
    lossy = b"<urlset><url><loc>https://e.com/</loc><lastmod>2024-99-99</lastmod></url></urlset>"
    for report in [urlset.check(lossy), urlset.stats(lossy), urlset.hreflang("check", lossy)]:
        assert not report.ok and report.code in (1, 4)
        assert "lastmod/invalid" in {one.rule for one in report.findings}, report["command"]
    with pytest.raises(urlset.LossError, match="lastmod/invalid"):
        urlset.query(lossy, fields="loc")


def test_what_would_be_submitted(tmp_path):
    key = {"key": "0123456789abcdef", "dry_run": True}
    for report in [
        urlset.submit(b"https://e.com/a\n", **key),
        urlset.command("submit", b"https://e.com/a\n", **key),
    ]:
        assert report["totals"]["submitted"] == 1 and report.ok
        head, _, body = report.data.partition(b"\n")
        assert head.startswith(b"POST https://") and json.loads(body)["urlList"] == ["https://e.com/a"]
    with pytest.raises(urlset.UsageError, match="key"):
        urlset.submit(b"https://e.com/a\n", key="short", dry_run=True)


def test_headers_are_written_as_headers():
    # Nobody is asked: it is not in a cache that is not there.
    with pytest.raises(urlset.InputError):
        urlset.info("https://e.com/a.xml", header={"X-A": "b", "X-C": "d"}, offline=True)


def test_a_dry_run_reports(shop, tmp_path):
    output = tmp_path / "a.xml"
    for report in [
        urlset.convert(shop / "products.xml.gz", output=output, dry_run=True),
        urlset.convert(shop / "products.xml.gz", to="csv", dry_run=True),
    ]:
        assert report["totals"]["written"] == 8 and report.data == b"" and "dry run" in report.messages
        assert [one.rule for one in report.findings] == ["lastmod/reduced-precision"]
    with urlset.writer(output, dry_run=True) as out:
        out.write("https://e.com/")
    assert out.summary["totals"]["written"] == 1 and out.names == [] and os.listdir(tmp_path) == []


def test_a_set_is_written_whole(tmp_path):
    template = tmp_path / "map-{n:02}.xml.gz"
    with urlset.writer(
        template, max_urls=3, index=tmp_path / "sitemap.xml", base_url="https://e.com/maps/"
    ) as out:
        out.write(f"https://e.com/{n}" for n in range(7))
    names = [os.path.basename(name) for name in out.names]
    assert names == ["map-01.xml.gz", "map-02.xml.gz", "map-03.xml.gz", "sitemap.xml"]
    assert sorted(os.listdir(tmp_path)) == names and out.summary["totals"]["written"] == 7
    locs = [entry["loc"] for entry in urlset.read(tmp_path / "sitemap.xml")]
    assert locs == [f"https://e.com/maps/{name}" for name in names[:3]]
    assert len(list(urlset.read(tmp_path / "sitemap.xml", follow=True))) == 7


def test_a_writer_tells_what_is_wrong_before_the_first_write(tmp_path):
    for template, options, kind, said in [
        ("a.xml", {"max_url": 3}, urlset.UsageError, "--max-url"),
        ("a-{what}.xml", {}, urlset.UsageError, "what"),
        ("a.xml", {"max_url": 3, "dry_run": True}, urlset.UsageError, "--max-url"),
        ("none/a.xml", {}, urlset.OutputError, "no such folder"),
    ]:
        begun = False
        with pytest.raises(kind, match=said):
            with urlset.writer(tmp_path / template, **options):
                begun = True
        assert not begun
    assert os.listdir(tmp_path) == []


def test_a_writer_has_its_report_at_the_end(tmp_path):
    with urlset.writer(tmp_path / "a.xml") as out:
        out.write("https://e.com/")
        assert out.names == [] and out.findings == []
        with pytest.raises(ValueError, match="when the block has ended"):
            out.summary
    assert out.summary["totals"]["written"] == 1


def test_a_time_without_a_zone_is_written_as_it_is_and_told(tmp_path):
    pandas = pytest.importorskip("pandas")
    times = pandas.Series(pandas.to_datetime(["2024-01-02"]))
    for given, written in [
        (times, "2024-01-02T00:00:00"),
        (times.dt.tz_localize("UTC"), "2024-01-02T00:00:00Z"),
        (times.dt.date, "2024-01-02"),
    ]:
        with urlset.writer(tmp_path / "a.xml") as out:
            out.write(pandas.DataFrame({"loc": ["https://e.com/"], "lastmod": given}))
        assert [entry["lastmod"] for entry in urlset.read(tmp_path / "a.xml")] == [written]
        rules = ["lastmod/no-timezone"] if "00:00:00" == written[-8:] else []
        assert [one.rule for one in out.findings] == rules
        assert [one.rule for one in urlset.check(tmp_path / "a.xml").findings if one.rule.startswith("lastmod/")] == rules


def test_a_flood_of_findings_is_counted(tmp_path):
    rows = [*[f"/no/{n}" for n in range(3000)], "https://e.com/a"]
    with pytest.raises(urlset.LossError) as lost:
        with urlset.writer(tmp_path / "a.xml") as out:
            out.write(rows)
    for report in [lost.value.summary, urlset.check_batches(rows)]:
        assert report["totals"]["dropped"] == report["totals"]["error"] == 3000 and len(report.findings) == 1000
    assert len(urlset.check_batches(rows, max_findings=5).findings) == 5


def test_what_is_left_by_an_exception_is_not_there(tmp_path):
    with pytest.raises(RuntimeError):
        with urlset.writer(tmp_path / "a-{n}.xml", max_urls=10) as out:
            for n in range(100_000):
                out.write(f"https://e.com/{n}")
                if n == 50_000:
                    raise RuntimeError
    assert os.listdir(tmp_path) == []
    with pytest.raises(urlset.UsageError):
        with urlset.writer(tmp_path / "a-{what}.xml") as out:
            for n in range(100_000):
                out.write(f"https://e.com/{n}")
    with pytest.raises(ValueError, match="`with`"):
        urlset.writer(tmp_path / "a.xml").write("https://e.com/")
    with pytest.raises(TypeError, match="no table, batch, dict or loc: int"):
        with urlset.writer(tmp_path / "a.xml") as out:
            out.write(7)
    assert os.listdir(tmp_path) == []


def test_a_write_that_raises_is_no_half_a_set(tmp_path):
    with pytest.raises(urlset.DataError, match="nothing is published.*no value of an entry"):
        with urlset.writer(tmp_path / "a.xml") as out:
            out.write("https://e.com/1")
            with pytest.raises(TypeError):
                out.write([{"loc": "https://e.com/2"}, {"loc": object()}])
            out.write("https://e.com/3")
    assert os.listdir(tmp_path) == []


def test_an_option_that_each_job_has_is_none(shop, tmp_path):
    for call in [
        lambda: urlset.convert(shop / "pages.csv", json=True),
        lambda: urlset.check(shop / "pages.csv", report="a.json"),
        lambda: urlset.writer(tmp_path / "a.xml", output="b.xml"),
        lambda: urlset.writer(tmp_path / "a.xml", from_="csv"),
        lambda: urlset.check_batches(["https://e.com/"], from_="csv"),
    ]:
        with pytest.raises(TypeError, match="is given by this package"):
            call()


LATE = 120
"""Seconds after which what has not happened on a busy machine never does."""


def start(program, folder):
    """Runs a program, and waits until it says that it is under way."""
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(program), str(folder)], stdout=subprocess.PIPE, cwd=folder.parent
    )
    assert process.stdout.readline() == b"ready\n"
    return process


WRITES = """
    import sys, time, urlset
    with urlset.writer(sys.argv[1] + "/a-{n}.xml", max_urls=10) as out:
        out.write(f"https://e.com/{n}" for n in range(20_000))
        print("ready", out._job.process.pid, sep="\\n", flush=True)
        time.sleep(600)
"""


def is_running(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    # Nobody may ask after a child whose parent was killed.
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_who_is_killed_publishes_nothing(tmp_path, how):
    folder = tmp_path / "out"
    folder.mkdir()
    process = start(WRITES, folder)
    command = int(process.stdout.readline())
    process.send_signal(how)
    process.wait(LATE)
    # The command hears of it by itself, and takes back what it began.
    until = time.monotonic() + LATE
    while is_running(command):
        assert time.monotonic() < until
        time.sleep(0.05)
    assert os.listdir(folder) == []


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_a_job(tmp_path):
    program = """
        import sys, threading, urlset
        threading.Timer(0.5, lambda: print("ready", flush=True)).start()
        def rows():
            while True:
                yield "https://e.com/a"
        urlset.check_batches(rows())
    """
    process = start(program, tmp_path)
    process.send_signal(signal.SIGINT)
    assert process.wait(LATE) != 0


def test_the_command_is_there(shop):
    for words in [[sys.executable, "-m", "urlset"], [os.path.join(os.path.dirname(sys.executable), "urlset")]]:
        said = subprocess.run([*words, "--version"], capture_output=True, text=True, check=True).stdout
        assert said == f"urlset {urlset.__version__}\n"
        ended = subprocess.run([*words, "check", str(shop / "broken.xml"), "-qq"], capture_output=True)
        assert ended.returncode == 1


def test_a_folder_that_is_called_like_us_is_no_trouble(tmp_path):
    for name in ["urlset.py", "signal.py", "_urlset.py"]:
        (tmp_path / name).write_text("raise SystemExit('the wrong module')\n")
    program = "import sys; sys.path.pop(0); import urlset, os; os.chdir(sys.argv[1]); print(urlset.convert(b'https://e.com/', to='text').data)"
    said = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True)
    assert said.stdout == "b'https://e.com/\\n'\n", said.stderr
