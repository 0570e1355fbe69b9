"""Reads, converts, checks and writes sitemaps in every format they come in.

Entries are read in this process, by :func:`read` as dicts and by :func:`read_batches`, :func:`read_arrow` and
:func:`to_pandas` as Arrow; jobs such as :func:`convert` and :func:`check` run the command ``urlset``, which is part of
this package, in a process of their own.
"""

from ._commands import (
    check,
    command,
    convert,
    dedupe,
    diff,
    fix,
    hreflang,
    index,
    info,
    merge,
    query,
    report,
    rewrite,
    shard,
    stats,
    submit,
    update,
)
from ._errors import (
    BugError,
    DataError,
    Error,
    FindingWarning,
    InputError,
    LimitError,
    LossError,
    OutputError,
    UsageError,
)
from ._findings import Finding, Summary
from ._reading import (
    Batches,
    Entries,
    Entry,
    Split,
    read,
    read_arrow,
    read_batches,
    splits,
    to_pandas,
)
from ._urlset import __version__, key, keys
from ._writing import Writer, check_batches, writer

__all__ = [
    "Batches",
    "BugError",
    "DataError",
    "Entries",
    "Entry",
    "Error",
    "Finding",
    "FindingWarning",
    "InputError",
    "LimitError",
    "LossError",
    "OutputError",
    "Split",
    "Summary",
    "UsageError",
    "Writer",
    "__version__",
    "check",
    "check_batches",
    "command",
    "convert",
    "dedupe",
    "diff",
    "fix",
    "hreflang",
    "index",
    "info",
    "key",
    "keys",
    "merge",
    "query",
    "read",
    "read_arrow",
    "read_batches",
    "report",
    "rewrite",
    "shard",
    "splits",
    "stats",
    "submit",
    "to_pandas",
    "update",
    "writer",
]

# They are known by the name under which they are imported.
for _kind in (Error, UsageError, InputError, DataError, LossError, OutputError, LimitError, BugError, FindingWarning):
    _kind.__module__ = "urlset"
