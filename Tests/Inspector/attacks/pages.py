"""Attacks on an inspector from pages of other sites, in the browser of somebody who uses the inspector.

Each function returns a note, and complains in sentences.
"""

import http.server
import json
import threading

# Opened by its visitors; what it tries comes from this script.
BLANK = b"<!doctype html><meta charset=utf-8><title>Another site</title>"
FETCHES = """async (target, token) => {
  const found = [], bearer = { Authorization: `Bearer ${token}` };
  const tries = [];
  for (const path of ["/", "/app.js", "/api/overview", "/census.json", "/metrics", "/api/burst.pftrace"])
    for (const headers of [{}, bearer]) tries.push([path, { headers }]);
  for (const path of ["/api/marks", "/api/burst"])
    for (const headers of [{}, bearer, { "Content-Type": "text/plain" }])
      for (const body of ["", '{"milliseconds":5000}']) tries.push([path, { method: "POST", headers, body }]);
  for (const [path, request] of tries)
    for (const mode of ["cors", "no-cors", "same-origin"])
      for (const credentials of ["omit", "include"]) {
        const what = `${request.method ?? "GET"} ${path}, ${mode}`;
        try {
          const answer = await fetch(target + path, { ...request, mode, credentials });
          if (answer.type !== "opaque" || answer.status !== 0) found.push(`${what}: status ${answer.status}`);
          if (await answer.text()) found.push(`${what}: has a text`);
        } catch (error) {
          if (!(error instanceof TypeError)) found.push(`${what}: ${error}`);
        }
      }
  return found;
}"""
INCLUDES = """async (target) => {
  const found = [];
  const tags = { script: "src", img: "src", link: "href", audio: "src" };
  const load = (tag, path) => new Promise(done => {
    const part = document.createElement(tag);
    part.onload = part.onloadeddata = () => done(`${tag} ${path} is loaded`);
    part.onerror = () => done(null);
    if (tag === "link") part.rel = "stylesheet";
    part[tags[tag]] = target + path;
    document.body.append(part);
  });
  const paths = ["/", "/app.js", "/app.css", "/api/overview", "/census.json", "/metrics", "/api/burst.pftrace"];
  const all = paths.flatMap(path => Object.keys(tags).map(tag => load(tag, path)));
  found.push(...(await Promise.all(all)).filter(Boolean));
  return found;
}"""
FORMS = """async (target) => {
  const post = (path, type) => new Promise(done => {
    const frame = document.createElement("iframe"), form = document.createElement("form");
    frame.name = `frame-${Math.random()}`;
    document.body.append(frame, form);
    Object.assign(form, { action: target + path, method: "post", enctype: type, target: frame.name });
    const field = document.createElement("input");
    Object.assign(field, { name: '{"milliseconds":5000,"a":"', value: '"}' });
    form.append(field);
    // The empty document of a new frame may be announced, too.
    frame.onload = () => {
      try { if (frame.contentWindow.location.href === "about:blank") return; } catch {}
      done();
    };
    form.submit();
  });
  for (const path of ["/api/marks", "/api/burst"])
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
      await post(path, type);
  return [];
}"""
BEACONS = """async (target) => {
  const paths = ["/api/marks", "/api/burst"];
  let seen = 0;
  const sent = new Promise(done => new PerformanceObserver(list => {
    seen += list.getEntries().filter(entry => entry.initiatorType === "beacon").length;
    if (seen === 2 * paths.length) done();
  }).observe({ type: "resource", buffered: true }));
  for (const path of paths) {
    navigator.sendBeacon(target + path, '{"milliseconds":5000}');
    navigator.sendBeacon(target + path);
  }
  await sent;
  return [];
}"""
SOCKETS = """async (target) => {
  const opened = path => new Promise(done => {
    const socket = new WebSocket(target.replace("http", "ws") + path);
    socket.onopen = () => done(`a socket for ${path} is open`);
    socket.onerror = () => done(null);
  });
  const streamed = path => new Promise(done => {
    const stream = new EventSource(target + path);
    stream.onopen = () => done(`a stream of ${path} is open`);
    stream.onerror = () => { stream.close(); done(null); };
  });
  const paths = ["/", "/api/overview", "/census.json"];
  return (await Promise.all(paths.flatMap(path => [opened(path), streamed(path)]))).filter(Boolean);
}"""
FRAMES = """async (targets) => {
  const show = (tag, attribute, target) => new Promise(done => {
    const frame = document.createElement(tag);
    frame.onload = frame.onerror = done;
    frame[attribute] = target;
    document.body.append(frame);
  });
  await Promise.all(targets.flatMap(target => [show("iframe", "src", target), show("object", "data", target)]));
  return [];
}"""
PARTS = {"fetch": FETCHES, "include": INCLUDES, "form": FORMS, "beacon": BEACONS, "socket": SOCKETS}


class Site:
    """A server of another site."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(BLANK)))
            self.end_headers()
            self.wfile.write(BLANK)

        def log_message(self, *_):
            """Says nothing."""

    def __init__(self, host, name):
        self.server = http.server.ThreadingHTTPServer((host, 0), self.Handler)
        self.origin = f"http://{name}:{self.server.server_address[1]}"

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def call(page, function, *arguments):
    return page.evaluate(f"({function})({', '.join(map(json.dumps, arguments))})")


def strangers(program, browser, complain):
    """Pages of three other sites: another address, another name, and the same address with another port."""
    before = program.changes()
    target, count = f"http://{program.host}", 0
    for host, name in (("127.0.0.2", "127.0.0.2"), ("127.0.0.1", "localhost"), ("127.0.0.1", "127.0.0.1")):
        with Site(host, name) as site, browser.page(f"{site.origin}/", 800, 600, "light") as page:
            for part, script in PARTS.items():
                arguments = [target, program.token] if part == "fetch" else [target]
                for problem in call(page, script, *arguments):
                    complain(f"{site.origin}, {part}: {problem}")
                count += 1
            frames(site, page, target, complain)
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"{count} attempts"


def frames(site, page, target, complain):
    """Shows the inspector in a frame, and a page of the other site, which tells that frames are seen at all."""
    own = f"{site.origin}/frame"
    shown = [f"{target}/", f"{target}/index.html", f"{target}/api/overview", own]
    call(page, FRAMES, shown)
    seen = frame_addresses(page)
    if own not in seen:
        complain(f"{site.origin}: its own frame is not seen; this attack needs it: {seen}")
    for address in seen:
        if address.startswith(target + "/"):
            complain(f"{site.origin} shows {address} in a frame")


def frame_addresses(page):
    """What the frames of a page show, also those that have a process of their own."""
    def inside(tree):
        # The browser shows a page of its own instead of one that it refuses.
        return [tree["frame"]["url"], *(url for child in tree.get("childFrames", ()) for url in inside(child))]
    browser = page.browser
    found = inside(page.call("Page.getFrameTree")["frameTree"])[1:]
    for one in browser.call("Target.getTargets", filter=[{"type": "iframe"}])["targetInfos"]:
        session = browser.call("Target.attachToTarget", targetId=one["targetId"], flatten=True)["sessionId"]
        found += inside(browser.call("Page.getFrameTree", session)["frameTree"])
        browser.call("Target.detachFromTarget", sessionId=session)
    return found


def rebinding(program, browser, complain):
    """A page that the browser takes for one of the inspector's, because the stranger's name leads to this machine."""
    before = program.changes()
    # The browser looks for every name that ends so on this machine.
    origin = f"http://evil.localhost:{program.port}"
    script = """async (token) => {
      const texts = [document.documentElement.innerText];
      for (const [path, method] of [["/", "GET"], ["/api/overview", "GET"], ["/census.json", "GET"],
                                    ["/api/marks", "POST"], ["/api/burst", "POST"]]) {
        const answer = await fetch(path, { method, headers: { Authorization: `Bearer ${token}` } });
        texts.push(`${answer.status} ${await answer.text()}`);
      }
      return texts;
    }"""
    with browser.page(f"{origin}/", 800, 600, "light") as page:
        texts = call(page, script, program.token)
    for text in texts:
        if "is not known by this name" not in text or str(program.process.pid) in text:
            complain(f"{origin}: {text[:100]}")
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    # The same from the page itself must work: otherwise the attacks above would prove nothing.
    with browser.page(f"http://{program.host}/", 800, 600, "light") as page:
        texts = call(page, script, program.token)
    if [text[:3] for text in texts[1:]] != ["200", "200", "200", "201", "202"] or program.changes() == before:
        complain(f"the inspector's own page gets {[text[:40] for text in texts]}")
    return f"{len(texts)} attempts"
