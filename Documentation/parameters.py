"""The descriptions of parameters in the comments of a symbol graph.

An overload need not repeat what another overload says. A parameter without a description gets the one that a parameter
of the same name has in an overload with the same labels, else in any overload, else in such a function of a protocol,
else the first sentence about the property that an initialiser sets by it. If two such functions describe a parameter
differently, it needs a description of its own.
"""

import itertools
import re

ONE = re.compile(r"- Parameter `?(\w+)`?: *(.*)")
MANY = re.compile(r"- Parameters:")
OF_MANY = re.compile(r"\s+- `?(\w+)`?: *(.*)")
# The compiler writes these arguments.
PLACE = {
    "fileID": "The file of the call, for traces and messages. Leave it out.",
    "filePath": "The file of the call, for messages. Leave it out.",
    "file": "The file of the call, for messages. Leave it out.",
    "line": "The line of the call, for traces and messages. Leave it out.",
    "sourceLocation": "The place of the call, for messages. Leave it out.",
    "isolation": "The actor of the caller. Leave it out.",
}


def names(symbol):
    """The names of the parameters, as the body of the function uses them."""
    parameters = symbol.get("functionSignature", {}).get("parameters", [])
    return [parameter.get("internalName", parameter["name"]) for parameter in parameters]


def split(lines):
    """The lines of a comment that describe no parameter, and the descriptions."""
    rest, found, current, in_list = [], {}, None, False
    for line in lines:
        text = line["text"]
        if one := ONE.match(text):
            current, in_list = one[1], False
            found[current] = one[2]
        elif MANY.match(text):
            current, in_list = None, True
        elif in_list and (one := OF_MANY.match(text)):
            current = one[1]
            found[current] = one[2]
        elif current and re.match(r"\s+\S", text):
            found[current] += " " + text.strip()
        else:
            current, in_list = None, False
            rest.append(line)
    return rest, found


def relatives(symbol, symbols, protocols):
    """Groups of functions that may describe the parameters of a function, the closest first."""
    *owner, name = symbol["pathComponents"]
    base = name.partition("(")[0]
    same = [one for one in symbols if one["pathComponents"][-1].partition("(")[0] == base and one is not symbol]
    own = [one for one in same if one["pathComponents"][:-1] == owner]
    for group in own, [one for one in same if one["pathComponents"][0] in protocols]:
        yield [one for one in group if one["pathComponents"][-1] == name]
        yield group


def summary(symbol):
    """The first sentence of the comment of a symbol."""
    texts = (line["text"].strip() for line in symbol.get("docComment", {}).get("lines", []))
    paragraph = " ".join(itertools.takewhile(lambda text: text and not text.startswith("- Parameter"), texts))
    return re.match(r"(.*?\.(?=\s|$)|.*)", paragraph)[0]


def complete(symbols):
    """Writes a list of all parameters into the comment of each function that has descriptions of all. Returns the
    parameters without description, as pairs of a symbol and a name."""
    functions = [symbol for symbol in symbols if names(symbol) and symbol.get("docComment", {}).get("lines")]
    properties = {tuple(one["pathComponents"]): summary(one) for one in symbols
                  if one["kind"]["identifier"] == "swift.property"}
    protocols = {one["pathComponents"][0] for one in symbols if one["kind"]["identifier"] == "swift.protocol"}
    written = {id(one): split(one["docComment"]["lines"]) for one in functions}
    missing = []
    for symbol in functions:
        rest, own = written[id(symbol)]
        described = {}
        for name in names(symbol):
            described[name] = own.get(name) or PLACE.get(name)
            for group in relatives(symbol, functions, protocols) if not described[name] else ():
                texts = {text for one in group if (text := written[id(one)][1].get(name))}
                if texts:
                    described[name] = texts.pop() if len(texts) == 1 else None
                    break
            if symbol["kind"]["identifier"] == "swift.init":
                described[name] = described[name] or properties.get((*symbol["pathComponents"][:-1], name))
            if not described[name]:
                missing.append((symbol, name))
        if all(described.values()):
            added = ["", "- Parameters:", *(f"  - {name}: {text}" for name, text in described.items())]
            first = symbol["docComment"]["lines"][0]
            symbol["docComment"]["lines"] = rest + [{**first, "text": text} for text in added]
    return missing
