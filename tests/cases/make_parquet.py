#!/usr/bin/env python3
"""Writes the inputs under tests/cases/parquet, with pyarrow and DuckDB (tests/requirements.txt) as other
tools would. Run it after a change; other versions of these write other bytes of the same rows."""
import datetime
import os
import struct

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

HERE = os.path.dirname(os.path.abspath(__file__))
SITE = "https://example.com/"


def folder(name):
    path = os.path.join(HERE, "parquet", name)
    os.makedirs(path, exist_ok=True)
    return path


def why(name, text):
    with open(os.path.join(folder(name), "why.txt"), "w", encoding="utf8") as out:
        out.write(text + "\n")


def case(name, table, text, **options):
    options = {"compression": "zstd", "store_schema": False, **options}
    pq.write_table(table, os.path.join(folder(name), "input.parquet"), **options)
    why(name, text)


def data(name):
    with open(os.path.join(folder(name), "input.parquet"), "rb") as file:
        return file.read()


def raw(name, content, text):
    with open(os.path.join(folder(name), "input.parquet"), "wb") as out:
        out.write(content)
    why(name, text)


def plain():
    pages = pa.table({"loc": [SITE + "a", SITE + "b"], "lastmod": ["2026-03-04", None]})
    case("plain", pages, "Two entries, nothing to tell.")
    whole = data("plain")
    raw("cut-off", whole[: len(whole) // 2], "Its end is not there: nothing can be read, which is told.")
    length = struct.pack("<I", 1 << 24)
    raw("footer-beyond-file", whole[:-8] + length + b"PAR1", "A footer longer than the file.")
    raw("footer-of-nothing", whole[:-8] + struct.pack("<I", 0) + b"PAR1", "A footer without columns.")
    torn = whole[:4] + bytes(byte ^ 0x55 for byte in whole[4:12]) + whole[12:]
    raw("page-damaged", torn, "The first page does not begin as one: no entry, and it is told.")
    raw("encrypted", b"PARE" + whole[4:-4] + b"PARE", "Its footer is encrypted, by its mark.")
    raw("text-by-that-name", b"no such file\n", "Text under the name of a Parquet file.")


def others():
    duckdb.sql(
        f"""copy (select '{SITE}' || i as url, timestamp '2026-03-04 05:06:07.5' as updated,
        200 as status from range(3) t(i)) to '{folder("by-duckdb")}/input.parquet'"""
    )
    why("by-duckdb", "Three entries from `url` and `updated`; the column `status` is told once.")
    day, moment = datetime.date(2026, 3, 4), datetime.datetime(2026, 3, 4, 5, 6, 7, 123456)
    utc = moment.replace(tzinfo=datetime.timezone.utc)
    for name, values, text in [
        ("date", pa.array([day, None], pa.date32()), "A date is a date without time."),
        ("instant", pa.array([utc, None], pa.timestamp("us", "UTC")), "An instant has a Z."),
        ("nanoseconds", pa.array([1772600767123456789, None], pa.timestamp("ns")),
         "All nine digits; a time without zone, which is told where it matters."),
        ("lastmod-of-maps", pa.array([[("a", "b")], None], pa.map_(pa.string(), pa.string())),
         "A type that cannot be a date: the column is told and not read."),
    ]:
        case(name, pa.table({"loc": [SITE + "a", SITE + "b"], "lastmod": values}), text)
    images = pa.array([[SITE + "a.png", SITE + "b.png"], None], pa.list_(pa.string()))
    case("images-as-urls", pa.table({"loc": [SITE + "a", SITE + "b"], "image": images}),
         "A list of URLs called `image` is two images.")
    dictionary = pa.array([SITE + "a", SITE + "b", SITE + "a"]).dictionary_encode()
    case("dictionary", pa.table({"Address": dictionary}), "Three entries, the first twice.")
    case("no-urls", pa.table({"name": ["chair"], "price": [10.5]}), "No column holds URLs.")
    case("empty", pa.table({"loc": pa.array([], pa.string())}), "No rows: no entries, no finding.")
    instants = pa.array([utc, utc], pa.timestamp("us", "UTC"))
    both = {"loc": [SITE + "a", SITE + "b"], "lastmod": ["2026-03-05", "2026-03-04T05:06:07.123456Z"]}
    case("dates-differ", pa.table({**both, "lastmod_at": instants}), "The first row's dates differ.")
    only = {"loc": [SITE + "a", SITE + "b"], "lastmod": ["2026-03-04T05:06:07.123456Z", None]}
    case("dates-agree", pa.table({**only, "lastmod_at": instants}),
         "They agree in the first row, and `lastmod_at` says it alone in the second.")
    case("dates-of-no-type", pa.table({"loc": both["loc"], "lastmod": pa.nulls(2), "lastmod_at": instants}),
         "Dates that are all null: `lastmod_at` says them.")
    days = pa.array([day, None], pa.date32())
    case("days-beside-instants", pa.table({"loc": both["loc"], "lastmod": days, "lastmod_at": instants}),
         "The first row's dates differ, for a day is its first instant; the second has `lastmod_at` alone.")
    texts = {"loc": [SITE + name for name in "abc"], "lastmod": ["2026-03-04T05:06:07Z", None, "2026-03-05"]}
    case("days-of-instants", pa.table({**texts, "lastmod_at": pa.array([day] * 3, pa.date32())}),
         "`lastmod_at` of days: the first is of that day, the second says it alone, the third differs.")
    odd = [SITE + 'say "so"', SITE + "line\nbreak", None, "", "/relative", SITE + "\x1f"]
    case("odd-values", pa.table({"loc": odd}), "Quotes, line breaks, nothing: each row by its number.")
    case("gzip", pa.table({"loc": [SITE + "a"]}), "Pages compressed with gzip.", compression="gzip")
    case("brotli", pa.table({"loc": [SITE + "a"]}), "Compression that is not read.", compression="brotli")


def types():
    """Columns that mean something, of types that other formats do not have."""
    a, b = SITE + "a", SITE + "b"
    two = {"loc": [a, b]}
    words = pa.map_(pa.string(), pa.string())
    fixed = pa.array([a.encode(), b.encode()], pa.binary(len(a)))
    case("bytes-of-one-length", pa.table({"loc": fixed}), "Two entries: the bytes are text.")
    languages = pa.array([[("de", a), ("en", b), ("1", None)], None], words)
    case("hreflang-of-maps", pa.table({**two, "hreflang": languages}),
         "Keys are languages, values their URLs; what is no language stays, to be judged.")
    images = pa.array([[("loc", a + ".png")], None], words)
    case("images-of-maps", pa.table({**two, "image": images}),
         "A type that items are not read from: a field of each row is lost.")
    lists = pa.array([[a], [b, a]], pa.list_(pa.string()))
    case("loc-of-lists", pa.table({"loc": lists, "title": ["x", "y"]}),
         "URLs of a type that is not read: each row is an entry lost.")
    clock = pa.array([datetime.time(5, 6, 7, 120000), None], pa.time64("us"))
    case("time-of-day", pa.table({**two, "lastmod": clock}), "A time of a day is no date, and told as what it is.")
    case("nothing-at-all", pa.table({**two, "lastmod": pa.nulls(2)}), "A column of nulls has no type, and no values.")
    case("null-loc", pa.table({"loc": [None, b], "title": ["x", "y"]}),
         "A row without a URL is an entry lost: what stands beside it is not looked at.")
    case("column-called-sep", pa.table({"sep=;": [a, b]}), "The name of a column says nothing of a table: two entries.")
    commas = [a + ".png?u=x, " + b, b + ".png"]
    case("list-is-not-cut", pa.table({"loc": [a], "image": [commas], "video": [[1, 2]]}),
         "Two images: what is one value of a list is not cut; numbers are no videos.")
    case("links-in-a-list", pa.table({"loc": [a, b], "image_link": [[b + ".png", a + ".png"], []]}),
         "Two images of the first page.")
    utc = datetime.datetime(2026, 3, 4, 5, 6, 7, tzinfo=datetime.timezone.utc)
    instants = pa.array([utc, None], pa.timestamp("us", "UTC"))
    case("instants-beside-dates", pa.table({**two, "Last Modified": ["2026-03-05", None], "lastmod_at": instants}),
         "The column that says it surely is taken; the other is named as the file has it.")
    case("instants-alone", pa.table({**two, "lastmod_at": instants}), "The instants are all there is.")


def contradictions():
    """Files that say of themselves what cannot be."""
    locs = pa.table({"loc": [f"{SITE}{number}" for number in range(20)]})
    delta = {"use_dictionary": False, "column_encoding": {"loc": "DELTA_BYTE_ARRAY"}, "compression": "none"}
    case("rows-that-footer-denies", locs, "Its footer counts no rows, its row group 20.", **delta)
    whole = data("rows-that-footer-denies")
    size = struct.unpack("<I", whole[-8:-4])[0]
    # The number of rows, 20, behind the columns: field 3, a number, in zigzag.
    at = whole.index(b"\x16\x28", len(whole) - 8 - size) + 1
    raw("rows-that-footer-denies", whole[:at] + b"\0" + whole[at + 1:], "Its footer counts no rows, its row group 20.")
    # The lengths of what values share with the one before: blocks of 128, four parts, 20 values, the first 0.
    at = whole.index(b"\x80\x01\x04\x14\0") + 4
    raw("shared-with-nothing", whole[:at] + b"\x20" + whole[at + 1:],
        "The first value shares 16 bytes with one before it: no URL is made of that.")
    case("wrong-checksum", locs, "", use_dictionary=False, compression="none", write_page_checksum=True)
    sums = data("wrong-checksum")
    at = sums.index(SITE.encode() + b"7")
    raw("wrong-checksum", sums[:at] + b"x" + sums[at + 1:], "A byte of a page is not what its checksum says.")


def hostile():
    long = pa.array(["a" * 1_000_000] * 100).dictionary_encode()
    locs = [f"{SITE}{number}" for number in range(100)]
    case("bomb", pa.table({"loc": locs, "lastmod": long}),
         "100 MB of one text in a file of a few KB: the rows before 64 MiB of it are kept.")
    one = [SITE + "1", SITE + "a" * (80 << 20)]
    case("page-far-larger-than-file", pa.table({"loc": one}),
         "A page of 80 MB in a file of a few KB is not read.", use_dictionary=False,
         data_page_size=1 << 30, write_statistics=False)
    nothing = pa.array([[None] * 40_000_000], pa.list_(pa.string()))
    case("list-without-end", pa.table({"loc": [SITE + "a"], "other": nothing}),
         "One row with 40 million nulls in few bytes.", data_page_size=1 << 30)


plain()
others()
types()
contradictions()
hostile()
