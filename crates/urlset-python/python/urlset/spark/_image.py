"""Which documents there are to read in a store: what the command finds in an image of the store on this machine, which holds
indexes whole and of other documents what the command looks at before they are read."""

from __future__ import annotations

import concurrent.futures
import functools
import json
import os
import re
import tempfile
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from .._errors import Error, InputError
from .._reading import read
from ._objects import Addresses, asking, is_stored, opened, part_of, store_of
from ._plan import planned

DEEPEST = 3
"""How many indexes may stand above a document, as for the command."""

HEAD = 64 << 10
"""Bytes of the beginning of a document, by which it is known."""

FOLDERS = 16
"""Folders below that of an index in which the command looks for what it names."""

AT_ONCE = 16
"""Requests at a time."""

Asked = TypeVar("Asked")
Given = TypeVar("Given")


def stored(
    inputs: Sequence[str], options: Mapping[str, str], words: Sequence[str]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The documents behind paths, patterns, folders and indexes of a store, and what was found on the way to them."""
    with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
        image = _Image(folder, options)
        with asking(", ".join(inputs)):
            here = [place for path in inputs for place in image.of(path)]
        if not here:
            raise InputError(f"nothing to read in {', '.join(inputs)}")
        try:
            given = planned(here, [image.mapped(word) for word in words])
        except Error as error:
            raise type(error)(image.named(str(error))) from None
        documents, findings = json.loads(image.named(json.dumps(given, ensure_ascii=False)))
    return documents, findings


def _natural(path: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", path)]


def _all(ask: Callable[[Asked], Given], many: Sequence[Asked]) -> list[Given]:
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(ask, many))


class _Image:
    def __init__(self, folder: str, options: Mapping[str, str]) -> None:
        self.folder, self.options = folder, options
        self.fronts: dict[str, str] = {}
        self.files: dict[str, bool] = {}
        """Which places there are files at, and below which folders something is, as far as it was asked."""
        self.folders: dict[str, bool] = {}
        self.follows = options.get("follow") != "none"
        most = options.get("max_depth", "")
        self.deepest = int(most) if most.isdigit() else DEEPEST
        self.prefix, _, self.place = options.get("resolve", "").rpartition("=")

    def named(self, text: str) -> str:
        """A text with the names that things have in the store."""
        for front, folder in self.fronts.items():
            text = text.replace(folder + "/", front)
        return text

    def mapped(self, word: str) -> str:
        """``--resolve`` with a folder here for that of a store."""
        if not (word.startswith("--resolve=") and is_stored(self.place)):
            return word
        place = self._here(self.place.rstrip("/"))
        os.makedirs(place, exist_ok=True)
        return f"--resolve={self.prefix}={place}"

    def of(self, path: str) -> list[str]:
        """Takes in what a path, a pattern or a folder names, and what that leads to. Gives what it is called here."""
        store, name = store_of(path, self.options)
        is_folder = store.isdir(name)
        # As the command has it, what is there is called by its name, whatever signs that has.
        is_pattern = not is_folder and any(sign in name for sign in "*?[") and not store.isfile(name)
        if is_pattern:
            # What begins with a dot the command passes over.
            fixed = len(re.split(r"[*?[]", name)[0].rpartition("/")[0])
            found = (one for one in store.glob(name) if "/." not in one[fixed:])
            names = sorted((one for one in found if store.isfile(one)), key=_natural)
        elif is_folder:
            names = [one for one in store.find(name) if "/." not in one[len(name) :] and not one.endswith("/")]
        else:
            names = [name]
        addresses = Addresses(path, name)
        places = [addresses.of(store, one) for one in names]
        self._take_all(places)
        if is_folder and names:
            return [self._here(addresses.of(store, name).rstrip("/"))]
        return [self._here(place) for place in places]

    def _take_all(self, places: list[str]) -> None:
        """Takes in documents, what is named by those that are indexes, and so on."""
        for _ in range(self.deepest + 1):
            self.files.update(dict.fromkeys(places, True))
            taken = zip(places, _all(self._take, places))
            places = self._first_of([self._places(place, loc) for place, locs in taken if self.follows for loc in locs])
            if not places:
                break

    def _first_of(self, named: list[list[tuple[str, str]]]) -> list[str]:
        """Where each of what indexes name is: the first of its places at which there is a file, for that is the one that the
        command takes. None that is taken in already. What is below a folder that is not there is not asked for."""
        found: list[str] = []
        while named := [places for places in named if places]:
            self._ask({folder for (folder, _), *_ in named if folder}, self.folders, "exists")
            there = [places[0][1] for places in named if self.folders.get(places[0][0], True)]
            found += self._ask(set(there), self.files, "isfile")
            named = [rest for (_, place), *rest in named if not self.files.get(place)]
        return found

    def _ask(self, places: set[str], known: dict[str, bool], what: str) -> list[str]:
        """Asks the store what is not known of places yet; gives those of which it says yes."""

        def ask(place: str) -> bool:
            store, name = store_of(place, self.options)
            return bool(getattr(store, what)(name))

        asked = sorted(places - known.keys())
        known.update(zip(asked, _all(ask, asked)))
        return [place for place in asked if known[place]]

    def _here(self, place: str) -> str:
        store, name = store_of(place, self.options)
        addresses = Addresses(place, name)
        rest = name[len(addresses.root) :]
        if ".." in rest.split("/"):
            raise InputError(f"{place}: its path climbs")
        return os.path.join(self.fronts.setdefault(addresses.front, os.path.join(self.folder, str(len(self.fronts)))), rest)

    def _take(self, place: str) -> list[str]:
        """Takes in a document. Of an index, gives what it names."""
        here = self._here(place)
        os.makedirs(os.path.dirname(here), exist_ok=True)
        store, name = store_of(place, self.options)
        try:
            size = store.info(name)["size"]
            head = part_of(store, name, 0, min(size, HEAD)) if size else b""
        except FileNotFoundError as error:
            raise InputError(f"{place}: nothing is there") from error
        with open(here, "wb") as file:
            file.write(head)
            if head.startswith(b"PAR1") and size > HEAD:
                # Its columns are told at the end.
                end = part_of(store, name, size - 8, size)
                begin = max(size - 8 - int.from_bytes(end[:4], "little"), len(head))
                file.seek(begin)
                file.write(part_of(store, name, begin, size))
        locs, is_late = _sitemaps(here, self.options), False
        if locs is None and size > HEAD and not head.startswith(b"PAR1"):
            # What stands before its first entry may be long.
            with opened(place, self.options) as begun:
                locs = _sitemaps(begun, self.options)
            is_late = locs is not None
        if (locs or is_late) and size > HEAD:
            store.get_file(name, here)
            locs = _sitemaps(here, self.options)
        return locs or []

    def _places(self, index: str, loc: str) -> list[tuple[str, str]]:
        """Where the command looks for what an index names, in its order: below the folder of ``resolve``, or else beside the
        index. Each with a folder that must be there, empty where that is known."""
        if self.prefix and loc.startswith(self.prefix):
            names, folder = _names(loc[len(self.prefix) :]), self.place.rstrip("/")
            return [("", "/".join([folder, *names]))] if names and is_stored(folder) else []
        names, folder = _names(re.sub(r"^[^/]*://[^/]*", "", loc)), index.rpartition("/")[0]
        tails = [names[at:] for at in range(len(names))][-FOLDERS - 1 :]
        return [(f"{folder}/{tail[0]}" if len(tail) > 1 else "", "/".join([folder, *tail])) for tail in tails]


def _names(path: str) -> list[str]:
    """The names of a path, as the command unescapes them; none of one that it refuses."""
    names = [urllib.parse.unquote(part) for part in path.partition("#")[0].split("/") if part]
    return [] if any(name in (".", "..") or set(name) & {"/", "\\", "\0"} for name in names) else names


def _sitemaps(source: Any, options: Mapping[str, str]) -> list[str] | None:
    """What an index names, as far as it can be read; nothing of what is none, and ``None`` where that is not to be seen.
    What is wrong with it the command tells."""
    locs: list[str] = []
    try:
        entries = read(source, format=options.get("from"), on_finding=lambda finding: None)
        for entry in entries:
            if entry.get("kind") != "sitemap":
                return locs
            locs.append(entry["loc"])
    except Error:
        pass
    return locs or None
