"""Checks of the pictures: reads values back from the places of marks, by the ticks of the axes."""

import itertools
import math
import re

from figures import STORAGES, count, number

PANEL = re.compile(r'<svg class="panel".*?</svg>', re.S)
WORKLOADS = ["send.churned", "unsubscribe.random"]
COSTS = [("subject.send", "opencombine", 1), ("subject.send", "opencombine", 256),
         ("operators.map+filter", "opencombine", 1), ("subject.subscribe+dispose", "opencombine", 256),
         ("async.values", "asyncstream", 1)]


class Axis:
    """The logarithmic scale that two ticks of a panel give."""

    def __init__(self, panel, name):
        ticks = re.findall(rf'<g class="{name}" transform="translate\(([\d.]+) ([\d.]+)\)">.*?>([\d.,]+)</text>', panel)
        self.ticks = [(float(x if name == "x" else y), float(label.replace(",", ""))) for x, y, label in ticks]
        if len(self.ticks) < 2:
            raise ValueError(f"the axis {name} of a panel has {len(self.ticks)} ticks, must have two or more")
        (self.place, self.value), (place, value) = self.ticks[0], self.ticks[-1]
        self.step = math.log(value / self.value) / (place - self.place)

    def faults(self):
        return [f"the tick {value} is at the place of {self(place)}" for place, value in self.ticks
                if not near(self(place), value)]

    def __call__(self, place):
        return self.value * math.exp((float(place) - self.place) * self.step)


def near(found, expected):
    """Whether a place shows a value: places have two digits after the point."""
    return abs(math.log(found / expected)) < 0.003


def crossings(suite, workload, a, b):
    """Returns the sizes at which the quotient of two candidates crosses 1 between sizes that differ for sure."""
    found = [(n, suite.interval(workload, a, b, n)) for n in suite.sizes(workload)]
    found = [(math.log(n), math.log(interval.ratio), interval.call) for n, interval in found if interval]
    sure = [i for i, (_, _, call) in enumerate(found) if call in ("faster", "slower")]
    for left, right in itertools.pairwise(sure):
        if (found[left][1] > 0) == (found[right][1] > 0):
            continue
        steps = [i for i in range(left, right) if (found[i][1] > 0) != (found[i + 1][1] > 0)]
        if len(steps) == 1:
            left, right = steps[0], steps[0] + 1
        (x, y, _), (x1, y1, _) = found[left], found[right]
        yield math.exp(x - y * (x1 - x) / (y1 - y))


def storages(panel, suite, workload):
    lines = dict(re.findall(r'<polyline data-candidate="([^"]*)" points="([^"]*)"', panel))
    labels = re.findall(r'<text class="name"[^>]*>([^<]*)</text>', panel)
    x, y = Axis(panel, "x"), Axis(panel, "y")
    yield from x.faults() + y.faults()
    for candidate in STORAGES:
        expected = [(n, time) for n in suite.sizes(workload) if (time := suite.time(workload, candidate, n))]
        points = [(x(a), y(b)) for a, b in re.findall(r"([\d.]+),([\d.]+)", lines.get(candidate, ""))]
        expected = expected if len(expected) > 1 else []
        if len(points) != len(expected) or not all(
                near(n, size) and near(time, median) for (n, time), (size, median) in zip(points, expected)):
            yield f"the line of {candidate} has the points {points}, must be {expected}"
        if expected and f"{candidate} {number(expected[-1][1])}" not in labels:
            yield f"no label says {candidate} {number(expected[-1][1])}"
    drawn = [candidate for candidate in STORAGES if candidate in lines]
    expected = sorted(
        n for a, b in itertools.combinations(drawn, 2) if suite.controls() for n in crossings(suite, workload, b, a))
    rings = sorted(x(place) for place in re.findall(r'<circle class="ring" cx="([\d.]+)"', panel))
    if len(rings) != len(expected) or not all(map(near, rings, expected)):
        yield f"the rings are at n = {rings}, must be at {expected}"
    scales = [10 ** max(0, math.floor(math.log10(n)) - 1) for n in expected]
    words = [f"n ≈ {count(math.floor(n / scale + 0.5) * scale)}" for n, scale in zip(expected, scales)]
    if sorted(re.findall(r"= [\w-]+, (n ≈ [\d,]+)<", panel)) != sorted(words):
        yield f"the rings must have the words {words}"


def costs(panel, suite):
    rows = {cell: row for cell, row in re.findall(r'<g class="row" data-cell="([^"]*)">(.*?)</g>', panel)}
    expected = {f"{workload} {library} {n}": interval for workload, library, n in COSTS
                if suite.controls() and (interval := suite.interval(workload, library, "switchboard", n))}
    if list(rows) != list(expected):
        yield f"the picture has the rows {list(rows)}, must be {list(expected)}"
    if not rows or list(rows) != list(expected):
        return
    x = Axis(panel, "x")
    yield from x.faults()
    for cell, interval in expected.items():
        row = rows[cell]
        point = re.search(r'<path d="M([\d.]+) ', row)[1]
        if not near(x(point), interval.ratio) or not row.endswith(f">{interval}</text>"):
            yield f"the row {cell} shows {x(point)}, must be {interval}"
        line = re.search(r'class="interval" d="M([\d.]+) [\d.]+L([\d.]+)', row)
        ends = [interval.low, interval.high] if interval.low > 0 else []
        if not all(map(near, map(x, line.groups() if line else ()), ends)) or bool(line) != bool(ends):
            yield f"the row {cell} has the interval {line and [x(end) for end in line.groups()]}, must be {ends}"


def overview(drawing, results):
    suite = results.suite("storage")
    expected = [workload for workload in WORKLOADS if any(
        sum(bool(suite.time(workload, name, n)) for n in suite.sizes(workload)) > 1 for name in STORAGES)]
    panels = dict(zip(re.findall(r'<svg class="panel" data-workload="([^"]*)"', drawing), PANEL.findall(drawing)))
    if list(panels) != expected:
        yield f"overview.svg has the panels {list(panels)}, must be {expected}"
        return
    for workload, panel in panels.items():
        yield from (f"overview.svg, {workload}: {problem}" for problem in storages(panel, suite, workload))


def pictures(read, page, results):
    """Yields what the pictures show and the results do not have.

    `read` returns the text of a file beside the page, or nothing if there is no such file.
    """
    try:
        yield from faults(read, page, results)
    except ValueError as error:
        yield str(error)


def faults(read, page, results):
    drawing = read("overview.svg")
    yield from overview(drawing, results)
    if results.all["answer"] and PANEL.findall(drawing) != PANEL.findall(page):
        yield "the page does not have the panels of overview.svg"
    yield from (f"costs.svg: {problem}" for problem in costs(read("costs.svg"), results.suite("runtime")))


def changed_pictures(read):
    """Yields the name of a picture, and a function that reads it with one changed mark or figure."""
    for name, pattern in (
            ("overview.svg", r'points="[^"]* \d+\.?\d*,(\d)'), ("overview.svg", r'class="ring" cx="(\d)'),
            ("overview.svg", r'class="name"[^>]*>(?:array|dense|linked-list) (\d)'),
            ("overview.svg", r'translate\(0 (\d)'), ("costs.svg", r'translate\((\d)'), ("costs.svg", r'<path d="M(\d)'),
            ("costs.svg", r'class="interval" d="M(\d)'), ("costs.svg", r'>(\d+)[.\d]* × \(')):
        for match in re.finditer(pattern, read(name)):
            place = match.start(1)
            text = read(name)
            changed = text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1:]
            yield f"{name}, {match[0][:40]}", lambda file, name=name, changed=changed: (
                changed if file == name else read(file))
