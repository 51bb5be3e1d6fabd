"""The table and the counts that soak.py prints."""

from soak_processes import say

COLUMNS = ("events", "confirmed", "stored", "stored twice", "lost", "handled by a", "handled by b", "redelivered",
           "handled again", "unmarked", "published again", "recognised", "refused", "faults", "disorder", "seconds",
           "events/s", "MiB of a process")


def print_table(tallies):
    rows = [("", *(tally.name for tally in tallies))]
    rows += [(column, *(f"{tally.counts.get(column, 0):,}" for tally in tallies)) for column in COLUMNS]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        print(row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:])), sep="  ")
    rates = {tally.name: tally.counts.get("events/s", 0) for tally in tallies}
    if rates.get("unbent") and rates.get("bend"):
        print(f"bend: {100 * rates['bend'] / rates['unbent']:.0f} % of the rate without the ill type")
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
        say(f"{tally.name}: {count} times: {problem[:300]}")


def report(tally):
    return {"scenario": tally.name, **tally.counts, "kills": tally.kills, "notes": tally.notes, "broken": tally.broken,
            "noticed": {kind: list(times) for kind, times in tally.noticed.items()}, "problems": tally.problems}
