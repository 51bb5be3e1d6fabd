"""The processes of soak.py: a nats-server, and the program `soak`."""

import socket
import subprocess
import sys
import time

import jetstream


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


class Server:
    """A nats-server with a store of its own, which a kill leaves behind."""

    def __init__(self, folder):
        self.folder, self.process = folder, None
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["nats-server", "-js", "-a", "127.0.0.1", "-p", str(self.port), "-sd", str(self.folder / "store"),
             "-l", str(self.folder / "server.log")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def empty_positions(self):
        """Returns the groups whose position the killed server has lost, because it was about to write the file."""
        files = (self.folder / "store").glob("jetstream/*/streams/*/obs/*/o.dat")
        return [file.parent.name for file in files if file.stat().st_size == 0]

    def version(self):
        client = self.client()
        client.close()
        return client.version

    def client(self, within=30):
        """Returns a connection, as soon as the server answers."""
        deadline = time.monotonic() + within
        while True:
            try:
                return jetstream.Client(self.port)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)


class Child:
    """One process of the program, from its start to its end."""

    def __init__(self, run, name, number, arguments, log):
        self.name, self.log = name, log
        self.report = run.folder / f"{name}-{number}.report"
        self.began, self.ended = time.time(), None
        with open(self.report, "wb") as report:
            self.process = subprocess.Popen(
                [run.program, *arguments, "--server", run.url, "--log", str(log)], stderr=report)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.ended = time.time()

    def status(self):
        """Returns the exit status; None while the process runs."""
        status = self.process.poll()
        if status is not None and self.ended is None:
            self.ended = time.time()
        return status
