"""Entries into sets of files, and checked where they are."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any

from . import _urlset
from ._errors import DataError, LossError
from ._findings import KEPT, Finding, Summary, listed
from ._process import Job, Path, flags, judged

NAME = "<batches>"

# That rows come as lines is nobody's fault: a row of which no entry was made is an empty one.
_OURS = {"json/blank-lines", "file/format-not-supported"}


class _Rows:
    """Data as JSON Lines, a line for each row, and what was found in batches on the way."""

    def __init__(self) -> None:
        self.count = 0
        self.findings: list[Finding] = []
        self.counts: Counter[str] = Counter()
        """Of each rule, with those that are only counted."""
        self.lost = 0
        self.dropped = 0

    def lines(self, data: Any) -> Iterator[bytes]:
        """The lines of one table, batch, entry, loc, or of many of these."""
        if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
            yield from self._batches(data)
        elif isinstance(data, (str, Mapping)):
            yield self._line(data)
        elif isinstance(data, Iterable) and not isinstance(data, (bytes, bytearray)):
            yield from self._many(data)
        else:
            raise TypeError(f"no table, batch, dict or loc: {type(data).__name__}")

    def _many(self, data: Iterable[Any]) -> Iterator[bytes]:
        block: list[bytes] = []
        for one in data:
            if isinstance(one, (str, Mapping)):
                block.append(self._line(one))
                if len(block) == 1024:
                    yield b"".join(block)
                    block = []
            else:
                yield b"".join(block)
                block = []
                yield from self.lines(one)
        yield b"".join(block)

    def _line(self, entry: Any) -> bytes:
        self.count += 1
        members = {"loc": entry} if isinstance(entry, str) else entry
        return json.dumps(members, default=_text, ensure_ascii=False).encode() + b"\n"

    def _batches(self, data: Any) -> Iterator[bytes]:
        lines = _urlset.Lines(data, self.count, NAME)
        while (block := lines.block()) is not None:
            yield block
        self.count += lines.rows()
        found = lines.findings()
        self.findings += listed(found)
        self.counts.update(found.counts())
        self.lost += sum(found.lost())
        self.dropped += found.lost()[1]


def _text(value: Any) -> str:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    raise TypeError(f"no value of an entry: {value!r}")


def _with(summary: Summary, rows: _Rows) -> Summary:
    """A report with what was found before the command saw the rows."""
    totals = summary.setdefault("totals", {})
    told = []
    for one in summary.get("findings", []):
        if one["rule"] in _OURS:
            totals[one["severity"]] = totals.get(one["severity"], 1) - 1
            continue
        for place in (one, one.get("other") or {}):
            if place.get("path") == "-":
                place["path"] = NAME
                # Of the line, not of the row.
                place.pop("byte", None)
                place.pop("column", None)
        told.append(one)
    own = _told_once(rows, told, totals)
    summary["findings"] = [
        {name: value for name, value in vars(one).items() if value is not None} for one in own
    ] + told
    if rows.dropped:
        totals["dropped"] = totals.get("dropped", 0) + rows.dropped
    return summary


def _told_once(rows: _Rows, told: list[dict[str, Any]], totals: dict[str, int]) -> list[Finding]:
    """Findings of batches that the command, which sees what is kept of a row, does not tell again; they are
    counted."""
    again = Counter((one["rule"], one.get("line")) for one in told)
    left = Counter(one["rule"] for one in told)
    severities = {one.rule: one.severity for one in rows.findings}
    own = []
    unlisted = Counter(rows.counts)
    for one in rows.findings:
        unlisted[one.rule] -= 1
        if one.lost == "nothing" and again[one.rule, one.line] > 0:
            again[one.rule, one.line] -= 1
            left[one.rule] -= 1
            continue
        own.append(one)
        totals[one.severity] = totals.get(one.severity, 0) + 1
    for rule, count in unlisted.items():
        # Of those the places are not known.
        if (more := count - max(left[rule], 0)) > 0:
            totals[severities[rule]] = totals.get(severities[rule], 0) + more
    return own


class Writer:
    """Writes entries into a set of files, which is there whole at the end, or not at all: see :func:`writer`."""

    summary: Summary | None = None
    """The report, once the set is there."""

    def __init__(self, words: list[str], allow_loss: bool) -> None:
        self._words = words
        self._allow_loss = allow_loss
        self._rows = _Rows()
        self._job: Job | None = None
        self._failed: BaseException | None = None

    def __enter__(self) -> Writer:
        self._job = Job(self._words, framed=True)
        return self

    def write(self, data: Any) -> None:
        """Adds entries: a table, a batch or whatever has ``__arrow_c_stream__``, with the columns that a CSV may have;
        a dict as :func:`read` gives it; a loc; or many of these.

        What raises here may have added some of them, so the set is never published: where the exception is caught,
        the end of the block raises :class:`DataError`."""
        if self._job is None:
            raise ValueError("a writer is used in a `with` statement")
        try:
            for lines in self._rows.lines(data):
                self._job.feed(lines)
        except BaseException as error:
            self._failed = error
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        job, self._job = self._job, None
        if job is None:
            return
        with job:
            if kind is not None:
                return
            if self._failed is not None:
                said = f"nothing is published, since a write failed: {self._failed!r}"
                raise DataError(said) from self._failed
            summary = job.end()
        self.summary = _with(summary, self._rows)
        judged(self.summary, self._allow_loss)
        if self._rows.lost and not self._allow_loss:
            raised = LossError(f"{self._rows.lost} left out, the first: {self._rows.findings[0]}")
            raised.summary = self.summary
            raise raised

    @property
    def names(self) -> list[str]:
        """The files of the set, with the index last where there is one."""
        outputs = [] if self.summary is None else self.summary.get("outputs", [])
        return [output["path"] for output in outputs if output.get("published", True)]

    @property
    def findings(self) -> list[Finding]:
        """What was found."""
        return self.summary.findings if self.summary is not None else list(self._rows.findings)


def writer(template: Path, *, format: str | None = None, allow_loss: bool = False, **options: Any) -> Writer:
    """Writes a set of sitemaps, or any other format, as ``urlset convert`` does::

        with urlset.writer("out/sitemap-{n:05}.xml.gz", index="out/sitemap.xml",
                           base_url="https://www.example.com/") as out:
            for batch in batches:
                out.write(batch)
        print(out.names)

    Files are cut by ``max_urls`` and ``max_bytes``, named by the template, compressed where that ends in ``.gz``, and
    published at the end, all at once; where the block is left by an exception, or this process dies, nothing of the
    set is visible. Options are those of ``urlset convert --help`` with ``_`` for ``-``. Where entries or fields were left
    out, :class:`LossError` is raised at the end unless ``allow_loss``; what was kept is published all the same.
    """
    own = {"from": "jsonl", "output": template} | ({"to": format} if format else {})
    options.setdefault("max_findings", KEPT)
    return Writer(["convert", "-", *flags(options, own)], allow_loss)


def check_batches(data: Any, *, profile: str = "sitemaps.org", **options: Any) -> Summary:
    """Checks entries that are in batches, tables or dicts: the findings, whose ``line`` is the number of the row,
    and the totals of ``urlset check``.

    Rules of single entries and of the set are checked. What only a file shows is not: markup and namespaces,
    charset, compression, sizes of files, the place of a file among the addresses it lists.
    """
    rows = _Rows()
    options.setdefault("max_findings", KEPT)
    words = flags(options, {"from": "jsonl", "profile": profile})
    with Job(["check", "-", *words], framed=True) as job:
        for lines in rows.lines(data):
            job.feed(lines)
        summary = job.end()
    if rows.findings and summary.code == 0 and any(one.severity == "error" for one in rows.findings):
        summary.code = 1
    return judged(_with(summary, rows), allow_loss=True)
