#!/usr/bin/env python3
"""Checks the links between the pages of a documentation site, and that each symbol has a page.

    links.py SITE GRAPHS

GRAPHS has a folder for each product, with the symbol graphs of the compiler. A link leads to a page, a heading or a
picture. Exit status: 0 if no link is broken and no symbol is missing, 2 otherwise.
"""

import json
import pathlib
import sys


def values(node, key):
    """Yields the values that `key` has anywhere in a tree."""
    if isinstance(node, dict):
        if isinstance(node.get(key), str):
            yield node[key]
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from values(child, key)


def named(node, references):
    """Yields the names of references in a text, in groups of links, and in the summaries that such groups show."""
    if isinstance(node, dict):
        if node.get("type") in ("reference", "image") and "identifier" in node:
            yield node["identifier"]
        for name in node.get("identifiers", []):
            yield name
            yield from named(references.get(name, {}).get("abstract", []), references)
        node = [child for key, child in node.items() if key != "references"]
    if isinstance(node, list):
        for child in node:
            yield from named(child, references)


def links(page):
    """Yields the addresses within the site that a page names."""
    for reference in page.get("references", {}).values():
        # docc keeps some references to symbols of other modules as text.
        if reference.get("type") in ("topic", "section", "link") and reference.get("url", "").startswith(("/", "#")):
            yield reference["url"]
        for variant in reference.get("variants", []):
            if isinstance(variant, dict) and variant.get("url", "").startswith("/"):
                yield variant["url"]


def without_page(graphs, pages):
    """Yields the names of the symbols that have no page."""
    shown = {page.get("metadata", {}).get("externalID") for page in pages}
    for path in graphs.glob("*/*.symbols.json"):
        for symbol in json.loads(path.read_text(encoding="utf-8"))["symbols"]:
            if symbol["kind"]["identifier"] != "swift.extension" and symbol["identifier"]["precise"] not in shown:
                yield ".".join(symbol["pathComponents"])


def main(site, graphs):
    data = site / "data"
    pages = {
        "/" + str(path.relative_to(data).with_suffix("")): json.loads(path.read_text(encoding="utf-8"))
        for path in data.rglob("*.json")
    }
    anchors = {address: {one.lower() for one in values(page, "anchor")} for address, page in pages.items()}
    # docc makes these anchors itself.
    own = {"discussion", "overview", "topics", "parameters", "return-value", "see-also", "relationships"}
    faults = set()
    count = 0
    for address, page in pages.items():
        # docc shows nothing where a reference is missing.
        references = page.get("references", {})
        for name in set(named(page, references)) - references.keys():
            faults.add(f"{address}: no reference {name}")
        for link in links(page):
            count += 1
            path, _, anchor = link.partition("#")
            path = (path or address).rstrip("/")
            if path.startswith(("/images/", "/videos/")):
                if not (site / path[1:]).is_file():
                    faults.add(f"{address}: no file {link}")
            elif path.lower() not in pages:
                faults.add(f"{address}: no page {link}")
            elif anchor and anchor.lower() not in anchors[path.lower()] | own:
                faults.add(f"{address}: no heading {link}")
    for path in values(json.loads((site / "index/index.json").read_text(encoding="utf-8")), "path"):
        count += 1
        if path.lower() not in pages:
            faults.add(f"the index: no page {path}")
    faults |= {f"no page of {name}" for name in without_page(graphs, pages.values())}
    if len(pages) < 300:
        faults.add(f"the site has only {len(pages)} pages")
    for fault in sorted(faults):
        print(f"docs: {fault}", file=sys.stderr)
    print(f"docs: {len(pages)} pages, {count} links, {len(faults)} broken")
    return 2 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: links.py SITE GRAPHS")
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
