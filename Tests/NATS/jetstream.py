"""A very small client of nats-server, for checks that must not depend on the library that they check."""

import json
import socket


class Client:
    """One connection. Any failure raises OSError."""

    def __init__(self, port, timeout=5):
        self.sock = socket.create_connection(("127.0.0.1", port), timeout)
        self.file = self.sock.makefile("rb", 1 << 20)
        self.replies = 0
        self.version = tuple(map(int, json.loads(self.line()[5:])["version"].split("-")[0].split(".")))
        self.send(b'CONNECT {"verbose":false,"headers":true,"no_responders":true}\r\nSUB _INBOX.soak.* 1\r\nPING\r\n')
        while not self.line().startswith(b"PONG"):
            pass

    def close(self):
        self.file.close()
        self.sock.close()

    def send(self, data):
        self.sock.sendall(data)

    def line(self):
        line = self.file.readline()
        if not line:
            raise ConnectionError("the server closed the connection")
        if line.startswith(b"-ERR"):
            raise ConnectionError(line.decode())
        if line.startswith(b"PING"):
            self.send(b"PONG\r\n")
        return line

    def message(self):
        """Returns the address for an answer, the headers and the data of the next message."""
        while True:
            words = self.line().split()
            if words and words[0] in (b"MSG", b"HMSG"):
                total = int(words[-1])
                headers = int(words[-2]) if words[0] == b"HMSG" else 0
                body = self.file.read(total + 2)
                parts = len(words) - (2 if words[0] == b"HMSG" else 1)
                return words[3] if parts == 4 else b"", body[:headers], body[headers:total]

    def ask(self, subject, body):
        self.replies += 1
        data = json.dumps(body).encode()
        self.send(f"PUB {subject} _INBOX.soak.{self.replies} {len(data)}\r\n".encode() + data + b"\r\n")

    def request(self, subject, body=None):
        """Returns the answer of the management."""
        self.ask("$JS.API." + subject, body or {})
        _, headers, data = self.message()
        if not data:
            raise ConnectionError(f"no answer to {subject}: {headers}")
        return json.loads(data)

    def stored(self, stream):
        """Yields the sequence number and the identity of each message of a stream."""
        count = self.request(f"STREAM.INFO.{stream}")["state"]["messages"]
        config = {"durable_name": "check", "deliver_policy": "all", "ack_policy": "none", "headers_only": True}
        answer = self.request(f"CONSUMER.DURABLE.CREATE.{stream}.check", {"stream_name": stream, "config": config})
        if "error" in answer:
            raise ConnectionError(answer["error"])
        asked = 0
        for index in range(count):
            if index == asked:
                batch = min(4096, count - asked)
                self.ask(f"$JS.API.CONSUMER.MSG.NEXT.{stream}.check", {"batch": batch, "no_wait": True})
                asked += batch
            reply, headers, _ = self.message()
            if not reply:
                raise ConnectionError(f"the stream ends after {index} of {count} messages: {headers}")
            start = headers.index(b"Nats-Msg-Id:") + 12
            identity = headers[start : headers.index(b"\r", start)].strip().decode()
            yield int(reply.split(b".")[5]), identity
