#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a seed corpus of a folder of traces: make_corpus.py TRACES CORPUS.

Of each trace a file of a few events of every kind that it holds, as the trace writes them; small traces whole; some packed.
"""
import gzip
import json
import pathlib
import sys

MOST_BYTES = 60_000
EVENTS_OF_A_KIND = 3


def text_of(path):
    data = path.read_bytes()
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def sample(document):
    """A few events of each (ph, cat), the header as it is."""
    events = document["traceEvents"] if isinstance(document, dict) else document
    seen = {}
    chosen = []
    for event in events:
        kind = (event.get("ph"), event.get("cat")) if isinstance(event, dict) else None
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] <= EVENTS_OF_A_KIND:
            chosen.append(event)
    if isinstance(document, dict):
        return {**{key: value for key, value in document.items() if key != "traceEvents"}, "traceEvents": chosen}
    return chosen


def main():
    traces, corpus = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    corpus.mkdir(parents=True, exist_ok=True)
    for path in sorted(traces.glob("T*.json*")):
        name = path.name.split(".")[0]
        text = text_of(path)
        if len(text) <= MOST_BYTES:
            (corpus / f"{name}.json").write_bytes(text)
        try:
            small = json.dumps(sample(json.loads(text))).encode()
        except (ValueError, KeyError, AttributeError):
            small = text[:MOST_BYTES]  # no JSON, or no trace: its beginning
        if len(small) <= MOST_BYTES:
            (corpus / f"{name}_sample.json").write_bytes(small)
            if len(small) <= 4000:
                (corpus / f"{name}_sample.json.gz").write_bytes(gzip.compress(small, mtime=0))


if __name__ == "__main__":
    main()
