"""The scenarios of soak.py: starts the processes, kills and disturbs them, and checks the outcome."""

import pathlib
import random
import signal
import subprocess
import sys
import time

import soak_bend
import soak_checks
from soak_disk import Disk, FullDisk
from soak_processes import Child, Cluster, Server, say

FOLDER = pathlib.Path(__file__).resolve().parent
STREAM = "soak_durable_soak-order"
SENDERS, GROUPS = (1, 2), ("a", "b")
SECONDS = {"plain": 0, "kills": 20, "proxy": 58, "slow": 0, "disk": 10, "cluster": 40, "bend": 30, "unbent": 30}
USUAL = ("plain", "kills", "proxy", "slow", "disk")
SLOW_EVENTS, SLOW_BYTES, SLOW_RATE = 400, 100_000, 1_000_000
# The longest time for a scenario, after which it counts as stuck.
LIMIT = 900
FAULT, WORK = 10, 4


class Run:
    """One scenario."""

    def __init__(self, name, options, folder):
        self.name, self.options, self.folder = name, options, folder
        self.program = options.program
        self.random = random.Random(options.seed)
        self.per_sender = (SLOW_EVENTS if name == "slow" else options.events) // len(SENDERS)
        seconds = SECONDS[name] if options.seconds is None or not SECONDS[name] else options.seconds
        self.rate = max(1, int(self.per_sender / seconds)) if seconds else 0
        self.tally = soak_checks.Tally(name, SENDERS, self.per_sender)
        if name in ("cluster", "disk"):
            self.tally.in_order = SENDERS[:1]
        self.tally.counts["events"] = self.per_sender * len(SENDERS)
        self.disk = Disk(folder / "store") if name == "disk" else None
        self.server = Cluster(folder) if name == "cluster" else Server(folder, self.disk)
        self.proxy, self.full_disk = None, FullDisk(self)
        self.url = self.server.url
        self.current, self.past = {}, []
        self.kills = {"member": [], "publisher": [], "server": []}
        self.faults = []
        self.next_kill = time.time() + 2
        self.bend = soak_bend.Bend(self)
        self.fault_mode, self.next_fault = None, None
        self.last_stored = 0

    # The processes

    def start_proxy(self):
        self.proxy = subprocess.Popen(
            [sys.executable, FOLDER / "proxy.py", str(self.server.port)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True)
        self.url = f"nats://127.0.0.1:{self.proxy.stdout.readline().strip()}"
        self.next_fault = time.time() + WORK
        if self.name == "slow":
            self.command(f"slow {SLOW_RATE}")

    def start(self, name):
        number = sum(1 for child in self.past if child.name == name) + 1
        kind, key = name.split("-")
        if kind.startswith("ill"):
            return self.bend.start(name, number)
        if kind == "publisher":
            arguments = ["publisher", "--sender", key, "--from", "0", "--to", str(self.per_sender),
                         "--rate", str(self.rate)]
            log = self.folder / f"{name}.log"
            if self.name == "slow":
                arguments += ["--bytes", str(SLOW_BYTES)]
            if self.tally.in_order != SENDERS and int(key) in self.tally.in_order:
                arguments += ["--unconfirmed", "1"]
        else:
            arguments = ["member", "--group", key[0]]
            log = self.folder / f"{name}-{number}.log"
            log.touch()
        if self.name == "cluster":
            arguments += ["--replicas", "3"]
        self.current[name] = Child(self, name, number, arguments, log)

    def publishers(self):
        return [name for name in self.current if name.startswith("publisher")]

    def retire(self, name):
        self.past.append(self.current.pop(name))

    def collect(self):
        """Notices processes that have ended by themselves."""
        for name, child in list(self.current.items()):
            status = child.status()
            if status is None or self.bend.has_crashed(name, status):
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
            self.kill_server()
        else:
            name = self.random.choice([name for name in self.current if name.startswith(kind)])
            self.current[name].kill()
            self.retire(name)
            self.start(name)
            self.kills[kind].append(now)

    def kill_server(self):
        self.kills["server"].append(time.time())
        for group in self.server.restart():
            self.tally.notes.append(f"the killed server has lost the position of group {group}")

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
        if self.name in ("proxy", "slow"):
            self.start_proxy()
        begin = time.monotonic()
        members = [f"member-{group}{place}" for group in GROUPS for place in (1, 2)]
        publishers = [f"publisher-{sender}" for sender in SENDERS]
        # On a slow network, all events wait for the members, so that requests meet as much as they can.
        first, later = (publishers, members) if self.name == "slow" else (members + publishers, [])
        for name in first + (soak_bend.PROCESSES if self.name == "bend" else []):
            self.start(name)
        self.publish(begin)
        for name in later:
            self.start(name)
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
        if self.name in ("kills", "cluster", "bend", "unbent"):
            self.kill_something()
        if self.name in ("bend", "unbent"):
            self.bend.step()
        if self.name == "proxy":
            self.fail_network()
        if self.name == "disk":
            self.full_disk.step()

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
        say(f"{self.name}: {phase}: {self.stored()} stored {self.what_failed()}")

    def stored(self):
        """Returns how many events the stream has, as far as the server says so."""
        try:
            client = self.server.client(within=0)
            self.last_stored = client.request(f"STREAM.INFO.{STREAM}").get("state", {}).get("messages", 0)
            client.close()
        except OSError:
            pass
        return self.last_stored

    def what_failed(self):
        kills = ", ".join(f"{len(times)} {kind}" for kind, times in self.kills.items() if times)
        return f"(killed: {kills})" if kills else f"({self.fault_mode[0]})" if self.fault_mode else ""

    def left(self):
        """Returns for each group how many events it has not got yet, and how many it has not acknowledged; -1 for a
        group that was deleted and is not made again yet."""
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
            if left and all(counts == (0, 0) for counts in left.values()):
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
        self.bend.measure()
        for child in self.current.values():
            child.process.send_signal(signal.SIGTERM)
        deadline = time.monotonic() + 10
        for name, child in list(self.current.items()):
            try:
                child.process.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                self.tally.expect(False, f"{name} did not end in 10 s")
                child.kill()
            ended_well = child.status() == 0 or name.startswith("ill")
            self.tally.expect(ended_well, f"{name} ended with {child.status()}")
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
            forgotten = self.kills["server"] + self.bend.removals[group]
            soak_checks.check_group(tally, group, members, confirmed, stored, forgotten)
        soak_checks.check_reports(tally, self.past, self.faults)
        if self.name == "slow":
            soak_checks.check_unharmed(tally, self.past)
        self.bend.note()
        if self.name == "bend":
            self.bend.check()
        tally.kills = {kind: len(times) for kind, times in self.kills.items()}

    def clean(self):
        for child in self.current.values():
            child.kill()
        if self.proxy:
            self.proxy.kill()
            self.proxy.wait()
        self.server.kill()
        if self.disk:
            self.disk.end()
