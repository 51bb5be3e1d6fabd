"""The growth classes, the comparison of two threads with one, and the memory of a registry over its life."""

import math
import statistics

from figures import MISSING, Draws, Growth, count, interval_text, number

CLASSES = [
    ("O(1)", lambda n: 1.0), ("O(log n)", math.log2), ("O(n)", float), ("O(n log n)", lambda n: n * math.log2(n)),
]


def minimum(function):
    """Returns the place of the minimum: that of a grid, refined by 12 steps of golden section, as the report does."""
    least = min((-12.0 + 2 * step for step in range(13)), key=function)
    low, high = least - 2, least + 2
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(12):
        left, right = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, right) if function(left) < function(right) else (left, high)
    return (low + high) / 2


def growth_class(points):
    """Returns the class of costs at sizes from 16 on, or None with fewer than four sizes."""
    points = sorted((n, cost) for n, cost in points if n >= 16 and cost is not None and 0 < cost < math.inf)
    if len(points) < 4:
        return None
    costs = [math.log(cost / points[0][1]) for _, cost in points]
    fits = []
    for name, factor in CLASSES:
        factors = [factor(n) / factor(points[0][0]) for n, _ in points]

        def error(logit, factors=factors):
            share = 1 / (1 + math.exp(-logit))
            return statistics.pstdev(c - math.log(1 - share + share * f) for c, f in zip(costs, factors))

        best = None if name == "O(1)" else minimum(error)
        share = 0 if best is None else 1 / (1 + math.exp(-best))
        fits.append((name, statistics.pstdev(costs) if best is None else error(best), 1 - share + share * factors[-1]))
    limit = 2 * min(error for _, error, _ in fits) + 1e-9
    name, _, rise = next(fit for fit in fits if fit[1] <= limit)
    return name if rise >= 1.25 else "O(1)"


def timed_class(sizes):
    """Returns the class by time and its confidence; the argument has the samples of each size."""
    sizes = sorted((n, samples) for n, samples in sizes if n >= 16)
    found = growth_class(
        [(n, statistics.median([statistics.median(process) for process in samples])) for n, samples in sizes])
    if found is None:
        return None
    generator = Draws()
    same = sum(
        growth_class([(n, statistics.median(generator.medians(samples))) for n, samples in sizes]) == found
        for _ in range(100))
    return found, same


def growth(results, table, suite):
    own = results.suite(suite)
    for y, row in enumerate(table[1:], 1):
        for x, head in enumerate(table[0][1:], 1):
            workload = "".join(head.split("\n")[:-1])
            sizes = own.sizes(workload)
            counted = growth_class([(n, own.figure(workload, row[0], n, "instructionsPerOp")) for n in sizes])
            samples = [(n, own.figure(workload, row[0], n, "samples")) for n in sizes]
            timed = timed_class([(n, found) for n, found in samples if found])
            if counted is None and timed is None:
                yield y, x, MISSING
                continue
            time = f"{timed[0]} ({timed[1]} %)" if timed else MISSING
            yield y, x, f"{counted or MISSING}\ntime {time}"


def two_threads(results, table, suite):
    own = results.suite(suite)
    for y, row in enumerate(table[1:], 1):
        name, _, size = row[0].partition(", n = ")
        if size:
            n = int(size.replace(",", ""))
            one, two = (name.removesuffix(".two-threads"), n), (name, n)
        else:
            one, two = (f"{name}.threads", 1), (f"{name}.threads", 2)
        for x, candidate in enumerate(table[0][1:], 1):
            sides = [own.figure(workload, candidate, n, "samples") for workload, n in (two, one)]
            yield y, x, unpaired(*sides) if all(sides) else MISSING


def threads(results, table, suite):
    own = results.suite(suite)
    for y, row in enumerate(table[1:], 1):
        for x, (figure, n) in enumerate((("median", 1), ("median", 2), ("mallocsPerOp", 1), ("mallocsPerOp", 2)), 2):
            value = own.figure(f"{row[0]}.threads", row[1], n, figure)
            yield y, x, number(value) if figure == "median" else count(value)


def unpaired(samples, base):
    """Returns the text of a ratio of times of different processes, with its interval, which one process has not."""
    if min(len(samples), len(base)) > 1:
        return str(Growth(samples, base))
    sides = [[[math.log(time) for time in process] for process in side] for side in (samples, base)]
    return interval_text(math.exp(Growth.center(*sides)), 0, math.inf)


def memory_lives(results, table, suite):
    lives = {(life["candidate"], life["allocator"]): life["points"]
             for life in results.all["memoryLives"] if life["suite"] == suite}
    requests = {}
    for (candidate, _), points in lives.items():
        if any(point["requested"] is not None for point in points):
            requests.setdefault(candidate, points)

    def last(points, step):
        return next((point for point in reversed(points) if point["step"] == step), None)

    def each(point, subscribers):
        known = point and point["resident"] is not None and subscribers
        return count(point["resident"] / subscribers) if known else MISSING

    def part(all_bytes, used, whole):
        if all_bytes is None or used is None or not whole or whole <= 0:
            return None
        return max((all_bytes - used) / whole, 0)

    def percent(fraction):
        return MISSING if fraction is None else f"{fraction * 100:.1f} %"

    def inner(candidate, points, point):
        if point is None:
            return MISSING
        requested = point["requested"]
        counted = requests.get(candidate)
        if requested is None and counted and [place(p) for p in counted] == [place(p) for p in points]:
            requested = counted[points.index(point)]["requested"]
        return percent(part(point["allocated"], requested, point["allocated"]))

    def place(point):
        return point["step"], point["subscribers"]

    def outer(point):
        total = point and part(point["resident"], point["allocated"], point["resident"])
        if total is None:
            return MISSING
        if point["active"] is None:
            return percent(total)
        used = part(min(point["active"], point["resident"]), point["allocated"], point["resident"])
        kept = part(point["resident"], point["active"], point["resident"])
        return f"{percent(total)} ({percent(used)} + {percent(kept)})"

    for y, row in enumerate(table[1:], 1):
        points = lives[row[0], row[1]]
        most = max(point["subscribers"] for point in points)
        peak = max((p for p in points if p["subscribers"] == most), key=lambda p: p["resident"] or 0)
        shrunk = last(points, "shrink")
        expected = [
            each(peak, most), inner(row[0], points, peak), outer(peak),
            each(shrunk, shrunk and shrunk["subscribers"]), inner(row[0], points, shrunk), outer(shrunk),
            each(last(points, "empty"), most), each(last(points, "purge"), most),
        ]
        yield from ((y, x, text) for x, text in enumerate(expected, 2))
