"""Options of a data source: flags of the command, in either spelling, and those of our own."""

from __future__ import annotations

import difflib
import os
import re
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
            raise UsageError(f"'{spelled}' is no option here; {meant(name, names)}")
        if name in found:
            raise UsageError(f"'{spelled}' is given in two spellings")
        found[name] = value
    return found


def meant(name: str, names: Sequence[str]) -> str:
    """What else there is, the nearest first."""
    near = difflib.get_close_matches(name.lower(), names, 1)
    return (f"did you mean '{near[0]}'? " if near else "") + f"there are {', '.join(sorted(set(names)))}"


def columns_of(text: str, names: Sequence[str]) -> list[str]:
    """The columns of ``columns=loc,lastmod``."""
    wanted = [name.strip() for name in text.split(",")]
    for at, name in enumerate(wanted):
        if not name:
            raise UsageError(f"columns={text}: a comma stands between two columns; {meant(name, names)}")
        if name not in names:
            raise UsageError(f"columns={text}: '{name}' is no column; {meant(name, names)}")
        if name in wanted[:at]:
            raise UsageError(f"columns={text}: '{name}' is there twice")
    return wanted


def number_of(options: Mapping[str, str], name: str, default: int) -> int:
    """A number of things, at least one."""
    value = options.get(name, str(default)).strip()
    if not re.fullmatch("0*[1-9][0-9]{0,8}", value):
        raise UsageError(f"{name}={value}: no whole number from 1 to 999999999")
    return int(value)


UNITS = {"": 1, "b": 1} | {f"{unit}{end}": 1 << 10 * power for power, unit in enumerate("kmgt", 1) for end in ("", "ib")}
UNITS |= {f"{unit}b": 1000**power for power, unit in enumerate("kmgt", 1)}


def size_of(options: Mapping[str, str], name: str, default: int) -> int:
    """Bytes, as the command takes sizes."""
    value = options.get(name, str(default))
    parts = re.fullmatch(r"([0-9]+)(.*)", value, re.DOTALL)
    unit = UNITS.get(parts[2].strip().lower()) if parts else None
    if parts is None or unit is None or int(parts[1]) * unit >= 1 << 64:
        raise UsageError(f"{name}={value}: no size; write 16MiB, 64kB or bytes, and 0 for none")
    return int(parts[1]) * unit


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
    if folder and os.path.exists(folder) and not os.path.isdir(folder):
        raise UsageError(f"findings={folder}: no folder; name one, whether or not it is there yet")
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
