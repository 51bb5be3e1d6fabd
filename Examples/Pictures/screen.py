"""A terminal's screen, for the few sequences that the examples use."""

import codecs
import re

# A whole sequence, or the beginning of one.
SEQUENCE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")


class Screen:
    """The characters that a terminal shows. A line that is too long continues in the next; a full screen scrolls.

    `left` is what the alternate screen showed when the program left it; it is None before.
    """

    def __init__(self, width, height):
        self.width, self.height = width, height
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._rest = ""
        self.left = None
        self._clear()

    @property
    def text(self):
        return "\n".join("".join(row).rstrip() for row in self._rows)

    def feed(self, data):
        """Takes output of a program."""
        text = self._rest + self._decoder.decode(data)
        self._rest = ""
        while text:
            if text[0] != "\x1b":
                piece, *_ = text.partition("\x1b")
                for character in piece:
                    self._put(character)
                text = text[len(piece):]
            elif match := SEQUENCE.match(text):
                self._obey(match[1], match[2])
                text = text[match.end():]
            elif len(text) < 16:
                self._rest = text
                return
            else:
                raise ValueError(f"the screen does not know the sequence {text[:16]!r}")

    def _clear(self):
        self._rows = [[" "] * self.width for _ in range(self.height)]
        self._row = self._column = 0

    def _put(self, character):
        if character == "\r":
            self._column = 0
        elif character == "\n":
            self._feed_line()
        else:
            if self._column == self.width:
                self._column = 0
                self._feed_line()
            self._rows[self._row][self._column] = character
            self._column += 1

    def _feed_line(self):
        if self._row + 1 < self.height:
            self._row += 1
        else:
            self._rows = [*self._rows[1:], [" "] * self.width]

    def _obey(self, parameters, verb):
        command = parameters + verb
        if command == "H":
            self._row = self._column = 0
        elif command == "2K":
            self._rows[self._row] = [" "] * self.width
        elif command == "J":
            self._rows[self._row][self._column:] = [" "] * (self.width - self._column)
            for row in range(self._row + 1, self.height):
                self._rows[row] = [" "] * self.width
        elif command in ("?1049h", "?1049l"):
            if command == "?1049l":
                self.left = self.text
            self._clear()
        elif command not in ("?25h", "?25l"):
            raise ValueError(f"the screen does not know the sequence ESC [ {command}")
