"""A cluster of Spark on this machine: a master and workers, each a process, and inputs of all kinds."""

import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path


LATE = 300
"""Seconds after which what has not happened on a busy machine never does."""


class Cluster:
    """A standalone cluster on loopback. Ends what it began."""

    def __init__(self, folder: Path) -> None:
        import pyspark

        self.folder = folder
        self.home = Path(pyspark.__file__).parent
        self.begun: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **os.environ,
            "SPARK_HOME": str(self.home),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(folder / "local"),
            "PYSPARK_PYTHON": sys.executable,
        }
        log = self._begin("master.Master", "--host", "127.0.0.1", "--port", "0", "--webui-port", "0")
        self.master = self._wait(log, r"Starting Spark master at (spark://\S+)")

    def _begin(self, name: str, *words: str) -> Path:
        log = self.folder / f"{len(self.begun)}.log"
        command = [str(self.home / "bin/spark-class"), f"org.apache.spark.deploy.{name}", *words]
        with open(log, "wb") as out:
            process = subprocess.Popen(
                command, stdout=out, stderr=out, env=self.environment, cwd=self.folder, start_new_session=True
            )
        self.begun.append(process)
        return log

    def _wait(self, log: Path, pattern: str) -> str:
        until = time.monotonic() + LATE
        while self.begun[-1].poll() is None and time.monotonic() < until:
            if found := re.search(pattern, log.read_text(errors="replace")):
                return found[found.lastindex or 0]
            time.sleep(0.1)
        raise TimeoutError(log.read_text(errors="replace"))

    def add_worker(self, memory: str = "1200m") -> None:
        words = ["--host", "127.0.0.1", "--cores", "1", "--memory", memory, "--webui-port", "0"]
        log = self._begin("worker.Worker", *words, "-d", str(self.folder / "work"), self.master)
        self.workers.append(self.begun[-1])
        self._wait(log, "Successfully registered with master")

    def kill_worker(self) -> None:
        """One worker with its executor, as a machine that fails."""
        os.killpg(self.workers.pop(0).pid, signal.SIGKILL)

    def stop(self) -> None:
        for process in self.begun:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()


def page(number: int) -> str:
    return f"https://www{number % 7}.example.com/section-{number % 97}/page-{number}"


def inputs(folder: Path, urls: int) -> Path:
    """So many URLs in four formats, many of them more than once, with values that differ."""
    folder.mkdir(parents=True)
    some = random.Random(urls)
    each = urls // 4

    def pages() -> list[str]:
        return [page(some.randrange(urls * 3 // 4)) for _ in range(each)]

    def date() -> str:
        return f"202{some.randrange(4, 7)}-{some.randrange(1, 13):02}-{some.randrange(1, 29):02}"

    odd = ["HTTPS://WWW1.example.com:443/section-%31/x", "https://www1.example.com/section-1/x"]
    (folder / "a.txt").write_text("\n".join([*odd, *pages(), f"https://www1.example.com/{'y' * 1500}"]) + "\n")
    name = "http://www.sitemaps.org/schemas/sitemap/0.9"
    image = "http://www.google.com/schemas/sitemap-image/1.1"
    with gzip.open(folder / "b.xml.gz", "wt", compresslevel=1) as out:
        out.write(f'<urlset xmlns="{name}" xmlns:image="{image}" xmlns:x="urn:x">\n')
        for number, loc in enumerate(pages()):
            more = f"<image:image><image:loc>{loc}.jpg</image:loc></image:image><x:y a='b'>t</x:y>" if number % 9 == 0 else ""
            priority = f"<priority>0.{some.randrange(10)}0</priority>"
            out.write(f"<url><loc>{loc}</loc><lastmod>{date()}</lastmod>{priority}{more}</url>\n")
        out.write("</urlset>\n")
    with open(folder / "c.csv", "w") as out:
        out.write("url,lastmod,changefreq\n")
        out.writelines(f"{loc},{date()},daily\n" for loc in pages())
    with open(folder / "d.jsonl", "w") as out:
        for loc in pages():
            out.write(json.dumps({"loc": loc, "priority": 0.5, "lastmod": "2024-03"}) + "\n")
        out.write('{"loc":"/relative"}\n')
    return folder


def tree(folder: Path) -> dict[str, bytes]:
    """The files of a folder and what is in them."""
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.is_dir() else {}
