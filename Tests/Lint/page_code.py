#!/usr/bin/env python3
"""Checks that the Swift code in the documentation is code that is compiled. Prints what is not.

Each statement of a block ```swift must stand, in the order of the block, in one file that a test, an example or a
snippet compiles. Spaces, trailing comments and imports do not count, and between two lines of a block the file may have
other lines, such as expectations. In a block of nothing but imports, the imports count. A block after the line
<!-- not compiled: REASON --> is left out.

Exit status: 0 if all blocks are compiled, 2 otherwise, also if the pages have far fewer blocks than they had.
"""

import argparse
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "*/README.md", "Sources/*/*/*.docc/**/*.md")
SOURCES = ("Tests/**/*.swift", "Examples/**/*.swift", "Benchmarks/Tests/**/*.swift")
# Manifests, and code that the compiler must refuse.
NO_SOURCES = re.compile(r"/Package\.swift$|/Tests/ClosedSurface/|/\.build")
MARK = r"<!-- not compiled: [^\n]+ -->\n+"
BLOCK = re.compile(rf"(?P<mark>{MARK})?^ *```swift\n(?P<code>.*?)^ *```", re.DOTALL | re.MULTILINE)
# The pages had 58 compiled blocks when this number was written. With far fewer, the pattern above misses blocks.
LEAST = 50


def words(line):
    """Returns a line without spaces and without its comment."""
    line = re.sub(r"(^|\s)//.*", "", line)
    return "".join(line.split())


def split(code):
    """Returns the statements and the imports."""
    lines = [line for line in map(words, code.splitlines()) if line]
    return ([line for line in lines if not line.startswith("import")],
            [line for line in lines if line.startswith("import")])


def stands_in(block, lines):
    """Returns whether all lines of `block` are in `lines`, in this order."""
    rest = iter(lines)
    return all(any(line == other for other in rest) for line in block)


def difference(code, files):
    """Returns why no file has the block, or None if a file has it."""
    statements, imports = split(code)
    block = statements or imports
    if not block:
        return "it has no statement; write one, or delete the block"
    # The lists of the files to look in: of statements, or of imports.
    files = [file[0 if statements else 1] for file in files]
    if any(stands_in(block, lines) for lines in files):
        return None
    best = max(files, key=lambda lines: sum(line in set(lines) for line in block))
    line = next((line for line in block if line not in best), None)
    return f"the first line that differs, without spaces: {line}" if line else "the order of its lines"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="Tests/Lint/page_code.py [PAGE …]")
    parser.add_argument("pages", metavar="PAGE", nargs="*", type=pathlib.Path, help="all pages, unless some are named")
    named = parser.parse_args().pages
    pages = named or [page for pattern in PAGES for page in sorted(ROOT.glob(pattern))]
    sources = [path for pattern in SOURCES for path in sorted(ROOT.glob(pattern)) if not NO_SOURCES.search(str(path))]
    files = [split(path.read_text()) for path in sources]
    are_compiled, count = True, 0
    for page in pages:
        try:
            text = page.read_text()
        except (OSError, UnicodeDecodeError) as error:
            parser.error(f"cannot read the page {page}: {getattr(error, 'strerror', None) or error}")
        for block in BLOCK.finditer(text):
            if block["mark"]:
                continue
            count += 1
            if fault := difference(block["code"], files):
                are_compiled = False
                name = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
                number = text.count("\n", 0, block.start("code"))
                print(f"{name}:{number}: no test, example or snippet compiles this block; {fault}")
    if count < LEAST and not named:
        are_compiled = False
        print(f"only {count} blocks of code in the pages, of at least {LEAST}; if the pages have no more, change LEAST "
              "in Tests/Lint/page_code.py, otherwise mend its patterns")
    return 0 if are_compiled else 2


sys.exit(main())
