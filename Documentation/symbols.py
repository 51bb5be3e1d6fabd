#!/usr/bin/env python3
"""Checks that every public symbol has a documentation comment. Prints the place of each that has none.

    symbols.py GRAPHS

GRAPHS has a folder for each product, with the symbol graphs of the compiler. Exit status: 0 if every symbol has
documentation, 2 otherwise.
"""

import json
import os
import pathlib
import sys
import urllib.parse


def place(symbol):
    """The file and line of a symbol."""
    location = symbol.get("location")
    if not location:
        return "(no place)"
    path = urllib.parse.unquote(urllib.parse.urlparse(location["uri"]).path)
    return f"{os.path.relpath(path)}:{location['position']['line'] + 1}"


def main(graphs):
    count = 0
    missing = set()
    for path in sorted(graphs.glob("*/*.symbols.json")):
        for symbol in json.loads(path.read_text(encoding="utf-8"))["symbols"]:
            if symbol["kind"]["identifier"] == "swift.extension":
                continue
            count += 1
            lines = symbol.get("docComment", {}).get("lines", [])
            if not any(line["text"].strip() for line in lines):
                missing.add(f"{place(symbol)}: error: {'.'.join(symbol['pathComponents'])} has no documentation")
    # Fewer would mean that the graphs lack what the products export again.
    if count < 500:
        missing.add(f"the graphs have only {count} symbols")
    for line in sorted(missing):
        print(line, file=sys.stderr)
    print(f"docs: {count} public symbols, {len(missing)} without documentation")
    return 2 if missing else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: symbols.py GRAPHS")
    sys.exit(main(pathlib.Path(sys.argv[1])))
