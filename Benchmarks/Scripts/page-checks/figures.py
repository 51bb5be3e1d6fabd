"""The figures of results.json: rows, ratios with intervals, and the text form in which the report prints them.

Written from the definitions, without the code of the report, so that the two can disagree.
"""

import functools
import json
import math
import statistics

MASK = (1 << 64) - 1
MISSING = "n/a"
STORAGES = ["array", "linked-list", "dense"]
TWICE = {"storage": ("dense-again", "dense"), "runtime": ("switchboard-again", "switchboard")}


# The numbers of processes of the looks of a run, and how many of them may lie on the other side of a bound.
LOOKS = [(6, 0), (12, 1), (16, 2), (24, 5), (32, 6)]


def grouped(value):
    digits = f"{abs(value):,}" if abs(value) >= 10000 else str(abs(value))
    return ("−" if value < 0 else "") + digits


def nearest(value):
    return int(math.copysign(math.floor(abs(value) + 0.5), value))


def number(value):
    """Three significant digits, or all digits before the point."""
    if value is None or not math.isfinite(value):
        return MISSING
    if abs(value) >= 99.95:
        return grouped(nearest(value))
    return f"{value:.1f}" if abs(value) >= 9.995 else f"{value:.2f}"


def count(value):
    if value is None or not math.isfinite(value):
        return MISSING
    return grouped(nearest(value)) if abs(value - nearest(value)) < 0.005 else number(value)


def signed(value):
    return "−" + count(-value) if value < 0 and not count(value).startswith("−") else count(value)


def ratio(value):
    return MISSING if value is None else f"{number(value)} ×"


def size(value):
    if value is None:
        return MISSING
    if value >= 1 << 20:
        return f"{value / (1 << 20):.1f} MiB"
    return f"{value / 1024:.1f} KiB" if value >= 10240 else f"{count(value)} B"


class Draws:
    """The random numbers of the bootstrap (SplitMix64)."""

    def __init__(self):
        self.state = 1

    def below(self, bound):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((self.state ^ (self.state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return ((mixed ^ (mixed >> 31)) * bound) >> 64

    def resample(self, rounds):
        """Draws processes, and their rounds; the argument has the number of rounds of each process."""
        resample = []
        for _ in rounds:
            process = self.below(len(rounds))
            resample.append((process, [self.below(rounds[process]) for _ in range(rounds[process])]))
        return resample

    def medians(self, processes):
        drawn = self.resample([len(process) for process in processes])
        return [statistics.median([processes[p][r] for r in rounds]) for p, rounds in drawn]


@functools.cache
def draws(processes, rounds, resamples=500):
    """The random choices of the bootstrap of one interval."""
    generator = Draws()
    assert processes == len(rounds)
    return [generator.resample(rounds) for _ in range(resamples)]


def student(freedom):
    """The 97.5 % quantile of Student's distribution ÷ that of the normal one (Cornish and Fisher, three terms)."""
    z = 1.959964
    terms = [
        (z**2 + 1) / 4, (5 * z**4 + 16 * z**2 + 3) / 96, (3 * z**6 + 19 * z**4 + 17 * z**2 - 15) / 384]
    return 1 + sum(term / freedom**power for power, term in enumerate(terms, 1))


def midmean(values):
    values = sorted(values)
    cut = len(values) // 4
    middle = values[cut:len(values) - cut]
    return sum(middle) / len(middle)


class Interval:
    """A ratio of times that were measured in the same rounds, and the 95 % interval of another run."""

    THRESHOLD = math.log1p(0.02)

    def __init__(self, samples, base, spread=0.0):
        logarithms = [
            [math.log(a / b) for a, b in zip(process, other) if a > 0 and b > 0]
            for process, other in zip(samples, base)]
        medians = [statistics.median(process) for process in logarithms]
        center = midmean(medians)
        below = above = math.inf
        if len(logarithms) > 1:
            shape = tuple(len(process) for process in logarithms)
            centers = sorted(
                midmean([statistics.median([logarithms[p][r] for r in rounds]) for p, rounds in resample])
                for resample in draws(len(shape), shape))
            widening = math.sqrt(2 * len(shape) / (len(shape) - 1)) * student(len(shape) - 1)
            below = max(center - centers[12], 0) * widening
            above = max(centers[486] - center, 0) * widening
        self.ratio = math.exp(center)
        self.low, self.high = math.exp(center - below), math.exp(center + above)
        self.spread = max(abs(median) for median in medians)
        self.medians = medians
        if center + above < -self.THRESHOLD:
            self.call = "faster"
        elif center - below > self.THRESHOLD:
            self.call = "slower"
        else:
            limit = max(self.THRESHOLD, spread)
            enough = max(2, (len(logarithms) + 5) // 6)
            fast = sum(all(value < -limit for value in process) for process in logarithms)
            slow = sum(all(value > limit for value in process) for process in logarithms)
            self.call = "depends on the memory layout" if min(fast, slow) >= enough else "no difference"

    def shows_more_than(self, bound):
        """Whether the first look that decides finds the ratio above the bound."""
        for count, exceptions in LOOKS:
            first = [median - math.log(bound) for median in self.medians[:count]]
            for sign in (1, -1):
                if len(first) == count and sum(sign * value > 0 for value in first) >= count - exceptions:
                    return sign > 0
        return False

    def __str__(self):
        return interval_text(self.ratio, self.low, self.high)


class Growth:
    """The ratio of times of different processes, and the 95 % interval of another run."""

    def __init__(self, samples, base):
        sides = [[[math.log(value) for value in process] for process in side] for side in (samples, base)]
        center = self.center(*sides)
        generator = Draws()
        centers = sorted(self.drawn(sides, generator) for _ in range(500))
        fewest = min(len(samples), len(base))
        widening = math.sqrt(2 * fewest / (fewest - 1)) * student(fewest - 1)
        below, above = max(center - centers[12], 0) * widening, max(centers[486] - center, 0) * widening
        self.ratio = math.exp(center)
        self.low, self.high = math.exp(center - below), math.exp(center + above)

    @staticmethod
    def center(own, other):
        return midmean([statistics.median(p) for p in own]) - midmean([statistics.median(p) for p in other])

    @staticmethod
    def drawn(sides, generator):
        own, other = (generator.medians(side) for side in sides)
        return midmean(own) - midmean(other)

    def __str__(self):
        return interval_text(self.ratio, self.low, self.high)


def interval_text(value, low, high):
    if low <= 0 or not math.isfinite(high):
        return f"{ratio(value)} (one process, no interval)"
    return f"{ratio(value)} ({number(low)}–{number(high)})"


class Suite:
    """The rows of a suite in one setting of heap and allocator."""

    def __init__(self, name, rows, described, setting=None):
        own = [row for row in rows if row["suite"] == name and row["workload"] != "self-check"]
        if setting is None and own:
            setting = (own[0]["heap"], own[0]["allocator"])
        own = [row for row in own if (row["heap"], row["allocator"]) == setting]
        self.name = name
        self.rows = {(row["workload"], row["candidate"], row["n"]): row for row in own}
        present = list(dict.fromkeys(row["workload"] for row in own))
        known = [workload["name"] for workload in described if workload["suite"] == name]
        self.workloads = list(dict.fromkeys([name for name in known if name in present] + present))
        self.candidates = list(dict.fromkeys(row["candidate"] for row in own))
        self.intervals = {}

    def figure(self, workload, candidate, n, name):
        row = self.rows.get((workload, candidate, n))
        return row[name] if row else None

    def time(self, workload, candidate, n):
        time = self.figure(workload, candidate, n, "median")
        return time if time is not None and time > 0 else None

    def quotient(self, workload, candidate, base, n):
        time, other = self.time(workload, candidate, n), self.time(workload, base, n)
        return None if time is None or other is None else time / other

    def sizes(self, workload=None):
        return sorted({n for name, _, n in self.rows if workload in (None, name)})

    def timed(self, workload):
        return [c for c in self.candidates if any(self.time(workload, c, n) for n in self.sizes(workload))]

    def interval(self, workload, candidate, base, n):
        """Returns an interval, or None if the two were not measured together."""
        key = (workload, candidate, base, n)
        if key not in self.intervals:
            samples, other = (self.figure(workload, name, n, "samples") for name in (candidate, base))
            usable = samples and other and len(samples) == len(other)
            again = TWICE.get(self.name)
            control = None
            if usable and again and (candidate, base) != again:
                control = self.interval(workload, *again, n)
            self.intervals[key] = Interval(samples, other, control.spread if control else 0) if usable else None
        return self.intervals[key]

    def growth(self, workload, candidate, most, least):
        """Returns the time at one size ÷ the time at another."""
        samples, base = (self.figure(workload, candidate, n, "samples") for n in (most, least))
        return Growth(samples, base) if samples and base else None

    def controls(self):
        """Returns the comparisons of a candidate with itself."""
        again = TWICE.get(self.name)
        found = [self.interval(w, *again, n) for w in self.workloads for n in self.sizes(w)] if again else []
        return [interval for interval in found if interval]

    def verdict(self, workload, n):
        """Returns the fastest storage, the intervals of the others, and those that are not shown to be slower."""
        timed = [name for name in STORAGES if self.figure(workload, name, n, "samples")]
        if len(timed) < 2:
            return None
        against = {name: self.interval(workload, name, timed[0], n) for name in timed[1:]}
        ratios = {timed[0]: 1.0, **{name: found.ratio if found else math.inf for name, found in against.items()}}
        fastest = min(timed, key=ratios.get)
        found = {name: self.interval(workload, name, fastest, n) for name in timed if name != fastest}
        found = {name: value for name, value in found.items() if value}
        winners = [name for name in timed if name == fastest or (name in found and found[name].call != "slower")]
        return (fastest, found, winners) if found else None

    def worst_case(self, candidate):
        """Returns the largest ratio of a storage to the fastest with its workload and n, or None if never slower."""
        worst = None
        for workload in self.workloads:
            for n in self.sizes(workload):
                verdict = self.verdict(workload, n)
                if not verdict or len(verdict[1]) + 1 < len(STORAGES) or candidate in verdict[2]:
                    continue
                found = verdict[1][candidate]
                if worst is None or found.ratio >= worst[0].ratio:
                    worst = (found, workload, n)
        return worst

    def bytes_each(self, candidate, n):
        found = (self.figure(w, candidate, n, "bytesPerSubscriber") for w in ["subscribe", *self.workloads])
        return next((value for value in found if value is not None), None)


class Results:
    def __init__(self, path):
        self.all = json.loads(path.read_text(encoding="utf-8"))
        self.suites = {}

    def suite(self, name, setting=None):
        key = (name, setting)
        if key not in self.suites:
            self.suites[key] = Suite(name, self.all["measurements"], self.all["workloads"], setting)
        return self.suites[key]
