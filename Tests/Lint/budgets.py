#!/usr/bin/env python3
"""Compares the weight of the repository with the limits in .ci/budgets.json, and prints both.

    Tests/Lint/budgets.py [--json]

Lines are those of code, in all languages, with tables of mutations. Bytes of clients are those of the committed
reference report, seconds of CI those in Reports/measured.json. Exit status: 0 if no limit is passed, 2 otherwise, 1 if
a figure has no limit or a limit no figure.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMITS = ROOT / ".ci/budgets.json"
CODE = re.compile(r"\.(swift|c|h|py|sh|js|css|html|pml|awk|mk|modulemap)$|(^|/)Makefile$|^\.ci/steps$")
FOLDERS = ("Sources", "Tests", "Benchmarks", "Examples", "Documentation")


def tracked():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if CODE.search(name) and (ROOT / name).is_file()]


def lines(name):
    # A link has the lines of another file.
    return 0 if (ROOT / name).is_symlink() else (ROOT / name).read_text(encoding="utf-8").count("\n")


def client(workload):
    results = json.loads((ROOT / "Reports/reference/results.json").read_text(encoding="utf-8"))
    return next(one["median"] for one in results["measurements"]
                if (one["workload"], one["candidate"]) == (workload, "switchboard"))


def figures():
    """Each figure with its name."""
    files = tracked()
    found = {"lines of code": sum(map(lines, files)), "files of code": len(files)}
    for folder in FOLDERS:
        found[f"lines in {folder}"] = sum(lines(name) for name in files if name.startswith(f"{folder}/"))
    manifest = (ROOT / "Package.swift").read_text(encoding="utf-8")
    found["targets"] = len(re.findall(r"^    (?:\.\w*[tT]arget|\.plugin|\.systemLibrary|tests)\(", manifest, re.M))
    found["folders in Sources"] = sum(path.is_dir() for path in (ROOT / "Sources").iterdir())
    for name, file in (("commands for people", "Makefile"), ("commands for CI", ".ci/checks.mk")):
        found[name] = len(re.findall(r"^[a-z-]+:.*## ", (ROOT / file).read_text(encoding="utf-8"), re.M))
    found["bytes of code of the client"] = int(client("client.code"))
    found["bytes of a hello-world"] = int(client("hello.code"))
    records = json.loads((ROOT / "Reports/measured.json").read_text(encoding="utf-8"))["records"]
    if seconds := next((one["seconds"] for one in records if one["command"] == "make ci"), None):
        found["seconds of CI"] = round(sum(seconds) / len(seconds)) if isinstance(seconds, list) else seconds
    return found


def main(arguments):
    limits, found = json.loads(LIMITS.read_text(encoding="utf-8")), figures()
    if limits.keys() != found.keys():
        for name in limits.keys() ^ found.keys():
            print(f"budgets: {name}: {'no limit' if name in found else 'nothing measures this'}; mend {LIMITS.name} or"
                  " Tests/Lint/budgets.py", file=sys.stderr)
        return 1
    if arguments == ["--json"]:
        print(json.dumps(found, indent=2))
    else:
        for name, value in found.items():
            print(f"{name:<28} {value:>9,} of {limits[name]:>9,}")
    passed = [name for name in found if found[name] > limits[name]]
    for name in passed:
        print(f"budgets: {name}: {found[name]:,} is more than {limits[name]:,}; take something away, or raise the limit"
              f" in .ci/{LIMITS.name} and give the reason in the commit", file=sys.stderr)
    return 2 if passed else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--json"]):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
