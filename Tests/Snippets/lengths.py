#!/usr/bin/env python3
"""Writes snippets: chains of 2, 4, 6, 8 and 10 operators of each family, ended in each form of Signals.md.

    Tests/Snippets/lengths.py

Tests/Snippets/run.sh runs this script. No commit has the snippets, because there are some hundreds of them.
"""

import pathlib

FOLDER = pathlib.Path(__file__).parent / "Sources" / "Snippets" / "Lengths"


def each(function):
    return lambda values: [function(value) for value in values]


def only(condition):
    return lambda values: [value for value in values if condition(value)]


def always(*sent):
    return lambda values: list(sent)


def same(values):
    return values


def sums(values):
    return [sum(values[: count + 1]) for count in range(len(values))]


# Of each family five pairs of operators, and what a pair makes of its values. A chain is a family's first pairs. The
# chain of the first three pairs once took so long that the compiler gave up.
FAMILIES = {
    "Mixed": [
        (".map { $0 + 1 }.filter { $0 != 7 }", lambda values: only(lambda v: v != 7)(each(lambda v: v + 1)(values))),
        (".scan(0, { $0 + $1 }).distinctUntilChanged()", sums),
        (".map { $0 * 3 }.filter { $0 != 9 }", lambda values: only(lambda v: v != 9)(each(lambda v: v * 3)(values))),
        (".startWith(5).map { $0 - 1 }", lambda values: each(lambda v: v - 1)([5] + values)),
        (".endWith(4).take(9)", lambda values: values + [4]),
    ],
    "Transform": [
        (".map { $0 + 1 }.compactMap { $0 > 2 ? $0 : nil }", lambda values: each(lambda v: v + 1)(values)[1:]),
        (".enumerated().map(\\.value)", same),
        (".buffer(count: 2).map { $0.count * 2 }", always(4)),
        (".toArray().map { $0.count + 1 }", always(2)),
        (".scan(0) { $0 + $1 }.map { $0 * 2 }", lambda values: each(lambda v: v * 2)(sums(values))),
    ],
    "Select": [
        (".filter { $0 != 7 }.distinctUntilChanged()", same),
        (".skip(1).take(5)", lambda values: values[1:]),
        (".take(while: { $0 < 9 }).skip(while: { $0 < 1 })", same),
        (".distinctUntilChanged(by: { $0 % 5 }).ignore(7)", same),
        (".take(last: 4).distinct(by: { -$0 })", same),
    ],
    "JoinSeveral": [
        (".concat(numbers).merge(with: nothing)", lambda values: values + [1, 2, 3]),
        (".startWith(1).endWith(2)", lambda values: [1] + values + [2]),
        (".flatMap { echo($0) }.race(with: silence)", same),
        (".withLatestFrom(factor) { $0 * $1 }.startWith(0)", lambda values: [0] + each(lambda v: v * 10)(values)),
        (".zip(with: numbers).map { $0 + $1 }", lambda values: [a + b for a, b in zip(values, [1, 2, 3])]),
    ],
    "Decide": [
        (".contains { $0 > 2 }.map { $0 ? 1 : 0 }", always(1)),
        (".ifEmpty(default: 3).ifEmpty(switchTo: numbers)", same),
        (".allSatisfy { $0 < 9 }.map { $0 ? 4 : 0 }", always(4)),
        (".isEmpty().map { $0 ? 0 : 5 }", always(5)),
        (".first { $0 > 1 }.last { $0 < 9 }", same),
    ],
    "ErrorsAndRepetition": [
        (".retry(1).replaceError(with: 0)", same),
        (".setFailureType(to: Fault.self).catch { _ in .just(1) }", same),
        (".attempt { value throws(Fault) in if value > 9 { throw .late } }.replaceError(with: 0)", same),
        (".repeat(1).retry(2)", same),
        (".tryMap { value throws(Fault) in value + 1 }.catch { _ in numbers }", each(lambda v: v + 1)),
    ],
    "Time": [
        (".deliver(on: .immediate).start(on: .immediate)", same),
        (".delay(.zero, on: .immediate).map { $0 + 1 }", each(lambda v: v + 1)),
        (".deliver(on: .immediate).filter { $0 != 7 }", same),
        (".delay(.zero, on: .immediate).start(on: .immediate)", same),
        (".start(on: .immediate).map { $0 * 2 }", each(lambda v: v * 2)),
    ],
    "Watch": [
        (".do { _ in }.map { $0 + 1 }", each(lambda v: v + 1)),
        ('.logEvents("numbers", .value) { _ in }.filter { $0 != 7 }', same),
        (".do(onNext: { _ in }, onCompleted: {}).map { $0 * 2 }", each(lambda v: v * 2)),
        (".do { _ in }.do(onTerminal: {})", same),
        (".do(onDispose: {}).do { _ in }", same),
    ],
}


def words(values):
    return " ".join(map(str, values))


# The forms that need a signal that cannot fail, and the others; and what a form makes its snippet hear.
FORMS = {
    "CHAIN.subscribe(observer)": words,
    "CHAIN.bind(to: property)\n    heard(property.value)": lambda values: str(values[-1]),
    "let values = CHAIN.values\n    for await value in values { heard(value) }": words,
    "heard(await CHAIN.first() ?? 0)": lambda values: str(values[0]),
    "let values = await CHAIN.collect()\n    for value in values { heard(value) }": words,
}
FORMS_OF_ALL = {
    "CHAIN.subscribe { heard($0) }": words,
    "CHAIN.subscribe { value in heard(value) }": words,
    "CHAIN.subscribe(onNext: { heard($0) }, onError: { heard($0) }, onCompleted: { heard(-1) })":
        lambda values: words(values + [-1]),
    "CHAIN.subscribeEvents { heard($0) }": lambda values: words([f"value({v})" for v in values] + ["completed"]),
    "CHAIN.subscribe(owner: listener) { listener, value in listener.hear(value, heard) }": words,
    "CHAIN.subscribe(into: bag) { heard($0) }": words,
    "CHAIN.subscribe(on: MainActor.self) { heard($0) }": words,
    "CHAIN.subscribe(owner: screen, on: MainActor.self) { screen, value in screen.hear(value, heard) }": words,
    "CHAIN.subscribe(on: clerk) { clerk, value in clerk.hear(value, heard) }": words,
    "CHAIN.subscribe(owner: listener, on: clerk) { clerk, listener, value in clerk.hear(value, heard) }": words,
    "CHAIN.subscribe(on: .immediate) { heard($0) }": words,
    "CHAIN.subscribe(into: bag, on: .immediate) { heard($0) }": words,
    "CHAIN.subscribe(owner: listener, on: .immediate) { listener, value in listener.hear(value, heard) }": words,
}


def snippet(family, length, base, form, heard):
    """Returns the code of a snippet. A subject sends its values when the chain has been made."""
    pairs = FAMILIES[family][: length // 2]
    values = [1, 2, 3]
    for _, function in pairs:
        values = function(values)
    chain = "source" + "".join(code for code, _ in pairs)
    name = f"{length} operators: {family}: {base}: {form.splitlines()[0]}".replace('"', "'")
    lines = [f'  await run("{name}", hears: "{heard(values)}") {{ heard in']
    if "observer" in form:
        lines.append("    let observer = Observer<Int, Never>(onNext: { heard($0) })")
    if "property" in form:
        lines.append("    let property = Property(0)")
    if base.startswith("PublishSubject"):
        lines.append(f"    let source = {base}()")
    else:
        lines.append(f"    let source = {base}([1, 2, 3])")
    # The compiler warns of a handler for errors that cannot come.
    if "Fault" not in base or family == "ErrorsAndRepetition":
        form = form.replace("onError: { heard($0) }, ", "")
    lines.append("    " + form.replace("CHAIN", chain))
    if base.startswith("PublishSubject"):
        lines += ["    for number in 1...3 { source.send(number) }", "    source.sendCompleted()"]
    return "\n".join(lines + ["  }"])


FOLDER.mkdir(exist_ok=True)
functions = []
for family in FAMILIES:
    code = ["// swift-format-ignore-file", "import Switchboard"]
    for length in range(2, 11, 2):
        functions.append(f"chaining{length}{family}")
        code.append(f"func {functions[-1]}(_ run: Runner) async {{")
        for index, (form, heard) in enumerate(FORMS_OF_ALL.items()):
            # With the lengths, each form meets each base.
            bases = ["Signal<Int, Never>", "PublishSubject<Int, Never>", "Signal<Int, Fault>"]
            code.append(snippet(family, length, bases[(index + length // 2) % 3], form, heard))
        code += [snippet(family, length, "Signal<Int, Never>", form, heard) for form, heard in FORMS.items()]
        code.append("}")
    (FOLDER / f"{family}.swift").write_text("\n".join(code) + "\n")
calls = "".join(f"  await {name}(run)\n" for name in functions)
(FOLDER / "All.swift").write_text(f"func chainingOfEachLength(_ run: Runner) async {{\n{calls}}}\n")
