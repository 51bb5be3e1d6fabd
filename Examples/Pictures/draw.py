#!/usr/bin/env python3
"""Draws the pictures of Examples/README.md: runs examples in a terminal, and draws what the terminal shows.

    Examples/Pictures/draw.py write FOLDER    draws the pictures
    Examples/Pictures/draw.py check FOLDER    checks that the pictures show what the programs print now

FOLDER has the built examples, with the trait Tracing: `make examples-pictures` and `make examples-pictures-check` build
them. Needs a system with pseudo terminals. A picture that this machine cannot draw is left out, and the script says so.

Exit status: 0 if the pictures are drawn, or show what is printed; 1 if a picture differs; 2 if a program is missing or
does something else than expected.
"""

import argparse
import pathlib
import sys

from plays import PLAYS
from svg import drawn
from terminal import Failure

PICTURES = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="Examples/Pictures/draw.py write|check FOLDER")
    parser.add_argument("verb", choices=["write", "check"])
    parser.add_argument("folder")
    arguments = parser.parse_args()
    differs = False
    for name, (play, width) in PLAYS.items():
        file = PICTURES / f"{name}.svg"
        try:
            lines = play(arguments.folder)
            svg = lines and drawn(lines, width, f"The example {name} in a terminal")
        except (Failure, ValueError) as failure:
            print(f"pictures: {failure}", file=sys.stderr)
            return 2
        if svg is None:
            print(f"{file.name} is left out: the system allows too few open files; `ulimit -Hn 10100` as root allows "
                  "more", file=sys.stderr)
        elif arguments.verb == "write":
            file.write_text(svg)
        elif not file.exists() or file.read_text() != svg:
            differs = True
            print(f"Examples/Pictures/{name}.svg shows something else than the example prints now; "
                  "run `make examples-pictures`, and look at the difference")
    return 1 if differs else 0


sys.exit(main())
