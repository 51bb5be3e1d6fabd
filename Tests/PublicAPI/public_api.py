#!/usr/bin/env python3
"""Writes the public declarations of the products, one file for each product, from the compiler's symbol graphs.

    public_api.py GRAPHS OUTPUT PRODUCT…

GRAPHS has a folder for each state of the trait Tracing: `off` and `on`. Each has a folder for each product, with the
graph of the product and of what the product exports again, and a folder `package` with the graphs of all modules.
Tests/PublicAPI/run.sh makes these graphs. Switchboard.docc/PublicAPI.md explains the output. The first product is the
main one: AfterADot.txt lists members of its types.
"""

import argparse
import pathlib

from graph import Graph
from surface import Block, Surface

# The types whose values users have in their hands most of the time.
AFTER_A_DOT = [
    "Subscription", "WaitableSubscription", "CompositeDisposable", "Signal", "PublishSubject", "DataBoard", "EventBus",
    "EventSelection",
]
NOTHING = Block(None, set())


def surfaces(folder, products):
    """The surfaces of the products in one state of the trait. The first product that reaches a hidden type lists it."""
    package = Graph((folder / "package").glob("*.symbols.json"))
    exported = {product: Graph((folder / product).glob("*.symbols.json")) for product in products}
    listed = {one for graph in exported.values() for one in graph.symbols}
    found = {}
    for product, graph in exported.items():
        found[product] = Surface(graph, package, listed)
        listed |= found[product].symbols.keys()
    return found


def tag(key, off, on):
    """The state of the trait in which something exists, if it does not exist in both."""
    if key in off and key in on:
        return ""
    return "[Tracing] " if key in on else "[without Tracing] "


def listing(product, off, on):
    """The text of a product's file."""
    text = [f"The public API of the product {product}. `make api` writes this file.", ""]
    off, on = off.blocks(), on.blocks()
    for name in sorted({*off, *on}):
        without, traced = off.get(name, NOTHING), on.get(name, NOTHING)
        whole = tag(name, off, on)
        for header in dict.fromkeys(filter(None, (without.header, traced.header))):
            text.append((whole or tag(header, [without.header], [traced.header])) + header)
        for line in sorted(without.lines | traced.lines):
            text.append("  " + ("" if whole else tag(line, without.lines, traced.lines)) + line[1])
        text.append("")
    return "\n".join(text)


def after_a_dot(off, on):
    """The text of the file with what an editor offers after a value."""
    text = ["What an editor offers after a value of each type. `make api` writes this file.", ""]
    for name in AFTER_A_DOT:
        without, traced = off.after_a_dot(name), on.after_a_dot(name)
        if not traced:
            continue
        text.append(f"{name}.")
        group = ""
        for key in sorted({*without, *traced}):
            source, title = key
            if source != group:
                text.append(f"  from {source}:")
                group = source
            count = max(without[key], traced[key])
            times = f" × {count}" if count > 1 else ""
            text.append("  " + ("  " if source else "") + tag(key, without, traced) + title + times)
        text.append("")
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graphs", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("products", nargs="+")
    arguments = parser.parse_args()
    off, on = (surfaces(arguments.graphs / state, arguments.products) for state in ("off", "on"))
    texts = {product: listing(product, off[product], on[product]) for product in arguments.products}
    texts["AfterADot"] = after_a_dot(off[arguments.products[0]], on[arguments.products[0]])
    for name, text in texts.items():
        (arguments.output / f"{name}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
