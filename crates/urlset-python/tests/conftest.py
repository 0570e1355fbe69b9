"""Where the files are that the tests read."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def shop() -> Path:
    """A small set: an index, sitemaps, a feed, a table."""
    return ROOT / "examples" / "shop"


def shown(page: str) -> str:
    """The Python of a document, as one program."""
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.M | re.S)
    assert blocks
    return "\n".join(blocks)


def cases(every: int) -> list[Path]:
    """Inputs of the cases that all formats have, of so many one."""
    inputs = sorted(ROOT.glob("tests/cases/*/*/input*"))
    return inputs[::every]
