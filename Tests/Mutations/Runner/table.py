"""The format of the tables in Tests/Mutations.

A table is a Python file that assigns a list of mutations to MUTATIONS. It uses the names Mutation and Edit without an
import.

Texts of edits: a text is a part of a line, or of several lines in a row. A text of several lines is written in triple
quotes, begins on the line after the quotes, and is indented like the table: the indentation that its lines share does
not count, neither here nor in the file. A replacement is indented like the text that it replaces. If a replacement
leaves nothing of a line, the line goes too. So "" removes a line or several. An insertion replaces a line by the line
and more.

The text must be in the file exactly once. With `within`, it must be exactly once in a block: the block begins with the
only line of the file that has the text of `within`, and has all lines up to the brace that closes it, by indentation.
"""

import re
import runpy
import textwrap
from typing import NamedTuple


class Fault(Exception):
    """Says in one sentence what is wrong and what to do. Those of edits go on with “in” and the table."""


class Edit(NamedTuple):
    file: str
    text: str
    replacement: str
    within: str = ""


class Mutation:
    """A way to break the code, and what must notice it.

    name          the name in commands and pages
    breaks        a sentence that says what no longer holds
    edits         what changes, each edit in the result of the one before
    tests         the test targets, separated by spaces
    filter        the tests to run, as a regular expression for `swift test --filter`
    environment   environment variables for the tests (NAME=value …)
    traits        the traits to build with, in a build folder of their own
    found_by      of a leak: the scenario of `leakcheck` that must find it, instead of tests and a filter
    """

    def __init__(self, name, breaks, *edits, tests="", filter="", environment="", traits="", found_by=""):
        self.name, self.breaks, self.edits = name, breaks, edits
        self.tests, self.filter, self.environment = tests, filter, environment
        self.traits, self.found_by = traits, found_by

    def __eq__(self, other):
        return vars(self) == vars(other)

    def files(self):
        return {edit.file for edit in self.edits}


def read_table(path):
    """Returns the mutations of a table."""
    return runpy.run_path(str(path), init_globals={"Mutation": Mutation, "Edit": Edit})["MUTATIONS"]


def plain(text):
    """Returns a text without the line breaks around it and without the indentation that its lines share."""
    return textwrap.dedent(text).strip("\n") if "\n" in text else text


def indentation(line):
    return len(line) - len(line.lstrip(" "))


def block(source, opening, edit):
    """Returns where the block begins and ends whose first line has the text `opening`."""
    lines = source.splitlines(keepends=True)
    firsts = [number for number, line in enumerate(lines) if opening in line]
    if len(firsts) != 1:
        if not firsts:
            raise Fault(f"{edit.file} no longer has a line with “{opening}”; correct `within`")
        raise Fault(f"{edit.file} has “{opening}” in {len(firsts)} lines; write more of one of them as `within`")
    first = firsts[0]
    last = first + 1
    depth = indentation(lines[first])
    # The lines of a long signature end with one that begins with a bracket, which does not end the block.
    while last < len(lines):
        if lines[last].strip() and indentation(lines[last]) <= depth and not lines[last].lstrip().startswith(")"):
            if lines[last].lstrip().startswith("}"):
                last += 1
            break
        last += 1
    return sum(map(len, lines[:first])), sum(map(len, lines[:last]))


def places(source, text):
    """Yields where the text stands in the source: begin, end and indentation."""
    first, *rest = plain(text).split("\n")
    begin = source.find(first)
    while begin >= 0:
        line = source.rfind("\n", 0, begin) + 1
        margin = " " * indentation(source[line:begin + 1])
        whole = "\n".join([first, *(margin + line if line else "" for line in rest)])
        if source.startswith(whole, begin):
            yield begin, begin + len(whole), margin
        begin = source.find(first, begin + 1)


def apply(edit, source):
    """Returns the source with the edit. Raises a fault if the text is not there, or not once."""
    low, high = block(source, edit.within, edit) if edit.within else (0, len(source))
    found = [place for place in places(source, edit.text) if low <= place[0] and place[1] <= high]
    if len(found) != 1:
        where = f" in {edit.within}" if edit.within else ""
        lines = plain(edit.text).split("\n")
        quoted = f"“{lines[0]}”" + (f" with the {len(lines) - 1} lines after it" if len(lines) > 1 else "")
        if not found:
            raise Fault(f"{edit.file} no longer has {quoted}{where}; write the text as it is now")
        more = "add more of the line" if edit.within else "add more of the line or `within`"
        raise Fault(f"{edit.file} has {quoted} {len(found)} times{where}; {more}")
    begin, end, margin = found[0]
    lines = plain(edit.replacement).split("\n")
    new = "\n".join([lines[0], *(margin + line if line else "" for line in lines[1:])])
    before, after = source[:begin], source[end:]
    if not new and re.search(r"(^|\n) *$", before) and after[:1] in ("\n", ""):
        before, after = before.rstrip(" "), after[1:]
    return before + new + after


def applied(mutation, root):
    """Returns the texts of the changed files, by path."""
    texts = {}
    for edit in mutation.edits:
        path = root / edit.file
        if edit.file not in texts and not path.is_file():
            raise Fault(f"{edit.file} is gone; write the path of the file that has the code")
        texts[edit.file] = apply(edit, texts.get(edit.file) or path.read_text(encoding="utf-8"))
    return texts
