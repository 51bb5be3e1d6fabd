#!/usr/bin/env python3
"""Erases the calls of probes from Swift sources, as if the probes did not exist.

    Tests/TracingOff/erase.py FOLDER…     the folders of the runtime's targets, in a copy of the package

Without the traits, each function of a probe is empty, or returns `false`, 0 or a value of the empty type `Nothing`.
This script refuses other functions. It replaces each call, with its arguments, by `()` or by that value. So the
arguments are evaluated nowhere, and no state is stored. A call may stand anywhere in an expression, and on several
lines. The number of lines stays, because the code of failing preconditions contains line numbers.

Prints the number of erased calls. Exit status: 0, or 2 with the reason if a probe is not empty or a call is unknown.
"""

import pathlib
import re
import sys

PROBE_FILE = re.compile(r"(\w*Probe)(\+\w+)?\.swift$")
CALL = re.compile(r"\b(\w*Probe)\.(\w+)\(")


class Refused(Exception):
    pass


def without_trait(text):
    """Returns the text with spaces in the place of comments and of lines that are compiled only with the trait."""
    lines, active = [], [True]
    for line in text.split("\n"):
        word = line.strip()
        if word.startswith("#if"):
            active.append(active[-1] and word not in ("#if Tracing", "#if Inspector"))
        elif word.startswith("#else"):
            active.append(active[-2] and not active.pop())
        elif word.startswith("#endif"):
            active.pop()
        lines.append(" " * len(line) if not active[-1] or word.startswith(("//", "#if", "#else", "#endif")) else line)
    return "\n".join(lines)


def end_of(text, start):
    """Returns the place after the bracket that closes the bracket at `start`."""
    depth, place = 0, start
    while place < len(text):
        if text[place] == '"':
            place = text.index('"', place + 1)
        depth += (text[place] in "([{") - (text[place] in ")]}")
        place += 1
        if depth == 0:
            return place
    raise Refused("a bracket is not closed")


def probes(files):
    """Returns the value of each probe's functions, by probe and name. Refuses functions and types that do something."""
    values, aliases = {}, set()
    texts = {file: without_trait(file.read_text()) for file in files}
    for text in texts.values():
        aliases |= set(re.findall(r"typealias (\w+) = Nothing", text)) | {"Nothing"}
    for file, text in texts.items():
        probe = PROBE_FILE.search(file.name)[1]
        for struct in re.finditer(r"struct Nothing[^{]*", text):
            body = text[struct.end() : end_of(text, struct.end())]
            if not re.fullmatch(r"\{(\s*@inlinable (?:public )?init\([^)]*\) \{\})*\s*\}", body):
                raise Refused(f"{file}: Nothing is not empty")
        for function in re.finditer(r"static func (\w+)[^(]*", text):
            head = end_of(text, function.end())
            opening = text.index("{", head)
            result = text[head:opening].strip().removeprefix("->").strip()
            body = text[opening + 1 : end_of(text, opening) - 1].strip().removeprefix("return ")
            if (result, body) not in (("", ""), ("Bool", "false"), ("UInt32", "0")):
                if result not in aliases or body != f"{result}()":
                    raise Refused(f"{file}: {function[1]}() is not empty")
                body = f"{probe}.{body}"
            if values.setdefault((probe, function[1]), body or "()") != (body or "()"):
                raise Refused(f"{file}: functions with the name {function[1]} return different values")
    return values


def erase(text, values, file):
    """Returns the text without calls of probes, and the number of calls."""
    count, place, erased = 0, 0, ""
    visible = without_trait(text)
    for match in CALL.finditer(visible):
        if match.start() < place:
            continue
        probe, name = match[1], match[2]
        end = end_of(visible, match.end() - 1)
        if name[0].isupper():
            value = f"{probe}.{name}()"
        elif (probe, name) in values:
            value = values[probe, name]
        else:
            raise Refused(f"{file}: {probe}.{name}() has no empty function")
        erased += text[place : match.start()] + value + "\n" * text.count("\n", match.start(), end)
        place = end
        count += 1
    return erased + text[place:], count


def main(folders):
    total = 0
    files = [file for folder in folders for file in sorted(pathlib.Path(folder).rglob("*.swift"))]
    values = probes([file for file in files if PROBE_FILE.match(file.name)])
    for file in files:
        if PROBE_FILE.match(file.name):
            continue
        text, count = erase(file.read_text(), values, file)
        if count:
            file.write_text(text)
            total += count
    print(total)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Refused as reason:
        print(f"tracing-off: {reason}", file=sys.stderr)
        sys.exit(2)
