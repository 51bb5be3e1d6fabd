"""Checks of the answer, of the figures in sentences, and of the points of the charts."""

import math
import re

from figures import STORAGES, TWICE, count, interval_text, number

TRIPLE = re.compile(r"[\d.,]+ × \([\d.,]+–[\d.,]+\)")
AMOUNT = re.compile(r"(?<![\d.,–])(\d[\d.,]*) (ns|mallocs|bytes)\b")
# In the explanations of workloads and methods.
FIXED = {"bytes": {"32", "64"}, "ns": set(), "mallocs": set()}
# Who asks what a suite answers.
USERS, BUILDERS = "If you use Switchboard: what does it cost?", "If you build registries: which storage?"
READERS = {"runtime": USERS, "leaks": USERS, "storage": BUILDERS, "replay": BUILDERS}


def plain(markdown):
    return re.sub(r"[`*]", "", markdown).replace("\u00a0", " ")


def size(text):
    return int(text.replace(",", ""))


def computed(results, topic, name):
    """Returns the interval that a figure of the answer names, or None if the name says not enough."""
    suite = results.suite(topic.split(".")[0])
    if worst := re.fullmatch(r"(\S+), worst case ÷ fastest", name):
        found = suite.worst_case(worst[1])
        return found[0] if found else None
    if setting := re.fullmatch(r"(.*), (\w+) heap with (\w+)", name):
        suite, name = results.suite(suite.name, setting.groups()[1:]), setting[1]
        if "," not in name:
            # The sentence names the place of its example.
            name += ", send.churned, n = 65,536"
    if growth := re.fullmatch(r"(\S+), (\S+), n = ([\d,]+) ÷ ([\d,]+)", name):
        return suite.growth(growth[2], growth[1], size(growth[3]), size(growth[4]))
    pair = re.fullmatch(r"(\S+) ÷ (\S+), (\S+), n = ([\d,]+)", name)
    return suite.interval(pair[3], pair[1], pair[2], size(pair[4])) if pair else None


def answer(document, results):
    lines = results.all["answer"]
    if len(lines) != len(document.claims):
        yield f"the answer has {len(document.claims)} claims, and {len(lines)} in the results"
        return
    for line, (claim, figures), part in zip(lines, document.claims, document.parts):
        if part != READERS[line["topic"].split(".")[0]]:
            yield f"the answer has {line['topic']} below “{part}”"
        if claim.strip() != plain(line["claim"]) + ".":
            yield f"the answer says “{claim.strip()}”, and “{plain(line['claim'])}” in the results"
        expected = [
            f"{plain(figure['name'])} {interval_text(figure['ratio'], figure['low'], figure['high'])}"
            for figure in line["figures"]]
        found = [" ".join(figure.split()) for figure in figures]
        if found != expected:
            yield f"the answer has the figures {found}, must be {expected}"
        for figure in line["figures"]:
            name = plain(figure["name"])
            value = computed(results, line["topic"], name)
            stored = interval_text(figure["ratio"], figure["low"], figure["high"])
            if value is None:
                yield f"the answer has a figure that the check cannot compute: {line['topic']}, {name}"
            elif str(value) != stored:
                yield f"the figure {name} is {stored}, and {value} by the samples"
    yield from certainty(document, results)


def certainty(document, results):
    found = re.search(r"no difference in (\d+) of (\d+) .*?(?:less than ± ([\d.]+) %)?\.\s", document.sure, re.S)
    controls = [control for suite in TWICE for control in results.suite(suite).controls()]
    if not controls:
        return
    equal = sum(control.call == "no difference" for control in controls)
    if not found or (int(found[1]), int(found[2])) != (equal, len(controls)):
        yield f"the answer must say: no difference in {equal} of {len(controls)} comparisons"
    # One process has no interval.
    widths = sorted(
        math.log(control.high / control.low) / 2 if control.low > 0 else math.inf for control in controls)
    width = math.expm1(widths[len(widths) // 2]) * 100
    if math.isfinite(width) and f"± {width:.1f} %" not in document.sure:
        yield f"the answer must say: less than ± {width:.1f} %"
    table = next((table for table in document.tables if table.source == "known-differences"), None)
    if table:
        said = re.findall(r"(\d+) of (\d+) (?:known|planted)", document.sure)
        known = [(int(found), int(all)) for found, all in said]
        counts = sum(row[-1] == "found" for row in table.rows[1:]), len(table.rows) - 1
        if tuple(map(sum, zip(*known))) != counts:
            yield f"the answer must say that it found {counts[0]} of {counts[1]} differences"


def prose(document, results):
    """Yields the figures in sentences that no pair of candidates and no row has."""
    storage, runtime = results.suite("storage"), results.suite("runtime")
    pairs = [(storage, a, b) for a in STORAGES for b in STORAGES if a != b] + [(runtime, "opencombine", "switchboard")]

    def intervals(suite, workload, a, b):
        return {str(suite.interval(workload, a, b, n)) for n in suite.sizes(workload)}

    for heading, line in document.lines:
        # A sentence about one workload has figures of this workload only.
        names = {heading.strip(), line.strip().split(":")[0]}
        for triple in TRIPLE.findall(line):
            known = [
                intervals(suite, workload, a, b) for suite, a, b in pairs for workload in suite.workloads
                if workload in names or not names & set(suite.workloads)]
            if triple not in set().union(*known):
                yield f"a sentence has the figure {triple}, which no pair of candidates has: {line.strip()[:60]}"
    rows = [*storage.rows.values(), *runtime.rows.values(), *results.suite("inspector").rows.values(),
            *results.suite("link").rows.values()]
    pools = {
        "ns": {number(row["median"]) for row in rows}, "mallocs": {count(row["mallocsPerOp"]) for row in rows},
        "bytes": {count(row["bytesPerSubscriber"]) for row in rows},
    }
    text = "\n".join(line for _, line in document.lines)
    for value, unit in AMOUNT.findall(text):
        value = value.rstrip(",.")
        if value not in pools[unit] | FIXED[unit]:
            yield f"a sentence has the figure {value} {unit}, which no row has"


def charts(document, results):
    """Yields the points of charts over n that no row has."""
    for name, spec in document.charts.items():
        if name == "chart-history":
            # The figures of earlier runs are not in these results.
            continue
        suite_name, _, rest = name.removeprefix("chart-").partition("-")
        suite = results.suite(suite_name)
        if rest == "overview":
            for panel in spec["concat"]:
                workload = panel["title"]["text"]
                for row in panel["layer"][1]["data"]["values"]:
                    found = suite.interval(workload, row["candidate"], "array", row["n"])
                    # One process has no interval, and its rule has no length.
                    low = found.low if found.low > 0 else found.ratio
                    high = found.high if math.isfinite(found.high) else found.ratio
                    yield from close(name, row, {"ratio": found.ratio, "low": low, "high": high})
            continue
        # Names of files have other characters.
        names = {re.sub(r"[^\w.-]", "-", workload): workload for workload in suite.workloads}
        workload = "send.fresh" if rest == "reference-counting" else names.get(rest)
        for row in spec.get("data", {}).get("values", []):
            if "mebibytes" in row:
                yield from life(name, row, results)
            elif "peer" in row:
                place, n = row["place"].split(", n = ")
                times = [suite.time(place, c, int(n.replace(",", ""))) for c in ("switchboard", "opencombine")]
                yield from close(name, {**row, "candidate": place, "n": n}, dict(zip(("own", "peer"), times)))
            elif "median" in row:
                yield from close(name, row, {"median": suite.figure(workload, row["candidate"], row["n"], "median")})
            elif "bytes" in row and suite_name != "leaks":
                yield from close(name, row, {"bytes": suite.bytes_each(row["candidate"], row["n"])})


def life(name, row, results):
    """Yields a sentence if the point of a life is not that of the results."""
    points = next(life["points"] for life in results.all["memoryLives"]
                  if (life["candidate"], life["allocator"]) == (row["candidate"], row["allocator"]))
    place = {"candidate": f"{row['candidate']}, {row['allocator']}", "n": row["index"], "MiB": row["mebibytes"]}
    yield from close(name, place, {"MiB": points[row["index"]][row["figure"]] / (1 << 20)})


def close(name, row, expected):
    for key, value in expected.items():
        if value is None or abs(row[key] - value) > 1e-9 * max(1, abs(value)):
            yield f"{name}, {row['candidate']}, n = {row['n']}: {key} is {row[key]}, must be {value}"
