"""Jobs on a cluster: Spark brings entries together, sorts and places them; what an entry is, by which key two are one, which
value stays, what an entry takes and how a file is written is the command's own code.

Entries travel as rows: an opaque payload, a hash of the key, and where they were read. The driver holds something for
each task and each file, never for each URL."""

from __future__ import annotations

import bisect
import contextlib
import functools
import json
import os
import shutil
import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow
from pyspark import StorageLevel, TaskContext

from .. import _urlset
from .._errors import Error, OutputError, UsageError
from ._look import Sets
from ._rows import KEYED, buckets_of, given_to_tasks, tasks_for
from ._staging import place_of, remove
from ._words import TaskWords, silent

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

READY = "order binary, bucket int, number long, size int, payload binary"
PLACED = "shard long, rank long, size int, payload binary"
COUNTS = "part int, rows long, kept long, largest int"

LEFT_OUT, TOO_LARGE = -1, -2
"""Sizes of entries that no file has."""


def run(session: SparkSession, words: Sequence[str], parallelism: int | None = None) -> int:
    """Runs ``urlset`` with these words, its entries read, joined and written by a cluster. Gives the exit code; what
    is told goes to the standard error of this process, as that of the command."""
    return run_on(lambda: session, words, parallelism)


def run_on(begin: Callable[[], SparkSession], words: Sequence[str], parallelism: int | None) -> int:
    """The same with a session that is begun once the words are understood and there is something to read."""
    words = silent(words)
    try:
        elsewhere = TaskWords(words)
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return error.code
    with contextlib.ExitStack() as ends:

        @functools.cache
        def parts() -> tuple[_Run, Sets]:
            session = begin()
            # By this the session becomes again the one that is at work.
            ends.callback(session.createDataFrame, [], "none int")
            session = _own(session)
            tasks = parallelism or session.sparkContext.defaultParallelism
            run, sets = _Run(session, elsewhere, tasks), Sets(session, elsewhere, tasks)
            ends.callback(sets.clear)
            ends.callback(run.clear)
            return run, sets

        def fill(task: str) -> str:
            run, sets = parts()
            return sets.fill(task) if "side" in json.loads(task) else run.fill(task)

        try:
            return _urlset.run_by(words, fill, lambda: parts()[1].left())[0]
        except Error as error:
            # The command has told it.
            return error.code


def _own(session: SparkSession) -> SparkSession:
    """Another session on the same cluster, with the same settings but one: partitions are numbered here, and must stay what they
    are. Whatever else the user's does meanwhile is done as he set it."""
    own = session.newSession()
    for name, value in session.conf.getAll.items():
        if session.conf.isModifiable(name):
            own.conf.set(name, value)
    own.conf.set("spark.sql.adaptive.enabled", "false")
    return own


class _Run:
    """One run, as its driver sees it."""

    def __init__(self, session: SparkSession, words: TaskWords, parallelism: int) -> None:
        self.session = session
        self.words = words
        self.parallelism = parallelism
        self.staging = ""
        self.kept: DataFrame | None = None

    def fill(self, text: str) -> str:
        task = json.loads(text)
        documents = task.pop("documents")
        self.staging = _staging(task["folder"])
        part = _Part(self.words, json.dumps(task), self.staging)
        buckets = buckets_of(documents, self.parallelism)
        tasks = tasks_for(documents, self.parallelism)
        rows = self._read(part, buckets, task, tasks)
        if task["sorted"]:
            order = ["order", "bucket", "number"]
            rows = rows.repartitionByRange(tasks, *order).sortWithinPartitions(*order)
        elif task["joins"]:
            rows = rows.repartitionById(len(buckets), "bucket").sortWithinPartitions("number")
        self.kept = rows = rows.persist(StorageLevel.DISK_ONLY)
        files = self._write(part, rows, task)
        return json.dumps({"files": files, "told": list(_told(self.staging))})

    def _read(self, part: _Part, buckets: list[str], task: dict[str, Any], tasks: int) -> DataFrame:
        given = given_to_tasks(self.session, buckets)
        if not task["joins"]:
            return given.mapInArrow(part.read, READY)
        keyed = given.mapInArrow(part.read, KEYED).repartition(tasks, "hash")
        return keyed.sortWithinPartitions("hash", "bucket", "number").mapInArrow(part.join, READY)

    def _write(self, part: _Part, rows: DataFrame, task: dict[str, Any]) -> list[dict[str, Any]]:
        counts = sorted(tuple(row) for row in rows.mapInArrow(_count, COUNTS).collect())
        total = sum(count for _, count, _, _ in counts)
        offsets, rank = [], 0
        for _, count, _, _ in counts:
            offsets.append(rank)
            rank += count
        upto = total if task["limit"] is None else min(total, task["limit"])
        cuts = _Cuts(offsets, upto, tuple(task["most"]), task["frame"])
        cuts.choose(rows, [(kept, count, largest) for _, count, kept, largest in counts])
        if not cuts.starts:
            return []
        tasks = min(len(cuts.starts), max(len(cuts.starts) // 16, 4 * self.parallelism))
        placed = rows.mapInArrow(cuts.place, PLACED)
        shards = placed.repartitionById(tasks, (placed.shard % tasks).cast("int"))
        written = shards.sortWithinPartitions("shard", "rank").mapInArrow(part.write, "file string")
        files = [json.loads(row.file) for row in written.collect()]
        return sorted(files, key=lambda file: os.path.basename(file["path"]))

    def clear(self) -> None:
        if self.kept is not None:
            self.kept.unpersist()
        if self.staging:
            remove(self.staging)


def _staging(folder: str) -> str:
    """A folder on the file system of the set. Whoever has the lock of the set, as this run has, may remove those of runs
    that were killed."""
    beside, begin = place_of(folder, "job")
    path = os.path.join(beside, begin + uuid.uuid4().hex)
    try:
        os.makedirs(beside, exist_ok=True)
        for old in os.listdir(beside):
            if old.startswith(begin):
                shutil.rmtree(os.path.join(beside, old), ignore_errors=True)
        os.makedirs(os.path.join(path, "told"))
    except OSError as error:
        raise OutputError(f"{folder}: nothing can be written there: {error.strerror}") from error
    return path


def _told(staging: str) -> Iterator[Any]:
    folder = os.path.join(staging, "told")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".json"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield json.load(file)


class _Part:
    """What tasks do, each in a process of its own."""

    def __init__(self, words: TaskWords, task: str, staging: str) -> None:
        self.words, self.task, self.staging = words, task, staging

    @contextlib.contextmanager
    def _part(self) -> Iterator[_urlset.Part]:
        with self.words.here() as words:
            yield _urlset.Part(words, self.task)

    def _tell(self, stage: str, number: int, told: str) -> None:
        """Of a task that is done again, what the last one told stands: each tells the same."""
        path = os.path.join(self.staging, "told", f"{stage}-{number:08}.json")
        begun = f"{path}.{uuid.uuid4().hex}"
        with open(begun, "w", encoding="utf-8") as file:
            file.write(told)
        os.replace(begun, path)

    def read(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with self._part() as part:
            for batch in given:
                for bucket, documents in zip(batch["bucket"].to_pylist(), batch["documents"].to_pylist()):
                    rows = part.read(documents, bucket)
                    while (columns := rows.batch()) is not None:
                        if columns.num_rows:
                            yield columns
                    self._tell("1-read", bucket, rows.told())

    def join(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with self._part() as part:
            joining = part.joining()
            for batch in given:
                if (columns := joining.push(batch)).num_rows:
                    yield columns
            columns, told = joining.finish()
            if columns.num_rows:
                yield columns
            self._tell("2-join", _partition(), told)

    def write(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with self._part() as part:
            # Two tries of one task may run at a time.
            writing = part.writing(self.staging, uuid.uuid4().hex)
            for batch in given:
                yield _files(writing.push(batch))
            yield _files(writing.finish())


def _files(files: list[str]) -> pyarrow.RecordBatch:
    return pyarrow.record_batch({"file": pyarrow.array(files, pyarrow.string())})


def _partition() -> int:
    context = TaskContext.get()
    assert context is not None
    return context.partitionId()


def _count(given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    import numpy

    rows = kept = largest = 0
    for batch in given:
        sizes = batch["size"].to_numpy(zero_copy_only=False)
        rows += len(sizes)
        kept += int(numpy.count_nonzero(sizes >= 0))
        largest = max(largest, int(sizes.max(initial=0)))
    yield pyarrow.record_batch(
        {
            "part": pyarrow.array([_partition()], pyarrow.int32()),
            "rows": pyarrow.array([rows], pyarrow.int64()),
            "kept": pyarrow.array([kept], pyarrow.int64()),
            "largest": pyarrow.array([largest], pyarrow.int32()),
        }
    )


def _sizes(given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
    for batch in given:
        sizes = batch["size"].to_numpy(zero_copy_only=False).astype("<i4").tobytes()
        yield pyarrow.record_batch({"sizes": pyarrow.array([sizes], pyarrow.binary())})


class _Cuts:
    """Where files begin: the ranks of their first entries."""

    def __init__(self, offsets: list[int], upto: int, most: tuple[int, int], frame: int) -> None:
        self.offsets, self.upto, self.frame = offsets, upto, frame
        self.entries, self.most = most
        self.starts: list[int] = []

    def choose(self, rows: DataFrame, counts: list[tuple[int, int, int]]) -> None:
        """As the command cuts: a file takes entries while there is room for their number and their bytes."""
        if all(kept == count for kept, count, _ in counts):
            # By numbers alone, if no file becomes too large by that.
            self.starts = list(range(0, self.upto, self.entries))
            largest = max((largest for _, _, largest in counts), default=0)
            if self.frame + largest * min(self.entries, self.upto) <= self.most:
                return
            sums: dict[int, int] = {}
            for row in rows.mapInArrow(self._sums, "shard long, bytes long").collect():
                sums[row.shard] = sums.get(row.shard, 0) + row.bytes
            if all(self.frame + size <= self.most for size in sums.values()):
                return
        self.starts = []
        sizes = rows.mapInArrow(_sizes, "sizes binary").toLocalIterator(prefetchPartitions=True)
        self._greedy(bytes(row.sizes) for row in sizes)

    def _sums(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import numpy

        rank = self.offsets[_partition()]
        sums: dict[int, int] = {}
        for batch in given:
            sizes = batch["size"].to_numpy(zero_copy_only=False).astype("i8")
            ranks = numpy.arange(rank, rank + len(sizes))
            shards = ranks // self.entries
            for shard in numpy.unique(shards):
                taken = sizes[(shards == shard) & (ranks < self.upto)]
                sums[int(shard)] = sums.get(int(shard), 0) + int(taken.sum())
            rank += len(sizes)
        yield pyarrow.record_batch(
            {
                "shard": pyarrow.array(list(sums), pyarrow.int64()),
                "bytes": pyarrow.array(list(sums.values()), pyarrow.int64()),
            }
        )

    def _greedy(self, blocks: Iterator[bytes]) -> None:
        """One entry after the other, holding a block of sizes at a time."""
        import numpy

        rank, entries, held = 0, 0, 0
        # Where not even an empty file has room, all entries are too large, and take none of it.
        room = max(self.most - self.frame, 0)
        cut = True
        for block in blocks:
            sizes = numpy.frombuffer(block, "<i4")[: max(self.upto - rank, 0)]
            at, count = 0, len(sizes)
            real = numpy.maximum(sizes, 0).astype("i8")
            taken = numpy.concatenate(([0], numpy.cumsum(real)))
            numbers = numpy.concatenate(([0], numpy.cumsum(sizes >= 0)))
            walls = [int(wall) for wall in numpy.flatnonzero(sizes == TOO_LARGE)]
            while at < count:
                if cut:
                    self.starts.append(rank + at)
                    entries = held = 0
                    cut = False
                # How far the room for bytes and for entries goes; what takes none goes along.
                to = int(numpy.searchsorted(taken, taken[at] + room - held, "right")) - 1
                to = min(to, int(numpy.searchsorted(numbers, numbers[at] + self.entries - entries, "right")) - 1)
                wall = bisect.bisect_left(walls, at)
                ends = wall < len(walls) and walls[wall] < to
                if ends:
                    to = walls[wall] + 1
                entries += int(numbers[to] - numbers[at])
                held += int(taken[to] - taken[at])
                at = to
                # Nothing is cut off from a file that has nothing.
                cut = entries > 0 and (ends or at < count)
            rank += count
            if self.upto <= rank:
                break

    def place(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """Gives each entry its rank and its file."""
        import numpy

        rank = self.offsets[_partition()]
        starts = numpy.array(self.starts, "i8")
        for batch in given:
            sizes = batch["size"].to_numpy(zero_copy_only=False)
            ranks = numpy.arange(rank, rank + len(sizes))
            shards = numpy.searchsorted(starts, ranks, "right") - 1
            rank += len(sizes)
            placed = pyarrow.record_batch(
                {
                    "shard": pyarrow.array(shards, pyarrow.int64()),
                    "rank": pyarrow.array(ranks, pyarrow.int64()),
                    "size": batch["size"],
                    "payload": batch["payload"],
                }
            )
            taken = (sizes >= 0) & (ranks < self.upto)
            yield placed if taken.all() else placed.filter(pyarrow.array(taken))
