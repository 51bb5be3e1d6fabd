#!/usr/bin/env python3
"""Runs the linked bus on a real nats-server, with several processes that are killed, and a network that fails.

    Tests/NATS/soak.py [--program FILE] [--events N] [--seconds S] [--scenario NAME]... [--json FILE] [--keep DIR]

The program is `Tests/NATS/Soak`; build it before: `swift build -c release --package-path Tests/NATS/Soak`. Two
publishers store the events, and two groups of two members each handle all of them. The scenarios:

    plain    nothing fails
    kills    about every second a member, a publisher or the server is killed (SIGKILL) and started again
    proxy    all connections go through a proxy that stalls, resets, and drops one direction, for 10 s each

In `kills` and `proxy` the publishers take at least `--seconds`, so that enough fails; 20 and 58 by default.

The checks read the logs of the processes, which outlive a kill, and the stream itself, with a client of their own:

- An event whose publication was confirmed is in the stream once, and each group has handled it.
- The stream has the events of each sender in order, also when a new process goes on for a killed one.
- Each process of a group gets first deliveries in the order of the stream. Later deliveries are marked. But a killed
  server forgets its last deliveries, or even all deliveries of a group, and makes them anew as first ones; those are
  counted as “unmarked”. So does a server before 2.10.14 when a member is lost while the server delivers again
  (nats-server, pull request 5305).
- No publication is refused, and a lost connection is noticed within 10 s.

Counts of killed processes are those of their last report, at most 0.1 s before the kill.

Exit status: 0 if all promises were kept, 1 if a tool is missing, 2 if a promise was broken.
"""

import argparse
import json
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import jetstream
import soak_checks

FOLDER = pathlib.Path(__file__).resolve().parent
STREAM = "soak_durable_soak-order"
SENDERS, GROUPS = (1, 2), ("a", "b")
SECONDS = {"plain": 0, "kills": 20, "proxy": 58}
COLUMNS = ("events", "confirmed", "stored", "stored twice", "lost", "handled by a", "handled by b", "redelivered",
           "handled again", "unmarked", "published again", "recognised", "refused", "faults", "disorder", "seconds",
           "events/s")
# The longest time for a scenario, after which it counts as stuck.
LIMIT = 900
FAULT, WORK = 10, 4


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


class Run:
    """One scenario."""

    def __init__(self, name, options, folder):
        self.name, self.options, self.folder = name, options, folder
        self.program = options.program
        self.random = random.Random(options.seed)
        self.per_sender = options.events // len(SENDERS)
        seconds = SECONDS[name] if options.seconds is None or name == "plain" else options.seconds
        self.rate = max(1, int(self.per_sender / seconds)) if seconds else 0
        self.tally = soak_checks.Tally(name, SENDERS, self.per_sender)
        self.tally.counts["events"] = self.per_sender * len(SENDERS)
        self.server = Server(folder)
        self.proxy = None
        self.url = f"nats://127.0.0.1:{self.server.port}"
        self.current, self.past = {}, []
        self.kills = {"member": [], "publisher": [], "server": []}
        self.faults = []
        self.next_kill = time.time() + 2
        self.fault_mode, self.next_fault = None, None

    # The processes

    def start_proxy(self):
        self.proxy = subprocess.Popen(
            [sys.executable, FOLDER / "proxy.py", str(self.server.port)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.url = f"nats://127.0.0.1:{self.proxy.stdout.readline().strip()}"
        self.next_fault = time.time() + WORK

    def start(self, name):
        number = sum(1 for child in self.past if child.name == name) + 1
        kind, key = name.split("-")
        if kind == "publisher":
            arguments = ["publisher", "--sender", key, "--from", "0", "--to", str(self.per_sender),
                         "--rate", str(self.rate)]
            log = self.folder / f"{name}.log"
        else:
            arguments = ["member", "--group", key[0]]
            log = self.folder / f"{name}-{number}.log"
            log.touch()
        self.current[name] = Child(self, name, number, arguments, log)

    def publishers(self):
        return [name for name in self.current if name.startswith("publisher")]

    def retire(self, name):
        self.past.append(self.current.pop(name))

    def collect(self):
        """Notices processes that have ended by themselves."""
        for name, child in list(self.current.items()):
            status = child.status()
            if status is None:
                continue
            self.tally.expect(status == 0 and name.startswith("publisher"), f"{name} ended by itself: {status}")
            self.retire(name)

    # What fails

    def kill_something(self):
        """Kills one process and starts it again. The server gets a few seconds to read its store."""
        now = time.time()
        if now < self.next_kill:
            return
        self.next_kill = now + self.random.uniform(0.8, 1.2)
        kinds = ["member", "member"] + ["publisher", "publisher"] * bool(self.publishers())
        if not self.kills["server"] or now - self.kills["server"][-1] > 5:
            kinds += ["server", "server"]
        kind = self.random.choice(kinds)
        if kind == "server":
            self.server.kill()
            for group in self.server.empty_positions():
                self.tally.notes.append(f"the killed server has lost the position of group {group}")
            self.server.start()
        else:
            name = self.random.choice([name for name in self.current if name.startswith(kind)])
            self.current[name].kill()
            self.retire(name)
            self.start(name)
        self.kills[kind].append(now)

    def fail_network(self):
        now = time.time()
        if now < self.next_fault:
            return
        kinds = ["stall", "reset", "half-up", "half-down"]
        if self.fault_mode:
            return self.end_fault()
        self.fault_mode = (kinds[len(self.faults) % len(kinds)], now)
        self.command(self.fault_mode[0])
        self.next_fault = now + FAULT

    def end_fault(self):
        self.command("work")
        self.faults.append((*self.fault_mode, time.time()))
        self.fault_mode = None
        self.next_fault = time.time() + WORK

    def command(self, mode):
        self.proxy.stdin.write(mode + "\n")
        self.proxy.stdin.flush()

    # The phases

    def run(self):
        self.tally.server = self.server.version()
        if self.name == "proxy":
            self.start_proxy()
        begin = time.monotonic()
        for name in [f"member-{group}{place}" for group in GROUPS for place in (1, 2)]:
            self.start(name)
        for sender in SENDERS:
            self.start(f"publisher-{sender}")
        self.publish(begin)
        self.drain(begin)
        seconds = time.monotonic() - begin
        faults = sum(map(len, self.kills.values())) + len(self.faults)
        self.tally.counts.update(
            {"faults": faults, "seconds": round(seconds, 1),
             "events/s": round(self.tally.counts["events"] / seconds)})
        self.end_members()
        self.check()
        return self.tally

    def fail(self):
        """Lets the next thing fail, when it is time."""
        if self.name == "kills":
            self.kill_something()
        if self.name == "proxy":
            self.fail_network()

    def publish(self, begin):
        """Waits until the publishers have ended. Something always fails meanwhile."""
        told = 0
        while self.publishers():
            time.sleep(0.05)
            self.collect()
            if self.publishers():
                self.fail()
            if time.monotonic() - told > 3:
                told = time.monotonic()
                self.tell("publishing")
            if time.monotonic() - begin > LIMIT:
                self.tally.expect(False, f"the publishers are stuck after {LIMIT} s")
                break

    def tell(self, phase):
        """Prints how far the scenario is."""
        try:
            client = self.server.client(within=0)
            state = client.request(f"STREAM.INFO.{STREAM}").get("state", {}).get("messages", 0)
            client.close()
        except OSError:
            state = "?"
        say(f"{self.name}: {phase}: {state} stored {self.what_failed()}")

    def what_failed(self):
        kills = ", ".join(f"{len(times)} {kind}" for kind, times in self.kills.items() if times)
        return f"(killed: {kills})" if kills else f"({self.fault_mode[0]})" if self.fault_mode else ""

    def left(self):
        """Returns for each group how many events it has not got yet, and how many it has not acknowledged."""
        client = self.server.client()
        left = {}
        for group in GROUPS:
            answer = client.request(f"CONSUMER.INFO.{STREAM}.{group}")
            left[group] = answer.get("num_pending", -1), answer.get("num_ack_pending", -1)
        client.close()
        return left

    def drain(self, begin):
        """Waits until both groups have handled everything. Something fails until a tenth is left."""
        told, left = 0, {}
        while True:
            self.collect()
            try:
                left = self.left()
            except OSError:
                left = {}
            most = max((sum(counts) for counts in left.values()), default=0)
            if left and most == 0:
                return
            if most > self.tally.counts["events"] / 10:
                self.fail()
            elif self.fault_mode:
                self.end_fault()
            if time.monotonic() - told > 3:
                told = time.monotonic()
                say(f"{self.name}: handling; left and unacknowledged: {left} {self.what_failed()}")
            if time.monotonic() - begin > LIMIT:
                return self.tally.expect(False, f"the groups are stuck with {left}")
            time.sleep(0.1)

    def end_members(self):
        for child in self.current.values():
            child.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 10
        for name, child in list(self.current.items()):
            try:
                child.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.tally.expect(False, f"{name} did not end in 10 s")
                child.kill()
            self.tally.expect(child.status() == 0, f"{name} ended with {child.status()}")
            self.retire(name)

    def check(self):
        say(f"{self.name}: checking")
        tally = self.tally
        client = self.server.client()
        stored = soak_checks.check_stream(tally, client, STREAM)
        client.close()
        logs = {sender: self.folder / f"publisher-{sender}.log" for sender in SENDERS}
        confirmed = soak_checks.check_confirmed(tally, logs, stored)
        for group in GROUPS:
            members = [child for child in self.past if child.name.startswith(f"member-{group}")]
            soak_checks.check_group(tally, group, members, confirmed, stored, self.kills["server"])
        soak_checks.check_reports(tally, self.past, self.faults)
        tally.kills = {kind: len(times) for kind, times in self.kills.items()}

    def clean(self):
        for child in self.current.values():
            child.kill()
        if self.proxy:
            self.proxy.kill()
            self.proxy.wait()
        self.server.kill()


def print_table(tallies):
    rows = [("", *(tally.name for tally in tallies))]
    rows += [(column, *(f"{tally.counts.get(column, 0):,}" for tally in tallies)) for column in COLUMNS]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        print(row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:])), sep="  ")
    for tally in tallies:
        kills = ", ".join(f"{count} {kind}s" for kind, count in tally.kills.items() if count)
        if kills:
            print(f"{tally.name}: killed {kills}")
        for kind, times in tally.noticed.items():
            print(f"{tally.name}: {kind} noticed by {len(times)} connections after {times[0]:.1f} to {times[-1]:.1f} s")
        for note in tally.notes:
            print(f"{tally.name}: {note}")
        for promise in tally.broken:
            print(f"{tally.name}: BROKEN: {promise}")


def print_problems(tally):
    for problem, count in sorted(tally.problems.items(), key=lambda pair: -pair[1])[:20]:
        say(f"{tally.name}: {count} times: {problem}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=FOLDER / "Soak/.build/release/soak", help="the program `soak`")
    parser.add_argument("--events", type=int, default=20_000, help="the events of each scenario, of both publishers")
    parser.add_argument("--seconds", type=float, help="the least time for publishing in `kills` and `proxy`")
    parser.add_argument("--scenario", action="append", choices=list(SECONDS), help="only this scenario")
    parser.add_argument("--seed", type=int, default=1, help="decides what is killed when")
    parser.add_argument("--json", help="writes the counts to this file; - is the standard output, without a table")
    parser.add_argument("--keep", type=pathlib.Path, help="keeps logs and stores in this new folder")
    return parser.parse_args()


def main():
    options = arguments()
    if not shutil.which("nats-server"):
        sys.exit(missing("needs nats-server; on Debian: apt-get install nats-server libnats-dev"))
    if not pathlib.Path(options.program).exists():
        sys.exit(missing(f"needs {options.program}: swift build -c release --package-path Tests/NATS/Soak"))
    # Ends as by an interrupt, so that everything that was started ends too.
    signal.signal(signal.SIGTERM, signal.getsignal(signal.SIGINT))
    tallies = []
    with tempfile.TemporaryDirectory(prefix="switchboard-soak.") as temporary:
        for name in options.scenario or SECONDS:
            folder = (options.keep or pathlib.Path(temporary)) / name
            folder.mkdir(parents=True)
            run = Run(name, options, folder)
            try:
                tallies.append(run.run())
            except OSError as error:
                sys.exit(broken(f"{name}: {error}"))
            finally:
                run.clean()
            print_problems(tallies[-1])
            if not options.keep:
                shutil.rmtree(folder)
    if options.json != "-":
        print_table(tallies)
    if options.json:
        text = json.dumps([report(tally) for tally in tallies], indent=2) + "\n"
        sys.stdout.write(text) if options.json == "-" else pathlib.Path(options.json).write_text(text)
    sys.exit(2 if any(tally.broken for tally in tallies) else 0)


def report(tally):
    return {"scenario": tally.name, **tally.counts, "kills": tally.kills, "notes": tally.notes, "broken": tally.broken,
            "noticed": {kind: list(times) for kind, times in tally.noticed.items()}, "problems": tally.problems}


def missing(text):
    print(f"soak: {text}", file=sys.stderr)
    return 1


def broken(text):
    print(f"soak: {text}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    main()
