#!/usr/bin/env python3
"""Compares the numbers with a unit in the pages with committed results and with the code, or renews them.

    Documentation/compare.py check | write

Documentation/figures.py says which number of which page comes from where, and which need no source. `check` names each
number that differs from its source, each row whose text or source is gone, and each number with a unit in README.md or
in a table of a page that no row has: a new number needs a row. `write` puts the numbers of the sources into the pages.

Exit status: 0 if all agree, 1 otherwise, 64 for another argument.
"""

import fnmatch
import functools
import json
import re
import sys

import figures
import markdown
import sources

ROOT = markdown.ROOT
NUMBER = r"\d+(?:[,.]\d+)*(?:–\d+(?:[,.]\d+)*)?"
UNITS = (r"ns|µs|ms|s|min|CPU s|nanoseconds?|milliseconds?|seconds?|minutes?|hours?|days?|bytes?|[kKMGT]i?B(?:/s)?"
         r"|[kMG]bit/s|×|times|%|events?(?:/s)?|records|instructions|connections")
WORDS = "an?|two|three|four|five|six|seven|eight|nine|ten|twenty|half an?"
WITH_UNIT = re.compile(rf"(?<![\w.,])({NUMBER})[\s ]?(?:{UNITS})(?!\w)")
IN_WORDS = re.compile(rf"\b({WORDS})\s(?:second|minute|hour)s?\b", re.I)
ALONE = re.compile(rf"(?<![\w.,])({NUMBER}|½)(?!\w)")
# A header with a unit, such as “minutes on two cores” or “ns per operation”, makes the cells below numbers with a unit.
HEADER = re.compile(rf"(?<![\w'-])(?:{UNITS.partition('|events')[0]})(?![\w-])")
# These files are printed by the programs that measure, or tell what was.
NOT_READ = ("Reports/*", "CHANGELOG.md")


@functools.cache
def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def pattern(text):
    """A row's text as an expression: `{}` is a number, `[…]` is anything on its line, and lines may break anywhere."""
    parts = [re.escape(part).replace(r"\ ", r"\s+").replace(r"\[…\]", r"[^\n]*?") for part in text.split("{}")]
    return f"({NUMBER}|½)".join(parts)


def place(name, offset):
    return f"{name}:{page(name).count(chr(10), 0, offset) + 1}"


class Check:
    def __init__(self):
        self.faults, self.edits = [], []
        self.covered, self.kinds = {}, {}

    def row(self, name, text, values):
        """Compares one row with its source."""
        if not (ROOT / name).is_file():
            self.faults.append(f"figures.py: there is no page {name}; delete its rows")
            return
        found = list(re.finditer(pattern(text), page(name)))
        if len(found) != 1:
            times = f"stands {len(found)} times in" if found else "is no longer in"
            self.faults.append(f"figures.py: the text “{text}” {times} {name}; change the row")
            return
        spans = [found[0].span(group) for group in range(1, found[0].re.groups + 1)]
        self.covered.setdefault(name, []).extend(spans)
        sources.used.clear()
        try:
            said = values()
        except (KeyError, OSError, ValueError, ArithmeticError) as fault:
            self.faults.append(f"figures.py: the source of “{text}” in {name}: {fault}; change the row")
            return
        said = [said] if isinstance(said, str) else list(said)
        if len(said) != len(spans):
            self.faults.append(f"figures.py: “{text}” has {len(spans)} numbers, its source {len(said)}; change the row")
            return
        kind = sources.used[0] if len(set(sources.used)) == 1 else "computed"
        self.kinds[kind] = self.kinds.get(kind, 0) + len(spans)
        for (begin, end), value in zip(spans, said):
            if page(name)[begin:end] != value:
                self.edits.append((name, begin, end, value))

    def table(self, name, header, rows):
        """Compares the rows of a table with its source."""
        places = list(re.finditer(rf"(?m)^{re.escape(header)}\n\|[-:|]+\|\n((?:\|.*\n)*)", page(name)))
        if len(places) != 1:
            self.faults.append(f"figures.py: the table “{header}” stands {len(places)} times in {name}; change TABLES")
            return
        span = places[0].span(1)
        self.covered.setdefault(name, []).append(span)
        sources.used.clear()
        try:
            said = "".join(f"{row}\n" for row in rows())
        except (KeyError, OSError, ValueError, ArithmeticError) as fault:
            self.faults.append(f"figures.py: the source of the table “{header}” in {name}: {fault}; change TABLES")
            return
        for kind in sources.used:
            self.kinds[kind] = self.kinds.get(kind, 0) + 1
        if page(name)[slice(*span)] != said:
            self.edits.append((name, *span, said))

    def is_exempt(self, name, span, used):
        for number, (pages, expression, _) in enumerate(figures.EXEMPT):
            if fnmatch.fnmatchcase(name, pages):
                if any(one.start() <= span[0] and span[1] <= one.end() for one in re.finditer(expression, page(name))):
                    used.add(number)
                    return True
        return False

    def scan(self):
        """Finds numbers with a unit that no row has."""
        used = set()
        for name in markdown.files("*.md"):
            if any(fnmatch.fnmatchcase(name, one) for one in NOT_READ):
                continue
            for span in numbers(name):
                is_covered = any(begin < span[1] and span[0] < end for begin, end in self.covered.get(name, ()))
                if not is_covered and not self.is_exempt(name, span, used):
                    self.faults.append(f"{place(name, span[0])}: “{page(name)[slice(*span)]}” has a unit and no "
                                       "source; give it a row in Documentation/figures.py")
        for number, (pages, expression, _) in enumerate(figures.EXEMPT):
            if number not in used:
                self.faults.append(f"figures.py: the exemption {expression!r} of {pages} exempts nothing; delete it")


def numbers(name):
    """Yields the places of the numbers with a unit: in README.md all, with its commands, elsewhere those of tables."""
    everywhere = name == "README.md"
    text = markdown.without_code(page(name), keep="sh" if everywhere else None)
    header, offset = None, 0
    for line in text.splitlines(keepends=True):
        is_table = line.startswith("|")
        found = set()
        if is_table or everywhere:
            found |= {match.span(1) for match in WITH_UNIT.finditer(line)}
        if everywhere:
            found |= {match.span(1) for match in IN_WORDS.finditer(line)}
        if is_table:
            cells = [(match.start(), match[0]) for match in re.finditer(r"(?<=\|)[^|\n]*", line)][:-1]
            header = header or [bool(HEADER.search(cell)) for _, cell in cells]
            is_row = bool(re.fullmatch(UNITS, cells[0][1].strip()))
            for column, (begin, cell) in enumerate(cells):
                if is_row or header[0] or column < len(header) and header[column]:
                    found |= {(begin + one.start(1), begin + one.end(1)) for one in ALONE.finditer(cell)}
        else:
            header = None
        yield from sorted((offset + begin, offset + end) for begin, end in found)
        offset += len(line)


def write(edits):
    """Replaces numbers, from the end of each page on."""
    for name in sorted({edit[0] for edit in edits}):
        text = page(name)
        for _, begin, end, value in sorted((edit for edit in edits if edit[0] == name), reverse=True):
            text = text[:begin] + value + text[end:]
        (ROOT / name).write_text(text, encoding="utf-8")


def main(verb):
    check = Check()
    for row in figures.ROWS:
        check.row(*row)
    for table in figures.TABLES:
        check.table(*table)
    check.scan()
    if verb == "write":
        write(check.edits)
        print(f"numbers: renewed {len(check.edits)}")
    else:
        for name, begin, end, value in check.edits:
            difference = ("the table is not that of its source" if value.endswith("\n")
                          else f"says {page(name)[begin:end]}, is {value}")
            check.faults.append(f"{place(name, begin)}: {difference}; run `make numbers` to renew")
    print("\n".join(check.faults), end="\n" if check.faults else "", file=sys.stderr)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(check.kinds.items()))
    print(f"numbers: {kinds}")
    return 1 if check.faults else 0


if __name__ == "__main__":
    if sys.argv[1:] not in (["check"], ["write"]):
        print("usage: compare.py check | write", file=sys.stderr)
        sys.exit(64)
    sys.exit(main(sys.argv[1]))
