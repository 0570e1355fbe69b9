"""What the documents show is run."""

import shutil
import subprocess
import sys

import pytest
from conftest import ROOT, shown


@pytest.mark.parametrize("page", ["docs/python.md", "crates/urlset-python/README.md"])
def test_what_a_page_shows_runs(tmp_path, page):
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    if page.endswith("README.md"):
        # Its files are not those of the example.
        shop = ROOT / "examples" / "shop"
        for path in shop.iterdir():
            shutil.copy(path, tmp_path)
        shutil.copy(shop / "products.xml.gz", tmp_path / "sitemap.xml.gz")
        shutil.copytree(shop, tmp_path / "public")
    program = tmp_path / "page.py"
    program.write_text(shown(page), "utf-8")
    ran = subprocess.run([sys.executable, "-W", "error", program], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
