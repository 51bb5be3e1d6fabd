"""Compares the figures of a report with its results.json.

    check-page.py DIRECTORY [--self-test]

DIRECTORY contains report.html and results.json. The script computes what the page must say from results.json, without
the code that wrote the page: every figure of the answer, every cell of every table, the intervals and times in the
text, the points of the charts over n, and the marks of the pictures. It also checks results.json against
Benchmarks/Schema/results.schema.json.

With --self-test, changes one figure of each table, of the answer, of the text and of the pictures in copies, and
requires that the comparison finds each change.

Exit status: 0 if everything is equal, 2 if something differs or a change was not found, 65 if a file is damaged, 66 if
a file is missing, 69 if a package is missing.
"""

import importlib
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "page-checks")]

import answers  # noqa: E402
import pictures  # noqa: E402
import tables  # noqa: E402
from document import Document, light  # noqa: E402
from figures import Results  # noqa: E402
# The name of the script has a hyphen, because people call it, too.
faults = importlib.import_module("check-results").faults


def table_differences(document, results):
    """Yields a sentence for each cell of a table that is not that of the results."""
    kinds = tables.kinds()
    for table in document.tables:
        place = f"table “{table.heading}”, {table.source or 'without a name'}"
        name, *words = (table.source or "").split()
        if name not in kinds:
            yield f"{place}: the check does not know these figures; give the table a name that page/tables.py knows"
            continue
        found = 0
        for y, x, expected in kinds[name](results, table.rows, *words):
            found += 1
            text = table.rows[y][x]
            if text != expected:
                cell = f"{table.rows[y][0]}, {table.rows[0][x]}".replace("\n", " ")
                yield f"{place}, {cell}: is “{text}”, must be “{expected}”"
        if not found:
            yield f"{place}: no figure was compared"


def differences(document, results):
    """Yields a sentence for each figure that is not that of the results."""
    yield from table_differences(document, results)
    yield from answers.answer(document, results)
    yield from answers.prose(document, results)
    yield from answers.charts(document, results)


def figure_cells(table):
    """Returns the matches of the cells that have figures; names of what is measured, and limits, are no figures."""
    found = [cell for cell in re.finditer(r"<td[^>]*>(.*?)</td>", table[0]) if re.search(r"\d", cell[1])]
    kind = table[1].split()[0]
    if kind == "limits":
        return [cell for cell in found if not re.match(r"[≥≤]", cell[1])]
    if kind == "verdicts":
        return [cell for cell in found if "bytes" in cell[1]]
    return [cell for cell in found if "×" in cell[1] or "(" in cell[1]] or found


def blank(pattern, page):
    return re.sub(pattern, lambda match: " " * len(match[0]), page, flags=re.S)


def changed(text, place):
    return text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1:]


def changed_tables(page):
    """Yields the name of each table, and a copy of the table with one changed figure."""
    for table in re.finditer(r'<table data-figures="([^"]*)">.*?</table>', page, re.S):
        if cells := figure_cells(table):
            cell = cells[len(cells) // 2]
            digit = re.search(r"\d", blank(r"<[^>]*>", cell[1]))
            yield table[1], changed(table[0], cell.start(1) + digit.start())


def changed_pages(page):
    """Yields a place, and a copy of the page with a changed figure in this place, outside of tables."""
    for figure in re.finditer(r'<span class="figure"><b>([^<]*)</b> \(([^)]*)\)', page):
        yield "the answer", changed(page, figure.start(1))
        yield "the answer", changed(page, figure.end(2) - 1)
    for text in re.finditer(r"\d(?=[\d.]*\u00a0× \()", blank(r"<(?:table|section).*?</(?:table|section)>", page)):
        yield "a sentence", changed(page, text.start())


def reader(directory):
    def read(name):
        file = directory / name
        return file.read_text(encoding="utf-8") if file.is_file() else ""
    return read


def self_test(page, results, read):
    # The data of the charts take most of the time to read.
    page = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.S)
    outcomes = [(name, any(table_differences(Document(copy), results))) for name, copy in changed_tables(page)]
    outcomes += [(name, any(differences(Document(copy), results))) for name, copy in changed_pages(page)]
    outcomes += [(name, any([*pictures.overview(changed("overview.svg"), results), *pictures.costs(
        changed("costs.svg"), results.suite("runtime"))])) for name, changed in pictures.changed_pictures(read)]
    print(f"changed {len(outcomes)} figures, one at a time: found {sum(found for _, found in outcomes)}")
    missed = [f"a changed figure was not found: {name}" for name, found in outcomes if not found]
    return missed if outcomes else ["nothing was changed"]


def main(directory, is_test):
    page, path = directory / "report.html", directory / "results.json"
    for file in (page, path):
        if not file.is_file():
            print(f"check-page: {file} does not exist; write a report first, with `make bench`", file=sys.stderr)
            return 66
    try:
        problems = list(faults(path))
        results = Results(path)
    except ImportError as error:
        print(f"check-page: {error}; install the packages with: make bench-setup", file=sys.stderr)
        return 69
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        print(f"check-page: {path} is not JSON: {error}", file=sys.stderr)
        return 65
    if not problems:
        # What does not have the form of results cannot be compared.
        whole = page.read_text(encoding="utf-8")
        text = light(whole)
        document = Document(text)
        read = reader(directory)
        problems = [*differences(document, results), *pictures.pictures(read, whole, results)]
        if is_test and not problems:
            problems = self_test(text, results, read)
        cells = sum(len(table.rows) * len(table.rows[0]) for table in document.tables)
        print(f"{len(document.tables)} tables with {cells} cells, {len(document.figures)} figures of the answer,"
              f" {len(document.charts)} charts: {len(problems) or 'no'} differences from results.json")
    for problem in problems[:40]:
        print(f"  {problem}")
    return 2 if problems else 0


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--self-test"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(arguments[0]), "--self-test" in sys.argv))
