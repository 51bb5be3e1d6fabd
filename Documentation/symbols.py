#!/usr/bin/env python3
"""Checks the documentation comments of the public symbols, and completes their lists of parameters.

    symbols.py GRAPHS

GRAPHS has a folder for each product, with the symbol graphs of the compiler. Each symbol needs a comment. The first
paragraph, which lists of symbols show, says what the symbol does; a line "Source: …" comes later. Each parameter
needs a description, here or in an overload (`parameters.py`). Exit status: 0 if nothing is missing, 2 otherwise; then
the place of each fault is printed.
"""

import itertools
import json
import os
import pathlib
import sys
import urllib.parse

import parameters

# The standard library says what these take.
UNIVERSAL = ("==(_:_:)", "hash(into:)")


def place(symbol):
    """The file and line of a symbol."""
    location = symbol.get("location")
    if not location:
        return "(no place)"
    path = urllib.parse.unquote(urllib.parse.urlparse(location["uri"]).path)
    return f"{os.path.relpath(path)}:{location['position']['line'] + 1}"


def faults(symbol):
    """Yields what is wrong with the comment of a symbol."""
    name = ".".join(symbol["pathComponents"])
    texts = [line["text"].strip() for line in symbol.get("docComment", {}).get("lines", [])]
    if not any(texts):
        yield f"{name} has no documentation"
    summary = itertools.takewhile(lambda text: text and not text.startswith("- Parameter"), texts)
    if any("Source:" in text for text in summary):
        yield f'{name} has "Source:" in the first paragraph; give it a paragraph of its own'


def main(graphs):
    count = 0
    found = set()
    for product in sorted(path for path in graphs.iterdir() if path.is_dir()):
        files = {path: json.loads(path.read_text(encoding="utf-8")) for path in product.glob("*.symbols.json")}
        symbols = [symbol for graph in files.values() for symbol in graph["symbols"]
                   if symbol["kind"]["identifier"] != "swift.extension"]
        count += len(symbols)
        found |= {f"{place(symbol)}: error: {fault}" for symbol in symbols for fault in faults(symbol)}
        for symbol, name in parameters.complete(symbols):
            if symbol["pathComponents"][-1] not in UNIVERSAL:
                path = ".".join(symbol["pathComponents"])
                found.add(f"{place(symbol)}: error: {path} does not describe its parameter {name}")
        for path, graph in files.items():
            path.write_text(json.dumps(graph), encoding="utf-8")
    # Fewer would mean that the graphs lack what the products export again.
    if count < 500:
        found.add(f"the graphs have only {count} symbols")
    for line in sorted(found):
        print(line, file=sys.stderr)
    print(f"docs: {count} public symbols, {len(found)} faults in their comments")
    return 2 if found else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: symbols.py GRAPHS")
    sys.exit(main(pathlib.Path(sys.argv[1])))
