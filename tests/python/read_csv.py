#!/usr/bin/env python3
"""Reads a table with Python's csv module. Argument: the delimiter. Standard input: the table.
Standard output: the rows as one JSON array of arrays."""
import csv, io, json, sys

text = io.TextIOWrapper(sys.stdin.buffer, encoding="utf8", newline="").read()
csv.field_size_limit(1 << 24)
print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), delimiter=sys.argv[1], strict=True))))
