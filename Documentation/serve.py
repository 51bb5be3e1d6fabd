#!/usr/bin/env python3
"""Serves the documentation site on the loopback interface, until ctrl-C.

    serve.py SITE PORT

Exit status: 0 after ctrl-C, 1 if the site is missing or the port cannot be used.
"""

import functools
import http.server
import pathlib
import re
import sys


def server(site, port, handler=http.server.SimpleHTTPRequestHandler):
    """A server for a site. Ends the program with a message if there is no site or the port cannot be used."""
    if not (site / "index.html").is_file():
        sys.exit(f"docs: {site} has no site; build it with: make docs")
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=site))
    except OSError as error:
        sys.exit(f"docs: port {port} cannot be used ({error.strerror}); give another: make docs-serve PORT=9000")


def main(site, port):
    if not re.fullmatch("[0-9]{1,5}", port) or not 0 < int(port) < 65536:
        sys.exit(f"docs: {port or 'nothing'} is no port; give a number from 1 to 65535, such as PORT=8080")
    with server(site, int(port)) as serving:
        print(f"docs: http://127.0.0.1:{int(port)} (ctrl-C ends)", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: serve.py SITE PORT")
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
