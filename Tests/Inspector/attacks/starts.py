"""Attacks on the start of an inspector, and on what it shares with the rest of the program.

Each function returns a note, and complains in sentences.
"""

import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import tempfile

from program import Failed, wait

GOES_ON = "The program runs without an inspector."
# What the program starts with, and what each line of the input adds.
START = ["Please log in", "Press return to log everybody in, control-D to end."]
CLOSE_ON_EXEC = 0o2000000
# A library that the system loads into the program, and that starts a child when the program ends. The child names its
# descriptors and variables.
CHILD = r"""
#include <stdlib.h>
__attribute__((constructor)) static void begin(void) { unsetenv("LD_PRELOAD"); }
__attribute__((destructor)) static void end(void) {
  system("exec >&2; for name in /proc/$$/fd/*; do echo \"child: $name $(readlink $name)\"; done;"
         "env | sed 's/^/child: variable /'; grep SigIgn /proc/$$/status | sed 's/^/child: /'");
}
"""


def refused(program, complain, address, environment=None):
    """Starts a program whose inspector cannot start. It says so in one sentence, and does everything else."""
    other = program.another(address=address, environment=environment)
    try:
        other.press()
        status = other.end()
    except (OSError, Failed) as error:
        complain(f"{address[:60]}: {error}, {other.err}")
        return
    finally:
        other.kill()
    if status != 0 or sorted(other.out[:2]) != sorted(START) or len(other.out) != 8:
        complain(f"{address[:60]}: status {status}, output {other.out}")
    if len(other.err) != 1 or not other.err[0].startswith("switchboard: ") or not other.err[0].endswith(GOES_ON):
        complain(f"{address[:60]}: says {other.err}")


def addresses(program, complain):
    """Addresses that are in use, no addresses, and ones that other machines could reach."""
    tries = [
        f"127.0.0.1:{program.port}", f"localhost:{program.port}", f"0.0.0.0:{program.port}", "0.0.0.0:0", "[::]:0",
        "192.0.2.1:0", "[2001:db8::1]:0", "[::ffff:127.0.0.1]:0", "nonsense", "127.0.0.1", "127.0.0.1:",
        "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:0x10", ":0", "evil.example:0", "[::1:0", "::1:0", "127.1:0", " ",
        "unix:", "unix:" + "/tmp" * 40, "unix:/nonexistent/inspector", "unix:/proc/inspector",
    ]
    if os.geteuid() != 0:
        # Where the system keeps low ports for root.
        if int(pathlib.Path("/proc/sys/net/ipv4/ip_unprivileged_port_start").read_text(encoding="utf-8")) > 1:
            tries.append("127.0.0.1:1")
    for address in tries:
        refused(program, complain, address)
    nothing = program.another(address="")
    nothing.press()
    if nothing.end() != 0 or nothing.err:
        complain(f"an empty variable: status {nothing.process.returncode}, {nothing.err}")
    nothing.kill()
    return f"{len(tries)} addresses"


def sockets(program, complain):
    """A Unix socket: for one user only, not taken from another program, but taken over from one that was killed."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        path = pathlib.Path(folder) / "socket"
        address = f"unix:{path}"
        modes = set()
        for _ in range(8):
            path.unlink(missing_ok=True)
            watched = program.another(address=address, prepare=lambda: os.umask(0))
            while not watched.err and watched.process.poll() is None:
                try:
                    modes.add(stat.filemode(os.stat(path).st_mode))
                except FileNotFoundError:
                    pass
            watched.kill()
        if modes != {"srw-------"}:
            complain(f"with umask 0, the socket has one after the other the modes {', '.join(sorted(modes))}")
        if not path.exists():
            complain("the socket of a killed program is gone; this attack needs it")
        first = program.another(address=address)
        with first:
            if stat.filemode(path.stat().st_mode) != "srw-------":
                complain(f"the mode after a stale socket is {stat.filemode(path.stat().st_mode)}")
            first.healthy()
            if first.ask("/api/overview", token=False).status != 401:
                complain("the socket needs no token")
            refused(program, complain, address)
            first.healthy()
        path.unlink(missing_ok=True)
        for name, make in {"a file": path.touch, "a pipe": lambda: os.mkfifo(path), "a folder": path.mkdir}.items():
            make()
            refused(program, complain, address)
            if not path.exists():
                complain(f"{name} at the address of the socket is deleted")
            if path.is_dir():
                path.rmdir()
            else:
                path.unlink()
        busy(program, complain, path)
    return f"mode {', '.join(sorted(modes))}"


def busy(program, complain, path):
    """Something listens at the path, but takes no connection any more: the program must not wait for it."""
    clients = []
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))
        server.listen(0)
        try:
            while len(clients) < 100:
                clients.append(socket.socket(socket.AF_UNIX))
                clients[-1].setblocking(False)
                clients[-1].connect(str(path))
        except BlockingIOError:
            pass
        refused(program, complain, f"unix:{path}")
        for client in clients:
            client.close()


def bursts(program, complain):
    """Two bursts at a time, and a burst while the program records a trace of its own."""
    answers = [program.ask("/api/burst", "POST", body=b'{"milliseconds":300}') for _ in range(3)]
    if [answer.status for answer in answers] != [202, 409, 409] or not answers[1].error:
        complain(f"bursts at a time: {answers}")
    wait(lambda: program.ask("/api/burst").json["state"] == "done", what="that the burst is done")
    program.record(1, 1)
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        path = pathlib.Path(folder) / "own.pftrace"
        with program.another(environment={"SWITCHBOARD_TRACE": str(path)}) as other:
            other.press()
            answer = other.ask("/api/burst", "POST")
            if answer.status != 409 or "SWITCHBOARD_TRACE" not in (answer.error or ""):
                complain(f"a burst during a trace: {answer}")
            if other.ask("/api/burst").json["state"] != "none":
                complain(f"after the refusal: {other.ask('/api/burst')}")
            other.healthy()
            if other.end() != 0:
                complain(f"the program ended with {other.process.returncode}")
        count = packets(path.read_bytes(), complain)
    return f"{count} packets in the trace"


def packets(data, complain):
    """Counts the packets of a trace. Each is field 1 of a message: a tag, a length, and so many bytes."""
    count = at = 0
    while at < len(data):
        if data[at] != 0x0A:
            complain(f"byte {at} of the trace begins no packet")
            break
        at, shift, length = at + 1, 0, 0
        while at < len(data):
            length |= (data[at] & 0x7F) << shift
            shift, at = shift + 7, at + 1
            if data[at - 1] < 0x80:
                break
        at, count = at + length, count + 1
    if at > len(data):
        complain(f"the last packet of the trace is cut by {at - len(data)} bytes")
    marks = data.count(b"switchboard.trace/1")
    if marks != 1 or count < 50 or b"Screens.swift" not in data:
        complain(f"the trace has {count} packets, and the mark of its format {marks} times")
    return count


def compiler():
    return next(filter(None, map(shutil.which, ("cc", "clang", "gcc"))), None)


def children(program, complain):
    """A child of the program has neither its sockets nor the variable, and takes signals as ever."""
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        source, library = pathlib.Path(folder) / "child.c", pathlib.Path(folder) / "child.so"
        source.write_text(CHILD, encoding="utf-8")
        subprocess.run([compiler(), "-shared", "-fPIC", "-o", library, source], check=True, timeout=60)
        found = {}
        for address in (None, "127.0.0.1:0"):
            other = program.another(address=address, environment={"LD_PRELOAD": str(library)})
            try:
                if address:
                    other.listen()
                    with other.connect() as client:
                        client.sendall(b"GET ")
                        wait(lambda: sum("socket:" in target for target in other.descriptors().values()) == 2,
                             what="that the client is connected")
                        inherited(other, complain)
                        other.end()
                else:
                    other.end()
                found[address] = [line for line in other.err if line.startswith("child: ")]
            finally:
                other.kill()
    with_inspector, without = found["127.0.0.1:0"], found[None]
    if not any("variable PATH=" in line for line in without):
        complain(f"the program has started no child; this attack needs one: {without}")
    for line in with_inspector:
        if "SWITCHBOARD_INSPECTOR" in line or "socket:" in line or "eventpoll" in line:
            complain(line)
    ignored = [next((line for line in lines if "SigIgn" in line), "?") for lines in (without, with_inspector)]
    if ignored[0] != ignored[1]:
        complain(f"ignored signals of a child: {' '.join(ignored[1].split()[1:])}, without an inspector"
                 f" {' '.join(ignored[0].split()[1:])}")
    return f"{len(with_inspector)} lines of a child"


def inherited(program, complain):
    """Complains of each descriptor that a child would have: a socket that listens, a connection, a queue of events."""
    for number, target in sorted(program.descriptors().items()):
        if number <= 2:
            continue
        text = pathlib.Path(f"/proc/{program.process.pid}/fdinfo/{number}").read_text(encoding="utf-8")
        if not int(re.search(r"^flags:\s+(\d+)", text, re.MULTILINE)[1], 8) & CLOSE_ON_EXEC:
            complain(f"descriptor {number}, {re.sub('[0-9]+', 'N', target)}, stays open in children")
