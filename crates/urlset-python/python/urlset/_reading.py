"""Documents as dicts, as Arrow batches and as data frames."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypedDict, Union

from . import _urlset
from ._errors import DataError
from ._findings import Finding, Summary, listed, warn
from ._process import Job, Path, judged, run

if TYPE_CHECKING:
    import pandas
    import pyarrow


class BinaryFile(Protocol):
    """What gives bytes: a file opened with ``"rb"``, ``gzip.open``, an answer of a server."""

    def read(self, size: int, /) -> bytes:
        """At most so many; none at the end."""


Source = Union[Path, bytes, bytearray, BinaryFile]
"""A path, a document in memory, or a file that gives bytes."""


class Entry(TypedDict, total=False):
    """An entry, as a line of JSON Lines has it; what it does not have is left out."""

    loc: str
    lastmod: str
    changefreq: str
    priority: float
    image: list[dict[str, Any]]
    video: list[dict[str, Any]]
    news: list[dict[str, Any]]
    hreflang: list[dict[str, Any]]
    other: list[str]
    kind: str
    source: str
    line: int


class Entries(Iterator[Entry]):
    """The entries of a document, and what was found on the way."""

    def __init__(
        self, blocks: Iterator[str], found: Callable[[int], list[Finding]], lost: Callable[[], int],
        on_finding: Callable[[Finding], object] | None,
    ) -> None:
        self._blocks = blocks
        self._found = found
        self._lost = lost
        self._on_finding = on_finding
        self._told = 0
        self._entries = self._read()

    def _read(self) -> Iterator[Entry]:
        try:
            for block in self._blocks:
                self._tell()
                yield from json.loads(block)
        finally:
            self._tell()
        if self._on_finding is None:
            warn(self.findings, 2, self._lost())

    def _tell(self) -> None:
        if self._on_finding is None:
            return
        for finding in self._found(self._told):
            self._told += 1
            self._on_finding(finding)

    def __iter__(self) -> Iterator[Entry]:
        return self._entries

    def __next__(self) -> Entry:
        return next(self._entries)

    @property
    def findings(self) -> list[Finding]:
        """What was found so far; of one rule the first thousand."""
        return self._found(0)


def read(
    source: Source,
    *,
    format: str | None = None,
    strict: bool = False,
    lenient: bool = False,
    source_url: str | None = None,
    keep_invalid: bool = False,
    provenance: bool = False,
    follow: bool = False,
    on_finding: Callable[[Finding], object] | None = None,
) -> Entries:
    """The entries of a document of any format, compressed or not, one by one.

    ``strict`` raises :class:`DataError` at the first error. Otherwise what is certain is repaired, and what cannot
    be kept is left out; each is one of the ``findings`` and goes to ``on_finding`` as it is found. Where nobody
    listens, what was left out is a :class:`FindingWarning` at the end. A document that ends too early
    raises :class:`DataError` after its last entry.

    An index gives its sitemaps, of ``"kind": "sitemap"``; with ``follow`` their pages, and ``source`` may be
    whatever the command reads: a folder, a pattern, a robots.txt. A URL is fetched.
    """
    if follow or _is_url(source):
        options = _options(format, strict, lenient, source_url, keep_invalid)
        options += [] if follow else ["--follow=none"]
        return _followed(source, provenance, options, on_finding)
    reading = _urlset.Reading(format, strict, lenient, source_url, keep_invalid)
    reader = _urlset.Reader(source, reading, provenance)
    found = reader.findings()

    def blocks() -> Iterator[str]:
        while (block := reader.block()) is not None:
            yield block

    def lost() -> int:
        return sum(found.lost())

    return Entries(blocks(), lambda start: listed(found, start), lost, on_finding)


def _options(
    format: str | None, strict: bool, lenient: bool, source_url: str | None, keep_invalid: bool
) -> list[str]:
    words = [f"--from={format}"] if format else []
    words += [f"--source-url={source_url}"] if source_url else []
    chosen = {"--strict": strict, "--lenient": lenient, "--keep-invalid": keep_invalid}
    return words + [flag for flag, is_on in chosen.items() if is_on]


def _is_url(source: object) -> bool:
    return isinstance(source, str) and source.lower().startswith(("http://", "https://"))


def _path(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        # It would be an option, or standard input.
        return os.path.join(os.curdir, path) if path.startswith("-") else path
    raise TypeError("what is followed has a path or a URL")


def _whole(summary: Summary) -> Summary:
    """Raises where a document was not read to its end."""
    if torn := [one for one in summary.findings if one.lost == "rest"]:
        error = DataError(str(torn[0]))
        error.finding, error.summary = torn[0], summary
        raise error
    return summary


def _followed(
    source: Source, provenance: bool, options: list[str], on_finding: Callable[[Finding], object] | None
) -> Entries:
    """Entries as the command reads them, which knows how to follow."""
    words = ["convert", _path(source), "--to=jsonl", *options]
    words += ["--provenance"] if provenance else []
    summary = Summary()

    def blocks() -> Iterator[str]:
        nonlocal summary
        with Job(words, output=True) as job:
            while lines := job.output.readlines(256 * 1024):
                yield "[" + ",".join(line.decode() for line in lines) + "]"
            summary = job.end()
        _whole(judged(summary, allow_loss=True))

    def lost() -> int:
        return sum(finding.lost != "nothing" for finding in summary.findings)

    return Entries(blocks(), lambda start: summary.findings[start:], lost, on_finding)


class Batches:
    """Documents as a stream of Arrow batches: whatever knows the C interface of Arrow takes it, as
    ``pyarrow.RecordBatchReader.from_stream(batches)``, ``polars.DataFrame(batches)`` and DuckDB do."""

    def __init__(self, batches: _urlset.Batches) -> None:
        self._batches = batches
        self._looked = False

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._batches.__arrow_c_stream__(requested_schema)

    def __iter__(self) -> Iterator[pyarrow.RecordBatch]:
        """The batches, for pyarrow; what stops the reading is raised as what it is."""
        return self._given(_arrow().RecordBatchReader.from_stream(self))

    def _given(self, batches: pyarrow.RecordBatchReader) -> Iterator[pyarrow.RecordBatch]:
        arrow = _arrow()
        while True:
            try:
                batch = next(batches)
            except StopIteration:
                return
            except (arrow.ArrowException, OSError) as error:
                raise (self._batches.failure() or error) from None
            yield batch

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns."""
        return self._batches.columns

    @property
    def findings(self) -> list[Finding]:
        """What was found by the stream that was begun last, as far as it was read."""
        self._looked = True
        return listed(self._batches.findings())

    def __del__(self) -> None:
        if not getattr(self, "_looked", True) and self._batches.failure() is None:
            found = self._batches.findings()
            warn(listed(found), 2, sum(found.lost()))


class Split(NamedTuple):
    """A piece of a document: see :func:`splits`. It can be pickled."""

    start: int
    """Its first byte."""
    end: int
    """The byte behind its last one."""
    line: int
    column: int
    root_start: int
    root_end: int
    """Where the tag of the root stands, which is read before each piece but the first."""
    format: str
    """Empty where the document is one piece."""


def splits(path: Path, size: int = 128 << 20, *, format: str | None = None) -> list[Split]:
    """Cuts a plain document into pieces of about ``size`` bytes, in one look over it that reads no entry.

    Read by ``read_batches(path, split=...)``, in any order and on any machine, they give the entries of the document,
    each once, with their lines and findings. A document that is compressed, not UTF-8, a table, or laid out so that
    no cut is sure, is one piece.
    """
    return [Split(*one) for one in _urlset.splits(path, size, _urlset.Reading(format))]


def read_batches(
    paths: Source | Iterable[Source],
    *,
    columns: Sequence[str] | None = None,
    batch_size: int = 65536,
    format: str | None = None,
    strict: bool = False,
    lenient: bool = False,
    source_url: str | None = None,
    keep_invalid: bool = False,
    split: Split | None = None,
) -> Batches:
    """Documents of any format as Arrow batches, all with the same columns, in memory that a batch bounds.

    The columns are ``loc``, ``lastmod`` as it was written, ``lastmod_at`` as an instant, ``changefreq``, ``priority``,
    a list of structs for each of ``image``, ``video``, ``news`` and ``hreflang``, ``other``, ``source``, ``line`` and
    ``kind``; ``columns`` names those that are wanted. Paths can be read again, files of Python only once. ``split`` is one
    of the :func:`splits` of the one path that is given.
    """
    one = isinstance(paths, (str, bytes, bytearray, os.PathLike)) or hasattr(paths, "read")
    sources: list[Any] = [paths] if one else list(paths)  # type: ignore[arg-type]
    if any(_is_url(source) for source in sources):
        raise ValueError("batches are read from files; `read`, `read_arrow` and `to_pandas` fetch a URL")
    reading = _urlset.Reading(format, strict, lenient, source_url, keep_invalid)
    return Batches(_urlset.Batches(sources, reading, columns, batch_size, split))


def read_arrow(
    source: Source | Iterable[Source], *, follow: bool = False, **options: Any
) -> pyarrow.Table:
    """Documents as one ``pyarrow.Table``, with the columns and options of :func:`read_batches`; ``follow`` as
    in :func:`read`."""
    arrow = _arrow()
    if follow or _is_url(source):
        return _followed_table(source, follow, **options)
    batches = read_batches(source, **options)
    stream = arrow.RecordBatchReader.from_stream(batches)
    table: pyarrow.Table = arrow.Table.from_batches(list(batches._given(stream)), stream.schema)
    return table


def _followed_table(
    source: Any, follow: bool, *, columns: Sequence[str] | None = None, format: str | None = None,
    strict: bool = False, lenient: bool = False, source_url: str | None = None,
    keep_invalid: bool = False,
) -> pyarrow.Table:
    import pyarrow.parquet

    options = _options(format, strict, lenient, source_url, keep_invalid)
    options += [] if follow else ["--follow=none"]
    with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
        path = os.path.join(folder, "all.parquet")
        words = ["convert", _path(source), f"--output={path}", "--provenance", *options]
        summary = _whole(run(words, allow_loss=True))
        if not os.path.exists(path):
            # Nothing is published where something stops the command that is no end of a document.
            judged(summary, allow_loss=False)
            raise DataError(summary.messages.strip().rsplit("\n", 1)[-1])
        lost = [finding for finding in summary.findings if finding.lost != "nothing"]
        warn(lost, 3, len(lost))
        return pyarrow.parquet.read_table(path, columns=None if columns is None else list(columns))


def to_pandas(
    source: Source | Iterable[Source], *, follow: bool = False, **options: Any
) -> pandas.DataFrame:
    """Documents as a data frame: ``lastmod`` as it was written and ``lastmod_at`` as a timestamp, ``priority`` as a
    number, the items of extensions as lists of dicts. Options as those of :func:`read_arrow`."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas needs pandas and pyarrow: pip install pandas pyarrow") from error
    frame = read_arrow(source, follow=follow, **options).to_pandas()
    if "priority" in frame:
        frame["priority"] = pandas.to_numeric(frame["priority"])
    return frame


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("this needs pyarrow: pip install pyarrow") from error
    return pyarrow
