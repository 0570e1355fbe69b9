"""``python -m urlset.spark COMMAND INPUT... -o OUT --master URL``: a job on a cluster, with the flags of the command."""

from __future__ import annotations

import os
import sys

from ._words import taken

USAGE = """\
Usage: python -m urlset.spark merge|dedupe|shard|convert INPUT... -o 'OUT/name-{n}.xml.gz' [OPTIONS]
       python -m urlset.spark check INPUT... [OPTIONS]
       python -m urlset.spark diff OLD NEW [OPTIONS]

Runs `urlset COMMAND` with its entries read, joined and written by a Spark cluster. The files are those of the command,
byte for byte. Options are those of `urlset COMMAND --help`, and:
      --master URL        the cluster: spark://HOST:7077, local[4], k8s://...   [default: that of spark-submit]
      --conf KEY=VALUE    a setting of Spark; may be repeated
      --parallelism N     tasks at least   [default: that of the cluster]
"""

SETTINGS = {
    "spark.app.name": "urlset",
    "spark.sql.session.timeZone": "UTC",
    # Batches stay small whatever their rows hold.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "8192",
}


def main(words: list[str]) -> int:
    master, settings, parallelism = (taken(words, name) for name in ("--master", "--conf", "--parallelism"))
    if not words or words[0] in ("-h", "--help", "help"):
        print(USAGE, end="")
        return 0 if words else 2
    try:
        from pyspark.sql import SparkSession

        from . import run
    except ImportError as error:
        print(f"error: {error}; install `urlset[spark]`", file=sys.stderr)
        return 2
    # Workers on this machine have what this process has; others are told by PYSPARK_PYTHON or spark.pyspark.python.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder
    for name, value in SETTINGS.items():
        builder = builder.config(name, value)
    for setting in settings:
        name, _, value = setting.partition("=")
        builder = builder.config(name, value)
    if master:
        builder = builder.master(master[-1])
    session = builder.getOrCreate()
    try:
        return run(session, words, int(parallelism[-1]) if parallelism else None)
    finally:
        session.stop()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
