"""Documents in stores that fsspec knows, such as ``s3://``, ``gs://``, ``abfs://`` and ``hdfs://``."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .._errors import Error, InputError
from .._reading import read

DEEPEST = 3
"""How many indexes may stand above a document, as for the command."""


def is_stored(path: str) -> bool:
    scheme = path.partition("://")[0].lower() if "://" in path else ""
    return bool(scheme) and scheme not in ("http", "https")


def opened(path: str, options: Mapping[str, str]) -> Any:
    """A file that gives bytes."""
    store, name = store_of(path, options)
    try:
        return store.open(name, "rb")
    except FileNotFoundError as error:
        raise InputError(f"{path}: nothing is there") from error


def store_of(path: str, options: Mapping[str, str]) -> tuple[Any, str]:
    try:
        import fsspec.core
    except ImportError as error:
        raise InputError(f"{path}: fsspec is needed to open it: pip install fsspec, and what its store needs") from error
    given = json.loads(options.get("storage_options", "{}"))
    # Hadoop's name for what everybody else calls s3.
    plain = re.sub(r"^s3[an]://", "s3://", path)
    if plain.startswith("file:"):
        # Other stores have no folders to be made first.
        given.setdefault("auto_mkdir", True)
    store, name = fsspec.core.url_to_fs(plain, **given)
    return store, name


def _natural(path: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", path)]


def stored(inputs: Sequence[str], options: Mapping[str, str]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The documents behind paths, patterns, folders and indexes of a store, and what was found on the way."""
    numbers, findings = itertools.count(1), list[dict[str, Any]]()
    documents = []
    for path in inputs:
        store, name = store_of(path, options)
        if any(sign in name for sign in "*?["):
            names = sorted(store.glob(name), key=_natural)
        elif store.isdir(name):
            names = sorted(store.find(name), key=_natural)
        else:
            names = [name]
        for one in names:
            for place, base in _followed(store.unstrip_protocol(one), None, options, findings, 0):
                documents.append({"number": next(numbers), "path": place, "base": base, "format": ""})
    if not documents:
        raise InputError(f"nothing to read in {', '.join(inputs)}")
    return documents, findings


def _followed(
    path: str, base: str | None, options: Mapping[str, str], findings: list[dict[str, Any]], depth: int
) -> Iterator[tuple[str, str | None]]:
    """The document itself, or what it names where it is an index."""
    names = [] if options.get("follow") == "none" else _sitemaps(path, options)
    if not names:
        yield path, base
        return
    for loc in names:
        found = _beside(path, loc, options)
        if found is None or depth >= DEEPEST:
            said = "a sitemap of the index is not there" if found is None else "indexes name indexes too deep"
            findings.append(
                {"rule": "index/child-missing", "severity": "error", "message": said, "path": path, "loc": loc, "lost": "rest"}
            )
        else:
            yield from _followed(found, loc, options, findings, depth + 1)


def _sitemaps(path: str, options: Mapping[str, str]) -> list[str]:
    """What an index names; nothing of what is none. What is wrong with it is told where it is read."""
    with opened(path, options) as file:
        entries = read(file, on_finding=lambda finding: None)
        try:
            first = next(entries, None)
            if first is None or first.get("kind") != "sitemap":
                return []
            return [entry["loc"] for entry in itertools.chain([first], entries)]
        except Error:
            return []


def _beside(index: str, loc: str, options: Mapping[str, str]) -> str | None:
    """The file behind an address: as ``resolve`` says, else the last parts of its path beside the index."""
    mapping = options.get("resolve", "")
    if "=" in mapping:
        prefix, _, place = mapping.rpartition("=")
        if loc.startswith(prefix):
            return _there(place + loc[len(prefix) :], options)
    parts = re.sub(r"^[a-z]+://[^/]*/?|[?#].*$", "", loc).split("/")
    folder = index.rsplit("/", 1)[0]
    for start in range(len(parts)):
        if (found := _there("/".join([folder, *parts[start:]]), options)) is not None:
            return found
    return None


def _there(path: str, options: Mapping[str, str]) -> str | None:
    store, name = store_of(path, options)
    return path if store.isfile(name) else None
