#!/usr/bin/env python3
"""Draws the pictures of Examples/README.md: runs examples in a terminal, and draws what the terminal shows.

    Examples/Pictures/draw.py write FOLDER    draws the pictures
    Examples/Pictures/draw.py check FOLDER    checks that the pictures show what the programs print now

FOLDER has the built examples, with the trait Tracing: `make examples-pictures` and `make examples-pictures-check` build
them. Needs a system with pseudo terminals.

Exit status: 0 if the pictures are drawn, or show what is printed; 1 if a picture differs; 2 if a program is missing or
does something else than expected.
"""

import argparse
import fcntl
import os
import pathlib
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time

from screen import Screen
from svg import drawn

PICTURES = pathlib.Path(__file__).resolve().parent
PATIENCE = 30
TICKS = 78


class Failure(Exception):
    pass


def is_whole(screen):
    """Returns whether each gauge of the dashboard shows TICKS values: some frames show a part of a tick."""
    return [sum(character in "▁▂▃▄▅▆▇█" for character in line) for line in screen.lines[:3]] == [TICKS] * 3


# Name, program and arguments, size of the terminal, and what the picture waits for: without it, the program's end.
EXAMPLES = [
    ("dashboard", ["Dashboard", "--every", "60"], (100, 5), is_whole),
    ("leak-hunt", ["LeakHunt"], (110, 20), None),
]


def frames(arguments, screen):
    """Runs a program on a screen. Yields after each piece of output. Ends the program if nobody wants more of it."""
    controller, device = pty.openpty()
    fcntl.ioctl(device, termios.TIOCSWINSZ, struct.pack("HHHH", screen.height, screen.width, 0, 0))
    program = subprocess.Popen(arguments, stdin=device, stdout=device, stderr=device, start_new_session=True)
    os.close(device)
    end = time.monotonic() + PATIENCE
    try:
        while select.select([controller], [], [], max(0, end - time.monotonic()))[0]:
            try:
                piece = os.read(controller, 1 << 16)
            except OSError:  # So Linux says that no program has the terminal any more.
                piece = b""
            if not piece:
                if program.wait() != 0:
                    raise Failure(f"{arguments[0]} ended with status {program.returncode}:\n{screen.text}")
                return
            for _ in screen.feed(piece):
                yield
        raise Failure(f"{arguments[0]} did not end, or show what the picture waits for, in {PATIENCE} s")
    finally:
        if program.poll() is None:
            program.send_signal(signal.SIGINT)
            program.wait()
        os.close(controller)


def shown(arguments, size, is_wanted):
    """Returns the screen that a picture shows."""
    screen = Screen(*size)
    for _ in frames(arguments, screen):
        if is_wanted and is_wanted(screen):
            return screen
    if is_wanted:
        raise Failure(f"{arguments[0]} ended before it showed what the picture waits for")
    return screen


def picture(folder, command, size, is_wanted):
    program = pathlib.Path(folder) / command[0]
    if not os.access(program, os.X_OK):
        raise Failure(f"there is no program {program}; `make examples-pictures` builds it and draws the pictures")
    screen = shown([str(program), *command[1:]], size, is_wanted)
    return drawn(screen.text.rstrip().split("\n"), size[0], f"The terminal of the example {command[0]}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="Examples/Pictures/draw.py write|check FOLDER")
    parser.add_argument("verb", choices=["write", "check"])
    parser.add_argument("folder")
    arguments = parser.parse_args()
    differs = False
    for name, *example in EXAMPLES:
        file = PICTURES / f"{name}.svg"
        try:
            svg = picture(arguments.folder, *example)
        except (Failure, ValueError) as failure:
            print(f"pictures: {failure}", file=sys.stderr)
            return 2
        if arguments.verb == "write":
            file.write_text(svg)
        elif not file.exists() or file.read_text() != svg:
            differs = True
            print(f"Examples/Pictures/{name}.svg shows something else than {example[0][0]} prints now; "
                  "run `make examples-pictures`, and look at the difference")
    return 1 if differs else 0


sys.exit(main())
