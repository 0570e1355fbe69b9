"""Options of a data source: flags of the command, in either spelling, and those of our own."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from .._errors import UsageError
from .._process import flags


def known(options: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """The options by their names with ``_``. Spark writes them in small letters, so these are all that there are."""
    found: dict[str, str] = {}
    for spelled, value in options.items():
        name = spelled.lower().replace("-", "_")
        if name not in names:
            raise UsageError(f"'{spelled}' is no option here; there are {', '.join(sorted(set(names)))}")
        if name in found:
            raise UsageError(f"'{spelled}' is given in two spellings")
        found[name] = value
    return found


def is_on(options: Mapping[str, str], name: str) -> bool:
    value = options.get(name, "false").lower()
    if value not in ("true", "false"):
        raise UsageError(f"{name} is true or false, not {value!r}")
    return value == "true"


def findings_of(options: Mapping[str, str]) -> str | None:
    """The folder for what is found, as the driver and the workers, which stand elsewhere, call it."""
    folder = options.get("findings")
    if folder and "://" in folder:
        raise UsageError(f"findings={folder}: no path; name a folder that the driver and all workers have")
    return os.path.abspath(folder) if folder else None


def given_of(options: Mapping[str, str], chosen: Sequence[str]) -> dict[str, Any]:
    """Those options that are flags of the command: ``true``, however it is spelled, is the flag alone, ``false`` none."""
    given: dict[str, Any] = {}
    for name, value in options.items():
        if name in chosen and value.lower() != "false":
            given[name] = True if value.lower() == "true" else value
    return given


def words_of(options: Mapping[str, str], chosen: Sequence[str]) -> list[str]:
    """The same as words."""
    return flags(given_of(options, chosen))
