"""The scenario `bend` of soak.py: foreign hands, and a type of event on which everything goes wrong."""

import time

from soak_checks import whole_lines
from soak_processes import Child

PROCESSES = ["illpublisher-1", "illmember-c1", "illmember-c2"]
STREAM = "soak_durable_soak-ill"
ATTEMPTS = 3
# The most memory of a process, in MiB: what may wait in a link, the handlers, and the program itself.
MEMORY = 256


class Bend:
    """The processes of the ill type, and what a foreign hand does to streams and groups."""

    def __init__(self, run):
        self.run = run
        self.next = time.time() + 3
        self.crashes = 0
        self.done = {}
        # When the groups of the type that is checked were deleted.
        self.removals = {"a": [], "b": []}

    def start(self, name, number):
        kind, key = name.split("-")
        log = self.run.folder / f"{name}-{number}.log"
        log.touch()
        # A number for each event, also of a publisher that was started again.
        arguments = (["ill-publisher", "--from", str(number * 10_000_000)] if kind == "illpublisher"
                     else ["ill-member", "--group", key[0]])
        self.run.current[name] = Child(self.run, name, number, arguments, log)

    def has_crashed(self, name, status):
        """Starts a member again that an event has ended. Returns whether it was one."""
        if not name.startswith("illmember") or status != -9:
            return False
        self.crashes += 1
        self.run.retire(name)
        self.run.start(name)
        return True

    def step(self):
        """Deletes something, when it is time. Both scenarios delete the same groups of the type that is checked."""
        if time.time() < self.next:
            return
        self.next = time.time() + self.run.random.uniform(1, 3)
        group = self.run.random.choice("ab")
        requests = {
            "stream deleted": f"STREAM.DELETE.{STREAM}",
            "stream emptied": f"STREAM.PURGE.{STREAM}",
            "ill group deleted": f"CONSUMER.DELETE.{STREAM}.c",
            "group deleted": f"CONSUMER.DELETE.soak_durable_soak-order.{group}",
        }
        kind = self.run.random.choice(list(requests))
        if self.run.name == "unbent" and kind != "group deleted":
            return
        try:
            client = self.run.server.client(within=1)
            is_done = client.request(requests[kind]).get("success", False)
            client.close()
        except OSError:
            return
        if is_done:
            self.done[kind] = self.done.get(kind, 0) + 1
            if kind == "group deleted":
                self.removals[group].append(time.time())

    def measure(self):
        """Notes the most memory that a process has had."""
        most = 0
        for child in self.run.current.values():
            try:
                status = open(f"/proc/{child.process.pid}/status").read()
            except OSError:
                continue
            line = next((line for line in status.splitlines() if line.startswith("VmHWM")), "VmHWM: 0")
            most = max(most, int(line.split()[1]) // 1024)
        if self.run.name in ("bend", "unbent"):
            self.run.tally.counts["MiB of a process"] = most
            self.run.tally.expect(most <= MEMORY, f"a process had {most} MiB")

    def note(self):
        """Notes how often something was deleted, which decides the rate."""
        self.run.tally.notes += [f"{kind}: {count} times" for kind, count in sorted(self.done.items())]

    def check(self):
        tally, begun = self.run.tally, {}
        for child in self.run.past:
            if child.name.startswith("illmember"):
                for line in whole_lines(child.log):
                    number = int(line.split()[0])
                    begun[number] = begun.get(number, 0) + 1
        tally.counts["ill events begun"] = len(begun)
        tally.expect(len(begun) > 0, "no event of the ill type was handled")
        tally.expect(self.crashes > 0, "no event has ended a process")
        # A group that was deleted has forgotten which events it had delivered.
        most = ATTEMPTS + self.done.get("ill group deleted", 0)
        bad = {number: count for number, count in begun.items() if number % 200 in (11, 13) and count > most}
        tally.expect(not bad, f"events began more than {most} times: {dict(list(bad.items())[:5])}")
        tally.notes.append(f"{self.crashes} processes of the ill type ended by their events")
