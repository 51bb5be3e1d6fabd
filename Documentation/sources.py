"""Reads numbers from the reference results and report, from Reports/measured.json, and from literals of the code."""

import functools
import json
import math
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFERENCE = "Reports/reference/"
# The kinds of sources that the current row has asked.
used = []


@functools.cache
def text_of(file):
    return (ROOT / file).read_text(encoding="utf-8").replace("\u00a0", " ")


@functools.cache
def results():
    found = {}
    for one in json.loads(text_of(REFERENCE + "results.json"))["measurements"]:
        if (one["heap"], one["allocator"]) == ("clean", "jemalloc"):
            found["/".join(str(one[key]) for key in ("suite", "workload", "candidate", "n"))] = one
    return found


def result(name, digits=3, per=1):
    """The median of suite/workload/candidate/n in the reference results."""
    used.append("measured")
    value = results().get(name, {}).get("median")
    if value is None:
        raise ValueError(f"{REFERENCE}results.json has no median of {name}")
    return say(value / per, digits)


def only(file, expression):
    found = {match.groups() for match in re.finditer(expression, text_of(file))}
    if len(found) != 1:
        raise ValueError(f"{file} has {len(found)} values for {expression!r} instead of one")
    return found.pop()


def report(expression):
    """The groups of an expression in the reference report."""
    used.append("measured")
    return only(REFERENCE + "report.md", expression)


def ratio(name):
    """A ratio of the reference report's answer, and its interval."""
    return report(rf"(?m)^ *- {re.escape(name)}: (\S+) × \((\S+)\)$")


def limit(cost):
    """What the reference report measured beside a limit."""
    return report(rf"(?m)^\| {re.escape(cost)} \| [^|]* \| ([\d.,]+) ")[0]


def literals(file, expression):
    """The groups of an expression in the code."""
    used.append("of the code")
    return only(file, expression)


def code(file, expression):
    """A number that the code says in one place, such as 65_536 or 1 << 20."""
    value, _, shift = literals(file, expression)[0].replace("_", "").partition("<<")
    return int(value) << int(shift or 0)


def measured(command, key="seconds"):
    """A figure of Reports/measured.json."""
    file = "Reports/measured.json"
    for one in json.loads(text_of(file))["records"]:
        if one["command"] == command and key in one:
            used.append("recorded")
            return one[key]
    raise ValueError(f"{file} has no {key} of {command!r}")


@functools.cache
def sizes():
    """The bytes that products and operators add to a program, by name."""
    return json.loads(text_of("Reports/client-sizes.json"))["bytes"]


def size(name):
    used.append("exact")
    return sizes()[name]


def minutes(command):
    """The minutes that a command takes, on average of the recorded runs."""
    seconds = measured(command)
    mean = sum(seconds) / len(seconds) if isinstance(seconds, list) else seconds
    return "½" if mean < 45 else str(round(mean / 60))


def number(text):
    return float(text.replace(",", ""))


def say(value, digits=3):
    """A number with so many digits that count, and commas."""
    places = digits - 1 - math.floor(math.log10(abs(value))) if value else 0
    return f"{round(value, places):,.{max(0, places)}f}"


def plain(value):
    """A number as it is, with commas."""
    return f"{value:,.9g}"
