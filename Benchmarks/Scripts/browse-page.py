"""Opens a report in headless Chromium, and checks what a reader would see.

    browse-page.py REPORT.html [SCREENSHOTS]

Opens the page at 1280 and 400 px, light and dark, and writes screenshots. Fails on an error in the console, a request
to the network, a page that scrolls sideways, entries of the navigation that overlap, a table or chart that is cut,
words of a picture that overlap, an anchor that opens nothing, text that is hard to read in its colours, and an answer
that needs more than one screen.

Exit status: 0 if nothing failed, 2 if a check failed, 66 if the page is missing, 69 if Chromium is missing or does not
start.
"""

import base64
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "page-checks"))
from chromium import Chromium, program  # noqa: E402

SIZES = {1280: 800, 400: 800}
SCHEMES = ("light", "dark")
MEASURE = (pathlib.Path(__file__).resolve().parent / "page-checks" / "measure.js").read_text(encoding="utf-8")


def problems_of(page, width, scheme, screenshots):
    """Yields a sentence for each thing that is wrong at one width in one colour scheme."""
    def measure(name, *arguments):
        listed = ", ".join(repr(argument) for argument in arguments)
        return page.evaluate(f"(() => {{ {MEASURE}\nreturn {name}({listed}); }})()")

    def shoot(name):
        if screenshots:
            data = base64.b64decode(page.screenshot())
            (screenshots / f"page-{width}-{scheme}-{name}.png").write_bytes(data)

    def draw():
        # The page draws a chart when the reader comes near.
        page.wait(
            "(next => !next || (next.scrollIntoView(), false))"
            "(document.querySelector('details[open] figure:not([data-drawn])'))")

    yield from measure("sideways")
    yield from measure("navigation")
    if width >= 1280:
        yield from measure("firstScreen")
    yield from measure("pictures")
    yield from measure("contrast", ".page")
    shoot("answer")

    if width < 1280:
        page.evaluate("document.querySelector('.contents').open = true")
        yield from measure("navigation")
        page.evaluate("for (const part of document.querySelectorAll('nav details')) part.open = true")
        yield from measure("navigation")
        shoot("contents")
        page.evaluate("document.querySelector('.contents').open = false")

    for anchor in page.evaluate("[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.hash)"):
        page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = false")
        page.evaluate(f"location.hash = {anchor!r}")
        page.settle()
        yield from measure("opened", anchor)

    # The charts of the first part, as a reader sees them who opens it.
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = false")
    first = page.evaluate("document.querySelector('main .content')?.id ?? ''")
    if first:
        page.evaluate("location.hash = ''")
        page.evaluate(f"location.hash = {first!r}")
        draw()
        page.evaluate(f"document.getElementById({first!r}).scrollIntoView()")
        shoot("first-part")
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    draw()
    for name in ("sideways", "tables", "charts"):
        yield from measure(name)
    yield from measure("contrast", ".page")
    charts = page.evaluate("document.querySelectorAll('figure').length")
    if charts:
        page.evaluate("document.querySelectorAll('figure')[Math.min(2, document.querySelectorAll('figure').length - 1)]"
                      ".scrollIntoView()")
        shoot("charts")
    page.evaluate("document.querySelector('main details').open = false")
    yield from measure("printing")
    for message in page.messages():
        yield message


def problems(page, width, scheme, screenshots):
    found = set()
    try:
        found.update(problems_of(page, width, scheme, screenshots))
    except RuntimeError as error:
        # A page whose script failed says so in the console.
        found.update([f"the check cannot go on: {str(error)[:200]}", *page.messages()])
    return sorted(found)


def main(path, screenshots):
    if not path.is_file():
        print(f"browse-page: {path} does not exist; write a report first, with `make bench`", file=sys.stderr)
        return 66
    chromium = program()
    if not chromium:
        print("browse-page: Chromium is missing; install it with: apt-get install chromium. A browser at another place:"
              " SWITCHBOARD_CHROMIUM=PATH", file=sys.stderr)
        return 69
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
    failed = 0
    try:
        with Chromium(chromium) as browser:
            for width, height in SIZES.items():
                for scheme in SCHEMES:
                    with browser.page(path.resolve().as_uri(), width, height, scheme) as page:
                        found = problems(page, width, scheme, screenshots)
                    failed += len(found)
                    print(f"{width} px, {scheme}: {'no problem' if not found else f'{len(found)} problems'}")
                    for problem in found[:20]:
                        print(f"  {problem}")
    except OSError as error:
        print(f"browse-page: {chromium} does not start or ended: {error}", file=sys.stderr)
        return 69
    if screenshots:
        print(f"screenshots: {screenshots}/page-*.png")
    return 2 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None))
