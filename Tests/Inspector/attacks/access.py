"""Attacks on an inspector by clients that may not ask: without the token, from another name or another site. Each
function returns a note, and complains in sentences."""


def tokens(program, complain):
    """Requests without the token, or with the token in a place where a browser could be made to put it."""
    before = program.changes()
    name, token = program.ask("/api/overview").json["program"], program.token
    wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
    right = f"Bearer {token}"
    tries = {
        "no token": [], "a wrong token": [("Authorization", f"Bearer {wrong}")], "none": [("Authorization", "Bearer ")],
        "half the token": [("Authorization", f"Bearer {token[:16]}")],
        "a longer token": [("Authorization", f"{right}0")],
        "another scheme": [("Authorization", f"Basic {token}")], "no scheme": [("Authorization", token)],
        "two tokens": [("Authorization", right), ("Authorization", f"Bearer {wrong}")],
        "the token twice": [("Authorization", right), ("Authorization", right)],
        "a list": [("Authorization", f"{right}, {right}")], "a cookie": [("Cookie", f"token={token}")],
        "another header": [("Proxy-Authorization", right)],
    }
    places = [("/api/overview", "GET"), ("/census.json", "HEAD"), ("/metrics", "GET"), ("/api/nothing", "GET"),
              ("/api/registries/1", "GET"), ("/api/marks", "POST"), ("/api/burst", "POST")]
    attempts = [(what, path, method, fields) for what, fields in tries.items() for path, method in places]
    attempts += [("a query", f"{path}?{key}={token}", method, []) for path, method in places
                 for key in ("token", "access_token")]
    for what, path, method, fields in attempts:
        answer = program.ask(path, method, token=False, headers=fields)
        if answer.status != 401 or not (answer.error or method == "HEAD") or len(answer.body) > 200:
            complain(f"{what}, {method} {path}: {answer}")
        for secret in (name, token, str(program.process.pid)):
            if secret.encode() in answer.body:
                complain(f"{what}, {method} {path}: the answer contains {secret}")
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"{len(attempts)} requests"


def hosts(program, complain):
    """A name of a stranger that leads to this machine, with the right token."""
    port = program.port
    strange = [
        [name] for name in (
            f"evil.example:{port}", "evil.example", f"127.0.0.1:{port + 1}", "127.0.0.1", f"localhost.:{port}",
            f"127.0.0.1.evil.example:{port}", f"evil@127.0.0.1:{port}", f"127.0.0.1:{port}@evil.example",
            f"127.0.0.1:{port}, evil.example", f"0.0.0.0:{port}", f"127.1:{port}", f"2130706433:{port}", "",
            f"evil.localhost:{port}", f"127.0.0.1:{port}/evil", f"127.0.0.1:0{port}")
    ] + [[], [program.host, "evil.example"], ["evil.example", program.host], [program.host, program.host]]
    for names in strange:
        for path in ("/", "/api/overview", f"http://{program.host}/api/overview"):
            answer = program.ask(path, host=False, headers=[("Host", name) for name in names])
            if answer.status not in (400, 421) or not answer.error:
                complain(f"Host {names}, {path}: {answer}")
    for address in (f"http://evil.example:{port}/", "http://evil.example/api/overview", "//evil.example/api/overview"):
        answer = program.ask(address)
        if not 400 <= answer.status < 500 or not answer.error:
            complain(f"{address}: {answer}")
    for name in (f"127.0.0.1:{port}", f"localhost:{port}", f"LocalHost:{port}", f"[::1]:{port}"):
        answer = program.ask("/api/overview", host=False, headers=[("Host", name)])
        if answer.status != 200:
            complain(f"Host {name} should do: {answer}")
    return f"{len(strange)} names"


def origins(program, complain):
    """Requests from a page of another site, with the right token."""
    before = program.changes()
    own, port = f"http://{program.host}", program.port
    strange = [[name] for name in (
        "http://evil.example", f"http://evil.example:{port}", "null", f"https://{program.host}", "file://", "",
        f"http://127.0.0.1:{port + 1}", "http://127.0.0.1", f"http://localhost:{port}", f"{own}/",
        f"{own}.evil.example", f"http://evil@{program.host}", program.host)] + [[own, "null"], ["null", own]]
    places = [("/", "GET"), ("/api/overview", "GET"), ("/census.json", "HEAD"), ("/api/marks", "POST"),
              ("/api/burst", "POST")]
    for names in strange:
        for path, method in places:
            answer = program.ask(path, method, headers=[("Origin", name) for name in names])
            if answer.status != 403 or not (answer.error or method == "HEAD"):
                complain(f"Origin {names}, {method} {path}: {answer}")
    for path in ("/", "/api/overview", "/api/marks", "/api/burst", "*"):
        for origin in ("http://evil.example", own):
            answer = program.ask(path, "OPTIONS", token=False, headers=[
                ("Origin", origin), ("Access-Control-Request-Method", "POST"),
                ("Access-Control-Request-Headers", "authorization"),
                ("Access-Control-Request-Private-Network", "true")])
            if answer.status != 405:
                complain(f"preflight of {origin} for {path}: {answer}")
    answer = program.ask("/api/overview", headers=[("Origin", own)])
    if answer.status != 200:
        complain(f"Origin {own} should do: {answer}")
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"{len(strange) * len(places)} requests"
