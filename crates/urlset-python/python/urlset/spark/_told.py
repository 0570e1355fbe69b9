"""The folder of findings: a file for each partition that was read, and one for a set that was written. None is a document."""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
import uuid
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO

from .._errors import UsageError
from ._staging import LEFT

WRITTEN = "urlset-written.jsonl"
"""What was found in a frame that was written."""

NAMES = re.compile(r"urlset-(plan|written|[0-9]{6,}-[0-9]{5,})\.jsonl")

BEGUN = ".urlset-told-"
"""How a file is called before it is whole. Spark passes over such names."""

FIRST = b'{"count": '
"""How the first line of each begins."""


def keep_apart(findings: str, inputs: Iterable[str], documents: Iterable[str]) -> None:
    """What is told here is no document of the next reading, and no document of this one is removed as what was told."""
    folder = os.path.realpath(findings)
    own = _own(folder)
    for path in [*inputs, *(one for one in documents if os.path.basename(one) in own)]:
        place = os.path.realpath(re.sub("^file://", "", path, flags=re.IGNORECASE))
        rest = os.path.relpath(folder, place)
        is_removed = rest == os.pardir and os.path.basename(place) in own
        # Behind a dot nothing is looked for.
        if is_removed or rest == os.curdir or not any(part.startswith(".") for part in rest.split(os.sep)):
            said = f"findings={findings}: what is told there would be read as a document of {path}"
            raise UsageError(f"{said}; name a folder elsewhere, or one that begins with a dot")


def is_told(path: str, open_it: Callable[[str], BinaryIO]) -> bool:
    """Whether a file is one of findings; where nothing was found it is empty."""
    if NAMES.fullmatch(os.path.basename(path)) is None:
        return False
    with open_it(path) as file:
        return file.read(len(FIRST)) in (FIRST, b"")


def _own(folder: str) -> set[str]:
    """Names of the files of findings."""
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return {name for name in names if NAMES.fullmatch(name)}


def clear(folder: str) -> None:
    """Removes what an earlier frame told, and what its tasks left that were killed."""
    os.makedirs(folder, exist_ok=True)
    for name in [*_own(folder), *_begun(folder)]:
        os.remove(os.path.join(folder, name))


def forget(folder: str) -> None:
    """Removes what drivers left that were killed while they wrote a set: other writes may be under way."""
    for name in _begun(folder):
        with contextlib.suppress(FileNotFoundError):
            path = os.path.join(folder, name)
            if os.path.getmtime(path) < time.time() - LEFT:
                os.remove(path)


def _begun(folder: str) -> set[str]:
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return {name for name in names if name.startswith(BEGUN)}


def begun(folder: str) -> str:
    """The path of a file of findings before it is whole."""
    return os.path.join(folder, BEGUN + uuid.uuid4().hex)


def line(finding: dict[str, Any]) -> str:
    return json.dumps({"count": 1, **finding}, ensure_ascii=False) + "\n"


def tell(folder: str, name: str, findings: Iterable[dict[str, Any]]) -> None:
    """Whole or not at all; of a task that is done again, what the last one told stands."""
    path = os.path.join(folder, f"urlset-{name}.jsonl")
    part = begun(folder)
    with open(part, "w", encoding="utf-8") as file:
        file.writelines(map(line, findings))
    os.replace(part, path)
