"""Starts a program that has an inspector, asks the inspector, and ends the program. Needs Linux and no package.

    with Program(path, "--leak", "--by-hand") as program:
        program.ask("/api/overview").json["program"]

Errors: TimeoutError if something does not happen in time, any other OSError if a connection fails, Failed if the
program does not start as it should.
"""

import json
import os
import pathlib
import pty
import re
import signal
import socket
import subprocess
import threading
import time

# For whatever should happen at once. Two cores may be shared with a build.
SOON = 10


class Failed(Exception):
    """The program does not do what every check needs."""


def wait(condition, seconds=SOON, what="the condition"):
    """Returns the first value of `condition` that is true."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what} does not hold after {seconds} s")
        time.sleep(0.005)


class Answer:
    """What a server has sent until it closed the connection."""

    def __init__(self, data, was_reset=False):
        self.data, self.was_reset = data, was_reset
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        first = re.fullmatch(r"HTTP/1\.1 (\d{3}) [^\r\n]*", lines[0])
        # 0: the connection was closed without an answer.
        self.status = int(first[1]) if first else 0
        self.headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines[1:])]

    def header(self, name):
        return next((value for known, value in self.headers if known == name.lower()), None)

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def error(self):
        """The sentence of a refusal; None if the body is none."""
        try:
            error = self.json["error"]
        except (ValueError, KeyError, TypeError):
            return None
        return error if isinstance(error, str) and error else None

    def __repr__(self):
        return f"{self.status or 'no answer'} {self.body[:80]!r}"


def drain(client, seconds=SOON):
    """Reads until the server closes the connection, and closes it."""
    data, deadline = b"", time.monotonic() + seconds
    with client:
        while True:
            client.settimeout(max(0.001, deadline - time.monotonic()))
            try:
                part = client.recv(1 << 16)
            except (ConnectionResetError, BrokenPipeError):
                return Answer(data, was_reset=True)
            except TimeoutError:
                raise TimeoutError(f"the connection is open after {seconds} s; received {data[:80]!r}") from None
            if not part:
                return Answer(data)
            data += part


class Program:
    """A process, whose output is read all the time."""

    def __init__(self, path, *arguments, address="127.0.0.1:0", environment=None, prepare=None):
        self.file, self.arguments = path, arguments
        variables = {name: value for name, value in os.environ.items() if not name.startswith("SWITCHBOARD_")}
        if address is not None:
            variables["SWITCHBOARD_INSPECTOR"] = address
        # A program keeps its output back for long, unless a terminal shows it.
        self.terminal, output = pty.openpty()
        try:
            self.process = subprocess.Popen(
                [path, *arguments], stdin=subprocess.PIPE, stdout=output, stderr=subprocess.PIPE,
                env=variables | (environment or {}), preexec_fn=prepare)
        except BaseException:
            os.close(self.terminal)
            raise
        finally:
            os.close(output)
        self.out, self.err = [], []
        self.readers = [
            threading.Thread(target=self.read, args=pair, daemon=True)
            for pair in ((self.terminal, self.out), (self.process.stderr.fileno(), self.err))]
        for reader in self.readers:
            reader.start()
        self.token, self.port, self.path = None, None, None
        # Headers of any answer by which a browser would let a page of another site read it.
        self.allowances = []

    @staticmethod
    def read(descriptor, lines):
        rest = b""
        while True:
            try:
                data = os.read(descriptor, 1 << 16)
            except OSError:
                # A terminal without a program on the other side.
                data = b""
            *whole, rest = (rest + data).split(b"\n")
            lines += [line.decode(errors="replace").rstrip("\r") for line in whole]
            if not data:
                break

    def another(self, **options):
        """Starts the same program once more, with options of its own."""
        return Program(self.file, *self.arguments, **options)

    def __enter__(self):
        """Waits until the inspector listens."""
        try:
            self.listen()
        except BaseException:
            self.kill()
            raise
        return self

    def __exit__(self, *_):
        self.kill()

    def listen(self):
        def message():
            if self.process.poll() is not None:
                raise Failed(f"the program ended with {self.process.returncode}: {self.err}")
            return next((line for line in self.err if line.startswith("switchboard: ")), None)
        try:
            line = wait(message, what="that the program speaks of its inspector")
        except TimeoutError as error:
            raise Failed(str(error)) from None
        found = re.fullmatch(
            r"switchboard: inspector at (http://[^/]*?(?::(\d+))?/#token=([0-9a-f]{32}))(?: over unix:(.*))?", line)
        if not found:
            raise Failed(f"no inspector: {line}")
        self.url, self.token, self.path = found[1], found[3], found[4]
        self.port = int(found[2]) if found[2] else None

    # The inspector.

    @property
    def host(self):
        return f"127.0.0.1:{self.port}" if self.port else "localhost"

    def connect(self, buffer=None, seconds=SOON):
        """Returns a connection. With `buffer`, the system takes only so many bytes that nobody reads."""
        client = socket.socket(socket.AF_UNIX if self.path else socket.AF_INET)
        try:
            if buffer:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
            client.settimeout(seconds)
            client.connect(self.path or ("127.0.0.1", self.port))
        except BaseException:
            client.close()
            raise
        return client

    def message(self, path, method="GET", headers=(), body=b"", token=True, host=True):
        """Returns the bytes of a request. `headers` are pairs."""
        lines = [f"{method} {path} HTTP/1.1"]
        if host:
            lines.append(f"Host: {self.host}")
        if token:
            lines.append(f"Authorization: Bearer {self.token}")
        if body or method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        lines += [f"{name}: {value}" for name, value in headers]
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    def send(self, data, seconds=SOON):
        """Sends bytes on a connection of their own, and returns the answer."""
        client = self.connect()
        try:
            client.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            # The answer may have come before the end of the request.
            pass
        answer = drain(client, seconds)
        self.allowances += [header for header in answer.headers if header[0].startswith("access-control-")]
        return answer

    def ask(self, path, method="GET", **request):
        return self.send(self.message(path, method, **request))

    def changes(self):
        """What only requests with the token may change: the numbers of the marks, and the last burst."""
        burst = self.ask("/api/burst").json
        return [mark["id"] for mark in self.ask("/api/marks").json["marks"]], burst.get("id"), burst["state"]

    def record(self, milliseconds, presses):
        """Records a burst while the program works, and waits until it is done."""
        body = json.dumps({"milliseconds": milliseconds}).encode()
        answer = self.ask("/api/burst", "POST", body=body)
        if answer.status != 202:
            raise Failed(f"no burst: {answer}")
        self.press(presses)
        wait(lambda: self.ask("/api/burst").json["state"] == "done", what="that the burst is done")

    # The program.

    def press(self, times=1):
        """Lets the program do something, and waits until it has done it."""
        expected = len(self.greetings()) + 6 * times
        try:
            self.process.stdin.write(b"\n" * times)
            self.process.stdin.flush()
            wait(lambda: len(self.greetings()) >= expected, what=f"that the program has printed {6 * times} lines")
        except (TimeoutError, BrokenPipeError) as error:
            raise Failed(f"the program does not go on: {error}") from None
        if self.greetings()[-6:] != [
            "Welcome, ann", "Please log in", "Welcome, bob", "Please log in", "Welcome, cid", "Please log in"
        ]:
            raise Failed(f"the program prints something else: {self.greetings()[-6:]}")

    def greetings(self):
        """What the program has printed since its start, without the two lines of its start."""
        return self.out[2:]

    def healthy(self):
        """Raises an error unless the inspector answers and the program goes on."""
        answer = self.ask("/api/overview")
        if answer.status != 200 or answer.json["process"] != self.process.pid:
            raise Failed(f"the inspector does not answer: {answer}")
        self.press()

    def number(self, name):
        """Returns a number of the system: VmRSS and VmHWM are the memory now and at most, in KiB; Threads."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(rf"^{name}:\s+(\d+)", text, re.MULTILINE)[1])

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def descriptors(self):
        """Returns what each descriptor leads to."""
        found = {}
        for name in os.listdir(f"/proc/{self.process.pid}/fd"):
            try:
                found[int(name)] = os.readlink(f"/proc/{self.process.pid}/fd/{name}")
            except FileNotFoundError:
                # Closed in the meantime.
                pass
        return found

    def end(self):
        """Ends the input, and returns the status of the program."""
        self.process.stdin.close()
        try:
            status = self.process.wait(SOON)
        except subprocess.TimeoutExpired:
            raise Failed("the program does not end at the end of its input") from None
        for reader in self.readers:
            reader.join(SOON)
        return status

    def kill(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for reader in self.readers:
            reader.join(SOON)
        if self.terminal is not None:
            os.close(self.terminal)
            self.terminal = None
        self.process.stderr.close()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
