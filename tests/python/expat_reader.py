#!/usr/bin/env python3
"""A second reader of sitemap XML, on expat, to compare with.

Standard input: a line of base64 for each document. Standard output: a line of JSON for each: null
where expat refuses the document or its root is none of ours, else the entries in order, each with
`fields`, the text of core children by name as a list, and `other`, the foreign children as nested
lists. The core namespace is the root's own."""
import base64, json, sys
from xml.parsers import expat

ROOTS = {"urlset": "url", "sitemapindex": "sitemap"}


def split(name):
    namespace, mark, local = name.rpartition("\x01")
    return (namespace, local) if mark else ("", name)


class Reader:
    def __init__(self):
        self.stack = []
        self.entries = []
        self.core = None
        self.entry_name = None

    def start(self, name, attributes):
        namespace, local = split(name)
        if not self.stack:
            self.core, self.entry_name = namespace, ROOTS.get(local)
        pairs = [[*split(attributes[i]), attributes[i + 1]] for i in range(0, len(attributes), 2)]
        self.stack.append([namespace, local, pairs, []])

    def text(self, data):
        parts = self.stack[-1][3]
        if parts and isinstance(parts[-1], str):
            parts[-1] += data
        else:
            parts.append(data)

    def end(self, _):
        node = self.stack.pop()
        if len(self.stack) != 1:
            if self.stack:
                self.stack[-1][3].append(node)
            return
        if node[:2] == [self.core, self.entry_name]:
            self.entries.append(entry(node, self.core))


def entry(node, core):
    fields, other = {}, []
    for part in node[3]:
        if isinstance(part, str):
            continue
        if part[0] == core:
            text = "".join(piece for piece in part[3] if isinstance(piece, str))
            fields.setdefault(part[1], []).append(text)
        else:
            other.append(part)
    return {"fields": fields, "other": other}


def read(document):
    reader = Reader()
    parser = expat.ParserCreate(namespace_separator="\x01")
    parser.ordered_attributes = True
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(document, True)
    except (expat.ExpatError, ValueError, LookupError):
        return None
    return reader.entries if reader.entry_name else None


for line in sys.stdin:
    print(json.dumps(read(base64.b64decode(line))))
