"""Documents in stores that fsspec knows, such as ``s3://``, ``gs://``, ``abfs://`` and ``hdfs://``."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .._errors import Error, InputError, UsageError


def is_stored(path: str) -> bool:
    scheme = path.partition("://")[0].lower() if "://" in path else ""
    return bool(scheme) and scheme not in ("http", "https")


def spelled(path: str) -> str:
    """An address as others than Hadoop write it, which has `file:/a.xml` for `file:///a.xml`."""
    return re.sub("^(file|hdfs):/(?!/)", r"\1:///", path, flags=re.IGNORECASE)


@contextlib.contextmanager
def asking(path: str, kind: type[Error] = InputError) -> Iterator[None]:
    """Tells as an error of ours what a store raises, which each has of its own."""
    try:
        yield
    except Error:
        raise
    except FileNotFoundError as error:
        raise kind(f"{path}: nothing is there") from error
    except Exception as error:
        raise kind(f"{path}: the store cannot be used: {type(error).__name__}: {error}; {DUE}") from error


DUE = "its address and keys are what the environment of its own tools says, or option('storage_options', '{...}')"


def opened(path: str, options: Mapping[str, str]) -> Any:
    """A file that gives bytes."""
    store, name = store_of(path, options)
    with asking(path):
        return store.open(name, "rb")


def path_here(path: str, options: Mapping[str, str]) -> str | None:
    """The path of a file that is on this machine."""
    if not is_stored(path):
        return path
    return store_of(path, options)[1] if path.lower().startswith("file:") else None


def store_of(path: str, options: Mapping[str, str]) -> tuple[Any, str]:
    """The store of an address, and what the store calls it. What the address says of the store, as the host of
    `hdfs://namenode:8020/a.xml`, fsspec takes from it."""
    try:
        import fsspec.core
    except ImportError as error:
        raise InputError(f"{path}: fsspec is needed to open it: pip install fsspec, and what its store needs") from error
    given, plain = _given(options), _plain(path)
    if plain.startswith("file:"):
        # Other stores have no folders to be made first.
        given.setdefault("auto_mkdir", True)
    try:
        store, name = fsspec.core.url_to_fs(plain, **given)
    except ImportError as error:
        raise InputError(f"{path}: {error}, on the driver and on each worker") from error
    except TypeError as error:
        # As fsspec has it where both name a host, and not the same, and stores where they do not know an option.
        raise UsageError(f"{path}: the address and storage_options do not go together: {error}") from error
    except ValueError as error:
        raise UsageError(f"{path}: no store that fsspec knows: {error}; write s3://, gs://, abfs://, hdfs:// or a path") from error
    except Exception as error:
        raise InputError(f"{path}: the store cannot be used: {type(error).__name__}: {error}; {DUE}") from error
    return store, name


def _given(options: Mapping[str, str]) -> dict[str, Any]:
    text = options.get("storage_options", "{}")
    try:
        given = json.loads(text)
    except ValueError as error:
        given = error
    if not isinstance(given, dict):
        # What it holds may be secret.
        why = f": {given}" if isinstance(given, ValueError) else ""
        raise UsageError(f"storage_options: no object in JSON, as {{\"key\": \"...\", \"secret\": \"...\"}}{why}")
    return given


def _plain(path: str) -> str:
    """The scheme in small letters, and Hadoop's name for what everybody else calls s3."""
    scheme, is_there, rest = path.partition("://")
    return re.sub(r"^s3[an]$", "s3", scheme.lower()) + is_there + rest if is_there else path


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
