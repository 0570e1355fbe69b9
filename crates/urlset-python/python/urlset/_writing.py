"""Entries into sets of files, and checked where they are."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import functools
import json
import numbers
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any

from . import _urlset
from ._errors import DataError, LossError
from ._findings import KEPT, WEIGHTS, Finding, Summary, listed
from ._process import Job, Path, flags, judged, run

NAME = "<batches>"

# That rows come as lines is nobody's fault: a row of which no entry was made is an empty one.
_OURS = {"json/blank-lines", "file/format-not-supported"}

# What is in no file is in none that is too large.
_OF_FILES = [
    "file/too-many-urls", "file/near-url-limit", "file/too-large", "file/near-limit", "index/too-many", *sorted(_OURS)
]

# What is said of how a value is written: of one that was repaired the command sees what became of it.
_OF_FORM = {"lastmod/no-timezone", "lastmod/reduced-precision", "priority/default-written"}


class _Rows:
    """Data as JSON Lines, a line for each row, and what was found in batches on the way."""

    def __init__(self, most: int | None) -> None:
        self.count = 0
        self.most = _listed(most)
        self.findings: list[Finding] = []
        """Of one rule so many at most."""
        self.kept: Counter[str] = Counter()
        self.unkept: Counter[tuple[str, str]] = Counter()
        """The others, by rule and by what they cost."""
        self.columns: list[Finding] = []
        """What is said of columns."""
        self.repaired: set[tuple[int | None, str]] = set()
        """Rows and fields."""
        self.lost = 0
        self.dropped = 0

    def lines(self, data: Any) -> Iterator[bytes]:
        """The lines of one table, batch, entry, loc, or of many of these."""
        if (column := _column(data)) is not None:
            yield from self._many({"loc": loc} for loc in column)
        elif hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
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
        members = {name: None if _is_missing(value) else value for name, value in members.items()}
        return json.dumps(members, default=_text, ensure_ascii=False, allow_nan=False).encode() + b"\n"

    def _batches(self, data: Any) -> Iterator[bytes]:
        lines = _urlset.Lines(data, self.count, NAME, self.most)
        while (block := lines.block()) is not None:
            yield block
        self.count += lines.rows()
        found = lines.findings()
        for rule, lost, count in found.unkept():
            self.unkept[rule, lost] += count
        self.lost += sum(found.lost())
        self.dropped += found.lost()[1]
        for one in listed(found):
            if one.line is None:
                # Each batch of a table says it again.
                if one in self.columns:
                    self.lost -= one.lost != "nothing"
                    continue
                self.columns.append(one)
            if self.kept[one.rule] < self.most:
                self.kept[one.rule] += 1
                self.findings.append(one)
                if one.now is not None:
                    self.repaired.add((one.line, _field(one.rule)))
            else:
                self.unkept[one.rule, one.lost] += 1

    def unlisted(self) -> Counter[str]:
        """How many of each rule are not listed."""
        counts: Counter[str] = Counter()
        for (rule, _), count in self.unkept.items():
            counts[rule] += count
        return counts


def _column(data: Any) -> list[Any] | None:
    """The values of a column of locs: a Series of pandas or polars, an array of pyarrow. One of structs is a table."""
    if type(data).__name__ == "Series":
        values = data.to_list()
    elif hasattr(data, "to_pylist") and not hasattr(data, "schema"):
        values = data.to_pylist()
    else:
        return None
    return None if any(isinstance(value, Mapping) for value in values) else values


def _is_missing(value: Any) -> bool:
    """What pandas has where there is nothing: NaN, NaT and NA."""
    kinds = (float, datetime.datetime, decimal.Decimal, numbers.Real)
    return (isinstance(value, kinds) and value != value) or type(value).__name__ == "NAType"


def _text(value: Any) -> str | int | float:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if isinstance(value, numbers.Integral):
        return int(value)
    # Numbers of numpy and decimals: as they are written, where a number of JSON says the same.
    if isinstance(value, decimal.Decimal) or type(value).__module__ == "numpy" and isinstance(value, numbers.Real):
        number = float(str(value))
        return number if decimal.Decimal(repr(number)) == decimal.Decimal(str(value)) else str(value)
    raise TypeError(f"no value of an entry: {value!r}")


def _listed(most: int | None) -> int:
    """Findings of one rule that the command lists, where so many are wanted: enough to know those of batches again."""
    return max(KEPT, int(most or 0))


def _with(summary: Summary, rows: _Rows, most: int | None) -> Summary:
    """A report with what was found before the command saw the rows."""
    totals = summary.setdefault("totals", {})
    told = []
    for one in summary.get("findings", []):
        rule, line = one["rule"], one.get("line")
        is_ours = rule in _OURS or (rule == "file/empty" and rows.count > 0)
        if is_ours or (rule in _OF_FORM and (line, _field(rule)) in rows.repaired):
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
    findings = [{name: value for name, value in vars(one).items() if value is not None} for one in own] + told
    left = Counter({one["rule"]: _listed(None) if most is None else int(most) for one in findings})
    summary["findings"] = []
    for one in findings:
        if left[one["rule"]] > 0:
            left[one["rule"]] -= 1
            summary["findings"].append(one)
    for total, count in (("dropped", rows.dropped), ("fields_dropped", rows.lost - rows.dropped)):
        # A check counts no fields.
        if count and total in totals:
            totals[total] += count
    return summary


def _field(rule: str) -> str:
    return rule.partition("/")[0]


def _told_once(rows: _Rows, told: list[dict[str, Any]], totals: dict[str, int]) -> list[Finding]:
    """Findings of batches that the command, which sees what is kept of a row, does not tell again; they are
    counted."""
    again = Counter((one["rule"], one.get("line")) for one in told)
    listed_of = Counter(one["rule"] for one in told)
    # Behind the last one that is listed of a rule the command may have told more.
    last = {one["rule"]: one.get("line") or 0 for one in told if listed_of[one["rule"]] >= rows.most}
    own: list[Finding] = []
    matched: Counter[str] = Counter()
    for one in rows.findings:
        if one.lost == "nothing":
            if again[one.rule, one.line] > 0:
                again[one.rule, one.line] -= 1
                matched[one.rule] += 1
                continue
            if one.rule in last and (one.line or 0) > last[one.rule]:
                continue
        own.append(one)
        totals[one.severity] = totals.get(one.severity, 0) + 1
    severities = {one.rule: one.severity for one in rows.findings}
    for rule, count in rows.unlisted().items():
        # Of those the places are not known: where the first were told again, so are these.
        if matched[rule] > 0:
            count = 0 if rule in last else count - (listed_of[rule] - matched[rule])
        if rule in severities and count > 0:
            totals[severities[rule]] = totals.get(severities[rule], 0) + count
    return own


class Writer:
    """Writes entries into a set of files, which is there whole at the end, or not at all: see :func:`writer`."""

    def __init__(self, words: list[str], allow_loss: bool, max_findings: int | None = None) -> None:
        self._words = [*words, f"--max-findings={_listed(max_findings)}"]
        self._max_findings = max_findings
        self._allow_loss = allow_loss
        self._rows = _Rows(max_findings)
        self._job: Job | None = None
        self._summary: Summary | None = None
        self._failed: BaseException | None = None
        # What one thread writes stays together; a generator that is written may write, too.
        self._lock = threading.RLock()

    def __enter__(self) -> Writer:
        # Of a wrong option or a folder that is not there the command tells when it begins; of what is written
        # meanwhile nobody would hear before the end. A run without entries that writes nothing tells it now; a set
        # that is `previous` is read twice for it.
        dry = [] if "--dry-run" in self._words else ["--dry-run"]
        run([*self._words, *dry], feed=(), allow_loss=True)
        self._job = Job(self._words, framed=True)
        return self

    def write(self, data: Any) -> None:
        """Adds entries: a table, a batch or whatever has ``__arrow_c_stream__``, with the columns that a CSV may have;
        a dict as :func:`read` gives it; a loc; a column of locs; or many of these. Threads may write in turns.

        What raises here may have added some of them, so the set is never published: where the exception is caught,
        the end of the block raises :class:`DataError`."""
        with self._lock:
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
        self._summary = _with(summary, self._rows, self._max_findings)
        judged(self._summary, self._allow_loss)
        if self._rows.lost and not self._allow_loss:
            first = next(one for one in self._rows.findings if one.lost != "nothing")
            raised = LossError(f"{self._rows.lost} left out, the first: {first}")
            raised.finding, raised.summary = first, self._summary
            raise raised

    @property
    def summary(self) -> Summary:
        """The report, once the block has ended; where it ended by an exception of its own there is none."""
        if self._summary is None:
            raise ValueError("a writer has a report when the block has ended, and not by an exception of its own")
        return self._summary

    @property
    def names(self) -> list[str]:
        """The files of the set, with the index last where there is one."""
        outputs = [] if self._summary is None else self._summary.get("outputs", [])
        return [output["path"] for output in outputs if output.get("published", True)]

    @property
    def findings(self) -> list[Finding]:
        """What was found."""
        return self._summary.findings if self._summary is not None else list(self._rows.findings)


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
    most = options.pop("max_findings", None)
    return Writer(["convert", "-", *flags({"follow": "none", **options}, own)], allow_loss, most)


def check_batches(data: Any, *, profile: str = "sitemaps.org", **options: Any) -> Summary:
    """Checks entries that are in batches, tables or dicts: the findings, whose ``line`` is the number of the row,
    and the totals of ``urlset check``.

    Rules of single entries and of the set are checked. What only a file shows is not: markup and namespaces,
    charset, compression, sizes of files, the place of a file among the addresses it lists. So ``strict-xsd``, which
    is about nothing else, is a :class:`ValueError`. An index is checked as what it is.
    """
    if "strict-xsd" in profile.split(","):
        raise ValueError("strict-xsd asks what the XML of a file is: write one, and `check` it")
    most = options.pop("max_findings", None)
    rows = _Rows(most)
    options = {"follow": "none", **options}
    words = flags(options, {"from": "jsonl", "profile": profile, "max_findings": _listed(most)})
    words += [f"--allow={rule}" for rule in _OF_FILES]
    with Job(["check", "-", *words], framed=True) as job:
        is_blank = True
        for lines in rows.lines(data):
            is_blank = is_blank and (not lines or lines.isspace())
            job.feed(lines)
        if is_blank:
            # Where no row is left, there is an empty list all the same, and not an empty file.
            job.feed(b"[]\n")
        summary = job.end()
    if rows.findings:
        _weigh(rows, profile, [one for one in words if one.startswith(("--allow=", "--deny="))])
    summary = _with(summary, rows, most)
    if summary.code in (0, 1):
        upto = WEIGHTS.index(str(options.get("fail_on") or "error")) + 1
        summary.code = int(any(summary["totals"].get(weight) for weight in WEIGHTS[:upto]))
    return judged(summary, allow_loss=True)


@functools.cache
def _rules() -> dict[str, dict[str, Any]]:
    """What each rule weighs for whom."""
    return {one["id"]: one["profiles"] for one in run(["list", "rules"])["rules"]}


def _weigh(rows: _Rows, profile: str, words: list[str]) -> None:
    """Gives what was found in batches the weight that the command gives it."""
    def weight(one: Finding) -> str | None:
        said = {word.partition("=")[2]: word.startswith("--deny") for word in words}
        for name in (one.rule, _field(one.rule) + "/*"):
            if name in said:
                return "error" if said[name] else None
        weights = [weight for name in profile.split(",") if (weight := _rules()[one.rule].get(name))]
        return min(weights, key=WEIGHTS.index, default=None)

    found, rows.findings = rows.findings, []
    for one in found:
        if severity := weight(one):
            rows.findings.append(dataclasses.replace(one, severity=severity))
        else:
            rows.dropped -= one.lost == "entry"
            # Those that are not listed, too.
            rows.dropped -= rows.unkept.pop((one.rule, "entry"), 0) if one.lost == "entry" else 0
