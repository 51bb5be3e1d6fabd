"""A program in a pseudo terminal, and a person who types and waits."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time

from screen import Screen

PATIENCE = 120


class Failure(Exception):
    pass


class Terminal:
    """Starts a program. The end of the `with` block kills the program if it still runs."""

    def __init__(self, program, *arguments, size):
        self.name = os.path.basename(program)
        if not os.access(program, os.X_OK):
            raise Failure(f"there is no program {program}; `make examples-pictures` builds it and draws the pictures")
        self.screen = Screen(*size)
        self.deadline = time.monotonic() + PATIENCE
        self.controller, device = pty.openpty()
        fcntl.ioctl(device, termios.TIOCSWINSZ, struct.pack("HHHH", self.screen.height, self.screen.width, 0, 0))
        # A shell's job in the background ignores ctrl-C, and so would the program.
        self.process = subprocess.Popen(
            [program, *arguments], stdin=device, stdout=device, stderr=device, start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        os.close(device)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.controller)
        self.process.kill()
        self.process.wait(PATIENCE)

    @property
    def text(self):
        """What the screen shows; of a program that has left the alternate screen, what that showed last."""
        return (self.screen.text if self.screen.left is None else self.screen.left).rstrip()

    def read(self):
        """Takes the next output. Returns False if there will be none."""
        patience = self.deadline - time.monotonic()
        if patience <= 0 or not select.select([self.controller], [], [], patience)[0]:
            raise Failure(f"{self.name} does not go on in {PATIENCE} s; the terminal shows:\n{self.text}")
        try:
            piece = os.read(self.controller, 1 << 16)
        except OSError:  # So Linux says that no program has the terminal any more.
            piece = b""
        self.screen.feed(piece)
        return bool(piece)

    def wait(self, is_shown):
        """Waits until the terminal shows what `is_shown`, a text or a condition on the text, says."""
        condition = is_shown if callable(is_shown) else lambda text: is_shown in text
        while not condition(self.text):
            if not self.read():
                raise Failure(f"{self.name} ended too early; the terminal shows:\n{self.text}")

    def type(self, line):
        os.write(self.controller, (line + "\n").encode())

    def end(self, number=None, status=0):
        """Waits for the program's end, after a signal if there is one."""
        if number:
            self.process.send_signal(number)
        while self.read():
            pass
        # Nobody reads from here on. The end of the block kills a program that waits for that.
        try:
            ended = self.process.wait(max(0, self.deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Failure(f"{self.name} did not end in {PATIENCE} s") from None
        if ended != status:
            raise Failure(f"{self.name} ended with status {ended} instead of {status}:\n{self.text}")
