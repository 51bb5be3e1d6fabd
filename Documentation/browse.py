#!/usr/bin/env python3
"""Opens pages of the documentation site in headless Chromium, and checks what a reader would see.

    browse.py SITE SCREENSHOTS

Serves the site, opens each page at 1280 and 400 px, light and dark, and writes screenshots. Fails if a page reports an
error in the console, a request fails or leaves this machine, the heading or a picture is missing, the page scrolls
sideways, or a text is hard to read in its colours.

Exit status: 0 if nothing failed, 2 if a check failed, 1 if the site is missing, 69 if Chromium is missing, does not
start or ends, 75 if Chromium does not answer in time.
"""

import base64
import http.server
import pathlib
import re
import sys
import threading

import serve

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOG = ROOT / "Sources/Runtime/Switchboard/Switchboard.docc"
SCRIPTS = ROOT / "Benchmarks/Scripts/page-checks"
sys.path.insert(0, str(SCRIPTS))
from chromium import Chromium, program  # noqa: E402

MEASURE = (SCRIPTS / "measure.js").read_text(encoding="utf-8")
SIZES = {1280: 900, 400: 800}
# The heading of each page, or the article with this heading; and the least number of pictures.
PAGES = {
    "/documentation": ("Switchboard", 2),
    "/documentation/switchboard": ("Switchboard", 2),
    "/documentation/switchboard/gettingstarted": ("GettingStarted.md", 0),
    "/documentation/switchboard/concepts": ("Concepts.md", 0),
    "/documentation/switchboard/inspector": ("Inspector.md", 2),
    "/documentation/switchboard/tracing": ("Tracing.md", 2),
    "/documentation/switchboard/leaks": ("Leaks.md", 1),
    "/documentation/switchboard/links": ("Links.md", 2),
    "/documentation/switchboard/benchmarks": ("Benchmarks.md", 1),
    "/documentation/switchboard/operators": ("Operators.md", 100),
    "/documentation/switchboard/operatornames": ("OperatorNames.md", 0),
    "/documentation/switchboard/signalprotocol": ("SignalProtocol", 0),
    "/documentation/switchboard/signalprotocol/map(_:)": ("map(_:)", 1),
}


def expected(heading):
    """The heading that a page must have."""
    if heading.endswith(".md"):
        return (CATALOG / heading).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    return heading


class Silent(http.server.SimpleHTTPRequestHandler):
    """Prints no line for each request."""

    def log_message(self, *_):
        pass


def requests(page, origin):
    """Yields a sentence for each request that failed or went to another machine."""
    for event in page.browser.events:
        if event.get("sessionId") == page.session:
            details = event["params"]
            if event["method"] == "Network.responseReceived" and details["response"]["status"] >= 400:
                yield f"status {details['response']['status']}: {details['response']['url']}"
            elif event["method"] == "Network.loadingFailed" and not details.get("canceled"):
                yield f"a request failed: {details['errorText']}"
    for message in page.messages():
        if not message.startswith(f"request: {origin}"):
            yield message


def problems(page, heading, least, origin):
    """Yields a sentence for each thing that is wrong with an open page."""
    try:
        page.wait("document.querySelector('main h1') !== null")
        # The browser loads pictures when the reader comes near.
        page.evaluate("for (const picture of document.images) picture.loading = 'eager'")
        page.wait("[...document.images].every(picture => picture.complete)")
        title = page.evaluate("document.querySelector('main h1').innerText.trim()")
        if re.sub(r"\u200b", "", title) != heading:
            yield f"the heading is {title}, not {heading}"
        widths = page.evaluate("[...document.images].map(picture => picture.naturalWidth)")
        if len(widths) < least or 0 in widths:
            yield f"{len(widths)} pictures, {widths.count(0)} of them empty; expected {least} or more"
        for measure in ("sideways()", "contrast('main')"):
            yield from page.evaluate(f"(() => {{ {MEASURE}\nreturn {measure}; }})()")
    except RuntimeError as error:
        yield f"the check cannot go on: {str(error)[:200]}"
    yield from requests(page, origin)


def browse(browser, origin, screenshots):
    """Opens all pages, prints what is wrong, and returns the number of problems."""
    failed = 0
    for width, height in SIZES.items():
        for scheme in ("light", "dark"):
            for address, (heading, least) in PAGES.items():
                with browser.page(origin + address, width, height, scheme) as page:
                    found = sorted(set(problems(page, expected(heading), least, origin)))
                    name = address.strip("/").replace("documentation/", "").replace("/", "-")
                    shot = screenshots / f"{re.sub('[^a-z-]', '', name)}-{width}-{scheme}.png"
                    shot.write_bytes(base64.b64decode(page.screenshot()))
                failed += len(found)
                for problem in found[:10]:
                    print(f"docs: {address} at {width} px, {scheme}: {problem}", file=sys.stderr)
    return failed


def main(site, screenshots):
    chromium = program()
    if not chromium:
        print("docs: Chromium is missing; install it with: apt-get install chromium. A browser at another place:"
              " SWITCHBOARD_CHROMIUM=PATH", file=sys.stderr)
        return 69
    screenshots.mkdir(parents=True, exist_ok=True)
    with serve.server(site, 0, Silent) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        try:
            with Chromium(chromium) as browser:
                failed = browse(browser, f"http://127.0.0.1:{serving.server_port}", screenshots)
        except TimeoutError as error:
            print(f"docs: {chromium} is too slow: {error}. Run the command again when the machine has less to do",
                  file=sys.stderr)
            return 75
        except OSError as error:
            print(f"docs: {chromium} does not start or ended: {error}. SWITCHBOARD_CHROMIUM=PATH names another browser",
                  file=sys.stderr)
            return 69
        finally:
            serving.shutdown()
    print(f"docs: {len(PAGES)} pages at 1280 and 400 px, light and dark: {failed or 'no'} problems;"
          f" screenshots: {screenshots}/*.png")
    return 2 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: browse.py SITE SCREENSHOTS")
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
