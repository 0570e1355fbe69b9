#!/usr/bin/env python3
"""Reads feeds with feedparser. Standard input: a line of base64 for each feed. Standard output: a
line of JSON for each: whether it was well-formed, and for each item its link and date in seconds."""
import base64, calendar, json, sys
import feedparser


def seconds(time):
    return calendar.timegm(time) if time else None


for line in sys.stdin:
    feed = feedparser.parse(base64.b64decode(line), sanitize_html=False, resolve_relative_uris=False)
    items = []
    for entry in feed.entries:
        time = entry.get("updated_parsed") or entry.get("published_parsed")
        images = [media["url"] for media in entry.get("media_content", []) if media.get("medium") == "image"]
        items.append({"link": entry.get("link"), "date": seconds(time), "images": images})
    print(json.dumps({"bozo": bool(feed.bozo), "why": str(feed.get("bozo_exception", "")), "version": feed.version, "items": items}))
