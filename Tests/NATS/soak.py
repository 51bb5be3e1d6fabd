#!/usr/bin/env python3
"""Runs the linked bus on a real nats-server, with several processes that are killed, and a network that fails.

    Tests/NATS/soak.py [--program FILE] [--events N] [--seconds S] [--scenario NAME]... [--json FILE] [--keep DIR]

The program is `Tests/NATS/Soak`; build it before: `swift build -c release --package-path Tests/NATS/Soak`. Two
publishers store the events, and two groups of two members each handle all of them. The scenarios:

    plain    nothing fails
    kills    about every second a member, a publisher or the server is killed (SIGKILL) and started again
    proxy    all connections go through a proxy that stalls, resets, and drops one direction, for 10 s each
    slow     all connections go through a proxy that carries 1 MB/s in each direction; 400 events of 100 kB,
             all stored before the members begin
    disk     the disk of the server is full, until the publishers have been told; then the server starts again
    bend     as `kills`, and everything else at once, from one seed: groups are deleted; and beside the type that is
             checked there is another whose stream and group are deleted and emptied, whose events have subtypes
             longer than a server's line, end the processes that handle them, or fail with 3 MB of text
    unbent   the same without the other type, to compare the rate; both not by default
    cluster  as `kills`, with three servers that each keep everything and are killed in turn; not by default

In `disk` and `cluster` a server refuses events for a moment while it stores later ones. So only the first sender, with
`unconfirmedLimit = 1`, must keep its order there.

In all but `plain` and `slow`, the publishers take at least `--seconds`, so that enough fails.

The checks read the logs of the processes, which outlive a kill, and the stream itself, with a client of their own:

- An event whose publication was confirmed is in the stream once, and each group has handled it.
- The stream has the events of each sender in order, also when a new process goes on for a killed one.
- Each process of a group gets first deliveries in the order of the stream. Later deliveries are marked. But a killed
  server forgets its last deliveries, or even all deliveries of a group, and makes them anew as first ones; those are
  counted as “unmarked”. So does a server before 2.10.14 when a member is lost while the server delivers again
  (nats-server, pull request 5305).
- No publication is refused, and a lost connection is noticed within 10 s, or 20 s if what the server sends still
  arrives.
- In `slow` no connection is lost, and no event is delivered again.

Counts of killed processes are those of their last report, at most 0.1 s before the kill.

Exit status: 0 if all promises were kept, 1 if a tool is missing, 2 if a promise was broken.
"""

import argparse
import json
import pathlib
import shutil
import signal
import sys
import tempfile

from soak_disk import NoDisk
from soak_run import FOLDER, Run, SECONDS, USUAL
from soak_table import print_problems, print_table, report


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=FOLDER / "Soak/.build/release/soak", help="the program `soak`")
    parser.add_argument("--events", type=int, default=20_000, help="the events of each scenario, of both publishers")
    parser.add_argument("--seconds", type=float, help="the least time for publishing where something fails")
    parser.add_argument("--scenario", action="append", choices=list(SECONDS), help="only this scenario")
    parser.add_argument("--seed", type=int, default=1, help="decides what is killed when")
    parser.add_argument("--json", help="writes the counts to this file; - is the standard output, without a table")
    parser.add_argument("--keep", type=pathlib.Path, help="keeps logs and stores in this new folder")
    return parser.parse_args()


def main():
    options = arguments()
    if not shutil.which("nats-server"):
        sys.exit(missing("needs nats-server; on Debian: apt-get install nats-server libnats-dev"))
    if not pathlib.Path(options.program).exists():
        sys.exit(missing(f"needs {options.program}: swift build -c release --package-path Tests/NATS/Soak"))
    # Ends as by an interrupt, so that everything that was started ends too.
    signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    tallies = []
    with tempfile.TemporaryDirectory(prefix="switchboard-soak.") as temporary:
        for name in options.scenario or USUAL:
            folder = (options.keep or pathlib.Path(temporary)) / name
            folder.mkdir(parents=True)
            try:
                run = Run(name, options, folder)
            except NoDisk as error:
                print(f"soak: {name} is left out, because no file system can be made here: {error}", file=sys.stderr)
                continue
            try:
                tallies.append(run.run())
            except OSError as error:
                sys.exit(broken(f"{name}: {error}"))
            finally:
                run.clean()
            print_problems(tallies[-1])
            if not options.keep:
                shutil.rmtree(folder)
    if options.json != "-":
        print_table(tallies)
    if options.json:
        text = json.dumps([report(tally) for tally in tallies], indent=2) + "\n"
        sys.stdout.write(text) if options.json == "-" else pathlib.Path(options.json).write_text(text)
    sys.exit(2 if any(tally.broken for tally in tallies) else 0)


def missing(text):
    print(f"soak: {text}", file=sys.stderr)
    return 1


def broken(text):
    print(f"soak: {text}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
