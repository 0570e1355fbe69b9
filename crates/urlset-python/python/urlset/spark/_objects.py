"""Documents in stores that fsspec knows, such as ``s3://``, ``gs://``, ``abfs://`` and ``hdfs://``."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from .._errors import InputError


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
