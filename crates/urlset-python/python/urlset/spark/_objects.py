"""Documents in stores that fsspec knows, such as ``s3://``, ``gs://``, ``abfs://`` and ``hdfs://``."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from .._errors import InputError, UsageError


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
    """The store of an address, and what the store calls it. What the address says of the store, as the host of
    `hdfs://namenode:8020/a.xml`, fsspec takes from it."""
    try:
        import fsspec.core
    except ImportError as error:
        raise InputError(f"{path}: fsspec is needed to open it: pip install fsspec, and what its store needs") from error
    given = json.loads(options.get("storage_options", "{}"))
    plain = _plain(path)
    if plain.startswith("file:"):
        # Other stores have no folders to be made first.
        given.setdefault("auto_mkdir", True)
    try:
        store, name = fsspec.core.url_to_fs(plain, **given)
    except TypeError as error:
        # As fsspec has it where both name a host, and not the same.
        raise UsageError(f"{path}: the address and storage_options do not go together: {error}") from error
    return store, name


def _plain(path: str) -> str:
    """Hadoop's name for what everybody else calls s3."""
    return re.sub(r"^s3[an]://", "s3://", path)


def part_of(store: Any, name: str, begin: int, end: int) -> bytes:
    """Some bytes of a file."""
    from fsspec.implementations.arrow import ArrowFSWrapper

    # From the beginning on it gives streams, as of Hadoop, and then asks them where they are.
    more = {"seekable": True} if isinstance(store, ArrowFSWrapper) else {}
    return bytes(store.cat_file(name, start=begin, end=end, **more))


class Addresses:
    """The addresses of what is in a store. An address that is known, and what the store calls it, show how they are made:
    `abfs://container@account.dfs.core.windows.net/a.xml` is called `container/a.xml`, `hdfs://namenode:8020/a.xml` `/a.xml`."""

    def __init__(self, path: str, name: str) -> None:
        scheme, _, place = _plain(path).partition("://")
        place, name = place.rstrip("/"), name.rstrip("/")
        same = len(os.path.commonprefix([place[::-1], name[::-1]]))
        end = name[len(name) - same :]
        if end != name or place[: len(place) - same][-1:] not in ("", "/"):
            # Of a name that is the same in part, nothing is.
            end = end.partition("/")[2]
        end = end.lstrip("/")
        slash = "/" if place and not end else ""
        self.front = f"{scheme}://{place[: len(place) - len(end)]}{slash}"
        """What stands in addresses in the place of `root`."""
        self.root = name[: len(name) - len(end)] + slash
        """How the names of the store begin."""

    def of(self, store: Any, name: str) -> str:
        if name.startswith(self.root):
            return self.front + name[len(self.root) :]
        return self.front[:-1] if f"{name}/" == self.root else str(store.unstrip_protocol(name))
