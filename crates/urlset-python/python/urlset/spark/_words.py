"""Words of a command line, as the command takes them: options before `--`, inputs behind it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence


def taken(words: list[str], name: str) -> list[str]:
    """Takes the values of an option of ours out of the words."""
    values: list[str] = []

    def take(value: str) -> None:
        values.append(value)

    words[:] = _with(words, name, take)
    return values


def silent(words: Sequence[str]) -> list[str]:
    """The command with these words, and without progress."""
    words = list(words)
    taken(words, "--progress")
    return ["urlset", "--progress=never", *words]


def for_tasks(words: Sequence[str]) -> list[str]:
    """The same for tasks, which run elsewhere: the files that they read by their whole paths."""
    words = _with(words, "--map-file", lambda file: f"--map-file={os.path.abspath(file)}")
    return _with(words, "--robots", _robots)


def _robots(value: str) -> str:
    address, is_pair, file = value.partition("=")
    return f"--robots={address}={os.path.abspath(file)}" if is_pair else f"--robots={value}"


def _with(words: Sequence[str], name: str, change: Callable[[str], str | None]) -> list[str]:
    """The words with what `change` makes of each value of an option, `None` for nothing."""
    changed: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*changed, word, *rest]
        if word == name:
            made = change(next(rest, ""))
        elif word.startswith(name + "="):
            made = change(word[len(name) + 1 :])
        else:
            made = word
        changed += [] if made is None else [made]
    return changed
