#!/usr/bin/env python3
"""A TCP proxy on the loopback that has faults on command.

    Tests/NATS/proxy.py TARGET_PORT

Prints the port on which it listens, and then reads commands from the standard input, one a line:

    work         forwards everything
    stall        forwards nothing and reads nothing, also on new connections, until `work`
    reset        resets every connection (RST), and each new one after a fraction of a second
    half-up      drops what clients send; new connections are accepted and never answered
    slow N       forwards N bytes per second at most in each direction of each connection
    half-down    drops what the server sends; new connections are accepted and never answered

A connection that has dropped bytes stays broken after `work`, because a real connection never skips bytes: its client
has to notice. The end of the standard input ends the proxy.
"""

import random
import selectors
import socket
import struct
import sys
import time

CHUNK = 256 << 10
# The bytes that may wait for a slow receiver before the proxy reads no more from the sender.
MOST_WAITING = 1 << 20


class Side:
    """One of the two sockets of a pair, with the bytes that wait to be written to it."""

    def __init__(self, pair, sock):
        self.pair, self.sock = pair, sock
        self.other = None
        self.waiting = bytearray()
        self.drops = False  # What this side sends is dropped.
        self.events = 0
        self.allowed = 0  # The bytes that a slow line may still carry to this side.
        self.has_ended = False


class Proxy:
    """All connections, and the present fault."""

    def __init__(self, target):
        self.target = target
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ, None)
        self.pairs = set()
        self.mode, self.rate, self.refilled = "work", None, time.monotonic()

    def run(self):
        sys.stdin = open(0, "rb", buffering=0)
        self.selector.register(sys.stdin, selectors.EVENT_READ, "commands")
        while True:
            for key, events in self.selector.select(0.05):
                if key.data == "commands":
                    line = sys.stdin.readline().decode().strip()
                    if not line:
                        return
                    self.enter(line)
                elif key.data is None:
                    self.accept()
                elif key.data.pair in self.pairs:
                    self.serve(key.data, events)
            now = time.monotonic()
            if self.rate:
                self.refill(now)
            for pair in [pair for pair in self.pairs if pair.reset_at and pair.reset_at <= now]:
                self.close(pair, reset=True)

    def refill(self, now):
        """Lets a slow line carry what it can since the last time, but not what it could have carried long before."""
        share = self.rate * min(now - self.refilled, 0.2)
        self.refilled = now
        for pair in self.pairs:
            for side in pair.sides():
                side.allowed = min(side.allowed + share, self.rate * 0.2)
            self.watch(pair)

    def enter(self, mode):
        if mode.startswith("slow "):
            self.mode, self.rate = "work", int(mode[5:])
            return
        self.mode = mode
        for pair in list(self.pairs):
            if mode == "reset":
                self.close(pair, reset=True)
                continue
            pair.reset_at = None
            pair.client.drops |= mode == "half-up"
            if pair.server:
                pair.server.drops |= mode == "half-down"
            elif mode == "work" and not pair.is_mute:
                self.connect(pair)
            self.watch(pair)

    def accept(self):
        sock, _ = self.listener.accept()
        pair = Pair(sock)
        self.pairs.add(pair)
        if self.mode == "reset":
            pair.reset_at = time.monotonic() + random.uniform(0.2, 0.8)
        if self.mode in ("work", "reset"):
            self.connect(pair)
        pair.is_mute = self.mode.startswith("half")
        if pair in self.pairs:
            self.watch(pair)

    def connect(self, pair):
        try:
            pair.add_server(socket.create_connection(("127.0.0.1", self.target), 1))
        except OSError:
            self.close(pair, reset=True)

    def watch(self, pair):
        """Reads and writes what the present fault allows."""
        for side in pair.sides():
            events = 0
            if self.mode != "stall" or pair.is_mute:
                if not side.has_ended and (side.other is None or len(side.other.waiting) < MOST_WAITING):
                    events |= selectors.EVENT_READ
                if side.waiting and (not self.rate or side.allowed >= 1):
                    events |= selectors.EVENT_WRITE
            if side.other is None and not pair.is_mute:
                events = 0  # The server's side comes later.
            if events == side.events:
                continue
            if side.events == 0:
                self.selector.register(side.sock, events, side)
            elif events == 0:
                self.selector.unregister(side.sock)
            else:
                self.selector.modify(side.sock, events, side)
            side.events = events

    def serve(self, side, events):
        try:
            if events & selectors.EVENT_WRITE:
                sent = side.sock.send(side.waiting[: int(side.allowed)] if self.rate else side.waiting)
                side.allowed -= sent
                del side.waiting[:sent]
            if events & selectors.EVENT_READ:
                data = side.sock.recv(CHUNK)
                if not data:
                    side.has_ended = True
                elif side.other and not side.drops:
                    self.forward(data, side.other)
        except BlockingIOError:
            pass
        except OSError:
            return self.close(side.pair, reset=True)
        ended = [one for one in side.pair.sides() if one.has_ended and not (one.other and one.other.waiting)]
        if ended:
            return self.close(side.pair)
        self.watch(side.pair)

    def forward(self, data, side):
        sent = 0
        if not side.waiting and not self.rate:
            try:
                sent = side.sock.send(data)
            except BlockingIOError:
                pass
        if sent < len(data):
            side.waiting += data[sent:]

    def close(self, pair, reset=False):
        self.pairs.discard(pair)
        for side in pair.sides():
            if side.events:
                self.selector.unregister(side.sock)
            if reset:
                # Without lingering, the operating system sends RST.
                side.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            side.sock.close()


class Pair:
    """A connection of a client, and the connection to the server that belongs to it."""

    def __init__(self, sock):
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.client, self.server = Side(self, sock), None
        self.reset_at = None
        self.is_mute = False  # Nobody ever answers.

    def add_server(self, sock):
        sock.setblocking(False)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.server = Side(self, sock)
        self.client.other, self.server.other = self.server, self.client

    def sides(self):
        return [side for side in (self.client, self.server) if side]


def main():
    proxy = Proxy(int(sys.argv[1]))
    print(proxy.listener.getsockname()[1], flush=True)
    proxy.run()


if __name__ == "__main__":
    main()
