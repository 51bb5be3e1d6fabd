#!/usr/bin/env python3
"""Checks that each operator has its places, and that the examples of the pages are compiled. Prints what is missing.

    Tests/Lint/operator_places.py check
    Tests/Lint/operator_places.py write     writes the examples of Operators.md and OperatorNames.md as code of a client

An operator is a public function in the folder Operators of SwitchboardSignals. Its other places: an entry in a table of
SwitchboardOperatorTables, which draws its diagram and tests it; a row in Operators.md, with an example, and a row in
OperatorNames.md; and a line in AnyOperator, with which the laws of all operators are tried on it. Tests/EveryVerb
compiles and runs the examples.

Exit status: 0 if nothing is missing, 2 otherwise.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPERATORS = "Sources/Runtime/SwitchboardSignals/Operators"
TABLES = "Sources/Workshop/SwitchboardOperatorTables/Tables"
LAWS = "Tests/SwitchboardSignalsTests/Operators"
CATALOG = ROOT / "Sources/Runtime/Switchboard/Switchboard.docc"
EXAMPLES = ROOT / "Tests/EveryVerb/Sources/Operators/OperatorExamples+Pages.swift"
# The laws are about operators through which every value passes. These change, drop or add values, or the type.
CHANGES_VALUES = {
    "allSatisfy", "and", "contains", "element", "ignoreValues", "isEmpty", "last", "mapTo", "not", "or", "pairwise",
    "reduce", "sample", "toArray",
}
# The laws are tried on sources that can fail, in real time, and without output.
NO_LAWS = CHANGES_VALUES | {"print", "replaceError", "setFailureType", "timeout"}
WHOLE = re.compile(r"^\| .*`([^`]+)` \|$", re.M)


def text(pattern):
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(ROOT.glob(pattern)))


def operators():
    """Yields the name of each operator, with the path of its file."""
    for path in sorted(ROOT.glob(f"{OPERATORS}/**/*.swift")):
        functions = r"^  (?:@\S+ )*public (?:static )?func `?(\w+)"
        for name in dict.fromkeys(re.findall(functions, path.read_text(encoding="utf-8"), re.M)):
            yield name, path.relative_to(ROOT)


def missing():
    """Yields a sentence for each place that an operator lacks."""
    calls = {
        f"an entry in a table of {TABLES}": text(f"{TABLES}/*.swift"),
        f"a line in an AnyOperator*.swift of {LAWS}": text(f"{LAWS}/AnyOperator*.swift"),
    }
    rows = {page: (CATALOG / page).read_text(encoding="utf-8") for page in ("Operators.md", "OperatorNames.md")}
    found = list(operators())
    for name, path in found:
        for place, code in calls.items():
            if not re.search(rf"\.`?{name}\b", code) and not ("AnyOperator" in place and name in NO_LAWS):
                yield f"{path}: {name} needs {place}"
        for page, rows_of_page in rows.items():
            if not re.search(rf"^\| \**`(Signal\.)?{name}\b", rows_of_page, re.M):
                yield f"{path}: {name} needs a row in {page}"
    for name in sorted(NO_LAWS - {name for name, _ in found}):
        yield f"Tests/Lint/operator_places.py: {name} is no operator; take it out of the lists"
    if len(found) < 60:
        yield f"{OPERATORS} has only {len(found)} operators; Tests/Lint/operator_places.py misses some"


def examples():
    """The code of the examples, a function for each heading."""
    groups = []
    for page in ("Operators.md", "OperatorNames.md"):
        for part in (CATALOG / page).read_text(encoding="utf-8").split("\n## ")[1:]:
            words = part.partition("\n")[0].lower().split()
            rows = [example for example in WHOLE.findall(part)]
            if rows:
                groups.append((words[0] + "".join(word.capitalize() for word in words[1:]), rows))
    code = "// `make marbles` writes this file from the rows of Operators.md and OperatorNames.md.\n"
    code += "import Switchboard\n\nextension OperatorExamples {\n  func run() {\n"
    code += "".join(f"    {name}()\n" for name, _ in groups) + "  }\n"
    for name, rows in groups:
        code += f"\n  private func {name}() {{\n" + "".join(f"    example({row})\n" for row in rows) + "  }\n"
    return code + "}\n"


def main():
    if sys.argv[1:] == ["write"]:
        EXAMPLES.write_text(examples(), encoding="utf-8")
        return 0
    if sys.argv[1:] != ["check"]:
        print("usage: Tests/Lint/operator_places.py check|write", file=sys.stderr)
        return 2
    faults = list(missing())
    if not EXAMPLES.is_file() or EXAMPLES.read_text(encoding="utf-8") != examples():
        faults.append(f"{EXAMPLES.relative_to(ROOT)} differs from the examples of the pages; type: make marbles")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 2 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
