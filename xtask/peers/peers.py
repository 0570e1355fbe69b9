"""python3 peers.py NAME OUT FILE...: a library reads the files, and the addresses are written, one a line."""

import logging
import pathlib
import sys

name, out, *files = sys.argv[1:]
with open(f"{out}/all.txt", "w", encoding="utf-8") as addresses:
    if name == "advertools":
        import advertools

        logging.disable(logging.CRITICAL)
        for file in files:
            for loc in advertools.sitemap_to_df(pathlib.Path(file).resolve().as_uri())["loc"]:
                print(loc, file=addresses)
    elif name == "ultimate-sitemap-parser":
        from usp.tree import sitemap_from_str

        for file in files:
            with open(file, encoding="utf-8") as text:
                for page in sitemap_from_str(text.read()).all_pages():
                    print(page.url, file=addresses)
    elif name == "urlset.read":
        import urlset

        for file in files:
            for entry in urlset.read(file):
                print(entry["loc"], file=addresses)
    elif name == "urlset.to_pandas":
        import urlset

        for file in files:
            for loc in urlset.to_pandas(file)["loc"]:
                print(loc, file=addresses)
    else:
        sys.exit(f"no peer {name}")
