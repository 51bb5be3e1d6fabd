#!/usr/bin/env python3
"""Prints the files of the library that a call enters, in the order of the calls, and checks their number.

    Tests/Lint/paths_to_read.py PROGRAM [NAME…]

PROGRAM is a debug build of TestPrograms. callgrind tells which function calls which. A file is entered when a function
of another file calls into it. Returns, locks and atomic words do not count. Broadcaster.md has the same lists.

Exit status: 0 if each path enters at most as many files as its limit allows and is in the page, 1 if a tool is missing
or the program does not run, 2 otherwise.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "Sources/Runtime/Switchboard/Switchboard.docc/Broadcaster.md"
LIMITS = {
    "subject.send": 5,
    "subject.send, through filter and map": 8,
    "bus.dispatch": 7,
    "board.set": 17,
    "signal.subscribe(owner:)": 20,
}
LOCKS_AND_WORDS = {
    "Lock.swift", "RegistryLock.swift", "RevocationBudget.swift", "StateWord.swift", "SubscriptionState.swift",
    "ThreadBias.swift"}
START = "*PathsToRead*follow*"


def stop(status, message):
    print(f"paths to read: {message}", file=sys.stderr)
    sys.exit(status)


def calls(program, name):
    """Returns what each function calls, in the order in its code. A function is a name and a file."""
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "calls"
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={output}", "--dump-instr=yes",
             "--collect-atstart=no", f"--toggle-collect={START}", "--compress-strings=no", "--compress-pos=no",
             program, "path", name],
            capture_output=True, text=True)
        if run.returncode:
            stop(1, f"{name} does not run: {run.stderr[-500:]}")
        text = output.read_text()
    called, file, function, callee, target = {}, None, None, None, None
    place = 0
    for line in text.splitlines():
        key, _, value = line.partition("=")
        if key == "fl":
            file = callee = value
        elif key == "fn":
            function, callee = (value, file), file
        elif key in ("cfi", "cfl"):
            callee = value
        elif key == "cfn":
            target = value
        elif key == "calls":
            place = -1
        elif place == -1:
            # The line after `calls=` begins with the address of the call.
            called.setdefault(function, []).append((int(line.split()[0], 16), (target, callee)))
            callee, place = file, 0
    return {function: [target for _, target in sorted(targets)] for function, targets in called.items()}


def entered(called):
    """Returns the files of the library that are entered, in the order of the calls."""
    files, seen = {}, set()

    def visit(function, caller):
        name, file = function
        match = re.search(r"/Sources/Runtime/(.*\.swift)", file or "")
        if match and file != caller and pathlib.Path(file).name not in LOCKS_AND_WORDS:
            files[match[1]] = None
        if function not in seen:
            seen.add(function)
            for target in called.get(function, []):
                visit(target, file)

    for function in called:
        if re.search("PathsToRead.*follow", function[0]):
            visit(function, None)
    return list(files)


def listed(name):
    """Returns the files that the page lists for a path."""
    section = re.search(rf"^### {re.escape(name)}$(.*?)^##", PAGE.read_text(), re.M | re.S)
    return re.findall(r"^\d+\. `(.*?)`", section[1], re.M) if section else []


def main():
    program, *names = sys.argv[1:] or stop(1, "usage: Tests/Lint/paths_to_read.py PROGRAM [NAME…]")
    if not shutil.which("valgrind"):
        stop(1, "needs valgrind; on Debian: apt-get install valgrind")
    if unknown := [name for name in names if name not in LIMITS]:
        stop(1, f"there is no path {unknown[0]}; choose from: {', '.join(LIMITS)}")
    status = 0
    for name, limit in LIMITS.items():
        if names and name not in names:
            continue
        files = entered(calls(program, name))
        print(f"{name}: {len(files)} files, at most {limit}")
        for file in files:
            print(f"  {file}")
        if len(files) > limit or not files:
            status = 2
        if files != listed(name):
            print(f"  {PAGE.name} lists other files under “{name}”: {', '.join(listed(name)) or 'none'}")
            status = 2
    sys.exit(status)


main()
