"""A data frame as a set of files: ``frame.write.format("urlset").save("out/sitemap-{n}.xml.gz")``.

Tasks write files beside the set; the driver gives them their names and writes the index, as the command publishes."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shutil
import tempfile
import uuid
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyspark import TaskContext
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from .. import _urlset
from .._errors import OF_CODE, Error, FindingWarning, LossError, OutputError, UsageError
from .._findings import KEPT, WEIGHTS
from .._writing import NAME, Writer, writer
from ._objects import is_stored, opened, spelled
from ._options import findings_of, given_of, known, words_of
from ._staging import place_of, remove, sweep
from ._stored_set import StoredSet
from ._told import WRITTEN, begun, forget, keep_apart, line

if TYPE_CHECKING:
    import pyarrow

SHARDS = ("max_urls", "max_bytes", "pretty", "stylesheet")
"""Flags that each task's writer has. What `on_loss` says is done of the whole set."""

SET = ("index", "base_url", "index_lastmod", "prune", "no_clobber", "if_changed", "max_urls", "max_bytes", "pretty", "stylesheet", "on_loss")
"""Flags of the set, whose index and stylesheet the driver writes."""

OPTIONS = (*SHARDS, *SET, "path", "to", "findings", "storage_options")
"""All options."""

LEFT, SAID = "loss", "said"
"""In the place of a rule: what the report of the command calls so."""

MIXED, UNCARRIED = "schema/mixed-url-sitemap", "convert/index-not-carried"
"""What is told of rows of the other kind than the first, and of sitemaps in a format that has only pages."""

UNUSED = "csv/unused-column"
"""Of a table a note, for its columns are many; whoever makes a frame knows those that it has."""

TWO_KINDS = (
    "the rows are pages and sitemaps, and a set has one kind: nothing is published; "
    "write each apart, where(\"kind = 'page'\") and where(\"kind = 'sitemap'\")"
)

ADDRESS = "https://staged.invalid/"

BEGUN = "begun"
"""A file beside those of the tasks, from before the first task until the driver clears the folder."""


class Written(WriterCommitMessage):
    """The files of one task, and how much was found. The findings themselves stand in a file beside them: the driver has the
    messages of all tasks at a time."""

    def __init__(self, part: int, files: list[dict[str, Any]], findings: list[dict[str, Any]]) -> None:
        self.part, self.files = part, files
        self.told = ""
        """The file."""
        self.columns = [one for one in findings if "line" not in one and one["rule"] == UNUSED]
        """What each task says of the same columns."""
        self.kinds: set[str] = set()
        """Those of its rows."""
        self.rows = [one for one in findings if one not in self.columns]
        lost = [one for one in self.rows if _is_lost(one)]
        self.found, self.lost = _sum(self.rows), _sum(lost)
        self.is_behind = any(one["rule"] == LEFT for one in lost)
        self.firsts = [*lost[:1], *self.rows[:1]]

    def tell(self, path: str) -> None:
        """Writes down what was found in rows, where it is wanted, and forgets it."""
        rows, self.rows = self.rows, []
        if path and rows:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(map(line, rows))
            self.told = path


class UrlsetWriter(DataSourceArrowWriter):
    """Writes a set in two steps, of which the second publishes it."""

    def __init__(self, given: Mapping[str, str], overwrite: bool) -> None:
        options = self.options = known(given, OPTIONS)
        options.update({name: spelled(options[name]) for name in ("path", "index") if name in options})
        self.template = options.get("path", "")
        if "{n" not in self.template:
            raise UsageError("a cluster writes a set of files: name them with a number, as save('out/sitemap-{n:05}.xml.gz')")
        self.overwrite, self.findings = overwrite, findings_of(options)
        if self.findings:
            places = [self.template.partition("{n")[0], *([options["index"]] if "index" in options else [])]
            keep_apart(self.findings, {os.path.dirname(place) or os.curdir for place in places}, [])
        self.format = options.get("to")
        _look_at(self._own(SHARDS).get("stylesheet", "keep"))
        self.store = StoredSet(self.template, options) if is_stored(self.template) else None
        if self.store is None and is_stored(options.get("index", "")):
            raise UsageError(f"index={options['index']}: an index stands in the store of its files")
        self._try()
        if self.store is not None:
            self.staging = self.store.staging
            return
        beside, begin = place_of(os.path.dirname(self.template), "write")
        sweep(beside, begin)
        self.staging = os.path.join(beside, begin + uuid.uuid4().hex)
        os.makedirs(self.staging)
        with open(os.path.join(self.staging, BEGUN), "w", encoding="utf-8"):
            pass

    def _try(self) -> None:
        """Has the command refuse what it cannot write, before there is anything to write: it publishes a file in an image of
        the folders of the set."""
        file: dict[str, Any] = {"path": ADDRESS, "entries": 1, "bytes": 1, "newest": None, "source": 1}
        with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
            if self.store is not None:
                self._name_stored([file], folder)
                return
            own = self._own(SET)
            paths = [self.template, *([own["index"]] if "index" in own else [])]
            # What is named from here is told so.
            root = os.path.join(folder, "set")
            root += "/" if not any(path.startswith("/") or ".." in path.split("/") for path in paths) else ""
            here = [root + (path if root.endswith("/") else os.path.join(os.getcwd(), path)) for path in paths]
            if any(not os.path.normpath(path).startswith(os.path.join(folder, "set", "")) for path in here):
                raise UsageError(f"{', '.join(paths)}: a path climbs")
            own |= {"index": here[1]} if "index" in own else {}
            file["path"] = os.path.join(folder, "begun")
            with open(file["path"], "w", encoding="utf-8") as begun:
                begun.write(ADDRESS)
            try:
                self._name([file], own, here[0])
            except Error as error:
                raise type(error)(str(error).replace(root, "")) from None

    def _own(self, names: tuple[str, ...]) -> dict[str, str]:
        return {name: self.options[name] for name in names if name in self.options}

    def _ending(self) -> str:
        name = os.path.basename(self.template).rpartition("}")[2]
        return name[name.index(".") :] if "." in name else name

    def write(self, iterator: Iterator[pyarrow.RecordBatch]) -> Written:
        context = TaskContext.get()
        assert context is not None
        # Two tries of one task may run at a time.
        mark = f"{context.partitionId():06}-{uuid.uuid4().hex}"
        batches = (batch for batch in iterator if batch.num_rows)
        first = next(batches, None)
        if first is None:
            return Written(context.partitionId(), [], [])
        if self.store is not None:
            with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
                written = self._write(itertools.chain([first], batches), os.path.join(folder, mark))
                for file in written.files:
                    file["path"] = self.store.put(file["path"], mark)
                written.told = self.store.put(written.told, mark) if written.told else ""
                return written
        folder = os.path.join(self.staging, mark)
        try:
            return self._write(itertools.chain([first], batches), folder)
        finally:
            if not os.path.exists(os.path.join(self.staging, BEGUN)):
                # The driver gave up meanwhile and has cleared the folder, which the task made once more.
                shutil.rmtree(folder, ignore_errors=True)
                with contextlib.suppress(OSError):
                    os.rmdir(self.staging)

    def _write(self, batches: Iterator[pyarrow.RecordBatch], folder: str) -> Written:
        """Writes the files of one task into a folder of this machine."""
        context = TaskContext.get()
        assert context is not None
        options = given_of(self.options, SHARDS)
        index = os.path.join(folder, "index.xml")
        template = os.path.join(folder, f"{{n:06}}{self._ending()}")
        # Of this one only the dates are wanted.
        indexed = {"index": index, "base_url": ADDRESS} if "index" in self.options else {}
        with writer(template, format=self.format, allow_loss=True, **options, **indexed) as out:
            for batch in batches:
                out.write(batch)
        summary: Mapping[str, Any] = out.summary or {}
        dates = _dates(index) if indexed else {}
        files = [
            {
                "path": os.path.abspath(one["path"]),
                "entries": one["entries"],
                "bytes": one["bytes"],
                "newest": dates.get(_number(os.path.basename(one["path"]))),
                "source": 1,
            }
            for one in summary.get("outputs", [])
            if not one.get("index") and one["format"] != "css"
        ]
        left = {} if self.options.get("on_loss") == "ignore" else summary.get("loss", {})
        written = Written(context.partitionId(), files, [*_found(summary, out), *_left_behind(left)])
        written.kinds = _kinds(summary)
        written.tell(os.path.join(folder, WRITTEN) if self.findings else "")
        return written

    def commit(self, messages: list[WriterCommitMessage | None]) -> None:
        written = sorted((one for one in messages if isinstance(one, Written)), key=lambda one: one.part)
        if len({kind for one in written for kind in one.kinds}) > 1:
            # Whatever rows came into one partition.
            self._clear()
            raise UsageError(TWO_KINDS)
        columns: list[dict[str, Any]] = []
        for one in written:
            columns += [column for column in one.columns if column not in columns]
        lost, found = (len(columns) + sum(counts) for counts in ([one.lost for one in written], [one.found for one in written]))
        firsts = [*columns, *(first for one in written for first in one.firsts)]
        report = self.findings
        is_asked = self.options.get("on_loss") == "error" and any(one.is_behind for one in written)
        if lost and (is_asked or not report):
            self._clear()
            said = f"{lost} left out, the first: {_said(next(one for one in firsts if _is_lost(one)))}"
            if not is_asked:
                said += "; with option('findings', FOLDER) the rest is published and this is written there"
            raise LossError(said)
        told = begun(report) if report else ""
        try:
            if report:
                self._begin(told, columns, [one.told for one in written if one.told])
            set_told = self._publish([file for one in written for file in one.files])
            if report:
                try:
                    with open(told, "a", encoding="utf-8") as file:
                        file.writelines(map(line, set_told))
                finally:
                    os.replace(told, os.path.join(report, WRITTEN))
            elif firsts := [*firsts, *(weighty := [one for one in set_told if one["severity"] != "note"])]:
                said = f"{found + len(weighty)} found, the first: {_said(firsts[0])}"
                warnings.warn(said, FindingWarning, stacklevel=2)
        finally:
            if os.path.exists(told):
                os.remove(told)
            self._clear()

    def _begin(self, path: str, columns: list[dict[str, Any]], told: list[str]) -> None:
        """Writes findings under a name that nobody reads, before anything is published: what is lost must have a place."""
        folder = os.path.dirname(path)
        try:
            os.makedirs(folder, exist_ok=True)
            if os.path.isdir(os.path.join(folder, WRITTEN)):
                raise IsADirectoryError(f"{WRITTEN} is a folder")
            forget(folder)
            with open(path, "wb") as file:
                file.writelines(line(one).encode() for one in columns)
                for place in told:
                    with opened(place, self.options) if self.store is not None else open(place, "rb") as part:
                        shutil.copyfileobj(part, file)
        except OSError as error:
            raise OutputError(f"findings={folder}: nothing is published, since what was found cannot be told: {error}") from error

    def _publish(self, files: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Gives what was found of the set."""
        if self.store is None:
            return self._name(files, self._own(SET), self.template)
        with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
            told = self._name_stored(files, folder)
            stay = self.store.publish(folder, self.overwrite)
            named = (json.loads(self.store.named(json.dumps(one, ensure_ascii=False), folder)) for one in told)
            return [*named, *map(_of_set, stay)]

    def _name_stored(self, files: list[dict[str, Any]], folder: str) -> list[dict[str, Any]]:
        """The same for a set in a store, in a folder of this machine."""
        assert self.store is not None
        try:
            return self._name(*self.store.begin(files, self._own(SET), folder))
        except Error as error:
            raise type(error)(self.store.named(str(error), folder)) from None

    def _name(self, files: list[dict[str, Any]], own: dict[str, str], template: str) -> list[dict[str, Any]]:
        """Gives files their names and writes the index, as the command does, and gives what it told."""
        done = json.dumps({"files": files, "told": []})
        words = words_of(own, SET)
        words += [] if self.overwrite or "--no-clobber" in words else ["--no-clobber"]
        words += [f"--to={self.format}"] if self.format else []
        with tempfile.TemporaryDirectory(prefix="urlset-") as folder:
            # The command publishes what it reads; what was read is elsewhere.
            given = os.path.join(folder, "rows.txt")
            with open(given, "w", encoding="utf-8") as file:
                file.write("https://staged.invalid/\n")
            report = os.path.join(folder, "report.json")
            own_words = ["--progress=never", "--json", f"--report={report}"]
            words = ["urlset", "convert", given, f"--output={template}", *words, *own_words]
            code, said = _urlset.run_by(words, lambda task: done, mute=True)
            summary: dict[str, Any] = {}
            if os.path.exists(report):
                with open(report, encoding="utf-8") as file:
                    summary = json.load(file)
        told: list[str] = summary.get("said", [])
        if code:
            raise OF_CODE.get(code, OutputError)(said or "; ".join(told) or "the set could not be published")
        found = [one for one in summary.get("findings", []) if one.get("path") != given]
        return [*found, *map(_of_set, told)]

    def abort(self, messages: list[WriterCommitMessage | None]) -> None:
        self._clear()

    def _clear(self) -> None:
        if self.store is not None:
            self.store.clear()
        else:
            remove(self.staging)


def _sum(findings: list[dict[str, Any]]) -> int:
    return sum(one.get("count", 1) for one in findings)


def _is_lost(finding: Mapping[str, Any]) -> bool:
    """Whether something is not in the set that the frame had."""
    return bool(finding.get("lost", "nothing") != "nothing" or finding["rule"] == UNUSED)


def _found(summary: Mapping[str, Any], out: Writer) -> list[dict[str, Any]]:
    """What was found in the rows, and how much is not listed."""
    # Of files and indexes that have their names and addresses later the driver tells.
    listed = [one for one in summary.get("findings", []) if one.get("path") == NAME]
    severities = {one["rule"]: one["severity"] for one in listed}
    more = [(rule, cost, count) for (rule, cost), count in sorted(out._rows.unkept.items())]
    known = [*listed, *(_more(rule, severities.get(rule, "warning"), cost, count) for rule, cost, count in more)]
    totals = summary.get("totals", {})
    for cost, total in (("entry", "dropped"), ("field", "fields_dropped")):
        alike = [one for one in known if one["lost"] == cost]
        known += _rest(alike, cost, totals.get(total, 0))
    for severity in WEIGHTS:
        alike = [one for one in known if one["severity"] == severity]
        known += _rest(alike, "nothing", totals.get(severity, 0))
    return known


def _kinds(summary: Mapping[str, Any]) -> set[str]:
    """What the rows of a task are, also those that were left out for it."""
    from .._reading import read

    rules = {one["rule"] for one in summary.get("findings", [])}
    kinds = {"page", "sitemap"} if MIXED in rules else {"sitemap"} if UNCARRIED in rules else set()
    shards = (one["path"] for one in summary.get("outputs", []) if not one.get("index") and one["format"] != "css")
    if path := next(shards, None):
        # All entries of a file are of one kind.
        kinds |= {entry.get("kind", "page") for entry in itertools.islice(read(path), 1)}
    return kinds


def _left_behind(fields: Mapping[str, int]) -> list[dict[str, Any]]:
    """What the format of the set cannot hold, which the command counts by field."""
    said = "the format of the set cannot hold it"
    return [
        {"rule": LEFT, "severity": "warning", "message": said, "detail": field, "lost": "field", "count": count}
        for field, count in fields.items()
    ]


def _rest(alike: list[dict[str, Any]], cost: str, count: int) -> list[dict[str, Any]]:
    """One line for those of `count` that the command counted and did not list, as of a rule the first thousand are."""
    more = count - _sum(alike)
    counted = {one["rule"] for one in alike if "count" in one}
    own = [one["rule"] for one in alike if one["lost"] == cost]
    rules = Counter([rule for rule in own if rule not in counted] or own).most_common()
    if more <= 0 or not rules:
        return []
    severity = next(one["severity"] for one in alike if one["rule"] == rules[0][0])
    return [_more(rules[0][0], severity, cost, more, [rule for rule, times in rules[1:] if times >= KEPT])]


def _more(rule: str, severity: str, cost: str, count: int, others: Sequence[str] = ()) -> dict[str, Any]:
    said = f"and {count} more" + (f" of this rule or of {', '.join(others)}" if others else "")
    return {"rule": rule, "severity": severity, "message": said, "lost": cost, "count": count}


def _of_set(said: str) -> dict[str, Any]:
    """What the command says of the files of a set; that it did what `if_changed` or `prune` asked is worth a note."""
    severity = "note" if said.endswith((" unchanged", ", removed")) else "warning"
    return {"rule": SAID, "severity": severity, "message": said, "lost": "nothing"}


def _said(finding: Mapping[str, Any]) -> str:
    detail = f": {finding['detail']}" if finding.get("detail") else ""
    return f"{finding['message']}{detail} [{finding['rule']}]"


def _look_at(stylesheet: str) -> None:
    """A stylesheet at a path of its own is named from where a file stands; those of tasks stand elsewhere."""
    kind, _, place = stylesheet.partition("=")
    if kind == "css" and place and not (place.startswith("/") or "://" in place):
        raise UsageError(f"stylesheet={stylesheet}: a frame is written with keep, none, css or css=URL")


def _dates(index: str) -> dict[str, str]:
    """The dates of files by their numbers, for in an index names are escaped."""
    from .._reading import read

    if not os.path.exists(index):
        return {}
    entries = read(index)
    return {_number(entry["loc"].removeprefix(ADDRESS)): entry["lastmod"] for entry in entries if "lastmod" in entry}


def _number(name: str) -> str:
    """With what digits come behind it, as all names have them."""
    return name[: len(name) - len(name.lstrip("0123456789"))]
