#!/usr/bin/env python3
"""Compares the weight of the repository with the limits in .ci/budgets.json, and prints both.

    Tests/Lint/budgets.py [--json]
    Tests/Lint/budgets.py --since COMMIT     prints the figures of that commit beside those of today
    Tests/Lint/budgets.py --renew            makes the figures of today the limits

Lines are those of code, in all languages, with tables of mutations. Bytes of clients are those of
Reports/baseline.json, which `make bench-check` measures; seconds of CI are those in Reports/measured.json. Exit status:
0 if no limit is passed, 2 otherwise, 1 if a figure has no limit or a limit no figure.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMITS = ROOT / ".ci/budgets.json"
CODE = re.compile(r"\.(swift|c|h|py|sh|js|css|html|pml|awk|mk|modulemap|patch)$|(^|/)Makefile$|^\.ci/steps$")
FOLDERS = ("Sources", "Tests", "Benchmarks", "Examples", "Documentation")


def tracked(root):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True).stdout
    return [name for name in listed.split("\0") if CODE.search(name) and (root / name).is_file()]


def client(workload, root):
    baseline = json.loads((root / "Reports/baseline.json").read_text(encoding="utf-8"))
    return next(one["codeBytes"] for one in baseline["figures"]
                if (one["workload"], one["candidate"]) == (workload, "switchboard"))


def figures(root=ROOT):
    """Each figure of a tree with its name."""
    def text(name):
        return (root / name).read_text(encoding="utf-8") if (root / name).is_file() else ""
    # A link has the lines of another file.
    lines = {name: 0 if (root / name).is_symlink() else text(name).count("\n") for name in tracked(root)}
    found = {"lines of code": sum(lines.values()), "files of code": len(lines)}
    for folder in FOLDERS:
        found[f"lines in {folder}"] = sum(count for name, count in lines.items() if name.startswith(f"{folder}/"))
    targets = r"^    (?:\.\w*[tT]arget|\.plugin|\.systemLibrary|tests)\("
    found["targets"] = len(re.findall(targets, text("Package.swift"), re.M))
    found["folders in Sources"] = sum(path.is_dir() for path in (root / "Sources").iterdir())
    for name, file in (("commands for people", "Makefile"), ("commands for CI", ".ci/checks.mk")):
        found[name] = len(re.findall(r"^[a-z-]+:.*## ", text(file), re.M))
    found["bytes of code of the client"] = client("client.code", root)
    found["bytes of a hello-world"] = client("hello.code", root)
    records = json.loads(text("Reports/measured.json") or '{"records": []}')["records"]
    if seconds := next((one["seconds"] for one in records if one["command"] == "make ci"), None):
        found["seconds of CI"] = round(sum(seconds) / len(seconds)) if isinstance(seconds, list) else seconds
    return found


def print_since(commit):
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / "tree"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=True)
        try:
            before = figures(tree)
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)
    for name, value in figures().items():
        print(f"{name:<28} {before.get(name, 0):>9,} {value:>9,}")


def main(arguments):
    if arguments[:1] == ["--since"]:
        print_since(arguments[1])
        return 0
    if arguments == ["--renew"]:
        LIMITS.write_text(json.dumps(figures(), indent=2) + "\n", encoding="utf-8")
        return 0
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
        print(f"budgets: {name}: {found[name]:,} is more than {limits[name]:,}; take something away, or raise the"
              " limits with Tests/Lint/budgets.py --renew and give the reason in the commit", file=sys.stderr)
    return 2 if passed else 0


if __name__ == "__main__":
    if sys.argv[1:] not in ([], ["--json"], ["--renew"]) and not (len(sys.argv) == 3 and sys.argv[1] == "--since"):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
