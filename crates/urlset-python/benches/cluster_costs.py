"""What a merge costs on a cluster of processes and by the command, or a check of language versions: the tables of `docs/scale.md`.

    python benches/cluster_costs.py --urls 50000000 --command target/release/urlset
    python benches/cluster_costs.py --languages --urls 1000000 --command target/release/urlset

Wants the package built with `--release`, pyspark and Java, and a folder with room for twelve times the inputs (`--folder`).
CPU is of all processes that a side began, the JVMs and the driver among them.
"""

import argparse
import filecmp
import gzip
import json
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from cluster import Cluster  # noqa: E402

ENTRIES_PER_FILE = 250_000
"""In every file of the inputs."""

DISTINCT = 0.58
"""Pages there are for each entry: about 45 % of the entries are of a page that another has."""

MERGE = ["merge", "--on-conflict", "lastmod=newest,image=union", "-qq"]
CHECK = ["check", "--profile", "google", "--report-format", "json", "-qq"]

LANGUAGES = ["de", "en", "es", "fr", "it"]
"""Of each page there is one in each, in files of its language."""

FAULTY = 1000
"""Of so many pages one lists no others."""


def write_languages(folder: Path, urls: int) -> None:
    """XML of so many pages, with alternates in five languages."""
    folder.mkdir(parents=True)
    with multiprocessing.Pool() as pool:
        pool.starmap(write_language, [(folder, first) for first in range(0, urls // 5, 50_000)])


def write_language(folder: Path, first: int) -> None:
    names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

    def loc(language: str, number: int) -> str:
        return f"https://www.example.com/{language}/section-{number % 97}/page-{number}"

    for own in LANGUAGES:
        with open(folder / f"{first:09}-{own}.xml", "w") as out:
            out.write(f"<urlset {names}>\n")
            for number in range(first, first + 50_000):
                listed = [own] if (number + ord(own[0])) % FAULTY == 0 else LANGUAGES
                links = [f'<xhtml:link rel="alternate" hreflang="{one}" href="{loc(one, number)}"/>' for one in listed]
                links.append(f'<xhtml:link rel="alternate" hreflang="x-default" href="{loc("en", number)}"/>')
                out.write(f"<url><loc>{loc(own, number)}</loc>{''.join(links)}</url>\n")
            out.write("</urlset>\n")


def write_inputs(folder: Path, urls: int, hot: float) -> None:
    """Text, XML with images, CSV and JSON Lines in equal parts; `hot` is the share of entries that have one page."""
    folder.mkdir(parents=True)
    files = max(urls // ENTRIES_PER_FILE, 4)
    jobs = [(folder, file, urls // files, int(urls * DISTINCT), hot) for file in range(files)]
    with multiprocessing.Pool() as pool:
        pool.starmap(write_input, jobs)


def write_input(folder: Path, file: int, count: int, pages: int, hot: float) -> None:
    some = random.Random(file)

    def page() -> str:
        number = 0 if some.random() < hot else some.randrange(pages)
        return f"https://www{number % 7}.example.com/section-{number % 97}/page-{number}"

    def date() -> str:
        return f"202{some.randrange(4, 7)}-{some.randrange(1, 13):02}-{some.randrange(1, 29):02}"

    match file % 4:
        case 0:
            with open(folder / f"{file:05}.txt", "w") as out:
                out.writelines(f"{page()}\n" for _ in range(count))
        case 1:
            with gzip.open(folder / f"{file:05}.xml.gz", "wt", compresslevel=1) as out:
                out.write('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" ')
                out.write('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n')
                for _ in range(count):
                    loc = page()
                    image = f"<image:image><image:loc>{loc}.jpg</image:loc></image:image>"
                    out.write(f"<url><loc>{loc}</loc><lastmod>{date()}</lastmod>{image}</url>\n")
                out.write("</urlset>\n")
        case 2:
            with open(folder / f"{file:05}.csv", "w") as out:
                out.write("url,lastmod,changefreq\n")
                out.writelines(f"{page()},{date()},daily\n" for _ in range(count))
        case _:
            with open(folder / f"{file:05}.jsonl", "w") as out:
                out.writelines(json.dumps({"loc": page(), "lastmod": date()}) + "\n" for _ in range(count))


@dataclass
class Watch:
    """The processes below this one, looked at twice a second; and how much stands in a folder."""

    disks: Path
    ticks: dict[tuple[int, str], int] = field(default_factory=dict)
    """Of each process that was seen, by its number and start."""
    peak: dict[str, int] = field(default_factory=dict)
    """The most resident KiB of any process, by the program's name."""
    resident: dict[int, int] = field(default_factory=dict)
    """The most resident KiB of each process."""
    most_on_disks: int = 0
    ended: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        parents: dict[int, int] = {}
        seen: dict[int, tuple[str, str, int, int]] = {}
        for name in os.listdir("/proc"):
            try:
                stat = Path(f"/proc/{int(name)}/stat").read_text()
                status = Path(f"/proc/{name}/status").read_text()
            except (ValueError, OSError):
                continue
            fields = stat.rpartition(")")[2].split()
            kept = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
            parents[int(name)] = int(fields[1])
            program = stat.partition("(")[2].rpartition(")")[0]
            seen[int(name)] = (program, fields[19], int(fields[11]) + int(fields[12]), int(kept[0]) if kept else 0)
        own = os.getpid()
        for process, (program, start, ticks, resident) in seen.items():
            above = process
            while above in parents and above != own:
                above = parents[above]
            if above == own and process != own:
                self.ticks[process, start] = ticks
                self.peak[program] = max(self.peak.get(program, 0), resident)
                self.resident[process] = max(self.resident.get(process, 0), resident)

    def run(self) -> None:
        while not self.ended.wait(0.5):
            self.look()
            size = 0
            for folder, _, files in os.walk(self.disks):
                for file in files:
                    try:
                        size += os.stat(os.path.join(folder, file)).st_size
                    except OSError:
                        pass
            self.most_on_disks = max(self.most_on_disks, size)

    def cpu(self) -> float:
        return sum(self.ticks.values()) / os.sysconf("SC_CLK_TCK")


def command(urlset: str, words: list[str]) -> str:
    began = time.monotonic()
    process = subprocess.Popen([urlset, *words])
    _, status, used = os.wait4(process.pid, 0)
    # 1 is that of a check that found errors.
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        raise SystemExit(f"the command ended with {status}")
    clock = time.monotonic() - began
    return f"command: {used.ru_utime + used.ru_stime:.1f} CPU s, {clock:.0f} s, {used.ru_maxrss / 1024:.0f} MiB"


def job(languages: bool, inputs: Path, out: Path) -> list[str]:
    names = sorted(str(path) for path in inputs.iterdir())
    out.mkdir()
    if languages:
        return [*CHECK, *names, "--report", str(out / "report.json")]
    return [*MERGE, *names, "-o", str(out / "s-{n:05}.xml.gz"), "--index", str(out / "i.xml"), "--base-url", "https://e.com/"]


def on_cluster(folder: Path, words: list[str]) -> str:
    cluster = Cluster(folder)
    events = folder / "events"
    events.mkdir()
    watch = Watch(folder / "local")
    threading.Thread(target=watch.run, daemon=True).start()
    try:
        cluster.add_worker("2g")
        cluster.add_worker("2g")
        began = time.monotonic()
        started = [sys.executable, "-m", "urlset.spark", *words, "--master", cluster.master]
        settings = {
            "spark.executor.memory": "2g",
            "spark.eventLog.enabled": "true",
            "spark.eventLog.dir": events.as_uri(),
            "spark.eventLog.compress": "false",
            "spark.ui.showConsoleProgress": "false",
        }
        for name, value in settings.items():
            started += ["--conf", f"{name}={value}"]
        driver = subprocess.Popen(started, env=cluster.environment)
        if driver.wait() not in (0, 1):
            raise SystemExit(f"the cluster ended with {driver.returncode}")
        clock = time.monotonic() - began
        watch.look()
    finally:
        watch.ended.set()
        cluster.stop()
    python = max(kept for name, kept in watch.peak.items() if name.startswith("python"))
    java = watch.peak.get("java", 0)
    return (
        f"cluster: {watch.cpu():.0f} CPU s, {clock:.0f} s, {python / 1024:.0f} MiB a Python process, "
        f"{watch.resident[driver.pid] / 1024:.0f} MiB that of the driver, "
        f"{java / 1048576:.1f} GiB a Java process, {shuffled(events) / 1e6:.0f} MB shuffled, "
        f"{watch.most_on_disks / 1e6:.0f} MB on disks"
    )


def shuffled(events: Path) -> int:
    """Bytes that tasks wrote for others, as Spark's own log of events has them."""
    total = 0
    for path in events.rglob("*"):
        if not path.is_file():
            continue
        with open(path) as lines:
            for line in lines:
                if '"SparkListenerTaskEnd"' in line:
                    metrics = json.loads(line).get("Task Metrics") or {}
                    total += metrics.get("Shuffle Write Metrics", {}).get("Shuffle Bytes Written", 0)
    return total


def same(one: Path, other: Path) -> bool:
    names = sorted(os.listdir(one))
    wrong = filecmp.cmpfiles(one, other, names, shallow=False)[1:]
    return names == sorted(os.listdir(other)) and wrong == ([], [])


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--urls", type=int, nargs="+", default=[1_000_000])
    words.add_argument("--hot", type=float, default=0.0, help="share of the entries that have one page")
    words.add_argument("--languages", action="store_true", help="check pages in five languages instead of merging")
    words.add_argument("--command", default="urlset")
    words.add_argument("--folder", type=Path)
    options = words.parse_args()
    for urls in options.urls:
        folder = Path(tempfile.mkdtemp(prefix="urlset-bench-", dir=options.folder))
        try:
            inputs, alone, together = folder / "in", folder / "command", folder / "cluster"
            if options.languages:
                write_languages(inputs, urls)
            else:
                write_inputs(inputs, urls, options.hot)
            print(f"{urls:,} URLs, load {os.getloadavg()[0]:.1f}", flush=True)
            print(command(options.command, job(options.languages, inputs, alone)), flush=True)
            print(on_cluster(folder, job(options.languages, inputs, together)), flush=True)
            print("equal to the byte" if same(alone, together) else "NOT EQUAL", flush=True)
        finally:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
