"""The commands as functions: each runs the command of its name, whose options it takes by name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Union

from ._errors import DataError, LossError
from ._findings import Summary
from ._process import Path, error_of, flags, run
from ._reading import BinaryFile

Input = Union[Path, bytes, bytearray, BinaryFile]

_ANSWERS: set[tuple[str, ...]] = {("check",), ("diff",), ("hreflang", "check")}
"""Commands whose exit code 1 is an answer; of all others it is what ``on_loss`` or ``fail_on`` asked for."""


def command(
    name: str, *inputs: Input, allow_loss: bool = False, **options: Any
) -> Summary:
    """Runs ``urlset NAME INPUT... --OPTION=VALUE...`` and gives its report.

    Options are those of ``urlset NAME --help`` with ``_`` for ``-``: ``output="sitemap.xml"``, ``last_wins=True``,
    ``where="lastmod >= 2026-01-01"``, ``set={"priority": "0.5"}``; one that there is not raises :class:`UsageError`.
    Paths are files, folders, patterns and URLs as the command takes them; bytes, or a file that gives bytes, are read as one document. What the
    command writes to standard output is ``data`` of the report. Where entries or fields were left out,
    :class:`LossError` is raised unless ``allow_loss``; what was kept is written all the same, as by the command. What
    ``fail_on`` asks for raises :class:`DataError`, but of ``check``, ``diff`` and ``hreflang check``, whose answer it is.
    """
    given = [one for one in inputs if not isinstance(one, (str, os.PathLike))]
    words = [os.fspath(one) if isinstance(one, (str, os.PathLike)) else "-" for one in inputs]
    if len(given) > 1:
        raise TypeError("bytes and open files are read as one document; there can be only one")
    for word in words:
        if word.startswith("-") and word != "-":
            raise ValueError(f"an input is no option: {word!r}; options are given by name")
    feed = _bytes_of(given[0]) if given else None
    summary = run([name, *words, *flags(options)], feed=feed, allow_loss=allow_loss)
    called = (name, *words[:1]) if name == "hreflang" else (name,)
    if summary.code == 1 and called not in _ANSWERS:
        raise error_of(LossError if summary.get("loss") else DataError, summary)
    return summary


def _bytes_of(given: bytes | bytearray | BinaryFile) -> Iterable[bytes]:
    """A document in memory, or what a file gives, piece by piece."""
    if isinstance(given, (bytes, bytearray)):
        return [bytes(given)]
    if not hasattr(given, "read"):
        raise TypeError(f"a path, bytes or a binary file is read, not {type(given).__name__}")
    return _pieces(given)


def _pieces(file: BinaryFile) -> Iterator[bytes]:
    while piece := file.read(1 << 20):
        if not isinstance(piece, bytes):
            raise TypeError(f"a file that gives bytes is read, and this one gave {type(piece).__name__}")
        yield piece


def convert(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Any format to any other: ``convert("pages.csv", output="sitemap.xml")``; ``data`` where there is no output."""
    return command("convert", *inputs, allow_loss=allow_loss, **options)


def merge(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Many inputs to one set, with a rule for every conflict."""
    return command("merge", *inputs, allow_loss=allow_loss, **options)


def dedupe(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Each page once."""
    return command("dedupe", *inputs, allow_loss=allow_loss, **options)


def shard(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Cut by size, section, host, language, month or hash; writes the index."""
    return command("shard", *inputs, allow_loss=allow_loss, **options)


def rewrite(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Change scheme, host or path in every place a URL can stand."""
    return command("rewrite", *inputs, allow_loss=allow_loss, **options)


def fix(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Repair broken files and say what was changed."""
    return command("fix", *inputs, allow_loss=allow_loss, **options)


def update(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Insert, change or delete URLs in an existing set, touching only the shards needed."""
    return command("update", *inputs, allow_loss=allow_loss, **options)


def index(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Build or refresh a sitemap index, or robots lines, from files."""
    return command("index", *inputs, allow_loss=allow_loss, **options)


def check(*inputs: Input, **options: Any) -> Summary:
    """Check against a profile: ``check("public/", profile="google").findings``; ``ok`` where there is no error."""
    return command("check", *inputs, allow_loss=True, **options)


def diff(*inputs: Input, **options: Any) -> Summary:
    """Compare two sets: what was added, removed, changed; ``ok`` where they are equal."""
    return command("diff", *inputs, **options)


def stats(*inputs: Input, **options: Any) -> Summary:
    """Counts and histograms; ``findings`` and ``code`` say what was left out of them."""
    return command("stats", *inputs, allow_loss=True, **options)


def info(*inputs: Input, **options: Any) -> Summary:
    """What a file is: format, encoding, counts, room left under the limits."""
    return command("info", *inputs, allow_loss=True, **options)


def report(*inputs: Input, **options: Any) -> Summary:
    """One self-contained HTML page with all figures of a set; ``findings`` and ``code`` say what was left out of them."""
    return command("report", *inputs, allow_loss=True, **options)


def query(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Chosen fields of chosen entries: ``query("public/", fields="loc,lastmod", where="priority > 0.5", to="csv").data``."""
    return command("query", *inputs, allow_loss=allow_loss, **options)


def hreflang(action: str, *inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """The language versions of pages across a set: ``hreflang("check", "public/")`` says what is wrong with them,
    ``hreflang("complete", "public/", output="sitemap.xml")`` adds the links that are missing."""
    return command("hreflang", action, *inputs, allow_loss=allow_loss or action == "check", **options)


def submit(*inputs: Input, allow_loss: bool = False, **options: Any) -> Summary:
    """Tell search engines of pages by IndexNow: ``submit("changed.txt", key_file="key.txt")``; with ``dry_run=True``
    nobody is asked, and ``data`` is what would be sent."""
    return command("submit", *inputs, allow_loss=allow_loss, **options)
