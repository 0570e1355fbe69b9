"""What a type checker knows of the package."""

import subprocess
import sys
from pathlib import Path

import pytest
import urlset
from conftest import ROOT, shown


def mypy(*words, cwd):
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--disable-error-code=import-untyped", "--no-error-summary", *map(str, words)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True).stdout


def test_a_typed_program_is_sound(tmp_path):
    assert mypy(Path(__file__).with_name("typed.py"), cwd=tmp_path) == ""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import urlset\nurlset.key(7)\nfor entry in urlset.read('a'):\n    entry['colour']\n")
    said = mypy(wrong, cwd=tmp_path)
    assert "wrong.py:2: error" in said and "wrong.py:4: error" in said


@pytest.mark.parametrize("page", ["docs/python.md", "crates/urlset-python/README.md"])
def test_what_a_page_shows_is_sound(tmp_path, page):
    program = tmp_path / "page.py"
    program.write_text(shown(page), "utf-8")
    assert mypy(program, cwd=tmp_path) == ""


def test_the_package_is_sound_itself(tmp_path):
    assert mypy(ROOT / "crates/urlset-python/python/urlset", cwd=tmp_path) == ""


def test_each_name_has_a_text():
    named = [getattr(urlset, name) for name in urlset.__all__ if name != "__version__"]
    assert [one for one in named if not one.__doc__] == [] or sys.flags.optimize > 1
