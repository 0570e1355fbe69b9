"""Where the files are that the tests read."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def shop() -> Path:
    """A small set: an index, sitemaps, a feed, a table."""
    return ROOT / "examples" / "shop"


def cases(every: int) -> list[Path]:
    """Inputs of the cases that all formats have, of so many one."""
    inputs = sorted(ROOT.glob("tests/cases/*/*/input*"))
    return inputs[::every]
