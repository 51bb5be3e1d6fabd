#!/usr/bin/env python3
"""Checks that what has to be registered in a second place is registered there. Prints what is missing.

    Tests/Lint/registered.py

A page of the documentation is in the topics of the landing page. A public function is called in Tests/EveryVerb (that
of a part with a trait of its own, in the part's tests), and a function of signals is in the documentation. A
check of the Makefile is a step of `make ci`. A program in Tests has a folder, and is run by a target or by another
program. Tests check the catalogue of scenarios and the peers of the benchmarks. Each `@unchecked Sendable` and
`nonisolated(unsafe)` of the library has a comment of its own beside it, `Sound: …`, that says why it is sound.

Exit status: 0 if nothing is missing, 2 otherwise.
"""

import os
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CATALOG = ROOT / "Sources/Runtime/Switchboard/Switchboard.docc"
# Functions that programs do not call by name.
IMPLICIT = {"hash"}
# Products with a trait of their own, and the folders of their tests.
PARTS = {
    "SwitchboardInspector": "SwitchboardInspectorTests", "SwitchboardLogging": "SwitchboardPartsTests",
    "SwitchboardMetrics": "SwitchboardPartsTests", "SwitchboardNATS": "SwitchboardNATSTests",
}


def text(*patterns):
    return "\n".join(path.read_text() for pattern in patterns for path in sorted(ROOT.glob(pattern)))


def functions(interface):
    """Returns the names of the public functions, with the type that each file lists them under."""
    found = set()
    owner = ""
    for line in interface.splitlines():
        if not line.startswith(" "):
            owner = line
        elif match := re.match(r" +(?:[a-z@]\w* )*?func ([a-zA-Z]\w*)", line):
            found.add((match[1], "protocol SignalProtocol" in owner))
    return found


def unexplained():
    """Yields the places that switch off a check of the compiler without a reason of their own beside them."""
    for path in sorted(ROOT.glob("Sources/**/*.swift")):
        lines = path.read_text().splitlines()
        comments = {number for number, line in enumerate(lines) if re.match(r"\s*//.*\b[Ss]ound\b", line)}
        for number, line in enumerate(lines):
            if re.match(r"\s*//", line) or not re.search(r"@unchecked Sendable|nonisolated\(unsafe\)", line):
                continue
            near = comments & set(range(number - 4, number + 4))
            if near:
                comments.remove(min(near, key=lambda comment: abs(comment - number)))
            else:
                yield f"{path.relative_to(ROOT)}:{number + 1} has no comment “Sound: …” of its own"


def missing():
    yield from unexplained()
    topics = (CATALOG / "Switchboard.md").read_text().partition("\n## Topics\n")[2]
    for page in sorted(CATALOG.glob("*.md")):
        # A page that begins so describes a symbol, and is shown with that symbol.
        if not page.read_text().startswith("# ``") and f"]({page.name})" not in topics:
            yield f"{page.relative_to(ROOT)} is not in the topics of Switchboard.md beside it"

    documentation = text("Sources/Runtime/Switchboard/Switchboard.docc/*.md")
    client = text("Tests/EveryVerb/Sources/**/*.swift")
    every = [path.stem for path in sorted((ROOT / "Reports/PublicAPI").glob("Switchboard*.txt"))]
    public = functions(text(*(f"Reports/PublicAPI/{product}.txt" for product in every if product not in PARTS)))
    if len(public) < 100:
        yield f"Reports/PublicAPI has only {len(public)} functions"
    for part, folder in PARTS.items():
        tests = text(f"Tests/{folder}/**/*.swift")
        for name, _ in sorted(functions(text(f"Reports/PublicAPI/{part}.txt"))):
            if not re.search(rf"\.{name}\(", tests):
                yield f"{name}() is not called in Tests/{folder}"
    for name, is_signal in sorted(public):
        if name not in IMPLICIT and not re.search(rf"\b{name}\b", client):
            yield f"{name}() is not called in Tests/EveryVerb"
        if is_signal and not re.search(rf"\b{name}\b", documentation):
            yield f"{name}() of signals is in no page of the documentation"

    makefile = text("Makefile", ".ci/checks.mk")
    steps = text(".ci/steps")
    kinds = "test|trace|api|leakcheck|bench|torture|marbles|docs|examples"
    for target in re.findall(rf"^((?:{kinds})-[a-z-]+):", makefile, re.MULTILINE):
        parts = re.search(rf"^{target}:([a-z -]*)", makefile, re.MULTILINE)[1].split()
        is_step = re.search(rf"make (?:[a-z-]+ )*{target}(?![a-z-])", steps)
        are_parts_steps = parts and all(re.search(rf"make (?:[a-z-]+ )*{part}(?![a-z-])", steps) for part in parts)
        if target not in NO_CHECKS and not is_step and not are_parts_steps:
            yield f"make {target} is no step of .ci/steps"
    for path in sorted((ROOT / "Tests").iterdir()):
        if not path.is_dir():
            yield f"{path.relative_to(ROOT)} is in no folder; Tests has folders, named after what they check"
    callers = text("Tests/**/*.sh", "Tests/**/*.py", "Documentation/*.py", "Benchmarks/Scripts/*.sh")
    for script in sorted([*ROOT.glob("Tests/**/*.sh"), *ROOT.glob("Tests/**/*.py")]):
        path = script.relative_to(ROOT)
        others = makefile + steps + callers.replace(script.read_text(), "")
        siblings = text(*(f"{path.parent}/*.{kind}" for kind in ("sh", "py"))).replace(script.read_text(), "")
        if os.access(script, os.X_OK) and str(path) not in others and script.name not in siblings:
            yield f"{path} is run by no target of the Makefile or of .ci/checks.mk, and by no other program"


# Targets that are parts of others, or too long for every change, or that check nothing.
NO_CHECKS = {
    "test-release", "leakcheck-soak", "bench-accept", "bench-quick", "bench-full", "bench-compare",
    "bench-page-check", "docs-page-check", "docs-serve", "examples-pictures", "bench-client", "bench-repeat",
    "bench-build", "bench-traces", "test-links", "bench-all", "bench-costs", "bench-build-first", "bench-build-rest",
}

faults = list(missing())
print("\n".join(faults), end="\n" if faults else "")
sys.exit(2 if faults else 0)
