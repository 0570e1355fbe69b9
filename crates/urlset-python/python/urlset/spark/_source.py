"""Sitemaps as a data source: ``spark.read.format("urlset").load(path)``."""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark.sql import datasource
from pyspark.sql.datasource import DataSource, DataSourceReader, DataSourceStreamReader, InputPartition

from .. import _urlset
from .._errors import Error, FindingWarning, InputError, UsageError
from .._findings import Finding
from .._reading import Batches, Split, read_batches, splits
from ._filters import Condition, condition
from ._image import stored
from ._objects import asking, is_stored, opened, path_here, spelled
from ._options import columns_of, findings_of, is_on, known, meant, number_of, size_of, words_of
from ._plan import UNREAD, nothing, planned
from ._sink import UrlsetWriter
from ._told import clear, is_told, keep_apart, tell

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

READING = ("from", "follow", "resolve", "max_depth", "strict", "lenient", "source_url", "keep_invalid")
"""Flags of the command that are options here."""

OPTIONS = (*READING, "path", "paths", "columns", "findings", "split", "batch_size", "pushdown", "storage_options")
"""All options."""

SPLIT, BATCH = 128 << 20, 8192


def schema() -> pyarrow.Schema:
    """All columns, as Spark has them."""
    columns = pyarrow.RecordBatchReader.from_stream(read_batches(b"https://example.com/\n", format="text")).schema
    line = columns.get_field_index("line")
    columns = columns.set(line, pyarrow.field("line", pyarrow.int64()))
    return pyarrow.schema([field.with_nullable(True) for field in columns])


def _look_at(given: StructType) -> None:
    """Refuses columns that there are not, and types that they do not have, as the schema of a user may have them."""
    from pyspark.sql.pandas.types import from_arrow_schema

    every = {field.name: field.dataType for field in from_arrow_schema(schema())}
    if not given.fields:
        raise UsageError("a schema without columns, in which no row could be counted: leave out schema()")
    for field in given:
        name, kind = field.name, field.dataType.simpleString()
        if name not in every:
            raise UsageError(f"'{name}' is no column of a reading; {meant(name, list(every))}")
        due = every[name].simpleString()
        if kind != due:
            raise UsageError(f"'{name}' is {due}, not {kind}: leave out schema(), and cast it where it is read")
        if not field.nullable or field.dataType != every[name]:
            raise UsageError(f"'{name}' may be null, and so may what it holds: leave out schema()")


class UrlsetSource(DataSource):
    """Documents of any format that the command reads, and sets of files that it writes."""

    @classmethod
    def name(cls) -> str:
        return "urlset"

    def schema(self) -> StructType:
        from pyspark.sql.pandas.types import from_arrow_schema

        every = schema()
        wanted = self.options.get("columns")
        if wanted:
            every = pyarrow.schema([every.field(name) for name in columns_of(wanted, every.names)])
        return from_arrow_schema(every)

    def reader(self, schema: StructType) -> UrlsetReader:
        options = known(self.options, OPTIONS)
        _look_at(schema)
        return (FilteringReader if is_on(options, "pushdown") else UrlsetReader)(options, schema.names)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:
        raise UsageError("sitemaps are no stream: read them by spark.read.format('urlset')")

    def writer(self, schema: StructType, overwrite: bool) -> UrlsetWriter:
        return UrlsetWriter(self.options, overwrite)


class Piece(InputPartition):
    """A document, or a piece of one."""

    def __init__(self, number: int, part: int, path: str, base: str | None, format: str, split: Split | None) -> None:
        self.number, self.part, self.path = number, part, path
        self.base, self.format, self.split = base, format, split


def _inputs(options: dict[str, str]) -> list[str]:
    several = options.get("paths")
    paths = json.loads(several) if several else []
    given = paths + ([options["path"]] if options.get("path") else [])
    return [spelled(one) for path in given for one in _of_list(path)]


def _of_list(path: str) -> list[str]:
    """What `@LIST` names where that is in a store; of what is elsewhere the command reads the list."""
    if not (path.startswith("@") and os.path.isfile(path[1:])):
        return [path]
    with open(path[1:], encoding="utf-8-sig", errors="replace") as file:
        lines = [line.strip() for line in file if line.strip()]
    return lines if any(is_stored(spelled(line)) for line in lines) else [path]


class UrlsetReader(DataSourceReader):
    """Reads each document, or piece of one, as a partition."""

    def __init__(self, options: dict[str, str], columns: list[str]) -> None:
        self.options, self.columns = options, columns
        self.conditions: list[Condition] = []
        self.findings = findings_of(options)
        self.strict, self.lenient = is_on(options, "strict"), is_on(options, "lenient")
        self.keep_invalid = is_on(options, "keep_invalid")
        self.split, self.batch_size = size_of(options, "split", SPLIT), number_of(options, "batch_size", BATCH)

    def partitions(self) -> list[Piece]:
        inputs = _inputs(self.options)
        documents, findings = self._documents(inputs)
        if not (documents or self.findings):
            raise nothing(inputs, findings)
        paths = [document["path"] for document in documents]
        if self.findings:
            keep_apart(self.findings, inputs, paths)
        for path in paths:
            if is_told(path, self._opened):
                raise UsageError(f"{path}: what was found by an earlier frame, and no document; load what is beside it")
        if self.findings:
            clear(self.findings)
            tell(self.findings, "plan", findings)
        else:
            self._lose([one for one in findings if one["lost"] != "nothing"])
        size = self.split
        pieces = []
        for document in documents:
            path, form = document["path"], document["format"]
            whole: list[Split | None] = [None]
            place = path_here(path, self.options) if size > 0 else None
            if place is not None and os.path.getsize(place) > size:
                cut = splits(place, size, format=form if form != "xml" else None)
                whole = list(cut) if len(cut) > 1 else whole
            pieces += [
                Piece(document["number"], part, path, document["base"], form, split)
                for part, split in enumerate(whole)
            ]
        return pieces

    def _documents(self, inputs: list[str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """The documents, and what was found on the way to them."""
        words = words_of(self.options, READING)
        try:
            if not any(is_stored(path) for path in inputs):
                return planned(inputs, words)
            if not all(is_stored(path) for path in inputs):
                raise UsageError("files of a store and others are loaded apart")
            return stored(inputs, self.options, words)
        except InputError as error:
            if any(re.search(r"\{.*,.*\}", path) for path in inputs):
                raise InputError(f"{error}; braces are no pattern: name each in a list, as load(['a.txt', 'b.txt'])") from error
            raise

    def _opened(self, path: str) -> Any:
        return opened(path, self.options) if is_stored(path) else open(path, "rb")

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        if not isinstance(partition, Piece):
            # What Spark asks for where there is no piece.
            return
        batches, torn = None, None
        try:
            batches = self._batches(partition)
            yield from self._rows(partition, batches)
        except (Error, FileNotFoundError) as error:
            if self.strict or not (_is_gone(error) or getattr(error, "finding", None)):
                # What no finding tells of is nothing of the document: a store that does not answer, a bug.
                raise
            torn = error
        self._tell(partition, batches, torn)

    def _batches(self, piece: Piece) -> Batches:
        place = path_here(piece.path, self.options) if piece.split else None
        if place is None:
            place = opened(piece.path, self.options) if is_stored(piece.path) else piece.path
        return read_batches(
            place,
            columns=list(dict.fromkeys([*self.columns, *(one.column for one in self.conditions)])),
            batch_size=self.batch_size,
            format=self.options.get("from") or (piece.format if piece.format not in ("", "xml") else None),
            strict=self.strict,
            lenient=self.lenient,
            source_url=piece.base or self.options.get("source_url"),
            keep_invalid=self.keep_invalid,
            split=piece.split,
        )

    def _rows(self, piece: Piece, batches: Batches) -> Iterator[pyarrow.RecordBatch]:
        wanted = schema()
        target = pyarrow.schema([wanted.field(name) for name in self.columns])
        for batch in _given(piece, batches):
            for one in self.conditions:
                batch = batch.filter(one.mask(batch))
            if batch.num_rows:
                columns = {name: batch[name].cast(wanted.field(name).type) for name in self.columns}
                if "source" in columns and is_stored(piece.path):
                    # Files of stores have names that are no addresses.
                    columns["source"] = pyarrow.repeat(piece.path, batch.num_rows)
                yield pyarrow.RecordBatch.from_arrays(list(columns.values()), schema=target)

    def _tell(self, piece: Piece, batches: Batches | None, torn: Exception | None) -> None:
        findings: list[dict[str, Any]] = []
        count = 0
        if torn is not None and _is_gone(torn):
            own = {"message": "the input cannot be read", "detail": "it was there when documents were looked for", "lost": "rest"}
            findings, count = [{"rule": UNREAD, "severity": "error", "path": piece.path, **own}], 1
        if batches is not None:
            found = batches._batches.findings()
            batches._looked = True
            count += sum(found.lost())
            findings += _listed(piece, found)
        if self.findings:
            tell(self.findings, f"{piece.number:06}-{piece.part:05}", findings)
        elif lost := [one for one in findings if one.get("lost", "nothing") != "nothing"]:
            self._lose(lost, count)
        elif torn is not None:
            raise torn

    def _lose(self, lost: list[dict[str, Any]], count: int = 0) -> None:
        """Without a place for findings nobody would see what was left out."""
        if not lost:
            return
        said = f"{max(count, len(lost))} left out, the first: {Finding.of(lost[0])}"
        if not self.lenient:
            raise InputError(
                f"{said}; with option('findings', FOLDER) this is written there, and the rest is read; "
                "option('lenient', True) says it on standard error"
            )
        warnings.warn(said, FindingWarning, stacklevel=2)


def _given(piece: Piece, batches: Batches) -> Iterator[pyarrow.RecordBatch]:
    if not is_stored(piece.path):
        return (yield from batches)
    with asking(piece.path):
        yield from batches


def _is_gone(error: Exception) -> bool:
    return isinstance(error.__cause__ or error, FileNotFoundError)


def _listed(piece: Piece, found: _urlset.Findings) -> list[dict[str, Any]]:
    """What a reading found, and how much of it is not listed."""
    findings: list[dict[str, Any]] = json.loads(found.json())
    for one in findings:
        one["path"] = piece.path if is_stored(piece.path) else one.get("path", "")
    for rule, cost, more in found.unkept():
        alike: dict[str, Any] = next((one for one in findings if one["rule"] == rule), {})
        own = {"path": piece.path, "message": f"and {more} more", "lost": cost, "count": more}
        findings.append({"rule": rule, "severity": alike.get("severity"), **own})
    return findings


class FilteringReader(UrlsetReader):
    """Asks conditions itself.

    Spark (4.1 to 4.3 at least) keeps a reader with its filters for the frame that it was loaded as, also for later
    queries without any, which then miss rows. So filters are taken only where the user says that each frame is asked
    one thing; and a reader that could take some is refused where Spark is not set to give any."""

    def pushFilters(self, filters: list[datasource.Filter]) -> Iterable[datasource.Filter]:
        for one in filters:
            made = condition(one, self.columns)
            if made is None:
                yield one
            else:
                self.conditions.append(made)
