"""A program whose types `mypy --strict` knows (`test_types.py`)."""

import gzip
from pathlib import Path

import urlset


def newest(path: Path) -> str:
    """The latest date in a document."""
    heard: list[urlset.Finding] = []
    entries = urlset.read(path, on_finding=heard.append)
    dates = [entry["lastmod"] for entry in entries if "lastmod" in entry]
    for finding in heard:
        line: int | None = finding.line
        print(finding.rule, line)
    return max(dates)


def copied(path: Path, to: Path) -> list[str]:
    """The files of a copy."""
    with urlset.writer(to / "a-{n}.xml.gz", max_urls=1000) as out:
        out.write(urlset.read_batches(path, columns=["loc", "lastmod"]))
    summary: urlset.Summary = out.summary
    assert summary.ok
    return out.names


def keyed(loc: str) -> str:
    """The address in normal form."""
    return urlset.key(loc, normalised=True)


def counted(path: Path) -> int:
    """Entries of what is open, and of what is in memory."""
    with gzip.open(path) as packed, path.open("rb") as plain:
        return sum(len(list(urlset.read(source))) for source in (packed, plain, bytearray(b"https://e.com/")))


def located(path: Path) -> list[str]:
    """Each entry has a loc."""
    with urlset.read(path) as entries:
        return [entry["loc"] for entry in entries]


pieces: list[urlset.Split] = urlset.splits("a.xml", 1000)
try:
    urlset.convert("a.xml", output="b.csv")
except urlset.LossError as error:
    print(error.summary, error.finding)
