#!/usr/bin/env python3
"""Writes the inputs under tests/cases/file that no editor can: compressed, in other charsets, or no
sitemaps at all. Run it after a change; the same bytes come out each time."""
import bz2, io, lzma, os, struct, sys, zipfile, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
NS = "http://www.sitemaps.org/schemas/sitemap/0.9"


def sitemap(*paths, encoding="UTF-8"):
    urls = "".join(f"<url><loc>https://example.com/{path}</loc></url>\n" for path in paths)
    label = f' encoding="{encoding}"' if encoding else ""
    return f'<?xml version="1.0"{label}?>\n<urlset xmlns="{NS}">\n{urls}</urlset>\n'


def member(data, level=6):
    """One gzip member without name and time."""
    packed = zlib.compressobj(level, zlib.DEFLATED, -15)
    body = packed.compress(data) + packed.flush()
    tail = struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + body + tail


def zstd(data):
    """One frame with raw blocks (RFC 8878 section 3.1.1)."""
    size = struct.pack("<I", len(data))
    block = ((len(data) << 3) | 1).to_bytes(3, "little")
    return b"\x28\xb5\x2f\xfd\xa0" + size + block + data


def far_back(data):
    """The same with a window of 128 MiB."""
    block = ((len(data) << 3) | 1).to_bytes(3, "little")
    return b"\x28\xb5\x2f\xfd\x00\x88" + block + data


def zipped(data):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(zipfile.ZipInfo("sitemap.xml", (1980, 1, 1, 0, 0, 0)), data)
    return out.getvalue()


def png():
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


def case(name, file, data, why, options=None):
    folder = os.path.join(HERE, "file", name)
    os.makedirs(folder, exist_ok=True)
    if isinstance(data, str):
        data = data.encode()
    with open(os.path.join(folder, file), "wb") as out:
        out.write(data)
    with open(os.path.join(folder, "why.txt"), "w", encoding="utf8") as out:
        out.write(why + "\n")
    if options:
        with open(os.path.join(folder, "options.txt"), "w", encoding="utf8") as out:
            out.write(options + "\n")


plain = sitemap("a", "b").encode()
one, two = plain[:80], plain[80:]

# gzip
case("gzip", "input.xml.gz", member(plain), "A plain gzip: two pages, nothing to report.")
case("gzip-with-name-and-comment", "input.xml.gz",
     b"\x1f\x8b\x08\x18\0\0\0\0\0\x03sitemap.xml\0a comment\0" + member(plain)[10:], "Name and comment in the header: two pages.")
case("gzip-unnamed", "input.xml", member(plain), "gzip without .gz in the name: read, file/name-content-mismatch.")
case("gzip-not-gzip", "input.xml.gz", plain, ".gz in the name but plain bytes: read, file/name-content-mismatch.")
case("gzip-two-members", "input.xml.gz", member(one) + member(two), "Two members, cut in the middle of an entry: two pages, nothing to report.")
case("gzip-many-members", "input.xml.gz", b"".join(member(plain[i:i + 7]) for i in range(0, len(plain), 7)), "A member for every seven bytes: two pages.")
case("gzip-empty-members", "input.xml.gz", member(b"") + member(plain) + member(b""), "Empty members before and after: two pages.")
case("gzip-stored", "input.xml.gz", member(plain, 0), "Stored, not deflated: two pages.")
case("gzip-trailing-zeros", "input.xml.gz", member(plain) + b"\0" * 600, "Zeros after the last member are padding: two pages, nothing to report.")
case("gzip-trailing-junk", "input.xml.gz", member(plain) + b"junk after the end", "Other bytes after the last member: two pages, file/gzip-trailing-garbage.")
case("gzip-then-plain", "input.xml.gz", member(plain) + sitemap("c").encode(), "A document that is not compressed behind a member: its page is lost, which is an error.")
case("gzip-then-bzip2", "input.xml.gz", member(plain) + bz2.compress(sitemap("c").encode()), "bzip2 behind a member: its page is lost; the error names it.")
case("gzip-then-zlib", "input.xml.gz", member(plain) + zlib.compress(sitemap("c").encode()), "zlib behind a member: its page is lost; the error names it.")
case("gzip-member-begins-zero", "input.txt.gz", member(b"https://example.com/a\n") + b"\0" + member(b"https://example.com/b\n")[1:],
     "The first byte of the second member became 0, which looks like padding: its page is lost, file/gzip-corrupt.")
case("gzip-member-begins-late", "input.txt.gz", member(b"https://example.com/a\n") + member(b"https://example.com/b\n")[1:],
     "The first byte of the second member is missing: its page is lost, file/gzip-corrupt.")
case("gzip-truncated", "input.xml.gz", member(sitemap(*"abcdefgh").encode(), 0)[:-70], "The stream ends early: what came out is kept, file/gzip-truncated is an error.")
case("gzip-truncated-in-trailer", "input.xml.gz", member(plain)[:-3], "Every URL came out but the length is missing: still file/gzip-truncated.")
case("gzip-truncated-in-header", "input.xml.gz", member(plain)[:7], "Not even the header is whole: an error, no pages.")
case("gzip-second-member-truncated", "input.xml.gz", member(one) + member(two)[:-12], "The second member is cut: an error.")
broken = bytearray(member(plain))
broken[-6] ^= 0x55
case("gzip-bad-crc", "input.xml.gz", bytes(broken), "The checksum is wrong: file/gzip-corrupt is an error even though every URL came out.")
broken = bytearray(member(plain))
broken[-2] ^= 0x55
case("gzip-bad-length", "input.xml.gz", bytes(broken), "The length is wrong: file/gzip-corrupt.")
broken = bytearray(member(sitemap(*(f"page-{n}" for n in range(60))).encode()))
broken[len(broken) // 2] ^= 0xFF
case("gzip-damaged", "input.xml.gz", bytes(broken), "A damaged stream: the broken XML that comes out of it is told first; nothing passes in silence.")
packed = zlib.compressobj(6, zlib.DEFLATED, -15)
whole = packed.compress(plain[:plain.rindex(b"</urlset>")]) + packed.flush(zlib.Z_SYNC_FLUSH)
case("gzip-damaged-after-pages", "input.xml.gz", member(b"")[:10] + whole + b"\x07", "A block of a kind that there is none (RFC 1951 section 3.2.3) behind two pages: both are read, however much is read at once.")
case("gzip-in-gzip", "input.xml.gz", member(member(plain)), "gzip inside gzip: one level only, the error names it.")
case("gzip-of-nothing", "input.xml.gz", member(b""), "gzip of nothing: file/zero-bytes.")
case("gzip-text", "input.txt.gz", member(b"https://example.com/a\nhttps://example.com/b\n"), "Compressed text: two pages.")
case("gzip-junk-between-members", "input.txt.gz", member(b"https://example.com/a\n") + b"\n" + member(b"https://example.com/b\n"),
     "A line end between two members: what follows is no member, but one begins in it, and its pages are lost.")
case("gzip-member-begins-wrong", "input.txt.gz", member(b"https://example.com/a\n") + b"\x1e" + member(b"https://example.com/b\n")[1:],
     "One bit of the first byte of the second member is wrong.")
case("gzip-bit-in-padding", "input.txt.gz", member(b"https://example.com/a\n") + b"\0" * 40 + b"\1" + b"\0" * 40 + member(b"https://example.com/b\n"),
     "One bit is set in the zeros between two members.")
case("gzip-bomb-small", "input.xml.gz",
     member(sitemap("a").encode() + b"<!--" + b" " * 3_000_000 + b"-->"), "Three MB of blanks in 3 kB, over the limit that is asked for: file/gzip-bomb or limit/*, never a full read.", "--max-input 1MiB")

# other compressions and other things
case("zstd", "input.xml.zst", zstd(plain), "zstd is read: two pages.")
case("zstd-then-plain", "input.xml", zstd(plain) + sitemap("c").encode(), "A document that is not compressed behind a frame: its page is lost, which is an error.")
case("zstd-junk-between-frames", "input.txt.zst", zstd(b"https://example.com/a\n") + b"\n" + zstd(b"https://example.com/b\n"),
     "A line end between two frames.")
case("zstd-frame-begins-wrong", "input.txt.zst", zstd(b"https://example.com/a\n") + b"\x29" + zstd(b"https://example.com/b\n")[1:],
     "One bit of the first byte of the second frame is wrong.")
case("gzip-then-zstd", "input.txt.gz", member(b"https://example.com/a\n") + zstd(b"https://example.com/b\n"),
     "A frame of zstd behind a member of gzip.")
case("zstd-window", "input.xml.zst", far_back(plain), "A window of 128 MiB is more than is kept.")
case("zip", "input.xml.zip", zipped(plain), "A zip archive: file/not-gzip-compression names it; no pages.")
case("zip-named-xml", "input.xml", zipped(plain), "A zip archive under an XML name: file/not-gzip-compression names it.")
case("bzip2", "input.xml.bz2", bz2.compress(plain), "bzip2: named in the error.")
case("xz", "input.xml.xz", lzma.compress(plain, lzma.FORMAT_XZ), "xz: named in the error.")
case("png", "input.xml", png(), "A PNG image: an error that names it, no pages.")
case("pdf", "input.xml", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<<>>\nendobj\n", "A PDF: an error that names it, no pages.")
case("html-page", "input.xml", "<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head>\n<body><a href=\"https://example.com/\">home</a></body></html>\n", "An HTML error page: file/html-not-sitemap, no pages.")
case("html-without-doctype", "input.xml", "\n  <HTML><BODY>Not found. https://example.com/</BODY></HTML>\n", "HTML without a doctype, in capitals: file/html-not-sitemap.")
case("empty", "input.xml", b"", "No bytes: file/zero-bytes.")
case("only-white-space", "input.xml", b" \n\n\t\r\n", "Only white space: file/zero-bytes.")
case("only-bom", "input.xml", b"\xef\xbb\xbf", "Only a byte order mark: file/zero-bytes.")
case("nul-bytes", "input.xml", b"\0" * 300, "300 NUL bytes: an error, no pages.")
case("json-unknown", "input.json", '{"error":"not found"}\n', "JSON that is no feed and no entry: an error, no pages.")
case("svg", "input.xml", '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><a href="https://example.com/"/></svg>\n', "XML of another kind: an error, no pages.")
case("text-named-xml", "input.xml", "https://example.com/a\nhttps://example.com/b\n", "A list of addresses under an XML name: read as text, the name is told.")
case("xml-named-txt", "input.txt", plain, "XML under a text name: read as XML, the name is told.")
case("xml-named-csv", "input.csv", plain, "XML under a CSV name: read as XML, the name is told.")
case("csv-named-txt", "input.txt", "loc,lastmod\nhttps://example.com/a,2026-03-04\n", "CSV under a text name: read as CSV, the name is told.")

# charsets
umlaut = sitemap("größe", "last", encoding="UTF-16")
case("utf-16-le-bom", "input.xml", b"\xff\xfe" + umlaut.encode("utf-16-le"), "UTF-16 LE with a BOM: two pages, xml/encoding-not-utf8.")
case("utf-16-be-bom", "input.xml", b"\xfe\xff" + umlaut.encode("utf-16-be"), "UTF-16 BE with a BOM: two pages, xml/encoding-not-utf8.")
case("utf-16-le", "input.xml", umlaut.encode("utf-16-le"), "UTF-16 LE without a BOM: two pages.")
case("utf-16-be", "input.xml", umlaut.encode("utf-16-be"), "UTF-16 BE without a BOM: two pages.")
case("utf-16-no-declaration", "input.xml", b"\xff\xfe" + sitemap("größe", encoding=None).encode("utf-16-le"), "UTF-16 with a BOM and no encoding named: one page.")
case("utf-16-bom-says-utf-8", "input.xml", b"\xff\xfe" + sitemap("größe").encode("utf-16-le"), "The BOM is UTF-16, the declaration says UTF-8: the BOM holds, xml/declared-encoding-mismatch.")
case("utf-16-astral", "input.xml", b"\xff\xfe" + sitemap("😀", encoding="UTF-16").encode("utf-16-le"), "A pair of surrogates in UTF-16 is one character.")
case("utf-16-lone-surrogate", "input.xml", b"\xff\xfe" + sitemap("a#b", "last", encoding="UTF-16").encode("utf-16-le").replace(b"#\0", b"\x3d\xd8"), "A lone surrogate: told, the entry lost, its neighbour kept.")
case("utf-16-odd-length", "input.xml", b"\xff\xfe" + sitemap("a", encoding="UTF-16").encode("utf-16-le") + b"x", "An odd byte at the end: told.")
case("utf-16-text", "input.txt", b"\xff\xfe" + "https://example.com/a\r\nhttps://example.com/größe\r\n".encode("utf-16-le"), "UTF-16 text: text/encoding-not-utf8, two pages.")
case("utf-32", "input.xml", b"\xff\xfe\0\0" + sitemap("a", encoding=None).encode("utf-32-le"), "UTF-32: a clear error, no pages.")
case("latin-1", "input.xml", sitemap("größe", "last", encoding="ISO-8859-1").encode("latin-1"), "Declared ISO-8859-1: größe, xml/encoding-not-utf8.")
case("latin-1-is-windows-1252", "input.xml", sitemap("a–b", encoding="ISO-8859-1").encode("windows-1252"), "A dash of windows-1252 under an ISO-8859-1 label: read as windows-1252.")
case("windows-1251", "input.xml", sitemap("цена", encoding="windows-1251").encode("windows-1251"), "Cyrillic: read right, xml/encoding-not-utf8.")
case("us-ascii", "input.xml", sitemap("a", encoding="US-ASCII").encode("ascii"), "US-ASCII is UTF-8: one page, nothing to report.")
case("encoding-lower-case", "input.xml", sitemap("größe", encoding="utf8").encode(), "Another spelling of UTF-8: one page.")
case("encoding-unknown", "input.xml", sitemap("a", encoding="x-klingon").encode(), "An encoding that nobody knows: a clear error.")
case("encoding-says-utf-16", "input.xml", sitemap("größe", encoding="UTF-16").encode(), "Declares UTF-16, is UTF-8: read, xml/declared-encoding-mismatch.")
case("encoding-bom-against-latin-1", "input.xml", b"\xef\xbb\xbf" + sitemap("größe", encoding="ISO-8859-1").encode(), "A UTF-8 BOM against a declared ISO-8859-1: the BOM holds, told.")
case("encoding-says-utf-8-is-latin-1", "input.xml", sitemap("größe", "last").encode("latin-1"), "Declares UTF-8, is Latin-1: the bad entry is lost and told, the other kept.")
case("encoding-says-utf-8-is-latin-1-lenient", "input.xml", sitemap("größe", "last").encode("latin-1"), "The same, lenient: read as windows-1252, told.", "--lenient")
case("encoding-gzip-latin-1", "input.xml.gz", member(sitemap("größe", encoding="ISO-8859-1").encode("latin-1")), "Compressed and ISO-8859-1: both are undone.")
case("utf-7-hiding", "input.xml", sitemap("a", encoding="UTF-7").encode(), "UTF-7 is no charset of the web: a clear error, nothing decoded.")

if __name__ == "__main__":
    print(len(os.listdir(os.path.join(HERE, "file"))), "cases", file=sys.stderr)
