#!/usr/bin/env python3
"""Checks that the Swift code in the documentation is code that is compiled. Prints what is not.

Each statement of a block ```swift must stand, in the order of the block, in one file that a test, an example or a
snippet compiles. Spaces, trailing comments and imports do not count, and between two lines of a block the file may have
other lines, such as expectations. A block after the line <!-- not compiled: REASON --> is left out.

Exit status: 0 if all blocks are compiled, 2 otherwise.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = ("README.md", "CONTRIBUTING.md", "*/README.md", "Sources/*/*.docc/**/*.md")
SOURCES = ("Tests/**/*.swift", "Examples/**/*.swift", "Benchmarks/Tests/**/*.swift")
# Manifests, and code that the compiler must refuse.
NO_SOURCES = re.compile(r"/Package\.swift$|/Tests/ClosedSurface/|/\.build")
MARK = r"<!-- not compiled: [^\n]+ -->\n+"
BLOCK = re.compile(rf"(?P<mark>{MARK})?^ *```swift\n(?P<code>.*?)^ *```", re.DOTALL | re.MULTILINE)


def words(line):
    """Returns a line without spaces and without its comment."""
    line = re.sub(r"(^|\s)//.*", "", line)
    return "".join(line.split())


def statements(code):
    lines = (words(line) for line in code.splitlines())
    return [line for line in lines if line and not line.startswith("import")]


def stands_in(block, lines):
    """Returns whether all lines of `block` are in `lines`, in this order."""
    rest = iter(lines)
    return all(any(line == other for other in rest) for line in block)


def missing(text, files):
    """Returns the line number of each block that no file has, and the first of its lines that the best file lacks."""
    for block in BLOCK.finditer(text):
        code = statements(block["code"])
        if block["mark"] or any(stands_in(code, lines) for lines in files):
            continue
        best = max(files, key=lambda lines: sum(line in set(lines) for line in code))
        line = next((line for line in code if line not in best), None)
        number = text.count("\n", 0, block.start("code"))
        yield number, f"the first line that differs, without spaces: {line}" if line else "the order of its lines"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage="Tests/page-code.py [PAGE …]")
    parser.add_argument("pages", metavar="PAGE", nargs="*", type=pathlib.Path, help="all pages, unless some are named")
    pages = parser.parse_args().pages or [page for pattern in PAGES for page in sorted(ROOT.glob(pattern))]
    sources = [path for pattern in SOURCES for path in sorted(ROOT.glob(pattern)) if not NO_SOURCES.search(str(path))]
    files = [statements(path.read_text()) for path in sources]
    are_compiled = True
    for page in pages:
        try:
            text = page.read_text()
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"cannot read the page {page}: {getattr(error, 'strerror', None) or error}")
        for number, difference in missing(text, files):
            are_compiled = False
            name = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
            print(f"{name}:{number}: no test, example or snippet compiles this block; {difference}")
    return 0 if are_compiled else 2


sys.exit(main())
