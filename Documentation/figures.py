"""Says where the numbers in the pages come from; compare.py compares them.

A row is a page, the text around its numbers (`{}` is a number, `[…]` is anything), and what gives the numbers. The text
stands once in the page. Numbers with a unit that need no source are in EXEMPT, each with the reason. TABLES has the
tables of pages that are made as a whole.
"""

import math

from sources import code, limit, literals, measured, minutes, number, plain, ratio, report, result, say, size, sizes


# --- The arithmetic of Links.md, from what one client measures ---

def stored():
    return number(result("link/durable.rate/nats/1"))


def encoding():
    return number(result("link/json.encode/nats-json/1", 2, 1000))


def share(row, unit):
    """The quotient of Switchboard and OpenCombine in a row on clients."""
    ours, peers = measured(f"client-benchmark, {row}", unit)
    return say(ours / peers, 2)


def decoding():
    return number(result("link/json.decode/nats-json/1", 2, 1000))


def streams():
    return math.ceil(1e6 / stored())


def pending():
    return code("Sources/Links/SwitchboardNATS/JetStream/ConsumerDocument.swift", r"isOrdered \? 1 : ([\d_]+)")


def identities():
    return stored() * window()


def window():
    return code(OPTIONS, r"duplicateWindow: Duration = \.seconds\((\d+)\)")


def queue():
    return code(OPTIONS, r"queueLimit: Int = ([\d_]+)")


# --- The tables of SizeAndBuildTime.md ---

HUNDRED = "a client of 100 functions"
FLAGS = ", flags"


def saved(name):
    """The share that the two options take off a program, in percent."""
    return plain(round(100 * (1 - size(name + FLAGS) / size(name))))


def products():
    """A row for each product, the smallest first."""
    names = [name for name in sizes() if name.startswith("Switchboard") and not name.endswith((FLAGS, ", static"))]
    for name in sorted(names, key=lambda name: sizes()[name]):
        product, _, trait = name.partition(", ")
        flags = plain(size(name + FLAGS)) if name + FLAGS in sizes() else "–"
        yield f"| `{product}`{trait and f', `{trait}`'} | {plain(size(name))} | {flags} |"


def operators():
    """Three operators in a row, in the order of their names."""
    names = sorted((name for name in sizes() if name.startswith("`")), key=str.lower)
    cells = [f"{name} | {plain(size(name))}" for name in names]
    cells += ["– | –"] * (-len(cells) % 3)
    return [f"| {' | '.join(cells[first:first + 3])} |" for first in range(0, len(cells), 3)]


PAGES = "Sources/Runtime/Switchboard/Switchboard.docc/"
LINKS, TRACES, LOOKS = PAGES + "Links.md", PAGES + "Tracing.md", PAGES + "Inspector.md"
SIZES = PAGES + "SizeAndBuildTime.md"
BENCHMARKS, PROOF, TOOL = PAGES + "Benchmarks.md", PAGES + "Proof.md", PAGES + "switchboard-trace.md"
OPTIONS = "Sources/Links/SwitchboardLink/Link/LinkOptions.swift"
EVENT = "Sources/Links/SwitchboardLink/Wire/WireEvent.swift"
DOOR = "Sources/Inspector/SwitchboardInspector/Server/Connection.swift"
WATCH = "Sources/Inspector/SwitchboardInspector/Model/WarningDetector.swift"
SUBJECT = "Sources/Links/SwitchboardLink/Wire/WireSubject.swift"
CALL = "Counting a call of a handler, {}, more than with the trait Tracing"

ROWS = [
    ("README.md", "takes {} seconds of processor time to build",
     lambda: say(measured("client-benchmark, library.build")[0], 2)),
    ("README.md", "adds {} MB to a stripped program",
     lambda: say(measured("client-benchmark, hello.code", "bytes")[0] / 1e6, 2)),
    ("README.md", "a send to one subscriber {} times (OpenCombine)",
     lambda: ratio("`opencombine` ÷ `switchboard`, `subject.send`, n = 1")[0]),
    ("README.md", "to each of 256 subscribers {} times (OpenCombine)",
     lambda: ratio("`opencombine` ÷ `switchboard`, `subject.send`, n = 256")[0]),
    ("README.md", "a value through map and filter {} times (OpenCombine)",
     lambda: ratio("`opencombine` ÷ `switchboard`, `operators.map+filter`, n = 1")[0]),
    ("README.md", "a subscription and its disposal {} times (OpenCombine)",
     lambda: ratio("`opencombine` ÷ `switchboard`, `subject.subscribe+dispose`, n = 256")[0]),
    ("README.md", "a value that a task reads {} times (AsyncStream)",
     lambda: ratio("`asyncstream` ÷ `switchboard`, `async.values`, n = 1")[0]),
    ("README.md", "to one of 256 subscribers costs {} × ({}) a bare loop",
     lambda: ratio("`switchboard` ÷ `floor-swift`, `subject.send`, n = 256")),
    ("README.md", "takes {} times OpenCombine's processor time to rebuild for release, and has {} times",
     lambda: (share("client.rebuild", "seconds"), share("client.code", "bytes"))),
    ("README.md", "the report is in Reports/latest ({} minutes)", lambda: minutes("make bench")),
    ("README.md", "# runs the tests ({} minutes)", lambda: minutes("make test")),
    ("README.md", "The queue of a link holds {} events by default", lambda: plain(queue())),

    (LOOKS, "never fell | an open page for {} seconds |", lambda: plain(code(WATCH, r"looks >= (\d+) &&"))),
    (LOOKS, "delivered for over {} ms what", lambda: plain(code(WATCH, r"time - since > (\d+)"))),
    (LOOKS, "none was taken for {} seconds | an open page for {} seconds |",
     lambda: [plain(code(WATCH, r"time - known\.began >= (\d+)") / 1000)] * 2),
    (LOOKS, "a handler ran for over {} ms on the main thread",
     lambda: plain(code("Sources/Inspector/SwitchboardInspector/Model/Burst.swift", r"\.longest > ([\d_]+)") / 1e6)),
    (LOOKS, "a registry has {} bytes more, a subscription {};",
     lambda: [plain(number(limit(f"What a {what} asks for, more than with the trait Tracing")))
              for what in ("registry", "subscription")]),
    (LOOKS, "{} ns more from a subject with one subscriber, {} ns from one with 64; {} ns on a bus with one, {} ns on "
            "one with 64",
     lambda: [limit(CALL.format(what)) for what in ("a subject with 1", "a subject with 64", "a bus with 1",
                                                    "a bus with 64")]),
    (LOOKS, "{} % of a core, {} MB, no measurable loss for the program, an answer in at most {} ms",
     lambda: (plain(number(limit("Processor time of the inspector's thread while a page is open"))),
              limit("Memory of an inspector of 10,000 registries"), limit("The longest wait for what the page shows"))),
    (LOOKS, "a send to 10 subscribers takes {} ns instead of {} |",
     lambda: report(r"before a burst, and during the burst: ([\d.]+) ns and ([\d.]+) ns")[::-1]),
    (LOOKS, "At most {} connections are served at a time, each for one request of at most {} KiB and for {} seconds",
     lambda: (plain(code(DOOR, r"mostConnections: Int \{ (\d+) \}")), plain(code(DOOR, r"mostBytes = ([\d_]+)") / 1024),
              plain(code(DOOR, r"\.seconds\((\d+)\)\) \{ channel\.close")))),
    (BENCHMARKS, "while the inspector records everything for {} ms",
     lambda: plain(code("Benchmarks/Sources/inspector-benchmark/Watching/BurstMeasurement.swift",
                      r"milliseconds = (\d+)"))),

    (TRACES, "the newest {} records of each thread, {} MiB |",
     lambda: (lambda most: (plain(most), plain(most * 32 / 2**20)))(
         code("Sources/Tracing/SwitchboardTracing/Session/TraceConfiguration.swift",
              r"recordsPerThread: Int = ([\d_]+)"))),
    (TRACES, "| a record | {}; reading the processor's counter and storing 32 bytes alone takes {} |",
     lambda: (result("tracing/event/recording/1"), result("tracing/event/floor-on/1"))),
    (TRACES, "| a send to one subscriber, without the trait | {} |", lambda: result("tracing/send/off/1")),
    (TRACES, "while no session records | {} |", lambda: result("tracing/send/stopped/1")),
    (TRACES, "| the same while recording: three records | {} |", lambda: result("tracing/send/recording/1")),
    (TRACES, "| the same in sequence-only mode | {} |", lambda: result("tracing/send/sequence-only/1")),
    (TOOL, "| `summary` | {} s | {} MB |",
     lambda: (limit("A summary of 10,000,000 records"), limit("Peak memory of the summary"))),

    (LINKS, "by default {} GiB and {} days, also after",
     lambda: (plain(code(EVENT, r"bytes: Int = (\d+ << \d+)") / 2**30),
              literals(EVENT, r"age: Duration = \.seconds\((\d+) \* 24 \* 3600\)")[0])),
    (LINKS, "`LinkOptions.acknowledgementDeadline` ({} seconds) |",
     lambda: plain(code(OPTIONS, r"acknowledgementDeadline: Duration = \.seconds\((\d+)\)"))),
    (LINKS, "| notices a dead server | – | within {} seconds.",
     lambda: plain(code("Sources/Links/SwitchboardNATS/NATSOptions.swift",
                        r"notice a dead server within (\d+) seconds"))),
    (LINKS, "| largest event | {} MiB |",
     lambda: plain(code("Sources/Links/SwitchboardLink/Memory/MemoryNetwork.swift",
                        r"maximumPayload: Int = (\d+ << \d+)") / 2**20)),
    (LINKS, "`problems` says so every {} seconds |",
     lambda: plain(code("Sources/Links/SwitchboardLink/Outgoing/StreamOutbox.swift",
                        r"patience = Duration\.seconds\((\d+)\)"))),
    (LINKS, "a subtype of more than {} bytes, escaped | `%h`",
     lambda: plain(code(SUBJECT, r"mostSubtypeBytes = (\d+)"))),
    (LINKS, "a group | at most {} bytes, escaped: the link traps otherwise, and also if the name of a stream has more "
            "than {} |",
     lambda: (plain(code(SUBJECT, r"mostNameBytes = (\d+)")), plain(code(SUBJECT, r"mostStreamNameBytes = (\d+)")))),
    (LINKS, "hold at most {} events together", lambda: plain(pending())),
    (LINKS, "are: {} live events per second with one header; {} stored events per second, in a file; JSON of a typical "
            "event takes {} µs to encode and {} µs to decode",
     lambda: (result("link/live.rate/nats/1"), say(stored()), say(encoding(), 2), say(decoding(), 2))),
    (LINKS, "1,000 events/s, {} ms of encoding | {} % of a core |",
     lambda: (say(encoding(), 2), say(encoding() / 10, 1))),
    (LINKS, "each process decodes for {} s in each second", lambda: say(decoding(), 2)),
    (LINKS, "| 1 s / {} µs | at most {} events/s, without handlers |",
     lambda: (say(decoding(), 2), say(1e6 / decoding(), 2))),
    (LINKS, "each process decodes 3,000 events/s in {} ms |", lambda: say(3 * decoding(), 2)),
    (LINKS, "| 10⁶ / {} = {} | **no**: at least {} streams,",
     lambda: (say(stored()), say(1e6 / stored(), 2), str(streams()))),
    (LINKS, "| 1 GiB / ({} × 300 bytes) | {} s:", lambda: (say(stored()), say(2**30 / stored() / 300, 2))),
    (LINKS, "| {} × {} s = {} million identities of 26 bytes | over {} GB of",
     lambda: (say(stored()), str(window()), say(identities() / 1e6, 2), say(identities() * 26 / 1e9, 1))),
    (LINKS, "| {} / 1,000 events/s | {} s |", lambda: (plain(queue()), say(queue() / 1000, 2))),
    (LINKS, "| {} / 10⁶ per second; with {} streams {} / 10⁶ | within {} ms on average; within {} ms |",
     lambda: (plain(pending()), str(streams()), plain(pending() * streams()), plain(pending() / 1000),
              plain(pending() * streams() / 1000))),

    (PROOF, "drops one direction, and carries {} MB/s |",
     lambda: plain(code("Tests/NATS/soak_run.py", r"SLOW_RATE = 400, 100_000, ([\d_]+)") / 1e6)),
    (PROOF, "noticed within {} seconds; if data of the server still comes, within {} |",
     lambda: literals("Tests/NATS/soak_checks.py", r'most = (\d+) if kind == "half-up" else (\d+)')[::-1]),

    (SIZES, "a hello-world has {} times the bytes then",
     lambda: say(size("Switchboard, Tracing") / size("Switchboard"), 2)),
    (SIZES, "They take {} % from a hello-world, and {} % from a client of 100 functions",
     lambda: (saved("Switchboard"), saved(HUNDRED))),
    (SIZES, "An empty program then has {} MB, and a hello-world {} MB. Without the option, the library adds {} MB",
     lambda: (lambda empty, hello, library: (say(empty / 1e6), say((empty + hello) / 1e6), say(library / 1e6)))(
         size("an empty program, static"), size("Switchboard, static"), size("Switchboard"))),

    ("Makefile", "the report is in Reports/latest ({} minutes)", lambda: minutes("make bench-all")),
    ("CONTRIBUTING.md", "until it is decided; {} minutes with the builds", lambda: minutes("make bench")),
    ("CONTRIBUTING.md", "# every figure of every suite; {} minutes", lambda: minutes("make bench-all")),
    ("CONTRIBUTING.md", "but test-links, door and bench-compare, and all others | about {} |",
     lambda: minutes("make ci")),
]
ROWS += [(BENCHMARKS, f"| {what} |" + cells, lambda what=what: [
    plain(one) for one in measured(f"runtime-benchmark, debug: {what}", "nanoseconds")]) for what, cells in (
        ("a send through a subject", " {} | {} | – | – |"),
        ("a value through `map` and `filter`", " {} | {} | – | – |"),
        ("a subscription to a subject, and its disposal", " {} | {} | – | – |"),
        ("the same through `map` and `filter`", " {} | {} | – | – |"), ("setting a property", " {} | {} | – | {} |"),
        ("setting a key of a board", " {} | – | {} | – |"), ("dispatching an event", " {} | – | {} | – |"))]
ROWS += [(SIZES, f"| {what} | {{}} | {{}} |", lambda row=row: [
    say(one, 2) for one in measured(f"client-benchmark, {row}")]) for what, row in (
        ("optimised, the library alone, from nothing", "library.build"),
        ("optimised, a client of 100 functions after a change", "client.rebuild"),
        ("for debugging, a program that only imports the library, from nothing", "empty.debug"),
        ("for debugging, a client of 100 functions after a change", "client.debug"))]
ROWS += [("CONTRIBUTING.md", f"| `{command}` |[…] | {{}} |", lambda command=command: minutes(command)) for command in (
    "make test", "make lint", "make docs-page-check", "make test-packaging", "make test-commands", "make test-nats",
    "make test-inspector")]
ROWS += [("CONTRIBUTING.md", f"| {commands} |[…] | {{}} each |", lambda command=command: minutes(command))
         for commands, command in (("`make test-tsan`, `make test-asan`", "make test-tsan"),
                                   ("`make test-parts`, `make test-interplay`", "make test-parts"))]
ROWS += [(BENCHMARKS, f"| `{command}` |[…] | {{}} |", lambda command=command: minutes(f"{command}, without builds"))
         for command in ("make bench", "make bench-all")]

# A page, the first line of a table in it, and what gives the rows.
TABLES = [
    (SIZES, "| product | bytes | with the two options |", products),
    (SIZES, "| operator | bytes | operator | bytes | operator | bytes |", operators),
]

# A page, an expression, and why the numbers in what it matches need no source.
EXEMPT = [
    ("CONTRIBUTING.md", r"2 to 25 \|", "depends on the change"),
    ("CONTRIBUTING.md", r"(?m)^\| `make (?:leakcheck|torture-quick|docs|test-links|door|bench-check|bench-compare [^`]*"
                        r"|test-nats-versions|soak-links)` \|.*$", "says whether to wait"),
    (BENCHMARKS, r"(?m)^\| `make bench-(?:costs|quick)` \|.*$", "says whether to wait"),
    (PROOF, r"(?m)^\| seconds \|.*$|was noticed after at most.*$", "one run of a million events, by hand"),
    (TOOL, r"(?m)^\| `(?:leaks|diff|export).*\|$", "one run of each, by hand, as the page says"),
    (BENCHMARKS, r"(?m)^\|.*[<>] [\d.]+:.*$", "bounds; a test of the report compares this table with the code"),
    (LINKS, r"1 MiB by default, with headers", "the default of nats-server"),
    (LINKS, r"\b(?:1,000 events/s|300 bytes|300 MB/s|2\.4 Gbit/s|10 Gbit/s|300 GB/s|1 s /|3 × 10⁶|900 MB/s"
            r"|3,000 events/s|7\.2 Gbit/s|8 × 10⁶|86,400 s|26 TB|26 bytes|1 GiB)",
     "what the arithmetic assumes, or follows from that"),
    (TRACES, r"storing 32 bytes", "what the floor of the benchmark stores"),
]
