#!/usr/bin/env python3
"""Puts the marble diagrams of the operators into their documentation comments, in the symbol graphs of the compiler.

    operators.py GRAPHS

Operators.md shows each diagram beside the name of an entry, such as `take(last:)`. The entry belongs to each overload
with this name and these labels. A diagram comes after the first paragraph of the comment. Exit status: 0 if each entry
has a symbol and each operator has a diagram, 2 otherwise.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources/Switchboard/Switchboard.docc/Operators.md"
PICTURE = re.compile(r"^!\[(.*)\]\(Pictures/Marbles/(.*)\)$", re.M)
ENTRY = re.compile(r"(?P<owner>Signal\.)?(?P<name>\w+)(?P<closure> { })?(?:\((?P<arguments>.*?)\)(?!\)))?(?:, .*)?")


class Operator:
    """A member of SignalProtocol or Signal."""

    def __init__(self, symbol):
        self.precise = symbol["identifier"]["precise"]
        self.path = ".".join(symbol["pathComponents"])
        self.name, _, rest = symbol["pathComponents"][1].partition("(")
        self.labels = [label for label in rest.rstrip(")").split(":") if label not in ("", "_")]
        self.is_static = symbol["kind"]["identifier"] == "swift.type.method"
        parameters = symbol.get("functionSignature", {}).get("parameters", [])
        self.parameters = [parameter["name"] for parameter in parameters]
        types = ["".join(part["spelling"] for part in parameter["declarationFragments"]) for parameter in parameters]
        self.takes_closure = len(types) == 1 and ") -> " in types[0]
        folder = re.search(r"/Operators/(\w+)/", symbol.get("location", {}).get("uri", ""))
        self.folder = folder[1] if folder else None


def operators(graphs):
    """The members of SignalProtocol and Signal in the graphs of a folder."""
    for path in sorted(graphs.glob("*.symbols.json")):
        for symbol in json.loads(path.read_text(encoding="utf-8"))["symbols"]:
            components = symbol["pathComponents"]
            if len(components) == 2 and components[0] in ("SignalProtocol", "Signal"):
                yield Operator(symbol)


def named(entry, found):
    """The operators with the name of an entry. `merge` is the method, `Signal.merge` the function of the type."""
    if entry["name"] == "Signal":
        found = [one for one in found if one.name == "init"]
        if entry["closure"]:
            return [one for one in found if one.takes_closure]
        return [one for one in found if entry["arguments"] in (f"{''.join(one.labels)}:", ", ".join(one.parameters))]
    found = [one for one in found if one.name == entry["name"]]
    methods = [one for one in found if not one.is_static]
    return methods if methods and not entry["owner"] else [one for one in found if one.is_static]


def pictures(graphs):
    """The entries and files of the pictures of each symbol, and the symbols of each entry."""
    found = list(operators(graphs))
    shown = {name: file for name, file in PICTURE.findall(PAGE.read_text(encoding="utf-8"))}
    symbols, general = {}, {}
    for name in shown:
        entry = ENTRY.fullmatch(name)
        candidates = named(entry, found) if entry else []
        labels = [label for label in re.findall(r"(\w+):", (entry and entry["arguments"]) or "") if label != "_"]
        symbols[name] = [one for one in candidates if set(labels) <= set(one.labels)]
        if not labels:
            general[name] = symbols[name]
    # `take` is what no entry with a label is, such as `take(last:)`. `debounce` has only one overload.
    special = {one.precise for name in shown if name not in general for one in symbols[name]}
    for name, all_of_them in general.items():
        symbols[name] = [one for one in all_of_them if one.precise not in special] or all_of_them
    faults = [f"the diagram {name} has no symbol" for name in shown if not symbols[name]]
    drawn = {one.precise for ones in symbols.values() for one in ones}
    faults += [f"{one.path} has no diagram" for one in found if one.folder and one.precise not in drawn]
    if faults:
        raise ValueError("\n".join(f"{PAGE.relative_to(ROOT)}: error: {fault}" for fault in faults))
    return shown, symbols


def illustrated(lines, name, file):
    """The lines of a comment, with a picture after the first paragraph and after pictures that are there already."""
    place = next((at for at, line in enumerate(lines) if not line["text"].strip()), len(lines))
    while place + 1 < len(lines) and lines[place + 1]["text"].startswith("!["):
        place += 2
    added = [{**lines[0], "text": text} for text in ("", f"![A marble diagram of {name}]({file})")]
    return lines[:place] + added + lines[place:]


def main(graphs):
    try:
        shown, symbols = pictures(graphs)
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 2
    for path in graphs.glob("*.symbols.json"):
        graph = json.loads(path.read_text(encoding="utf-8"))
        comments = {symbol["identifier"]["precise"]: symbol.get("docComment") for symbol in graph["symbols"]}
        for name, file in shown.items():
            for one in symbols[name]:
                if comment := comments.get(one.precise):
                    comment["lines"] = illustrated(comment["lines"], name, file)
        path.write_text(json.dumps(graph), encoding="utf-8")
    count = len({one.precise for ones in symbols.values() for one in ones})
    print(f"docs: {len(shown)} diagrams on the pages of {count} operators")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: operators.py GRAPHS")
    sys.exit(main(pathlib.Path(sys.argv[1])))
