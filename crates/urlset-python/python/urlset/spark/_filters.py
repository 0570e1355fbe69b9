"""Conditions that the reader asks of batches itself, so that what fails them never comes to Spark."""

from __future__ import annotations

from typing import Any

import pyarrow
import pyarrow.compute
from pyspark.sql import datasource

TEXTS = ("loc", "lastmod", "changefreq", "priority", "kind")
"""Columns whose values compare as texts do."""

COMPARED = {
    "EqualTo": "equal",
    "GreaterThan": "greater",
    "GreaterThanOrEqual": "greater_equal",
    "LessThan": "less",
    "LessThanOrEqual": "less_equal",
}
SEARCHED = {"StringStartsWith": "starts_with", "StringEndsWith": "ends_with", "StringContains": "match_substring"}


class Condition:
    """One condition on one column. Where it is neither true nor false, Spark leaves the row out, too."""

    def __init__(self, column: str, function: str, value: Any) -> None:
        self.column, self.function, self.value = column, function, value

    def mask(self, batch: pyarrow.RecordBatch) -> pyarrow.Array:
        values = batch[self.column]
        compute = pyarrow.compute
        if self.function in ("is_null", "is_valid"):
            return getattr(compute, self.function)(values)
        if self.function == "is_in":
            # A null among the values makes no row true.
            return compute.is_in(values, pyarrow.array([one for one in self.value if one is not None], values.type))
        if self.function in SEARCHED.values():
            return getattr(compute, self.function)(values, self.value)
        return getattr(compute, self.function)(values, pyarrow.scalar(self.value, values.type))


def condition(asked: datasource.Filter, columns: list[str]) -> Condition | None:
    """What the reader can ask; ``None`` leaves it to Spark."""
    attribute: tuple[str, ...] = getattr(asked, "attribute", ())
    if len(attribute) != 1:
        return None
    column, kind = attribute[0], type(asked).__name__
    value: Any = getattr(asked, "value", None)
    is_text = column in TEXTS
    if not is_text and column != "lastmod_at":
        return None
    if kind == "IsNull":
        return Condition(column, "is_null", None)
    if kind == "IsNotNull":
        return Condition(column, "is_valid", None)
    if kind in COMPARED and value is not None:
        # An instant without a zone is one of the session's, which only Spark knows.
        fits = isinstance(value, str) if is_text else getattr(value, "tzinfo", None) is not None
        return Condition(column, COMPARED[kind], value) if fits else None
    if kind == "In" and is_text and all(isinstance(one, (str, type(None))) for one in value):
        return Condition(column, "is_in", tuple(value))
    if kind in SEARCHED and is_text and isinstance(value, str):
        return Condition(column, SEARCHED[kind], value)
    return None
