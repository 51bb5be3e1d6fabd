"""Controls a headless Chromium through a pair of pipes, with the DevTools protocol. Needs no package.

Errors: TimeoutError if the browser or a page is too slow, any other OSError if the browser does not start or has ended,
RuntimeError if the script of a page fails or a condition does not become true. Left is an OSError.
"""

import json
import os
import re
import select
import shutil
import subprocess
import tempfile
import time


def program():
    """The browser that the environment names or PATH has, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return os.environ.get("SWITCHBOARD_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


class Left(OSError):
    """The page went to another address, or was loaded anew, before it had answered."""

    MESSAGE = re.compile("navigated or closed|context was destroyed")


class Chromium:
    """A browser process with a profile of its own, which the end of the `with` block removes."""

    TIMEOUT = 30

    def __init__(self, program):
        self.program = program
        self.number = 0
        self.buffer = b""
        self.events = []

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(prefix="page-check-", ignore_cleanup_errors=True)
        read_commands, self.commands = os.pipe()
        self.answers, write_answers = os.pipe()

        def connect():
            # Chromium reads commands from descriptor 3, and writes answers to descriptor 4.
            source, target = os.dup(read_commands), os.dup(write_answers)
            os.dup2(source, 3)
            os.dup2(target, 4)

        options = [
            "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-gpu", "--hide-scrollbars",
            "--disable-dev-shm-usage", "--force-device-scale-factor=1", "--mute-audio",
        ]
        # Containers often run everything as root, where the sandbox does not start.
        if os.geteuid() == 0:
            options.append("--no-sandbox")
        self.process = subprocess.Popen(
            [self.program, *options, "about:blank"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=connect, close_fds=False)
        os.close(read_commands)
        os.close(write_answers)
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.commands)
        os.close(self.answers)
        self.profile.cleanup()

    def message(self, deadline):
        """Returns the next message, or None when the deadline has passed."""
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                return None
            data = os.read(self.answers, 1 << 20)
            if not data:
                raise OSError("the browser closed its pipe")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        """Sends a command, and returns its result. Keeps the events that arrive before the result."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": parameters}
        if session:
            command["sessionId"] = session
        data = json.dumps(command).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        deadline = time.monotonic() + self.TIMEOUT
        while True:
            message = self.message(deadline)
            if message is None:
                raise TimeoutError(f"no answer to {method} in {self.TIMEOUT} s")
            if message.get("id") == self.number:
                if "error" in message:
                    text = f"{method}: {message['error'].get('message')}"
                    raise Left(text) if Left.MESSAGE.search(text) else OSError(text)
                return message["result"]
            if "method" in message:
                self.events.append(message)

    def page(self, address, width, height, scheme, scale=1):
        return Page(self, address, width, height, scheme, scale)


class Page:
    """A page in a context of its own."""

    # The keys that are no characters: the number that Windows gave them, which browsers use, and what they type.
    KEYS = {"Enter": (13, "\r"), "Escape": (27, ""), "Tab": (9, "")}

    def __init__(self, browser, address, width, height, scheme, scale):
        self.browser, self.address = browser, address
        self.width, self.height, self.scheme, self.scale = width, height, scheme, scale

    def __enter__(self):
        browser = self.browser
        browser.events.clear()
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.target = target
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride", width=self.width, height=self.height,
            deviceScaleFactor=self.scale, mobile=False)
        self.call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": self.scheme}])
        self.call("Page.navigate", url=self.address)
        # On a busy machine the blank page, which is complete, may still be there.
        if not self.becomes("location.href !== 'about:blank' && document.readyState === 'complete'"):
            raise TimeoutError(f"{self.address} is not loaded in {self.browser.TIMEOUT} s")
        self.settle()
        return self

    def __exit__(self, *_):
        self.browser.call("Target.closeTarget", targetId=self.target)

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        """Returns the value of an expression; waits for promises."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def settle(self):
        """Waits until the page has been drawn twice."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))")

    def becomes(self, condition):
        """Waits until a condition holds; returns whether it holds in time. Of a page that is going, none holds."""
        deadline = time.monotonic() + self.browser.TIMEOUT
        while time.monotonic() < deadline:
            try:
                if self.evaluate(condition):
                    return True
                self.settle()
            except Left:
                pass
        return False

    def wait(self, condition):
        """Waits until a condition holds; raises an error when it does not hold in time."""
        if not self.becomes(condition):
            raise RuntimeError(f"does not become true in {self.browser.TIMEOUT} s: {condition}")

    def press(self, key):
        """Presses and releases a key: a character, or one of KEYS."""
        number, text = self.KEYS.get(key, (0, key))
        about = {"key": key, "windowsVirtualKeyCode": number}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
        self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    def type(self, text):
        for character in text:
            self.press(character)

    def screenshot(self, **part):
        """A picture of the page, or of a part: x, y, width and height."""
        self.settle()
        clip = {"clip": {**part, "scale": 1}} if part else {}
        return self.call("Page.captureScreenshot", format="png", **clip)["data"]

    def messages(self):
        """Yields a sentence for each error in the console and each request to the network."""
        self.evaluate("0")
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            details = event["params"]
            match event["method"]:
                case "Runtime.exceptionThrown":
                    thrown = details["exceptionDetails"]
                    yield f"console: {thrown.get('exception', {}).get('description', thrown['text'])[:200]}"
                case "Runtime.consoleAPICalled" if details["type"] in ("error", "warning", "assert"):
                    text = " ".join(str(part.get("value", part.get("description"))) for part in details["args"])
                    yield f"console, {details['type']}: {text[:200]}"
                case "Log.entryAdded" if details["entry"]["level"] in ("error", "warning"):
                    yield f"console, {details['entry']['level']}: {details['entry']['text'][:200]}"
                case "Network.requestWillBeSent":
                    address = details["request"]["url"]
                    if address.split("#")[0] != self.address and not address.startswith(("data:", "blob:", "about:")):
                        yield f"request: {address[:200]}"
