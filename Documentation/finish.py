#!/usr/bin/env python3
"""Completes a site that docc has merged.

    finish.py SITE

- The landing page, which docc leaves almost empty, gets the overview of Switchboard, the first articles, and the
  products in their order. The address of the site leads to this page.
- Links in summaries get their addresses, which docc forgets on some pages, so that nothing is shown in their place.
- The sidebar shows names of functions and properties. docc shows their declarations, which do not fit.
- Long declarations are broken into lines. docc cuts them. Code and tables get the width of the window.
- The site gets a title. Without a file for settings, each page reports an error in the console of the browser.

Exit status: 0 if the site is complete, 1 if the site is not as docc makes it today, so that a step above has no effect.
"""

import json
import pathlib
import sys

from links import named

FIRST = ["GettingStarted", "Concepts", "Operators", "Signals", "Boards", "Bus", "Tracing", "Leaks"]
# Without the second and third rule, a window of 1,280 points shows 80 columns of code, and four columns of a table.
STYLE = """
.declaration-group pre.source, .declaration-group pre.source code { white-space: pre-wrap }
.code-listing pre > code { font-size: 13px !important }
@media (min-width: 736px) {
  .doc-content .container { padding: 0 32px !important; max-width: 1100px !important }
  .documentation-hero__content { padding-left: 32px !important; padding-right: 32px !important }
}
"""
REDIRECT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Switchboard</title>
<meta http-equiv="refresh" content="0; url=documentation"><a href="documentation">Switchboard</a></html>
"""


def stop(message):
    sys.exit(f"docs: {message}; look at what docc writes, and mend Documentation/finish.py")


def read(path):
    return json.loads(path.read_text(encoding="utf-8"))


def write(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def land(site, products):
    """Fills the landing page. `products` are the addresses of the products, in the order of the sidebar."""
    path = site / "data/documentation.json"
    page, main = read(path), read(site / "data/documentation/switchboard.json")
    addresses = {reference.get("url"): name for name, reference in page["references"].items()}
    articles = [f"doc://Switchboard/documentation/Switchboard/{name}" for name in FIRST]
    if lost := [name for name in articles if name not in main["references"]]:
        stop(f"the page of Switchboard does not name the articles {', '.join(lost)}")
    if not products or (lost := [product for product in products if product not in addresses]):
        stop(f"the landing page does not name the products {', '.join(lost)}" if products
             else "the index of the site has no products")
    page["abstract"] = main["abstract"]
    page["primaryContentSections"] = main["primaryContentSections"]
    page["references"] |= main["references"]
    page["topicSectionsStyle"] = "list"
    page["topicSections"] = [
        {"title": "Read first", "identifiers": articles},
        {"title": "Products", "identifiers": [addresses[product] for product in products]},
    ]
    write(path, page)


def complete(site):
    """Gives each page the references that its texts name; other pages have them."""
    pages = {path: read(path) for path in sorted(site.glob("data/**/*.json"))}
    known = {}
    for page in pages.values():
        known |= page.get("references", {})
    for path, page in pages.items():
        references = page.get("references", {})
        missing = set(named(page, references)) - references.keys()
        if missing & known.keys():
            references |= {name: known[name] for name in missing & known.keys()}
            write(path, page)


def shorten(site, node):
    """Replaces declarations in the sidebar by names."""
    if node.get("type") in ("method", "func", "property"):
        node["title"] = read(site / f"data{node['path']}.json")["metadata"]["title"]
    for child in node.get("children", []):
        shorten(site, child)


def main(site):
    path = site / "index/index.json"
    index = read(path)
    root = index["interfaceLanguages"]["swift"][0]
    shorten(site, root)
    write(path, index)
    land(site, [child["path"] for child in root["children"] if child.get("type") == "module"])
    complete(site)
    styles = list(site.glob("css/index.*.css"))
    if not styles:
        stop(f"{site} has no file css/index.*.css, so long declarations stay cut")
    for style in styles:
        style.write_text(style.read_text(encoding="utf-8") + STYLE, encoding="utf-8")
    write(site / "theme-settings.json", {"meta": {"title": "Switchboard"}})
    (site / "index.html").write_text(REDIRECT, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: finish.py SITE")
    main(pathlib.Path(sys.argv[1]))
