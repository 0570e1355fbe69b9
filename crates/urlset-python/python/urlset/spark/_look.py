"""Checks and comparisons on a cluster: tasks read the documents and leave what may matter together: entries that another one has
or nearly has, what is wrong between pages in several languages, entries that differ between two sides. What is left the driver looks
at, as the command looks at all of it."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pyarrow
from pyspark import StorageLevel
from pyspark.sql import DataFrame

from .. import _urlset
from ._rows import KEYED, buckets_of, given_to_tasks, tasks_for
from ._words import TaskWords

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ROWS = pyarrow.schema(
    [
        pyarrow.field("hash", pyarrow.int64(), False),
        pyarrow.field("bucket", pyarrow.int32(), False),
        pyarrow.field("number", pyarrow.int64(), False),
        pyarrow.field("payload", pyarrow.binary(), False),
    ]
)

PIECE = 1 << 20
"""Bytes that come to the driver at once, about."""

TOLD = -1
"""The number of a row that is no entry: what a task told. It goes where the entries go, so that of a task that is done again one
telling stands."""


class Sets:
    """A set, or OLD and NEW, as the driver sees them."""

    def __init__(self, session: SparkSession, words: TaskWords, parallelism: int) -> None:
        self.session, self.words, self.parallelism = session, words, parallelism
        self.read: list[DataFrame] = []
        self.task = ""
        self.tasks = 0
        self.kept: DataFrame | None = None

    def fill(self, text: str) -> str:
        """Reads a set, and keeps its rows on the disks of the workers."""
        task = json.loads(text)
        documents = task.pop("documents")
        self.task = json.dumps(task)
        self.tasks += tasks_for(documents, self.parallelism)
        given = given_to_tasks(self.session, buckets_of(documents, self.parallelism))
        rows = given.mapInArrow(_Looking(self.words, self.task).read, KEYED).persist(StorageLevel.DISK_ONLY)
        self.read.append(rows)
        told = rows.filter(rows.number == TOLD).select("bucket", "payload").collect()
        return json.dumps({"files": [], "told": [json.loads(bytes(row.payload)) for row in sorted(told)]})

    def left(self) -> Iterator[bytes]:
        """What is left, piece by piece."""
        rows = functools.reduce(DataFrame.union, self.read)
        rows = rows.filter(rows.number != TOLD).repartition(self.tasks, "hash")
        rows = rows.sortWithinPartitions("hash", "bucket", "number")
        left = rows.mapInArrow(_Looking(self.words, self.task).leave, "left binary")
        self.kept = left = left.persist(StorageLevel.DISK_ONLY)
        # All tasks at a time; the pieces then come to the driver one after the other.
        left.count()
        for row in left.toLocalIterator(prefetchPartitions=True):
            yield bytes(row.left)

    def clear(self) -> None:
        for rows in [*self.read, *([self.kept] if self.kept is not None else [])]:
            rows.unpersist()


class _Looking:
    """What tasks do, each in a process of its own."""

    def __init__(self, words: TaskWords, task: str) -> None:
        self.words, self.task = words, task

    def read(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with self.words.here() as words:
            looking = _urlset.Looking(words, self.task)
            for batch in given:
                for bucket, documents in zip(batch["bucket"].to_pylist(), batch["documents"].to_pylist()):
                    rows = looking.read(documents, bucket)
                    while (columns := rows.batch()) is not None:
                        if columns.num_rows:
                            yield columns
                    told = {"hash": [0], "bucket": [bucket], "number": [TOLD], "payload": [rows.told().encode()]}
                    yield pyarrow.RecordBatch.from_pydict(told, schema=ROWS)

    def leave(self, given: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        with self.words.here() as words:
            leaving = _urlset.Looking(words, self.task).leaving()
            held: list[bytes] = []
            for batch in given:
                held.append(leaving.push(batch))
                if sum(map(len, held)) >= PIECE:
                    yield _piece(held)
                    held = []
            yield _piece(held)
            while piece := leaving.rest():
                yield _piece([piece])


def _piece(held: list[bytes]) -> pyarrow.RecordBatch:
    return pyarrow.record_batch({"left": pyarrow.array([b"".join(held)], pyarrow.binary())})
