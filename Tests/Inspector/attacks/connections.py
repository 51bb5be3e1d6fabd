"""Attacks on an inspector with connections: many of them, slow ones, and ones that are not read.

Each function returns a note, and complains in sentences.
"""

import collections
import pathlib
import resource
import select
import socket
import struct
import tempfile
import threading
import time

from program import SOON, Failed, drain, wait

# What the inspector promises: connections at a time, seconds for a request, seconds for a connection.
MOST = 32
REQUEST = 5
WHOLE = 30
# On a machine with other work.
LATE = 3
CROWD = 1000


def send(client, data):
    """Sends on a connection that the server may close at any time."""
    try:
        client.sendall(data)
    except OSError:
        pass


class Unread:
    """Clients that ask for a long answer and read nothing, for as long as the inspector lets them.

    The program is one of its own, so that the other attacks need not wait. Its inspector listens at a Unix socket, of
    which the system takes only 200 KiB that nobody reads; it would take megabytes of a TCP connection.
    """

    # MiB: a copy of the answer for each connection, and the same again.
    MEMORY = 2 * MOST

    def __init__(self, program):
        self.folder = tempfile.TemporaryDirectory(prefix="hostile-")
        path = pathlib.Path(self.folder.name) / "unread"
        self.program, self.clients = program.another(address=f"unix:{path}"), []
        self.watcher, self.closed = threading.Thread(target=self.watch, daemon=True), None
        self.begin = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for client in self.clients:
            client.close()
        self.program.kill()
        self.folder.cleanup()

    def start(self, _, complain):
        program = self.program
        program.listen()
        program.record(1500, 100)
        size = len(program.ask("/api/burst.pftrace").body)
        if size < 1 << 19:
            complain(f"the answer is too short for this attack: {size} bytes")
        self.before, self.memory = len(program.descriptors()), program.number("VmHWM")
        self.begin = time.monotonic()
        for count in range(MOST - 1):
            self.add(count)
        # One connection is left.
        program.healthy()
        self.add(MOST - 1)
        for _ in range(MOST):
            answer = program.ask("/api/overview")
            if answer.status != 503:
                complain(f"{MOST} connections are in use, but one more is answered: {answer}")
        program.press()
        self.watcher.start()
        return f"{MOST} clients, {size >> 10} KiB each"

    def watch(self):
        """Finds out when all connections are closed. The other attacks may end later."""
        try:
            wait(lambda: len(self.program.descriptors()) <= self.before, WHOLE + SOON)
            self.closed = time.monotonic()
        except OSError:
            # It took too long, or the program has ended; `finish` will say so.
            pass

    def add(self, count):
        client = self.program.connect()
        self.clients.append(client)
        client.sendall(self.program.message("/api/burst.pftrace"))
        wait(lambda: len(self.program.descriptors()) > self.before + count, what=f"that client {count} is connected")

    def finish(self, _, complain):
        program = self.program
        program.press()
        self.watcher.join()
        if not self.closed:
            raise Failed(f"the connections are not closed after {WHOLE + SOON} s")
        seconds = self.closed - self.begin
        if not WHOLE - 1 < seconds < WHOLE + LATE:
            complain(f"the connections are closed after {seconds:.1f} s")
        program.healthy()
        grown = (program.number("VmHWM") - self.memory) / 1024
        if grown > self.MEMORY:
            complain(f"the memory grew by {grown:.0f} MiB")
        if program.end() != 0:
            complain(f"the program ended with {program.process.returncode}")
        return f"closed after {seconds:.0f} s, {grown:.0f} of {self.MEMORY} MiB"


def unread(program, complain):
    """Clients that read nothing, or leave while they are answered."""
    program.record(300, 20)
    count = 0
    for path in ("/api/burst.pftrace", "/census.json"):
        message = program.message(path)
        clients = []
        for _ in range(MOST + 8):
            client = program.connect(buffer=2048)
            send(client, message)
            clients.append(client)
        program.press()
        for client in clients:
            # Without a farewell: the server finds out when it writes.
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        count += len(clients)
        for _ in range(MOST):
            client = program.connect(buffer=2048)
            send(client, message)
            client.recv(1)
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
            count += 1
    return f"{count} clients"


def crowd(program, complain):
    """Many connections at once, as fast as the system takes them."""
    clients, waiting, statuses = [], select.poll(), collections.Counter()
    begin, refused = time.monotonic(), 0
    while refused < CROWD - MOST:
        # The system keeps 64 connections that the inspector has not seen. It lets one more wait for a second.
        if len(clients) < min(CROWD, refused + MOST + 24):
            clients.append(program.connect())
            waiting.register(clients[-1], select.POLLIN)
            continue
        for number, _ in waiting.poll(100):
            waiting.unregister(number)
            refused += 1
        if time.monotonic() > begin + SOON:
            raise TimeoutError(f"after {SOON} s, {refused} of {len(clients)} connections are refused")
    seconds = time.monotonic() - begin
    program.press()
    message = program.message("/api/overview")
    for client in clients:
        send(client, message)
    for client in clients:
        statuses[drain(client).status] += 1
    if statuses[200] != MOST or set(statuses) - {0, 200, 503}:
        complain(f"statuses {dict(statuses)}")
    begin = time.monotonic()
    program.healthy()
    if time.monotonic() > begin + 1:
        complain(f"the next request took {time.monotonic() - begin:.1f} s")
    return f"{statuses[200]} served, {statuses[503]} refused in words, {statuses[0]} closed, {seconds:.1f} s"


def halves(program, complain):
    """Requests that do not end, or come a byte at a time."""
    head = program.message("/api/overview")
    body = program.message("/api/burst", "POST", body=b'{"milliseconds":1}')
    chunked = program.message("/api/burst", "POST").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    kinds = [b"", b"G", head[:-2], head[:-1], body[:-1], body[:-18], chunked + b"5\r\nab"]
    before = program.changes()
    begin = time.monotonic()
    clients = [program.connect() for _ in range(MOST)]
    # Some send a byte now and then, so that they never seem to have gone.
    slow, drops = clients[-4:], 0
    for index, client in enumerate(clients):
        send(client, head[:-2] + b"X: " if client in slow else kinds[index % len(kinds)])
    wait(lambda: sum(target.startswith("socket:") for target in program.descriptors().values()) > MOST,
         what=f"that {MOST} clients are connected")
    answer = program.ask("/api/overview")
    if answer.status != 503:
        complain(f"{MOST} connections are in use, but one more is answered: {answer}")
    open_ones = set(clients)
    while open_ones:
        for client in slow:
            send(client, b"a")
        drops += len(slow)
        for client in select.select(list(open_ones), [], [], 0.1)[0]:
            open_ones.remove(client)
            seconds = time.monotonic() - begin
            answer = drain(client)
            if answer.status not in (0, 408) or not REQUEST - 1 < seconds < REQUEST + LATE:
                complain(f"half a request is answered after {seconds:.1f} s: {answer}")
        if time.monotonic() > begin + REQUEST + SOON:
            raise TimeoutError(f"{len(open_ones)} connections are open after {REQUEST + SOON} s")
    program.healthy()
    if program.changes() != before:
        complain(f"before {before}, after {program.changes()}")
    return f"closed after {seconds:.1f} s, in spite of {drops} single bytes"


def descriptors(program, complain):
    """No descriptor is left: the inspector cannot take a connection, and must wait without work."""
    # The inspector tries again after a second: the window has such tries in it.
    limit, window = 40, 3
    other = program.another(prepare=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
    with other:
        other.healthy()
        before = other.descriptors()
        clients = [other.connect() for _ in range(limit + MOST // 2)]
        wait(lambda: len(other.descriptors()) >= limit, what="that the descriptors are used up")
        other.press()
        # No wait, but the time over which the work is measured. It is shorter than the 5 s of these connections.
        used = other.processor_seconds()
        time.sleep(window)
        used = other.processor_seconds() - used
        if len(other.descriptors()) < limit:
            complain("the descriptors were not used up for long enough")
        if used > window / 10:
            complain(f"without descriptors, the program works {used:.2f} of {window} s while nothing happens")
        other.press()
        for client in clients:
            client.close()
        begin = time.monotonic()
        other.healthy()
        if time.monotonic() > begin + LATE:
            complain(f"the next request took {time.monotonic() - begin:.1f} s")
        wait(lambda: other.descriptors() == before, what="that every connection is closed")
        if other.end() != 0:
            complain(f"the program ended with {other.process.returncode}")
    return f"{limit} descriptors, {used:.2f} of {window} s of a processor"


def killed(program, complain):
    """The program is killed while clients are connected."""
    with program.another() as other:
        other.healthy()
        clients = [other.connect() for _ in range(20)]
        for index, client in enumerate(clients):
            send(client, (b"", b"GET", other.message("/api/overview")[:-2])[index % 3])
        busy = other.connect(buffer=2048)
        send(busy, other.message("/census.json"))
        other.kill()
        for client in clients:
            answer = drain(client, LATE)
            if answer.data:
                complain(f"half a request is answered: {answer}")
        drain(busy, LATE)
        try:
            other.connect().close()
            complain("something still listens")
        except ConnectionRefusedError:
            pass
    return f"{len(clients) + 1} clients"
