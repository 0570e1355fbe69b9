"""A set of files in a store that fsspec knows, such as ``s3://``.

Tasks put their files beside the set, under names that no other try has; the driver copies them to their names within the
store, and puts the index last. What a file is called and what the index says is the command's own: it names files of this
machine that hold nothing but the place of the true one."""

from __future__ import annotations

import concurrent.futures
import contextlib
import itertools
import os
import re
import uuid
from collections.abc import Mapping
from typing import Any

from .._errors import OutputError, UsageError
from ._objects import Addresses, asking, is_stored, store_of

COPIES = 16
"""Files that are copied at a time."""

STYLESHEET = "urlset.css"
"""As the command calls its own."""

ALONE = ("prune", "if_changed", "no_clobber", "index_lastmod=content")
"""Options that look at the files of the set as it was, which are not on this machine."""


class StoredSet:
    def __init__(self, template: str, options: Mapping[str, str]) -> None:
        self.template, self.options = template, dict(options)
        self.staging = f"{template.rpartition('/')[0]}/.urlset-{uuid.uuid4().hex}"
        asked = {name for name, value in options.items() if value.lower() != "false"}
        asked.update(f"{name}={value.lower()}" for name, value in options.items())
        for option in sorted(asked.intersection(ALONE)):
            raise UsageError(f"{option} is not there for a set in a store: give the new set a folder of its own")
        # Before anything is read: the package for this store, and where it is.
        store, _ = store_of(template, options)
        index = options.get("index", template)
        if not is_stored(index) or store_of(index, options)[0] != store:
            raise UsageError(f"index={index}: an index stands in the store of its files")

    def _store(self, path: str) -> tuple[Any, str]:
        return store_of(path, self.options)

    def put(self, path: str, mark: str) -> str:
        """Puts a file of a task beside the set; gives where."""
        place = f"{self.staging}/{mark}-{os.path.basename(path)}"
        store, name = self._store(place)
        with asking(place, OutputError):
            store.put_file(path, name)
        return place

    def begin(
        self, files: list[dict[str, Any]], options: dict[str, str], folder: str
    ) -> tuple[list[dict[str, Any]], dict[str, str], str]:
        """The same set in a folder of this machine, of files that say where the true ones are."""
        here = []
        os.makedirs(os.path.join(folder, "begun"))
        for number, file in enumerate(files):
            path = os.path.join(folder, "begun", str(number))
            with open(path, "w", encoding="utf-8") as out:
                out.write(file["path"])
            here.append({**file, "path": path})
        options = dict(options)
        if options.get("stylesheet") == "css":
            self._get_stylesheets(folder)
        if index := options.get("index"):
            options["index"] = self._here(index, folder)
        return here, options, self._here(self.template, folder)

    def _here(self, path: str, folder: str) -> str:
        _, name = self._store(path)
        place = os.path.join(folder, "set", name.lstrip("/"))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        return place

    def named(self, text: str, folder: str) -> str:
        """A text with the names that things have in the store."""
        addresses = Addresses(self.template, self._store(self.template)[1])
        return text.replace(os.path.join(folder, "set", addresses.root.lstrip("/")), addresses.front)

    def _get_stylesheets(self, folder: str) -> None:
        """What stands where the stylesheet goes: the command replaces none but its own."""
        for path in (self.template, self.options.get("index", self.template)):
            there = f"{path.rpartition('/')[0]}/{STYLESHEET}"
            store, name = self._store(there)
            with asking(there, OutputError):
                if store.exists(name):
                    store.get_file(name, self._here(there, folder))

    def publish(self, folder: str, overwrite: bool) -> list[str]:
        """Copies the files to the names that they have in the folder; the index, which names them, comes last. Gives what is
        to be said of files of an earlier set that stay."""
        store, named = self._store(self.template)
        front = "/" if named.startswith("/") else ""
        root = os.path.join(folder, "set")
        _, staging = self._store(self.staging)
        copies, sheets, indexes = [], [], []
        for at, _, names in os.walk(root):
            for path in (os.path.join(at, name) for name in names):
                with open(path, "rb") as file:
                    held = file.read(1 << 12)
                to = front + "/".join(os.path.relpath(path, root).split(os.sep))
                if held.startswith(self.staging.encode()):
                    copies.append((staging + held.decode().removeprefix(self.staging), to))
                elif os.path.basename(path) == STYLESHEET:
                    sheets.append((path, to))
                else:
                    indexes.append((path, to))
        with asking(self.template, OutputError):
            stay = self._stay({os.path.basename(to) for _, to in [*copies, *indexes]})
            there = [] if overwrite else [to for _, to in [*copies, *indexes] if store.exists(to)]
            if there:
                raise OutputError(f"{there[0]} is there and must not be replaced: mode('overwrite') replaces it")
            for path, to in sheets:
                store.put_file(path, to)
            with concurrent.futures.ThreadPoolExecutor(COPIES) as pool:
                list(pool.map(lambda copy: store.cp_file(*copy), copies))
            first = self._here(self.options["index"], folder) if "index" in self.options else ""
            for path, to in sorted(indexes, key=lambda index: index[0] == first):
                store.put_file(path, to)
        if not stay:
            return []
        # As the command says it of a folder.
        more = {1: "", 2: " and 1 file more"}.get(len(stay), f" and {len(stay) - 1} files more")
        return [f"{stay[0]}{more}: named as -o names files, not of this run, left alone"]

    def _stay(self, own: set[str]) -> list[str]:
        """Files beside these that have a name as the set gives it. What they hold is not looked at."""
        front, _, name = self.template.rpartition("/")
        is_named = named_by(name).fullmatch
        store, folder = self._store(front)
        store.invalidate_cache()
        try:
            names = sorted(map(os.path.basename, store.ls(folder, detail=False)))
        except FileNotFoundError:
            return []
        return [f"{front}/{name}" for name in names if is_named(name) and name not in own]

    def clear(self) -> None:
        store, name = self._store(self.staging)
        with asking(self.staging, OutputError):
            if not any(sign in name for sign in "*?["):
                if store.exists(name):
                    store.rm(name, recursive=True)
                return
            # `rm` would take such a name for a pattern.
            for file in store.find(name):
                store.rm_file(file)
            # Some stores have no folders of their own.
            with contextlib.suppress(OSError):
                store.rmdir(name)


def named_by(template: str) -> re.Pattern[str]:
    """The names that a template gives: no number has more zeros at its front than its width asks for."""
    texts = re.split(r"\{n(?::0*([0-9]+))?\}", template)
    # Every second one is the width of a number, or nothing.
    widths = (int(width or 1) - 1 for width in texts[1::2])
    numbers = (f"(?:0[0-9]{{{more}}}|[1-9][0-9]{{{more},}})" for more in widths)
    parts = itertools.zip_longest(map(re.escape, texts[::2]), numbers, fillvalue="")
    return re.compile("".join(itertools.chain.from_iterable(parts)))
