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
import struct
import subprocess
import sys
import termios
import time

from screen import Screen
from svg import drawn

PICTURES = pathlib.Path(__file__).resolve().parent
PATIENCE = 120


class Failure(Exception):
    pass


# Name, program and arguments, and size of the terminal. The last frame of the dashboard shows all ticks, however many
# frames before it the load of the machine allows.
EXAMPLES = [
    ("dashboard", ["Dashboard", "--every", "1", "--ticks", "78"], (100, 5)),
    ("leak-hunt", ["LeakHunt"], (110, 20)),
]


def run(arguments, screen):
    """Runs a program on a screen, to its end."""
    controller, device = pty.openpty()
    fcntl.ioctl(device, termios.TIOCSWINSZ, struct.pack("HHHH", screen.height, screen.width, 0, 0))
    program = subprocess.Popen(arguments, stdin=device, stdout=device, stderr=device, start_new_session=True)
    os.close(device)
    end = time.monotonic() + PATIENCE
    try:
        while (patience := end - time.monotonic()) > 0 and select.select([controller], [], [], patience)[0]:
            try:
                piece = os.read(controller, 1 << 16)
            except OSError:  # So Linux says that no program has the terminal any more.
                piece = b""
            if not piece:
                break
            screen.feed(piece)
        # Nobody reads from here on. A program that still waits for that is killed in the end.
        if program.wait(max(0, end - time.monotonic())) != 0:
            raise Failure(f"{arguments[0]} ended with status {program.returncode}:\n{screen.text}")
    except subprocess.TimeoutExpired:
        raise Failure(f"{arguments[0]} did not end in {PATIENCE} s") from None
    finally:
        os.close(controller)
        program.kill()
        program.wait(PATIENCE)


def picture(folder, command, size):
    program = pathlib.Path(folder) / command[0]
    if not os.access(program, os.X_OK):
        raise Failure(f"there is no program {program}; `make examples-pictures` builds it and draws the pictures")
    screen = Screen(*size)
    run([str(program), *command[1:]], screen)
    text = screen.text if screen.left is None else screen.left
    return drawn(text.rstrip().split("\n"), size[0], f"The terminal of the example {command[0]}")


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
