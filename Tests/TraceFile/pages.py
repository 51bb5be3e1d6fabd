#!/usr/bin/env python3
"""Checks that the traces in the documentation are traces of its programs. Prints what differs.

    Tests/TraceFile/pages.py READER PROGRAMS

READER is `switchboard-trace`; PROGRAMS is the folder with the built examples. A block of a page that begins with

    $ SWITCHBOARD_TRACE=FILE swift run … PROGRAM
    $ swift run switchboard-trace ARGUMENTS

shows what the second line prints after the first. In a package of a reader's own, `swift package` stands for the second
`swift run`. Times do not count: each run has other times. Nor do the numbers of flows and threads, only their order and
what is equal: the timer of a debounce takes a flow more if the main thread has waited for a processor between two
sends. The cause of a line must still be the same line.

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
    r"^```\n\$ SWITCHBOARD_TRACE=(?P<file>\S+) swift run (?:.* )?(?P<program>\w+)\n"
    r"\$ swift (?:run|package) switchboard-trace (?P<line>.*)\n(?P<trace>[^`]*)^```",
    re.MULTILINE)
# A debounce that waits 300 ms gives a value more if the machine stalls for so long between two sends. A page that is
# wrong is wrong in each run.
RUNS = 3
SECONDS = 60


def ranked(text, pattern):
    """Replaces each number after `pattern` by its place among the different numbers there."""
    numbers = sorted({int(number) for number in re.findall(rf"{pattern}(\d+)", text, re.MULTILINE)})
    return re.sub(rf"({pattern})(\d+)", lambda match: match[1] + str(numbers.index(int(match[2]))), text,
                  flags=re.MULTILINE)


def comparable(text):
    """Returns the lines without what differs from run to run."""
    text = re.sub(r"^ *[\d.]+ +(t\d+) +", r"\1 ", text, flags=re.MULTILINE)
    return ranked(ranked(text, "^t"), r"\b(?:flow|cause)=").splitlines()


def stop(message):
    print(f"pages: {message}", file=sys.stderr)
    sys.exit(2)


def run(command, folder, **environment):
    try:
        result = subprocess.run(
            command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        stop(f"{command[0]} does not end in {SECONDS} s")
    except OSError as error:
        stop(f"{command[0]} does not start: {error.strerror}; build it first, as Tests/TraceFile/repeat.sh does")
    if result.returncode:
        stop(f"{shlex.join(map(str, command))} ends with status {result.returncode}: {result.stderr[-500:]}")
    return result.stdout


def traced(block, reader, programs):
    """Runs the commands of a block, and returns what the last prints."""
    with tempfile.TemporaryDirectory() as folder:
        run([programs / block["program"]], folder, SWITCHBOARD_TRACE=block["file"])
        return run([reader, *shlex.split(block["line"])], folder)


def main(reader, programs):
    count = faults = 0
    for page in [ROOT / "README.md", *sorted(ROOT.glob("Sources/*/*/*.docc/*.md"))]:
        name = page.relative_to(ROOT)
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            count += 1
            for attempt in range(1, RUNS + 1):
                printed = traced(block, reader, programs)
                if comparable(printed) == comparable(block["trace"]):
                    if attempt > 1:
                        print(f"{name}: {block['program']} had this trace in run {attempt}, after others")
                    break
            else:
                faults += 1
                print(f"{name}: {block['program']} has this trace now, and another than the page in each of {RUNS} "
                      f"runs:\n{printed}", file=sys.stderr)
    if not count:
        stop("finds no trace in the pages; a block begins as the head of this script says")
    print("pages differ" if faults else f"{count} traces in pages are those of the programs")
    return 2 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: pages.py READER PROGRAMS")
    sys.exit(main(*(pathlib.Path(argument).resolve() for argument in sys.argv[1:])))
