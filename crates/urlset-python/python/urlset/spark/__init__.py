"""urlset on Apache Spark: sitemaps as a data source, and the command's jobs on a cluster.

Needs ``urlset[spark]``, on the driver and on every worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._jobs import run
from ._source import UrlsetSource

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def register(session: SparkSession) -> None:
    """Makes ``urlset`` a format of ``session.read`` and of ``frame.write``."""
    session.dataSource.register(UrlsetSource)


__all__ = ["UrlsetSource", "register", "run"]
