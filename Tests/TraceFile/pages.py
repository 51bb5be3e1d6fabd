#!/usr/bin/env python3
"""Checks that the traces in the documentation are traces of its programs. Prints what differs.

    Tests/TraceFile/pages.py READER PROGRAMS

READER is `switchboard-trace`; PROGRAMS is the folder with the built examples. A block of a page that begins with

    $ SWITCHBOARD_TRACE=FILE PROGRAM
    $ switchboard-trace ARGUMENTS

shows what the second line prints after the first. Times do not count: each run has other times.

Exit status: 0 if all blocks are true, 2 otherwise.
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(
    r"^```\n\$ SWITCHBOARD_TRACE=(?P<file>\S+) (?P<program>\w+)\n"
    r"\$ switchboard-trace (?P<line>.*)\n(?P<trace>[^`]*)^```",
    re.MULTILINE)


def without_times(text):
    return [re.sub(r"^ *[\d.]+ +", "", line) for line in text.splitlines()]


def main(reader, programs):
    count = faults = 0
    for page in [ROOT / "README.md", *sorted(ROOT.glob("Sources/*/*.docc/*.md"))]:
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                environment = {**os.environ, "SWITCHBOARD_TRACE": block["file"]}
                subprocess.run(
                    [programs / block["program"]], cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
                command = [reader, *shlex.split(block["line"])]
                printed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
            if without_times(printed) != without_times(block["trace"]):
                faults += 1
                print(f"{page.relative_to(ROOT)}: {block['program']} has this trace now:\n{printed}", file=sys.stderr)
    print(f"{count} traces in pages are those of the programs" if count and not faults else "pages differ")
    return 0 if count and not faults else 2


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: pages.py READER PROGRAMS")
    sys.exit(main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:])))
