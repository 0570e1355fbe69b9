"""Runs the command in a process of its own: a job has one implementation, an interrupt ends it, and nothing that
happens to it harms the interpreter."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import IO, Any, Union

from . import _urlset
from ._errors import OF_CODE, BugError, Error, InputError, LossError
from ._findings import WEIGHTS, Finding, Summary

Path = Union[str, "os.PathLike[str]"]

CHILD = os.path.join(os.path.dirname(__file__), "_child.py")

LENGTH = 4


LISTS = {"--fields"}
"""Flags that stand once, with a comma list; others that take one may stand again, as all do that take one value."""

OURS = {"--json", "--report", "--color", "--progress"}
"""Flags that each job has."""


def flags(options: Mapping[str, Any], own: Mapping[str, Any] | None = None) -> list[str]:
    """Options by name as flags: ``last_wins=True`` is ``--last-wins``; a list repeats a flag, or is
    joined by commas where it may not stand again, and of a dict each item is ``KEY=VALUE``, of ``header`` ``NAME: VALUE``. A name that is a word of Python ends in ``_``. None is one of ``own``, which come first."""
    words = []
    known = set(OURS)
    for name, value in [*(own or {}).items(), *options.items()]:
        flag = "--" + name.rstrip("_").replace("_", "-")
        if flag in known:
            raise TypeError(f"'{name}' is no option here: {flag} is given by this package")
        known.add(flag)
        if value is True:
            words.append(flag)
        elif flag in LISTS and isinstance(value, (list, tuple)):
            words.append(f"{flag}={','.join(map(str, value))}")
        elif value is not None and value is not False:
            words += [f"{flag}={one}" for one in _values(value, ": " if flag == "--header" else "=")]
    return words


def _values(value: Any, sign: str) -> list[str]:
    if isinstance(value, Mapping):
        return [f"{key}{sign}{one}" for key, one in value.items()]
    if isinstance(value, (list, tuple, set, frozenset)):
        return [os.fspath(one) if isinstance(one, os.PathLike) else str(one) for one in value]
    return [os.fspath(value) if isinstance(value, os.PathLike) else str(value)]


class Job:
    """A command that runs."""

    def __init__(self, words: list[str], framed: bool = False, output: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="urlset-")
        self._report = os.path.join(self._folder.name, "report.json")
        # A file, since nobody reads it while the command runs.
        self._said = tempfile.TemporaryFile()
        self._data = None if output else tempfile.TemporaryFile()
        mode = "framed" if framed else "plain"
        python = sys.executable or "python3"
        # A dry run writes no file, not even a report, and nothing but the report to standard output; that of `submit`
        # prints what it would send.
        self._is_dry = "--dry-run" in words and words[0] != "submit"
        report = ["--json", *([] if self._is_dry else ["--report", self._report]), "--color=never", "--progress=never"]
        self.process = subprocess.Popen(
            [python, "-I", "-S", CHILD, _urlset.__file__, mode, *words, *report],
            stdin=subprocess.PIPE if framed else subprocess.DEVNULL,
            stdout=subprocess.PIPE if self._data is None else self._data,
            stderr=self._said,
        )

    @property
    def output(self) -> IO[bytes]:
        """What the command writes, where it was asked for."""
        assert self.process.stdout is not None
        return self.process.stdout

    def feed(self, data: bytes) -> None:
        """Gives the command more to read."""
        if not data or self.process.stdin is None:
            return
        try:
            self.process.stdin.write(len(data).to_bytes(LENGTH, "little"))
            self.process.stdin.write(data)
        except BrokenPipeError:
            # It ended before, and `end` says why.
            self.close_input()

    def close_input(self) -> None:
        """Says nothing more, not even that this is all."""
        if self.process.stdin is not None:
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
            self.process.stdin = None

    def end(self) -> Summary:
        """Waits for the end, and gives what is reported."""
        if self.process.stdin is not None:
            try:
                self.process.stdin.write(bytes(LENGTH))
            except BrokenPipeError:
                pass
            self.close_input()
        code = self.process.wait()
        data = text = b""
        if self._data is not None:
            self._data.seek(0)
            data = self._data.read()
        if self._is_dry:
            data, text = b"", data
        elif os.path.exists(self._report):
            with open(self._report, "rb") as report:
                text = report.read()
        summary = Summary(json.loads(text) if text else {})
        summary.code, summary.data = code, data
        self._said.seek(0)
        summary.messages = self._said.read().decode("utf-8", "replace")
        return summary

    def stop(self) -> None:
        """Ends the command, which takes back what is not published."""
        if self.process.poll() is None:
            self.process.terminate()
        self.close_input()
        self.process.wait()

    def __enter__(self) -> Job:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        place: TracebackType | None,
    ) -> None:
        self.stop()
        if self.process.stdout is not None:
            self.process.stdout.close()
        for file in (self._said, self._data):
            if file is not None:
                file.close()
        self._folder.cleanup()


def run(
    words: list[str],
    *,
    feed: Iterable[bytes] | None = None,
    allow_loss: bool = False,
    allow_unread: bool = False,
) -> Summary:
    """Runs the command to its end, and raises what its exit code says."""
    with Job(words, framed=feed is not None) as job:
        for data in feed or ():
            job.feed(data)
        return judged(job.end(), allow_loss, allow_unread)


def judged(summary: Summary, allow_loss: bool, allow_unread: bool = False) -> Summary:
    """Raises what the exit code of a job says."""
    code = summary.code
    if code in (0, 1) and not (code == 1 and not summary):
        return summary
    if code == LossError.code and allow_loss or code == InputError.code and allow_unread:
        return summary
    if code in (130, -2):
        raise KeyboardInterrupt
    raise error_of(OF_CODE.get(code, BugError), summary)


def error_of(kind: type[Error], summary: Summary) -> Error:
    """What a job raises: the finding that it is about, or else what the command said of its end."""
    said = summary.messages.strip()
    at = said.rfind("\nerror: ") + 1
    finding = None
    if said.startswith("error: ", at):
        text = said[at + len("error: ") :]
    elif finding := None if _is_asked(kind, summary) else _reason(kind, summary.findings):
        text = str(finding)
    else:
        # The last line has the totals.
        lines = said.splitlines()
        text = "; ".join(lines[:-1] or lines) or f"the command ended with {summary.code}"
    error = kind(text)
    if summary.code != 1:
        error.code = summary.code
    error.finding, error.summary = finding, summary
    return error


def _is_asked(kind: type[Error], summary: Summary) -> bool:
    """Whether the loss is one that the target would have made, which `on_loss` asked about: no finding tells of it."""
    return kind is LossError and summary.code == 1


def _reason(kind: type[Error], findings: list[Finding]) -> Finding | None:
    """The finding that a job raises an error for: what was left out first, or what weighs most."""
    if kind is LossError and (lost := next((one for one in findings if one.lost != "nothing"), None)):
        return lost
    if kind is InputError:
        findings = [one for one in findings if one.lost == "rest"] or findings
    return min(findings, key=lambda one: WEIGHTS.index(one.severity), default=None)
