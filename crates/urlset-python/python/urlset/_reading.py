"""Documents as dicts, as Arrow batches and as data frames."""

from __future__ import annotations

import difflib
import functools
import inspect
import json
import os
import re
import stat
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypedDict, Union

from . import _urlset
from ._errors import DataError, Error, InputError
from ._findings import KEPT, Finding, Summary, left_out, listed, warn
from ._process import Job, Path, error_of, flags, judged, run

if TYPE_CHECKING:
    import pandas
    import pyarrow


class BinaryFile(Protocol):
    """What gives bytes: a file opened with ``"rb"``, ``gzip.open``, an answer of a server."""

    def read(self, size: int, /) -> bytes:
        """At most so many; none at the end."""


Source = Union[Path, bytes, bytearray, BinaryFile]
"""A path, a document in memory, or a file that gives bytes."""


class _Loc(TypedDict):
    loc: str


class Entry(_Loc, total=False):
    """An entry, as a line of JSON Lines has it; what it does not have is left out."""

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
        self, blocks: Generator[str, None, None], found: Callable[[int], list[Finding]], lost: Callable[[], int],
        on_finding: Callable[[Finding], object] | None,
    ) -> None:
        self._blocks = blocks
        self._found = found
        self._entries = self._read(blocks, found, lost, on_finding)

    # It knows nothing of its owner: in a circle of the two, a loop that is left would not end the reading, and the
    # command with it, before the garbage is collected.
    @staticmethod
    def _read(
        blocks: Generator[str, None, None], found: Callable[[int], list[Finding]], lost: Callable[[], int],
        on_finding: Callable[[Finding], object] | None,
    ) -> Generator[Entry, None, None]:
        told = heard = 0

        def tell() -> None:
            nonlocal told, heard
            if on_finding is not None:
                for finding in found(told):
                    told += 1
                    heard += finding.lost != "nothing"
                    on_finding(finding)

        try:
            for block in blocks:
                tell()
                for entry in json.loads(block):
                    if "priority" in entry:
                        # `.5` is no number of JSON, and `1` none with a point.
                        entry["priority"] = float(entry["priority"])
                    yield entry
        finally:
            tell()
        warn(found(0), 2, lost(), heard)

    def __iter__(self) -> Iterator[Entry]:
        return self._entries

    def __next__(self) -> Entry:
        return next(self._entries)

    def close(self) -> None:
        """Ends the reading before its end, as the end of a ``with`` does."""
        self._entries.close()
        self._blocks.close()

    def __enter__(self) -> Entries:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

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
    allow_unread: bool = False,
    on_finding: Callable[[Finding], object] | None = None,
    **options: Any,
) -> Entries:
    """The entries of a document of any format, compressed or not, one by one.

    ``strict`` raises :class:`DataError` at the first error. Otherwise what is certain is repaired, and what cannot
    be kept is left out; each is one of the ``findings`` and goes to ``on_finding`` as it is found, with ``follow``
    after the last entry. Of one rule these are the first thousand, the others are counted. What was left out and is
    told to nobody is a :class:`FindingWarning` at the end. A document that ends too early raises :class:`DataError`
    after its last entry.

    An index gives its sitemaps, of ``"kind": "sitemap"``; with ``follow`` their pages, and ``source`` may be
    whatever the command reads: a folder, a pattern, a robots.txt. A URL is fetched. Where that is so, ``options`` are
    those of ``urlset convert``, as ``cache="folder"``, ``header={"Authorization": ...}``, ``timeout=10`` or
    ``where="priority > 0.5"``. A document that cannot be read raises :class:`InputError` after the entries of all
    others; with ``allow_unread`` it is one of the findings.
    """
    how = _How(format, strict, lenient, source_url, keep_invalid, allow_unread)
    if _is_followed(source, follow, options, read):
        return _followed(source, provenance, _words(how, follow, options), allow_unread, on_finding)
    reading = _urlset.Reading(*how.of_one())
    try:
        reader = _urlset.Reader(_given(source), reading, provenance)
    except Error as error:
        if on_finding is not None and error.finding is not None:
            on_finding(error.finding)
        raise
    found = reader.findings()

    def blocks() -> Generator[str, None, None]:
        while (block := reader.block()) is not None:
            yield block

    def lost() -> int:
        return sum(found.lost())

    return Entries(blocks(), lambda start: listed(found, start), lost, on_finding)


class _How(NamedTuple):
    """How documents are read."""

    format: str | None
    strict: bool
    lenient: bool
    source_url: str | None
    keep_invalid: bool
    allow_unread: bool

    def of_one(self) -> tuple[str | None, bool, bool, str | None, bool]:
        """What concerns a document that is read alone."""
        return self[:5]


def _is_followed(source: object, follow: bool, options: dict[str, Any], by: Callable[..., object]) -> bool:
    """Whether the command reads this, whose options mean nothing to anyone else."""
    if follow or _is_url(source):
        return True
    if options:
        name = next(iter(options))
        helped = run(["convert", "--help"]).data.decode()
        known = {flag.replace("-", "_") for flag in re.findall(r"^ +(?:-\w, )?--([a-z-]+)", helped, re.M)}
        if name.rstrip("_") in known:
            raise TypeError(f"'{name}' is an option for what is fetched or followed")
        own = [one.name for one in inspect.signature(by).parameters.values() if one.kind is one.KEYWORD_ONLY]
        # Its own first: the options of the command help nobody who follows nothing.
        near = difflib.get_close_matches(name, own, 1) or difflib.get_close_matches(name, sorted(known), 1)
        raise TypeError(f"unexpected keyword '{name}'" + "".join(f"; did you mean '{one}'?" for one in near))
    return False


def _words(how: _How, follow: bool, options: dict[str, Any]) -> list[str]:
    own = {
        "from_": how.format,
        "strict": how.strict,
        "lenient": how.lenient,
        "source_url": how.source_url,
        "keep_invalid": how.keep_invalid,
        "max_findings": KEPT,
        # It is how a site is followed that is known by its name only.
        "follow": None if follow or options.get("discover") else "none",
    }
    given = {"to": None, "output": None, "provenance": None}
    return flags(options, {**own, **given})


class _Pipe:
    """What is no regular file, as standard input: it is read once, and by Python, so that an interrupt is heard
    while nothing comes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._file: BinaryFile | None = None

    def read(self, size: int) -> bytes:
        if self._file is None:
            self._file = open(self.name, "rb", buffering=0)
        return self._file.read(size)


def _given(source: Source) -> Source:
    """A source as the extension takes it."""
    if isinstance(source, (str, os.PathLike)) and _is_pipe(source):
        return _Pipe(os.fspath(source))
    return source


def _is_pipe(path: Path) -> bool:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False  # Why it cannot be read is said by who reads it.
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _is_url(source: object) -> bool:
    return isinstance(source, str) and source.lower().startswith(("http://", "https://"))


def _path(source: Source) -> str:
    if isinstance(source, (str, os.PathLike)):
        path = os.fspath(source)
        # It would be an option, or standard input.
        return os.path.join(os.curdir, path) if path.startswith("-") else path
    raise TypeError(f"one path or URL is followed at a time, not {type(source).__name__}")


def _whole(summary: Summary, allow_unread: bool) -> Summary:
    """Raises where a document was not read to its end."""
    if allow_unread:
        return summary
    if torn := [one for one in summary.findings if one.lost == "rest"]:
        error = DataError(str(torn[0]))
        error.finding, error.summary = torn[0], summary
        raise error
    return summary


def _followed(
    source: Source,
    provenance: bool,
    options: list[str],
    allow_unread: bool,
    on_finding: Callable[[Finding], object] | None,
) -> Entries:
    """Entries as the command reads them, which knows how to follow."""
    words = ["convert", _path(source), "--to=jsonl", *options]
    words += ["--provenance"] if provenance else []
    summary = Summary()

    def blocks() -> Generator[str, None, None]:
        nonlocal summary
        with Job(words, output=True) as job:
            while lines := job.output.readlines(256 * 1024):
                yield "[" + ",".join(line.decode() for line in lines) + "]"
            summary = job.end()
        _whole(judged(summary, allow_loss=True, allow_unread=allow_unread), allow_unread)

    return Entries(blocks(), lambda start: summary.findings[start:], lambda: left_out(summary), on_finding)


class Batches:
    """Documents as a stream of Arrow batches: whatever knows the C interface of Arrow takes it, as
    ``pyarrow.RecordBatchReader.from_stream(batches)``, ``polars.DataFrame(batches)`` and DuckDB do."""

    def __init__(self, batches: _urlset.Batches, begins: Callable[[], object] | None = None) -> None:
        self._batches = batches
        self._begins = begins
        self._looked = False

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        if self._begins is not None:
            self._begins()
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
    length: int | None = None
    """Bytes of the file, and when it was changed, in nanoseconds: what was cut is what is read."""
    modified: int | None = None


def _state(path: Path) -> tuple[int, int]:
    """By what a file that changed is known."""
    state = os.stat(path)
    return state.st_size, state.st_mtime_ns


def _unchanged(path: Path, split: Split) -> None:
    """Raises where a file is no longer the one that was cut, since a piece would begin anywhere in it."""
    cut, now = (split.length, split.modified), _state(path)
    if cut != (None, None) and cut != now:
        said = f"{os.fspath(path)}: the file changed since it was cut: {cut[0]} bytes then, {now[0]} now"
        raise InputError(said if cut[0] != now[0] else f"{os.fspath(path)}: the file changed since it was cut")


def splits(path: Path, size: int = 128 << 20, *, format: str | None = None) -> list[Split]:
    """Cuts a plain document into pieces of about ``size`` bytes, in one look over it that reads no entry.

    Read by ``read_batches(path, split=...)``, in any order and on any machine, they give the entries of the document,
    each once, with their lines and findings. A document that is compressed, not UTF-8, a table, or laid out so that
    no cut is sure, is one piece. A file that changes meanwhile, by its length or its time, is an :class:`InputError`
    where it is read; a copy of it keeps its time.
    """
    if size < 0:
        raise ValueError(f"a piece is of no negative size: size={size}")
    reading = _urlset.Reading(format)
    if _is_pipe(path):
        return [Split(0, 0, 1, 1, 0, 0, "")]
    before = _state(path)
    pieces = [Split(*one, *before) for one in _urlset.splits(path, size, reading)]
    _unchanged(path, pieces[0])
    return pieces


def read_batches(
    paths: Source | Iterable[Source],
    *,
    columns: Sequence[str] | str | None = None,
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
    ``kind``; ``columns`` names those that are wanted. Files can be read again, but open ones, pipes and standard input only once:
    a stream of which nothing was taken is given again, as DuckDB wants it. ``split`` is one
    of the :func:`splits` of the one path that is given.
    """
    if batch_size < 1:
        raise ValueError(f"a batch has at least one row: batch_size={batch_size}")
    one = isinstance(paths, (str, bytes, bytearray, os.PathLike)) or hasattr(paths, "read")
    sources: list[Any] = [paths] if one else list(paths)  # type: ignore[arg-type]
    if any(_is_url(source) for source in sources):
        said = "batches are read from files; `read`, `read_arrow` and `to_pandas` fetch a URL that is given alone, in no list"
        raise ValueError(said)
    reading = _urlset.Reading(format, strict, lenient, source_url, keep_invalid)
    names = _listed(columns)
    if split is not None and len(sources) == 1 and isinstance(path := sources[0], (str, os.PathLike)):
        _unchanged(path, split)
        begins = functools.partial(_unchanged, path, split)
        return Batches(_urlset.Batches(sources, reading, names, batch_size, split[:7]), begins)
    given = [_given(source) for source in sources]
    piece = None if split is None else split[:7]
    return Batches(_urlset.Batches(given, reading, names, batch_size, piece))


def read_arrow(
    source: Source | Iterable[Source],
    *,
    follow: bool = False,
    columns: Sequence[str] | str | None = None,
    batch_size: int = 65536,
    format: str | None = None,
    strict: bool = False,
    lenient: bool = False,
    source_url: str | None = None,
    keep_invalid: bool = False,
    split: Split | None = None,
    allow_unread: bool = False,
    **options: Any,
) -> pyarrow.Table:
    """Documents as one ``pyarrow.Table``, with the columns and options of :func:`read_batches`; ``follow``,
    ``allow_unread`` and the options of what is fetched or followed as in :func:`read`. What was left out is a
    :class:`FindingWarning`."""
    how = _How(format, strict, lenient, source_url, keep_invalid, allow_unread)
    return _table(source, follow, columns, batch_size, how, split, options)


def _table(
    source: Any,
    follow: bool,
    columns: Sequence[str] | str | None,
    batch_size: int,
    how: _How,
    split: Split | None,
    options: dict[str, Any],
) -> pyarrow.Table:
    """For what is called by the user's own line, which a warning names."""
    arrow = _arrow()
    if _is_followed(source, follow, options, read_arrow):
        if split is not None:
            raise ValueError("a piece is of a file that is read alone, and follows nothing")
        return _followed_table(source, _listed(columns), how, _words(how, follow, options))
    one: dict[str, Any] = dict(zip(_How._fields, how.of_one()))
    batches = read_batches(source, columns=columns, batch_size=batch_size, split=split, **one)
    stream = arrow.RecordBatchReader.from_stream(batches)
    table: pyarrow.Table = arrow.Table.from_batches(list(batches._given(stream)), stream.schema)
    warn(batches.findings, 3, sum(batches._batches.findings().lost()))
    return table


def _listed(columns: Sequence[str] | str | None) -> list[str] | None:
    """Names of columns, of which one may be given alone."""
    return [columns] if isinstance(columns, str) else None if columns is None else list(columns)


def _followed_table(source: Any, columns: list[str] | None, how: _How, options: list[str]) -> pyarrow.Table:
    import pyarrow.parquet

    # It knows the columns, and says so before anything is read.
    _urlset.Batches([], _urlset.Reading(), columns, 1, None)
    with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
        path = os.path.join(folder, "all.parquet")
        words = ["convert", _path(source), f"--output={path}", "--provenance", *options]
        summary = _whole(run(words, allow_loss=True, allow_unread=how.allow_unread), how.allow_unread)
        if not os.path.exists(path):
            # Nothing is published where something stops the command that is no end of a document.
            judged(summary, allow_loss=False)
            raise error_of(DataError, summary)
        warn(summary.findings, 4, left_out(summary))
        return pyarrow.parquet.read_table(path, columns=columns)


def to_pandas(
    source: Source | Iterable[Source],
    *,
    follow: bool = False,
    columns: Sequence[str] | str | None = None,
    batch_size: int = 65536,
    format: str | None = None,
    strict: bool = False,
    lenient: bool = False,
    source_url: str | None = None,
    keep_invalid: bool = False,
    split: Split | None = None,
    allow_unread: bool = False,
    **options: Any,
) -> pandas.DataFrame:
    """Documents as a data frame: ``lastmod`` as it was written and ``lastmod_at`` as a timestamp, ``priority`` as a
    number, the items of extensions as lists of dicts. Options as those of :func:`read_arrow`."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas needs pandas and pyarrow: pip install pandas pyarrow") from error
    how = _How(format, strict, lenient, source_url, keep_invalid, allow_unread)
    frame = _table(source, follow, columns, batch_size, how, split, options).to_pandas()
    if "priority" in frame:
        frame["priority"] = pandas.to_numeric(frame["priority"])
    return frame


def _arrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("this needs pyarrow: pip install pyarrow") from error
    return pyarrow
