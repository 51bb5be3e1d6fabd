"""Attacks on an inspector with requests that are wrong. Each function returns a note, and complains in sentences."""

import random
import socket

from program import drain

SEED = 2026
# Nothing may take more of a request than this; the system keeps some more that nobody has read.
LONGEST = 64 << 10
POURED = 64 << 20


def noise(program, complain):
    """Random bytes, and requests of which random bytes are replaced."""
    source = random.Random(SEED)
    count = 400
    for index in range(count):
        data = bytearray(source.randbytes(source.randrange(1, 20_000)))
        if index % 2:
            path = source.choice(("/", "/api/overview", "/api/registries?sort=name&page=0", "/census.json"))
            data = bytearray(program.message(path, headers=[("Origin", f"http://{program.host}")]))
            for _ in range(source.randrange(1, 6)):
                data[source.randrange(len(data))] = source.randrange(256)
        client = program.connect()
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            # The server has closed the connection already.
            pass
        answer = drain(client)
        if answer.data and (answer.status not in (200, 400, 401, 403, 404, 405, 421) or len(statuses(answer)) != 1):
            complain(f"bytes {index} of seed {SEED} are answered with {answer}")
    return f"{count} requests, seed {SEED}"


def statuses(answer):
    """The status lines in what the server sent."""
    return [part[:3].decode("latin-1") for part in answer.data.split(b"HTTP/1.1 ")[1:]]


def pour(program, begin, block):
    """Sends more and more. Returns how much the server took until it closed the connection, and its answer."""
    client = program.connect()
    sent = 0
    try:
        client.sendall(begin)
        while sent < POURED:
            sent += client.send(block)
    except (BrokenPipeError, ConnectionResetError):
        pass
    return sent, drain(client)


def endless(program, complain, kinds):
    for name, (begin, block) in kinds.items():
        sent, answer = pour(program, begin, block)
        if sent >= POURED:
            complain(f"{name}: the server takes {sent} bytes")
        if answer.status and not 400 <= answer.status < 500:
            complain(f"{name}: {answer}")


def headers(program, complain):
    """Heads without an end, and a head that is just too long."""
    first = f"GET /api/overview HTTP/1.1\r\nHost: {program.host}\r\n".encode()
    kinds = {
        "an endless address": (b"GET /", b"a" * 4096), "an endless method": (b"", b"A" * 4096),
        "an endless header": (first + b"X: ", b"a" * 4096), "an endless name": (first, b"a" * 4096),
        "endless headers": (first, b"X: a\r\n" * 700), "endless empty lines": (b"", b"\r\n" * 2048),
    }
    endless(program, complain, kinds)
    answer = program.ask("/api/overview", headers=[("X", "a" * LONGEST)])
    if answer.status not in (0, 400, 413, 431):
        complain(f"a head of more than {LONGEST} bytes: {answer}")
    answer = program.ask("/api/overview", headers=[("X", "a" * 4096)])
    if answer.status != 200:
        complain(f"a head of 4 KiB: {answer}")
    return f"{len(kinds)} heads without an end"


def bodies(program, complain):
    """Bodies without an end, and requests that two readers would cut into different pieces."""
    before = program.changes()
    plain = program.message("/api/marks", "POST")
    hidden = program.message("/api/marks", "POST", headers=[("X-Hidden", "1")])

    def post(*fields, body=b""):
        return plain.replace(b"Content-Length: 0", "\r\n".join(fields).encode("latin-1")) + body

    long, chunks = "Content-Length: 10000000000", "Transfer-Encoding: chunked"
    endless(program, complain, {
        "an endless body": (post(long), b"a" * 4096),
        "an endless chunk": (post(chunks, body=b"fffffff\r\n"), b"a" * 4096),
        "endless chunks": (post(chunks), b"1\r\na\r\n" * 600),
        "an endless extension": (post(chunks, body=b"5;"), b"a" * 4096),
        "an endless trailer": (post(chunks, body=b"0\r\n"), b"X: a\r\n" * 700),
        "an endless size": (post(chunks), b"0" * 4096)})
    get = program.message("/api/overview")
    forms = {
        "two lengths": post("Content-Length: 0", f"Content-Length: {len(hidden)}"),
        "equal lengths": post("Content-Length: 0", "Content-Length: 0"),
        "a list of lengths": post("Content-Length: 0, 0"),
        "a signed length": post("Content-Length: +0"), "a negative length": post("Content-Length: -1"),
        "a hexadecimal length": post("Content-Length: 0x0"),
        "a huge length": post("Content-Length: 18446744073709551616"),
        "length and chunks": post("Content-Length: 4", chunks, body=b"0\r\n\r\n"),
        "chunks and length": post(chunks, f"Content-Length: {len(hidden) + 5}", body=b"0\r\n\r\n"),
        "not quite chunked": post("Transfer-Encoding: xchunked", body=b"0\r\n\r\n"),
        "chunked, then not": post("Transfer-Encoding: chunked, identity", body=b"0\r\n\r\n"),
        "a space before the colon": post("Content-Length : 0"),
        "a huge chunk": post(chunks, body=b"ffffffffffffffff1\r\n"), "a signed chunk": post(chunks, body=b"-1\r\n"),
        "a folded header": post("Content-Length: 0", "X: a", " Transfer-Encoding: chunked"),
        "a bare line feed": post("Content-Length: 0\nTransfer-Encoding: chunked", body=b"0\r\n\r\n"),
        "a bare carriage return": post("Content-Length: 0\rX: 1"),
        "a header with a NUL": post("Content-Length: 0", "X: a\0b"),
    }
    for name, data in forms.items():
        answer = program.send(data + hidden)
        if answer.status not in (0, 400, 413, 501) or len(statuses(answer)) > 1:
            complain(f"{name}: answers {statuses(answer)}, {answer}")
    for name, data in {"a second request": get + hidden, "a third request": get * 2 + hidden,
                       "bytes after a request": get + b"\0\1\2\r\n\r\n", "a body of a GET": get[:-2] + hidden}.items():
        answer = program.send(data)
        if statuses(answer) not in (["200"], ["400"]):
            complain(f"{name}: answers {statuses(answer)}, {answer}")
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"{len(forms)} forms"


def methods(program, complain):
    before = program.changes()
    known = ("PUT", "DELETE", "TRACE", "CONNECT", "PATCH", "OPTIONS", "PROPFIND", "LINK")
    for method in known:
        for path in ("/", "/api/overview", "/api/marks"):
            answer = program.ask(path, method, headers=[("X-Secret", "echoed")])
            if answer.status != 405 or not answer.error or not answer.header("Allow") or b"echoed" in answer.data:
                complain(f"{method} {path}: {answer}")
    for method in ("BREW", "get", "G\0T", "", "GET GET"):
        answer = program.ask("/api/overview", method)
        if answer.status not in (0, 400, 405, 501):
            complain(f"{method!r}: {answer}")
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"{len(known)} methods"


def paths(program, complain):
    """Odd paths and queries: each is refused with a sentence."""
    huge = "9" * 40
    odd = [
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/app.css/../index.html", "//",
        "/.", "/index.html/", "/INDEX.HTML", "/index.html%00.js", "/%00", "/api/%00", "/api/\0", "/\xff\xfe", "/%ff%fe",
        "/api/ ", "*", "", "api/overview", "/" + "a" * 10_000, "/api/" + "%41" * 3_000, "/api/overview/",
        "/api//overview", "/api/registries/", "/api/registries/-1", f"/api/registries/{huge}",
        "/api/registries/4294967295", "/api/registries/1/2", "/api/registries/0x1", "/api/registries/%31",
        "/api/growth", f"/api/growth?since={huge}", "/api/growth?since=-1", "/api/growth?since=", "/census",
        "/api/burst.pftrace/",
    ] + [f"/api/registries?{query}" for query in (
        "size=0", "size=-1", f"size={huge}", "size=1001", "size=", "size", "size=1e2", "size=%zz", "size=%", "page=-1",
        f"page={huge}", "page=2147483648", "page=0.5", "sort=nothing", "sort=", "sort=%ff", "sort=name&sort=nothing",
        "order=up", "order=", "sort=" + "a" * 10_000, "sort=%3Cscript%3E")]
    for path in odd:
        answer = program.ask(path)
        if not 400 <= answer.status < 500 or not answer.error:
            complain(f"{path[:60]!r}: {answer}")
    answer = program.ask("/api/registries?filter=" + "a" * 10_000 + "&page=2147483647&size=1000")
    if answer.status != 200 or answer.json["rows"]:
        complain(f"a long filter and a far page: {answer}")
    before = program.changes()
    numbers = [f'{{"milliseconds":{number}}}'.encode() for number in (0, 5001, -1, "1e400", huge, '"1"', 1.5)]
    for body in (b"[" * 4096, b'{"a":' * 800, b"null", b"\xff\xfe", b"\0", b"milliseconds=1", b"a" * 4097, *numbers):
        answer = program.ask("/api/burst", "POST", body=body)
        if answer.status not in (400, 413) or not answer.error:
            complain(f"the body {body[:30]!r}: {answer}")
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"{len(odd)} paths"
