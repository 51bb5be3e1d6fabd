"""The processes of soak.py: a nats-server, and the program `soak`."""

import socket
import subprocess
import sys
import time

import jetstream


def say(text):
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Server:
    """A nats-server with a store of its own, which a kill leaves behind."""

    def __init__(self, folder, disk=None, cluster=""):
        self.folder, self.process = folder, None
        # The command that starts a program with the disk, and where this program sees the store.
        self.command, self.store = (disk.command, disk.path) if disk else ([], folder / "store")
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.settings = folder / "server.conf"
        # By default, the server reserves no more than three quarters of the disk.
        storage = f'store_dir: "{folder / "store"}", max_file_store: 8GB'
        self.settings.write_text(f'listen: "127.0.0.1:{self.port}"\njetstream {{ {storage} }}\n{cluster}')
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "nats-server", "-c", self.settings, "-l", self.folder / "server.log"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def restart(self):
        """Kills the server and starts it again. Returns the groups whose position is lost."""
        self.kill()
        lost = self.empty_positions()
        self.start()
        return lost

    def empty_positions(self):
        """Returns the groups whose position the killed server has lost, because it was about to write the file."""
        files = self.store.glob("jetstream/*/streams/*/obs/*/o.dat")
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


class Cluster:
    """Three servers that each keep everything. It can do what one server can."""

    def __init__(self, folder):
        names, ports = ("n1", "n2", "n3"), [free_port() for _ in range(3)]
        routes = ", ".join(f"nats://127.0.0.1:{port}" for port in ports)
        self.servers, self.turn = [], 0
        for name, port in zip(names, ports):
            (folder / name).mkdir()
            cluster = f'cluster {{ name: soak, listen: "127.0.0.1:{port}", routes: [{routes}] }}\n'
            self.servers.append(Server(folder / name, cluster=f"server_name: {name}\n{cluster}"))
        self.url = ",".join(server.url for server in self.servers)

    def restart(self):
        """Kills the next server and starts it again. The others have all positions."""
        self.turn = (self.turn + 1) % 3
        self.servers[self.turn].restart()
        return []

    def kill(self):
        for server in self.servers:
            server.kill()

    def version(self):
        return self.servers[0].version()

    def client(self, within=30):
        return self.servers[(self.turn + 2) % 3].client(within)


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
