"""What the logs of the processes and the stream itself must say after a run of `soak.py`."""

import json
from array import array


class Tally:
    """The counts of one scenario, and the promises that were broken."""

    def __init__(self, name, senders, per_sender):
        self.name, self.senders, self.per_sender = name, senders, per_sender
        self.server = ()  # The version of nats-server.
        self.in_order = senders  # Those whose events the stream must have in order.
        self.broken = []
        self.counts = {}
        self.notes = []

    def expect(self, holds, promise):
        if not holds:
            self.broken.append(promise)


def whole_lines(path):
    """Yields the lines of a log. A killed process may leave a part of a line, which counts as not written."""
    with open(path, "rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                yield line


def check_stream(tally, client, stream):
    """Reads the stream. Returns for each sender how often each number is stored."""
    stored = {sender: bytearray(tally.per_sender) for sender in tally.senders}
    last = {sender: -1 for sender in tally.senders}
    out_of_order = dict.fromkeys(tally.senders, 0)
    total = 0
    for _, identity in client.stored(stream):
        _, sender, number = identity.split("-")
        sender, number = int(sender), int(number)
        stored[sender][number] = min(255, stored[sender][number] + 1)
        if stored[sender][number] == 1:
            out_of_order[sender] += number < last[sender]
            last[sender] = number
        total += 1
    tally.counts["stored"] = total
    tally.counts["stored twice"] = total - sum(1 for flags in stored.values() for flag in flags if flag)
    tally.expect(tally.counts["stored twice"] == 0, "an event is in the stream more than once")
    for sender, count in out_of_order.items():
        text = f"the stream has {count} events of sender {sender} before an earlier one"
        if count and sender not in tally.in_order:
            tally.notes.append(text)
        tally.expect(count == 0 or sender not in tally.in_order, text)
    tally.counts["disorder"] = sum(out_of_order[sender] for sender in tally.in_order)
    return stored


def check_confirmed(tally, logs, stored):
    """Compares what was confirmed with what is stored."""
    count = lost = 0
    confirmed = {}
    for sender, log in logs.items():
        flags = confirmed[sender] = bytearray(tally.per_sender)
        for line in whole_lines(log):
            number = int(line)
            count += not flags[number]
            flags[number] = 1
        lost += sum(1 for flag, kept in zip(flags, stored[sender]) if flag and not kept)
    tally.counts["confirmed"] = count
    tally.counts["lost"] = lost
    tally.expect(lost == 0, f"{lost} confirmed events are not in the stream")
    tally.expect(count == tally.counts["events"], f"{tally.counts['events'] - count} events were never confirmed")
    return confirmed


def check_group(tally, group, members, confirmed, stored, server_kills):
    """Reads the logs of the members of a group, one log for each process."""
    first = {sender: bytearray(tally.per_sender) for sender in tally.senders}
    handled = {sender: bytearray(tally.per_sender) for sender in tally.senders}
    redelivered = repeated = unmarked = descents = phantoms = 0
    for member in members:
        last = falls = 0
        for line in whole_lines(member.log):
            sender, number, attempt, sequence = map(int, line.split())
            phantoms += not stored[sender][number]
            repeated += handled[sender][number]
            handled[sender][number] = 1
            if attempt > 1:
                redelivered += 1
                continue
            unmarked += first[sender][number]
            first[sender][number] = 1
            falls += sequence < last
            last = sequence
        # A server that is killed forgets its last deliveries, and then makes them anew as first ones.
        excused = sum(1 for kill in server_kills if member.began <= kill <= member.ended)
        descents += max(0, falls - excused)
    lost = sum(
        1 for sender in tally.senders for flag, done in zip(confirmed[sender], handled[sender]) if flag and not done)
    counts = tally.counts
    counts[f"handled by {group}"] = sum(sum(flags) for flags in handled.values())
    for name, value in (("lost", lost), ("redelivered", redelivered), ("handled again", repeated),
                        ("unmarked", unmarked), ("disorder", descents)):
        counts[name] = counts.get(name, 0) + value
    tally.expect(lost == 0, f"the group {group} did not handle {lost} confirmed events")
    tally.expect(phantoms == 0, f"the group {group} handled {phantoms} events that are not stored")
    tally.expect(descents == 0, f"members of {group} got {descents} first deliveries before an earlier one")
    # Before this version, a server that failed to deliver again delivered the event before anew, as a first delivery.
    may_repeat = tally.server < (2, 10, 14) and unmarked <= redelivered
    if unmarked and not server_kills and may_repeat:
        tally.notes.append(f"the server delivered {unmarked} events to {group} again without a mark, as old ones do")
    tally.expect(unmarked == 0 or server_kills or may_repeat, f"{group} handled {unmarked} events again unmarked")


def read_report(path):
    """Returns the last census, the changes of state with their times, the problems and other lines, and refusals."""
    census, begun, states, problems, refused = {}, 0, [], [], 0
    for line in whole_lines(path):
        try:
            line = json.loads(line)
        except ValueError:
            problems.append(line.decode(errors="replace").strip())
            continue
        if "census" in line:
            census, begun = line["census"], line.get("begun", 0)
        elif "state" in line:
            states.append((line["time"], line["state"]))
        elif "problem" in line:
            problems.append(line["problem"])
        elif "refused" in line:
            refused += 1
    return census, begun, states, problems, refused


def check_unharmed(tally, processes):
    """Expects that every process kept its first connection, and every event its first delivery."""
    for process in processes:
        states = [text for _, text in read_report(process.report)[2]]
        losses = [text for text in states[states.index("connected"):] if text.startswith("connecting")]
        tally.expect(not losses, f"{process.name} took the slow network for a dead server: {losses}")
    redelivered = tally.counts["redelivered"]
    tally.expect(redelivered == 0, f"{redelivered} events were delivered again")


def check_reports(tally, processes, faults):
    """Sums up what the processes reported, and how long a lost connection went unnoticed."""
    resent = duplicates = begun = refused = 0
    problems = {}
    noticed = {}
    for process in processes:
        census, its_begun, states, its_problems, its_refused = read_report(process.report)
        resent += census.get("resent", 0)
        duplicates += census.get("duplicates", 0)
        begun += its_begun
        refused += its_refused
        for problem in its_problems:
            problems[problem] = problems.get(problem, 0) + 1
        for kind, start, end in faults:
            if process.began > start or process.ended and process.ended < end:
                continue
            before = [text for time, text in states if time <= start]
            if not before or before[-1] != "connected":
                continue
            losses = [time - start for time, text in states if time > start and text.startswith("connecting")]
            noticed.setdefault(kind, []).append(min(losses, default=float("inf")))
    again = max(0, begun - tally.counts["events"])
    tally.counts.update({"published again": again + resent, "recognised": duplicates, "refused": refused})
    tally.expect(refused == 0, f"{refused} publications were refused, although only the server or the way to it failed")
    tally.problems = problems
    tally.noticed = {kind: array("d", sorted(times)) for kind, times in noticed.items()}
    for kind, times in tally.noticed.items():
        # The ends of requests that the server still knows, which come within 8 s, are signs of life too.
        most = 20 if kind == "half-up" else 10
        tally.expect(times[-1] <= most, f"{kind}: a lost connection was noticed only after {times[-1]:.1f} s")
