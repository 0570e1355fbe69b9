"""What the documents show is run."""

import re
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT


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
    blocks = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text("utf-8"), re.M | re.S)
    assert blocks
    program = tmp_path / "page.py"
    program.write_text("\n".join(blocks), "utf-8")
    ran = subprocess.run([sys.executable, "-W", "error", program], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
