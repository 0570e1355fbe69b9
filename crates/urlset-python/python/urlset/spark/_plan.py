"""Which documents there are to read: what the command finds behind paths, patterns, folders, lists and indexes."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Sequence
from typing import Any

from .. import _urlset
from .._errors import OF_CODE, InputError, UsageError
from .._findings import Finding

NONE = '{"files":[],"told":[]}'
"""What comes back where nothing was read or written."""


UNREAD = "file/unreadable"
"""What the command says of an input that is not there."""


def planned(inputs: Sequence[str], words: Sequence[str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The documents, and what was found on the way to them. Where all are refused, there are findings alone; where none is
    there, a name is wrong, and that is an error."""
    if not inputs:
        raise UsageError("nothing to read: name it by load(path)")
    tasks: list[dict[str, Any]] = []

    def fill(task: str) -> str:
        tasks.append(json.loads(task))
        return NONE

    with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
        report = os.path.join(folder, "report.json")
        target = os.path.join(folder, "{n}.jsonl")
        own = [f"--output={target}", "--json", f"--report={report}", "--color=never", "--progress=never"]
        code, said = _urlset.run_by(["urlset", "convert", *inputs, *words, *own], fill, mute=True)
        findings: list[dict[str, Any]] = []
        if os.path.exists(report):
            with open(report, encoding="utf-8") as file:
                findings = json.load(file).get("findings", [])
    if said:
        raise OF_CODE.get(code, InputError)(said)
    documents = tasks[0]["documents"] if tasks else []
    if not documents:
        stopped = next((one for one in findings if one["severity"] == "error"), None)
        if stopped is not None and "--strict" in words:
            raise InputError(f"stopped at the first error: {Finding.of(stopped)}")
        if all(one["rule"] == UNREAD for one in findings):
            raise nothing(inputs, findings)
    # What is told of a set without entries is told of this run, not of the documents.
    return documents, [one for one in findings if one.get("rule") != "file/empty" or one.get("line")]


def nothing(inputs: Sequence[str], findings: Sequence[dict[str, Any]]) -> InputError:
    told = f": {findings[0]['path']}: {findings[0]['message']}" if findings else ""
    return InputError(f"nothing to read in {', '.join(inputs)}{told}")
