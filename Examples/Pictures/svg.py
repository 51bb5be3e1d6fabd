"""Draws lines of text as an SVG, in the colours of a light or a dark page."""

from xml.sax.saxutils import escape, quoteattr

WIDTH, HEIGHT, MARGIN = 8, 18, 12
BLOCKS = "▁▂▃▄▅▆▇█"
STYLE = """\
text { font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre }
.screen { fill: #f6f8fa; stroke: #d0d7de }
.bars { fill: #0969da }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .screen { fill: #161b22; stroke: #30363d }
  .bars { fill: #58a6ff }
}"""


def drawn(lines, columns, title):
    """Returns the picture. Each character has a column of its own, whatever font the reader has."""
    width, height = columns * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f"aria-label={quoteattr(title)}>",
        f"<title>{escape(title)}</title>",
        f"<style>\n{STYLE}\n</style>",
        f'<rect class="screen" x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="6"/>',
    ]
    for row, line in enumerate(lines):
        parts += words(line, MARGIN + row * HEIGHT)
        parts += bars(line, MARGIN + row * HEIGHT)
    return "\n".join([*parts, "</svg>", ""])


def words(line, top):
    """Draws the words, each at its column."""
    column = 0
    for word in "".join(" " if character in BLOCKS else character for character in line).split(" "):
        if word:
            place = f'x="{MARGIN + column * WIDTH}" y="{top + 13}" textLength="{len(word) * WIDTH}"'
            yield f"<text {place}>{escape(word)}</text>"
        column += len(word) + 1


def bars(line, top):
    """Draws the block characters as one path, since fonts disagree about their size."""
    path = ""
    for column, character in enumerate(line):
        if character in BLOCKS:
            high = 2 * (BLOCKS.index(character) + 1)
            path += f"M{MARGIN + column * WIDTH} {top + HEIGHT - 1}v-{high}h{WIDTH}v{high}z"
    if path:
        yield f'<path class="bars" d="{path}"/>'
