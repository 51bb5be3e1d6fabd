#!/usr/bin/env python3
"""Puts the marble diagrams of the operators, and their names in other libraries, into their documentation comments, in
the symbol graphs of the compiler.

    operators.py GRAPHS

Operators.md has a row for each entry, such as `take(last:)`, with a diagram, a sentence and an example, and
OperatorNames.md a row with the names. The entry belongs to each overload with this name and these labels. A diagram
comes after the first paragraph of the comment, the names come last. Exit status: 0 if each entry has a symbol and a row
of names, each operator has a diagram, and each sentence is the first of a comment; 2 otherwise.
"""

import json
import pathlib
import re
import sys

import symbols as places
from parameters import summary

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources/Runtime/Switchboard/Switchboard.docc/Operators.md"
NAMES = PAGE.with_name("OperatorNames.md")
# The name may have a part that is not code: `timeout(after:)`, of the whole.
ROW = re.compile(
    r'^\| \*\*(?P<name>`[^`]+`[^*]*)\*\* <img align="right" alt="(?P<alt>[^"]+)" src="(?P<picture>[^"]+)">'
    r"<br>(?P<sentence>.*?)<br>(?P<example>`.*`) \|$", re.M)
NAME_ROW = re.compile(r"^\| (?P<name>`[^|]+) \| (?P<elsewhere>[^|]+) \| (?P<meaning>[^|]+) \|$", re.M)
LABEL = f"[Elsewhere](doc:{NAMES.stem}): "
# With more, a row becomes higher than its diagram.
LONGEST = 110
ENTRY = re.compile(r"(?P<owner>Signal\.)?(?P<name>\w+)(?P<closure> { })?(?:\((?P<arguments>.*?)\)(?!\)))?(?:, .*)?")


class Operator:
    """A member of SignalProtocol or Signal."""

    def __init__(self, symbol):
        self.precise = symbol["identifier"]["precise"]
        self.place = places.place(symbol)
        self.sentence = summary(symbol).replace("``", "`")
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


def rows(pattern, page):
    """The rows of a page, by the names of the entries, with the number of the line."""
    text = page.read_text(encoding="utf-8")
    return {row["name"].replace("`", ""): {**row.groupdict(), "line": text.count("\n", 0, row.start()) + 1}
            for row in pattern.finditer(text)}


def entries(graphs):
    """The rows of the entries, and the symbols of each; the first symbol has the sentence of the row."""
    found = list(operators(graphs))
    shown, names = rows(ROW, PAGE), rows(NAME_ROW, NAMES)
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
    faults = [f"{place(PAGE, row)}: {fault}" for name, row in shown.items() for fault in wrong(row, symbols[name])]
    faults += [f"{place(PAGE, shown[name])}: {name} has no row in {NAMES.name}" for name in shown.keys() - names.keys()]
    faults += [f"{place(NAMES, names[name])}: {name} has no row in {PAGE.name}" for name in names.keys() - shown.keys()]
    drawn = {one.precise for ones in symbols.values() for one in ones}
    faults += [f"{one.place}: error: {one.path} has no row in {PAGE.name}" for one in found
               if one.folder and one.precise not in drawn]
    if faults:
        raise ValueError("\n".join(sorted(faults)))
    for name, row in shown.items():
        symbols[name].sort(key=lambda one: (one.sentence != row["sentence"], one.path))
        row |= {key: names[name][key] for key in ("elsewhere", "meaning")}
    return shown, symbols


def place(page, row):
    return f"{page.relative_to(ROOT)}:{row['line']}: error"


def wrong(row, symbols):
    """Yields what is wrong with a row of Operators.md."""
    if not symbols:
        yield f"{row['name']} names no symbol"
    elif all(one.sentence != row["sentence"] for one in symbols):
        sentences = "\n".join(sorted({f"  {one.place}: {one.sentence}" for one in symbols}))
        yield (f"the sentence of {row['name']} is not the first of a comment; make them the same:\n"
               f"  {row['sentence']}\n{sentences}")
    if len(row["sentence"]) > LONGEST:
        yield f"the sentence of {row['name']} has {len(row['sentence'])} characters; shorten it to {LONGEST}"


def illustrated(lines, row):
    """The lines of a comment, with a picture after the first paragraph and after pictures that are there already."""
    place = next((at for at, line in enumerate(lines) if not line["text"].strip()), len(lines))
    while place + 1 < len(lines) and lines[place + 1]["text"].startswith("!["):
        place += 2
    picture = f"![{row['alt']} of {row['name'].replace('`', '')}]({pathlib.Path(row['picture']).name})"
    added = [{**lines[0], "text": text} for text in ("", picture)]
    return lines[:place] + added + lines[place:]


def elsewhere(rows, label=""):
    """What the rows of an operator say about other libraries."""
    names, meanings = ("; ".join(dict.fromkeys(row[key] for row in rows if row[key] != "–"))
                       for key in ("elsewhere", "meaning"))
    return " ".join([f"{label}{names or 'no name'}."] + ([f"Meaning: {meanings}."] if meanings else []))


def main(graphs):
    try:
        shown, symbols = entries(graphs)
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 2
    rows = {}
    for name, ones in symbols.items():
        for one in ones:
            rows.setdefault(one.precise, []).append(shown[name])
    for path in graphs.glob("*.symbols.json"):
        graph = json.loads(path.read_text(encoding="utf-8"))
        for symbol in graph["symbols"]:
            mine, comment = rows.get(symbol["identifier"]["precise"]), symbol.get("docComment")
            if mine and comment:
                for row in mine:
                    comment["lines"] = illustrated(comment["lines"], row)
                comment["lines"] += [{**comment["lines"][0], "text": text} for text in ("", elsewhere(mine, LABEL))]
        path.write_text(json.dumps(graph), encoding="utf-8")
    print(f"docs: {len(shown)} diagrams on the pages of {len(rows)} operators")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: operators.py GRAPHS")
    sys.exit(main(pathlib.Path(sys.argv[1])))
