"""Findings, and the report of a job."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass, fields
from typing import Any

from . import _urlset
from ._errors import FindingWarning


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, and where: what ``urlset --json`` says of it."""

    rule: str
    """As in ``loc/relative``; ``urlset explain RULE`` says more."""
    severity: str
    """``error``, ``warning`` or ``note``."""
    message: str
    path: str = ""
    line: int | None = None
    """From 1; of batches the number of the row."""
    column: int | None = None
    byte: int | None = None
    detail: str = ""
    help: str = ""
    loc: str = ""
    lost: str = "nothing"
    """What was left out because of it: ``nothing``, ``field``, ``entry``, or ``rest`` of the document."""
    was: str | None = None
    now: str | None = None
    other: dict[str, Any] | None = None

    @classmethod
    def of(cls, members: dict[str, Any]) -> Finding:
        """A finding of a report."""
        return cls(**{name: members[name] for name in _NAMES if name in members})

    def __str__(self) -> str:
        known = [str(part) for part in (self.line, self.column) if part is not None]
        place = ":".join([self.path, *known])
        said = f"{self.message}: {self.detail}" if self.detail else self.message
        return f"{place}: {self.severity}: {said} [{self.rule}]"


WEIGHTS = ["error", "warning", "note"]

KEPT = 1000
"""Findings of one rule that are kept whole, as the extension keeps them; the rest are counted."""

_NAMES = [field.name for field in fields(Finding)]


class Summary(dict[str, Any]):
    """The report of a job, as ``--json`` prints it."""

    data: bytes = b""
    """What the command wrote to its standard output."""
    messages: str = ""
    """What it said on standard error."""
    code: int = 0
    """Its exit code; 1 where the answer is no."""

    @property
    def findings(self) -> list[Finding]:
        """What was found."""
        return [Finding.of(members) for members in self.get("findings", [])]

    @property
    def ok(self) -> bool:
        """Whether the answer is yes: nothing wrong, no differences."""
        return self.code == 0


def listed(found: _urlset.Findings, start: int = 0) -> list[Finding]:
    """The findings of a reading from a number on."""
    return [Finding.of(members) for members in json.loads(found.json(start))]


def left_out(summary: Summary) -> int:
    """How much a job left out: entries, fields, and rests of documents."""
    totals = summary.get("totals", {})
    rests = sum(finding.lost == "rest" for finding in summary.findings)
    return int(totals.get("dropped", 0) + totals.get("fields_dropped", 0) + rests)


def warn(found: list[Finding], depth: int, lost: int, heard: int = 0) -> None:
    """Warns of what was left out, once for all of it that nobody heard of; who raises of it does not warn."""
    told = [finding for finding in found if finding.lost != "nothing"]
    if lost <= heard or not told:
        return
    if heard:
        said = f"{lost - heard} more things were left out than the {heard} that were told: of one rule the first {KEPT} are"
    else:
        things = "1 thing was" if lost == 1 else f"{lost} things were"
        said = f"{things} left out, the first: {told[0]}"
    warnings.warn(said, FindingWarning, stacklevel=depth + 1)
