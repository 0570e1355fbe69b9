"""``python -m urlset.spark COMMAND INPUT... -o OUT --master URL``: a job on a cluster, with the flags of the command."""

from __future__ import annotations

import contextlib
import os
import sys

from .._errors import Error, UsageError
from ._options import number_of
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
    # It would go between the findings on the standard error.
    "spark.ui.showConsoleProgress": "false",
    # Batches stay small whatever their rows hold.
    "spark.sql.execution.arrow.maxRecordsPerBatch": "8192",
}


FAILED = 70
"""The exit code of a job whose cluster fails: 1, as Python has it, would be an answer of `check` and `diff`."""


INTERRUPTED = 130
"""As of the command, which a signal ends."""


def main(words: list[str]) -> int:
    own = {name: taken(words, f"--{name}") for name in ("master", "conf", "parallelism")}
    if not words or words[0] in ("-h", "--help", "help"):
        print(USAGE, end="")
        return 0 if words else 2
    try:
        given = {name: values[-1] for name, values in own.items() if values}
        parallelism = number_of(given, "parallelism", 1) if "parallelism" in given else None
        settings = dict(_setting(one) for one in own["conf"])
        if given.get("master") == "":
            raise UsageError("--master wants the URL of a cluster")
        return _run(words, given.get("master"), settings, parallelism)
    except ImportError as error:
        print(f"error: {error}; install `urlset[spark]`", file=sys.stderr)
        return 2
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:  # Of Spark, of Java, of the connection between them.
        print(f"error: the job failed: {type(error).__name__}: {error}", file=sys.stderr)
        return FAILED


def _setting(text: str) -> tuple[str, str]:
    name, is_pair, value = text.partition("=")
    if not (name and is_pair):
        raise UsageError(f"--conf {text}: write --conf KEY=VALUE")
    return name, value


def _run(words: list[str], master: str | None, settings: dict[str, str], parallelism: int | None) -> int:
    from pyspark.sql import SparkSession

    from ._jobs import run_on

    # Workers on this machine have what this process has; others are told by PYSPARK_PYTHON or spark.pyspark.python.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    with contextlib.ExitStack() as ends:

        def begin() -> SparkSession:
            builder = SparkSession.builder
            for name, value in {**SETTINGS, **settings}.items():
                builder = builder.config(name, value)
            if master:
                builder = builder.master(master)
            session = builder.getOrCreate()
            ends.callback(session.stop)
            return session

        return run_on(begin, words, parallelism)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
