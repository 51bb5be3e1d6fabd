"""The tables that only one suite has: limits such as those of tracing, and the verdicts on leaks."""

from figures import MISSING, count, number, signed

TOLERANCE = 64


def minus(a, b):
    return None if a is None or b is None else a - b


def limits(results, table, suite):
    own = results.suite(suite)
    expected = {
        "tracing": limits_of_tracing, "inspector": limits_of_inspector, "link": limits_of_link,
    }[suite](own)
    if len(table) != len(expected) + 1:
        yield 0, 0, f"a table with {len(expected)} limits"
        return
    for y, (value, uncertainty) in enumerate(expected, 1):
        unit = table[y][1].split(maxsplit=2)[2]
        text = MISSING if value is None else f"{number(value)} {unit}"
        yield y, 2, f"{text} ± {number(uncertainty)}" if uncertainty else text


def limits_of_inspector(own):
    loads = "hot", "all", "saturated"

    def watched(workload, name="median"):
        sizes = own.sizes(workload)
        return own.figure(workload, "watched", sizes[-1], name) if sizes else None

    def most(values):
        return max((value for value in values if value is not None), default=None)

    def counting(workload, n):
        on = own.time(workload, "inspector", n)
        again = minus(own.time(workload, "inspector-again", n), on)
        return minus(on, own.time(workload, "tracing", n)), 0 if again is None else abs(again)

    def bytes_more(workload):
        return minus(own.time(workload, "inspector", 1), own.time(workload, "tracing", 1))

    thread = most(watched(f"thread.{load}") for load in loads)
    losses = [watched(f"watching.{load}.loss") for load in loads[:2]]
    plain = [
        *(None if loss is None else max(0, loss) for loss in losses), thread and thread / 10,
        most(watched(f"answer.{load}", "max") for load in loads[:2]),
        most(watched(f"memory.{kind}") for kind in ("allocated", "resident")),
    ]
    return (
        [(value, 0) for value in plain]
        + [counting(workload, n) for workload in ("counting.send", "counting.dispatch") for n in (1, 64)]
        + [(bytes_more(f"bytes.{kind}"), 0) for kind in ("registry", "subscription")])


def limits_of_link(own):
    def median(workload, candidate):
        sizes = own.sizes(workload)
        return own.figure(workload, candidate, sizes[-1], "median") if sizes else None

    wake = median("dispatch.isolated", "wake")
    woken = [minus(median("dispatch.isolated.more", engine), wake) for engine in ("memory", "nats")]
    return [(value, 0) for value in (
        median("live.share", "nats"), median("durable.share", "nats"),
        *(median("dispatch.loaded.more", engine) for engine in ("memory", "nats")),
        *(None if more is None else max(0, more) for more in woken))]


def limits_of_tracing(own):
    def time(workload, candidate, n):
        return own.time(workload, candidate, n)

    def instructions(candidate):
        return next((value for n in own.sizes("subscribe")
                     if (value := own.figure("subscribe", candidate, n, "instructionsPerOp")) is not None), None)

    def largest(workload, name):
        sizes = own.sizes(workload)
        return own.figure(workload, "perfetto", sizes[-1], name) if sizes else None

    def stopped(n):
        floors = time("send", "floor-on", n), time("send", "floor-off", n)
        off = time("send", "off", n)
        difference = minus(time("send", "stopped", n), off)
        if difference is None or None in floors:
            return difference, 0
        return difference, off * abs(floors[0] / floors[1] - 1)

    def plain(value):
        return value, 0

    recorded = minus(time("send", "recording", 1), time("send", "stopped", 1))
    floor = time("event", "floor-on", 1)
    whole = own.sizes("summary")[-1:] == [10_000_000]
    write, summary = largest("file.write", "median"), largest("summary", "median") if whole else None
    peak = largest("summary", "peakBytes") if whole else None
    return [
        plain(own.quotient("event", "recording", "floor-on", 1)), plain(time("event", "sequence-only", 1)),
        plain(own.quotient("event", "recording", "floor-on", 2)), plain(time("event", "sequence-only", 2)),
        stopped(1), stopped(16), plain(None if recorded is None or floor is None else recorded / floor),
        plain(minus(instructions("stopped"), instructions("off"))), plain(largest("file.bytes", "median")),
        plain(write and 1e3 / write), plain(summary and summary * 10_000_000 / 1e9), plain(peak and peak / 1e6),
    ]


def verdicts(results, table, suite):
    own = results.suite(suite)
    levels = {name: row["median"] for (workload, name, _), row in own.rows.items() if workload == "live.capacity"}

    def holds(workload, name, value):
        clean = name.startswith("clean/")
        if workload == "live.threads":
            return abs(value) <= TOLERANCE if clean else value > TOLERANCE
        if workload == "live.capacity":
            return value > levels["clean/" + name.removeprefix("leaking/")]
        return value > 0 if workload == "live.leaking" else value == 0

    def group(workload, prefix=""):
        """Returns, for each candidate, the figure at the largest n, or at the smallest n where it failed."""
        found = {}
        for (name, candidate, _), row in sorted(own.rows.items(), key=lambda item: item[0][2]):
            if name == workload and candidate.startswith(prefix) and row["median"] is not None:
                if candidate not in found or found[candidate][1]:
                    found[candidate] = (row["median"], holds(workload, candidate, row["median"]))
        return list(found.values())

    groups = [
        group("live.cycles"), group("live.clean"), group("live.leaking"), group("live.capacity", "leaking/"),
        group("live.threads", "clean/"), group("live.threads", "leaking/"),
    ]
    for y, found in enumerate(groups, 1):
        if not found:
            yield from ((y, x, MISSING) for x in (2, 3, 4))
            continue
        unit = "bytes" if y == 4 else "bytes per cycle"
        yield y, 2, f"{count(sum(held for _, held in found))} of {count(len(found))}"
        yield y, 3, f"{signed(min(value for value, _ in found))} {unit}"
        yield y, 4, f"{signed(max(value for value, _ in found))} {unit}"
