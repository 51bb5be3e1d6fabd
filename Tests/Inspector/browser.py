#!/usr/bin/env python3
"""Opens the page of the inspector in headless Chromium, and looks for a leak, as a user would.

    browser.py LOGINFLOW [--screenshots FOLDER]

LOGINFLOW is the program of Examples/LoginFlow, built with the trait `Inspector`. The test goes through every view, by
mouse and by keys, finds the line that leaks, records a burst and saves it. Then it opens every view at 1280 and 400 px,
light and dark. Fails on an error in the console, a request to another machine, a page that scrolls sideways, and a text
that is hard to read in its colours.

Exit status: 0 if everything is as expected, 1 if Chromium or the program is missing or does not start, 2 if a check
failed.
"""

import argparse
import base64
import pathlib
import sys
import tempfile

import walk
from program import Failed, Program

SCRIPTS = walk.ROOT / "Benchmarks/Scripts/page-checks"
sys.path.insert(0, str(SCRIPTS))
from chromium import Chromium  # noqa: E402
from chromium import program as browser_program  # noqa: E402

MEASURE = (SCRIPTS / "measure.js").read_text(encoding="utf-8")
SIZES = {1280: 800, 400: 800}
SCHEMES = ("light", "dark")
# Each view, and what must be there before it is measured. NUMBER is that of a registry.
VIEWS = {
    "registries": ("#/registries", "document.querySelectorAll('tr[data-number]').length > 3"),
    "registry": ("#/registry/NUMBER", "document.querySelectorAll('main tr[data-row]').length > 0"),
    "warnings": ("#/warnings", "document.querySelectorAll('[data-check]').length > 0"),
    "growth": ("#/growth", "document.querySelectorAll('main tr[data-row]').length > 0"),
    "record": ("#/record", "document.querySelector('#result').checkVisibility()"),
}
# The browser reports each answer that is no success as an error. These parts of the walk provoke some.
PROVOKED = "console, error: Failed to load resource"


def origin_of(inspected):
    return f"http://{inspected.host}"


def messages(page, origin, provoked):
    """Yields what the console has, and each request to something else than the program."""
    for message in page.messages():
        if not message.startswith(f"request: {origin}/") and not (provoked and message.startswith(PROVOKED)):
            yield message


def story(browser, inspected, failures):
    """Walks through the page once, and appends to `failures` what is wrong."""
    with browser.page(inspected.url, 1280, SIZES[1280], "light") as page, tempfile.TemporaryDirectory() as folder:
        steps = walk.Walk(page, inspected)
        def record(steps):
            walk.record(steps, pathlib.Path(folder))
        # The registries of the example come with the first people.
        inspected.press()
        # The last burst is the one that the screenshots show.
        failures += run(
            (walk.registries, walk.keys, walk.growth, record, walk.registry, walk.warnings, walk.burst), steps)
        failures += [f"story: {message}" for message in messages(page, origin_of(inspected), False)]


def run(parts, steps):
    """Runs parts of the walk. Returns a sentence for each that failed; later ones have a chance of their own."""
    found = []
    for part in parts:
        try:
            part(steps)
        except (AssertionError, RuntimeError) as error:
            found.append(f"{part.__name__}: {str(error)[:400]}")
    return found


def last(browser, inspected, failures):
    """The parts of the walk that provoke errors. The last one ends the program."""
    with browser.page(inspected.url, 1280, SIZES[1280], "dark") as page:
        steps = walk.Walk(page, inspected)
        failures += run((walk.gone, walk.token, walk.end), steps)
        failures += [f"end: {message}" for message in messages(page, origin_of(inspected), True)]


def looks(page, steps, shoot):
    """Yields a sentence for each thing that looks wrong in one size and scheme."""
    number = steps.number("clicks")
    steps.program.press()
    for name, (address, ready) in VIEWS.items():
        steps.view(address.replace("NUMBER", number), name)
        steps.wait(ready)
        shoot(name)
        for measure in ("sideways()", "navigation()", "tables()", "contrast('body')"):
            for problem in page.evaluate(f"(() => {{ {MEASURE}\nreturn {measure}; }})()"):
                yield f"{name}: {problem}"


def views(browser, inspected, failures, screenshots):
    """Measures every view in every size and scheme."""
    for width, height in SIZES.items():
        for scheme in SCHEMES:
            with browser.page(inspected.url, width, height, scheme) as page:
                def shoot(name):
                    if screenshots:
                        path = screenshots / f"inspector-{name}-{width}-{scheme}.png"
                        path.write_bytes(base64.b64decode(page.screenshot()))
                found = []
                try:
                    found += looks(page, walk.Walk(page, inspected), shoot)
                except RuntimeError as error:
                    found.append(f"the check cannot go on: {str(error)[:400]}")
                found += messages(page, origin_of(inspected), False)
            failures += [f"{width} px, {scheme}: {problem}" for problem in found]


def main(login_flow, screenshots):
    chromium = browser_program()
    if not chromium:
        print("browser: Chromium is missing; `make docs-setup` installs it. A browser at another place:"
              " SWITCHBOARD_CHROMIUM=PATH", file=sys.stderr)
        return 1
    if not login_flow.is_file():
        print(f"browser: {login_flow} does not exist; build Examples/LoginFlow with the trait `Inspector` first",
              file=sys.stderr)
        return 1
    if screenshots:
        screenshots.mkdir(parents=True, exist_ok=True)
    failures = []
    try:
        with Program(login_flow, "--leak", "--by-hand") as inspected, Chromium(chromium) as browser:
            story(browser, inspected, failures)
            views(browser, inspected, failures, screenshots)
            last(browser, inspected, failures)
    except (OSError, Failed) as error:
        print(f"browser: {login_flow.name} or {chromium} does not start, ended, or is too slow: {error}",
              file=sys.stderr)
        return 1
    for failure in failures:
        print(f"browser: {failure}", file=sys.stderr)
    if failures:
        return 2
    print(f"browser: {len(VIEWS)} views at {len(SIZES)} widths, light and dark: as expected")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("login_flow", metavar="LOGINFLOW", type=pathlib.Path)
    parser.add_argument("--screenshots", metavar="FOLDER", type=pathlib.Path)
    arguments = parser.parse_args()
    sys.exit(main(arguments.login_flow, arguments.screenshots))
