"""Which documents a task reads, and the rows that it gives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

KEYED = "hash long, bucket int, number long, payload binary"
"""Entries that are to be brought together by their keys."""

BUCKET = 64 << 20
"""Bytes of documents, inflated about, that one task reads."""

INFLATED = 8
"""How much larger than its file a compressed document is taken to be."""


def _inflated(document: dict[str, Any]) -> int:
    name = document["file_name"].lower()
    size: int = document["bytes"]
    return size * INFLATED if name.endswith((".gz", ".zst", ".parquet")) else size


def tasks_for(documents: list[dict[str, Any]], parallelism: int) -> int:
    """Tasks among which the entries of documents are shared out by their keys."""
    size = sum(_inflated(document) for document in documents)
    return max(parallelism, -(-size // (2 * BUCKET)))


def buckets_of(documents: list[dict[str, Any]], parallelism: int) -> list[str]:
    """Documents in their order, as many together as one task reads."""
    total = sum(_inflated(document) for document in documents)
    most = min(BUCKET, total // max(2 * parallelism, 1) + 1)
    buckets: list[list[dict[str, Any]]] = []
    size = most
    for document in documents:
        if size >= most:
            buckets.append([])
            size = 0
        buckets[-1].append(document)
        size += _inflated(document)
    return [json.dumps(bucket) for bucket in buckets]


def given_to_tasks(session: SparkSession, buckets: list[str]) -> DataFrame:
    """The documents, those of a bucket to one task."""
    numbered = session.sparkContext.parallelize(list(enumerate(buckets)), max(len(buckets), 1))
    return session.createDataFrame(numbered, "bucket int, documents string")
