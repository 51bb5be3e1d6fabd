"""What each table of the report must contain, by the name of its figures.

A function takes the results, the words of the name, and the table: the first row is the head, and the first cells of
each row say which figures follow. It yields, for each cell that it knows, the row, the column and the expected text.
"""

import re

from figures import MISSING, STORAGES, count, number, ratio, signed, size

LETTERS = {"array": "A", "linked-list": "L", "dense": "D"}


def whole(text):
    return int(re.sub(r"\D", "", text.split("=")[-1]))


def listed(names):
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def cells(table, start, expected):
    """Yields the expected texts of a table whose figures begin in column `start`."""
    for y, row in enumerate(table[1:], 1):
        for x in range(start, len(table[0])):
            yield y, x, expected(row, table[0][x])


def complete(table, names):
    """Yields the names that must begin the rows, in any order."""
    found = sorted(row[0] for row in table[1:])
    if found != sorted(names):
        yield 0, 0, f"a table with the rows {', '.join(sorted(names))}"


def times(results, table, suite, workload):
    own = results.suite(suite)

    def cell(row, head):
        found = own.rows.get((workload, row[0], whole(head)))
        if not found or found["median"] is None:
            return MISSING
        if found["min"] is None or found["max"] is None:
            return number(found["median"])
        return f"{number(found['median'])} ({number(found['min'])}–{number(found['max'])})"

    yield from complete(table, own.timed(workload))
    yield from cells(table, 1, cell)


def multiples(results, table, suite, workload, floor):
    own = results.suite(suite)
    yield from cells(table, 1, lambda row, head: ratio(own.quotient(workload, row[0], floor, whole(head))))


def reference_counting(results, table, suite, workload):
    own = results.suite(suite)

    def cell(row, head):
        form, lean = row[0].split(" ÷ ")
        if head != "retains":
            return number(own.quotient(workload, form, lean, whole(head)))
        counted = [own.figure(workload, form, n, "retainsPerOp") for n in own.sizes(workload)]
        return count(([value for value in counted if value is not None] or [None])[-1])

    yield from cells(table, 1, cell)


def fastest(results, table, suite, workload):
    own = results.suite(suite)
    for y, row in enumerate(table[1:], 1):
        first, intervals, winners = own.verdict(workload, whole(row[0]))
        yield y, 1, listed(winners) if len(winners) <= len(intervals) else "no difference"
        for x, head in enumerate(table[0][2:], 2):
            name = head.split()[0]
            note = ""
            if name in intervals and name in winners and intervals[name].call.startswith("depends"):
                note = f", {intervals[name].call}"
            yield y, x, ratio(1) if name == first else f"{intervals.get(name, MISSING)}{note}"


def worst_cases(results, table, suite):
    own = results.suite(suite)
    yield from complete(table, STORAGES)
    for y, row in enumerate(table[1:], 1):
        worst = own.worst_case(row[0])
        yield y, 1, f"{worst[1]}, n = {count(worst[2])}" if worst else "none"
        yield y, 3, str(worst[0]) if worst else ratio(1)
        known = [own.bytes_each(row[0], n) for n in own.sizes()]
        yield y, 4, count(([value for value in known if value is not None] or [None])[-1])


def winners(results, table, suite):
    own = results.suite(suite)

    def cell(row, head):
        verdict = own.verdict(row[0], whole(head))
        if not verdict:
            return MISSING
        return " ".join(LETTERS[name] for name in verdict[2]) if len(verdict[2]) <= len(verdict[1]) else "="

    yield from cells(table, 1, cell)


def bytes_each(results, table, suite):
    own = results.suite(suite)
    yield from cells(table, 1, lambda row, head: count(own.bytes_each(row[0], whole(head))))


def mallocs(results, table, suite):
    own = results.suite(suite)

    def cell(row, head):
        found = [own.figure(head.replace("\n", ""), row[0], n, "mallocsPerOp") for n in own.sizes()]
        found = [value for value in found if value is not None]
        texts = [count(value) for value in (min(found), max(found))] if found else [MISSING, MISSING]
        return texts[0] if texts[0] == texts[1] else "–".join(texts)

    yield from cells(table, 1, cell)


def peak(results, table, suite):
    own = results.suite(suite)

    def cell(row, head):
        found = [own.figure(workload, row[0], whole(head), "peakBytes") for workload in own.workloads]
        return size(max((value for value in found if value is not None), default=None))

    yield from cells(table, 1, cell)


def exact(name):
    def table_of(results, table, suite):
        own = results.suite(suite)

        def cell(row, head):
            *workload, n = head.split("\n")
            return count(own.figure("".join(workload), row[0], whole(n), name))

        yield from cells(table, 1, cell)
    return table_of


def controls(results, table, suite, again, of):
    own = results.suite(suite)
    yield from cells(table, 1, lambda row, head: str(own.interval(row[0], again, of, whole(head)) or MISSING))


def comparison(results, table, suite):
    own = results.suite(suite)
    for y, (workload, n, *_) in enumerate(table[1:], 1):
        first, second = table[0][2:4]
        yield y, 2, number(own.time(workload, first, whole(n)))
        yield y, 3, number(own.time(workload, second, whole(n)))
        yield y, 4, str(own.interval(workload, second, first, whole(n)))


def client(results, table, suite):
    own = results.suite(suite)

    def cell(row, head):
        workload, n = row[0], whole(row[1])
        if head == "÷":
            return ratio(own.quotient(workload, table[0][3], table[0][4], n))
        least, median, most = (own.figure(workload, head, n, name) for name in ("min", "median", "max"))
        if median is None or least is None or least == most:
            return number(median)
        return f"{number(median)} ({number(least)}–{number(most)})"

    yield from cells(table, 3, cell)


def libraries(results, table, suite):
    own = results.suite(suite)
    for y, (workload, library, n, *_) in enumerate(table[1:], 1):
        yield y, 3, number(own.time(workload, table[0][3], whole(n)))
        yield y, 4, number(own.time(workload, library, whole(n)))
        yield y, 5, str(own.interval(workload, library, table[0][3], whole(n)))


def scores(results, table, suite):
    own = results.suite(suite)

    def cell(row, head):
        workload = f"published.{head}"
        times = [own.time(workload, row[0], n) for n in own.sizes(workload)]
        return MISSING if not times or None in times else number(sum(1_000_000 / time for time in times) / len(times))

    yield from cells(table, 1, cell)


def memory(results, table, suite):
    own = results.suite(suite)
    columns = {"mallocs per op": ("mallocsPerOp", count), "bytes per subscriber": ("bytesPerSubscriber", count),
               "peak of live bytes": ("peakBytes", size)}

    def cell(row, head):
        column, candidate = head.split("\n")
        name, text = columns[column]
        return text(own.figure(row[0], candidate, whole(row[1]), name))

    yield from cells(table, 2, cell)


def distances(results, table, suite, candidate):
    own = results.suite(suite)
    yield from cells(
        table, 2, lambda row, head: ratio(own.quotient(row[0], candidate, head.removeprefix("÷ "), whole(row[1]))))


def repetitions(results, table, suite):
    own = results.suite(suite)
    yield from cells(table, 3, lambda row, _: str(own.interval(row[0], f"{row[1]}-again", row[1], whole(row[2]))))


def live(results, table, suite, workload):
    own = results.suite(suite)

    def cell(row, head):
        found = own.rows.get((workload, row[0], whole(head)))
        if not found or found["median"] is None:
            return MISSING
        if found["min"] is None or found["max"] is None or found["min"] >= found["max"]:
            return signed(found["median"])
        return f"{signed(found['median'])} ({signed(found['min'])} … {signed(found['max'])})"

    yield from cells(table, 1, cell)


def known_differences(results, table):
    for y, (suite, workload, pair, n, *_) in enumerate(table[1:], 1):
        found = results.suite(suite).interval(workload, *pair.split(" ÷ "), whole(n))
        yield y, 4, str(found)
        yield y, 5, "found" if found.shows_more_than(1.02) else "not found"


def environment(results, table):
    own = results.all["environment"]
    names = {"processor": "cpu", "system": "os", "compiler": "swift"}
    for y, row in enumerate(table[1:], 1):
        if row[0] == "allocator":
            yield y, 1, " ".join(filter(None, (own["allocator"]["name"], own["allocator"]["version"])))
        elif row[0] != "allocator self-check":
            yield y, 1, str(own[names.get(row[0], row[0])])


def kinds():
    """Returns the functions by the first word of a table's name."""
    from growth import growth, memory_lives, threads, two_threads  # noqa: PLC0415
    from suites import limits, verdicts  # noqa: PLC0415
    return {
        "times": times, "multiples": multiples, "reference-counting": reference_counting, "fastest": fastest,
        "worst-cases": worst_cases, "winners": winners, "bytes": bytes_each, "mallocs": mallocs, "peak": peak,
        "instructions": exact("instructionsPerOp"), "retains": exact("retainsPerOp"), "controls": controls,
        "client": client, "comparison": comparison, "memory": memory, "distances": distances,
        "repetitions": repetitions, "live": live, "known-differences": known_differences, "environment": environment,
        "limits": limits, "verdicts": verdicts, "libraries": libraries, "scores": scores, "growth": growth,
        "memory-lives": memory_lives, "two-threads": two_threads, "threads": threads,
    }
