#!/usr/bin/env python3
"""Takes the screenshots of the pages, and checks that what they show has not changed since.

    pictures.py write PROGRAMS [NAME…]    takes the screenshots anew, all or the named ones, in headless Chromium
    pictures.py check                     checks all pictures

PROGRAMS is the folder of the examples LoginFlow, Orders and PriceTicker, built with the trait `Inspector`; `make
pictures` builds them. Two runs show different times, so the check does not compare pictures. It compares a hash of each
picture's inputs with the hash at the time of the picture, in pictures.json.

Exit status: 0 if all is well, 1 if a picture is old, missing or too large, 64 for a name that is no picture, 69 if a
tool or an input is missing, or the program does not do what it should.
"""

import base64
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/Runtime/Switchboard/Switchboard.docc/Pictures"
RECORD = ROOT / "Documentation/pictures.json"
sys.path[:0] = [str(ROOT / "Tests/Inspector"), str(ROOT / "Benchmarks/Scripts/page-checks")]
import chromium  # noqa: E402
import walk  # noqa: E402
from program import Failed, Program  # noqa: E402

# Of all pictures together. Readers on a slow line, and all who clone, pay for each byte.
MOST_BYTES = 2_000_000
# Of a program whose trace is shown; the run with the shortest gaps is.
RUNS = 12


class Problem(Exception):
    """What is wrong, and what to do."""


def use(steps):
    """People log in for some seconds, so that the lines of the last seconds have a form."""
    steps.program.press()
    steps.view("#/registries", "registries")
    sends = f"tr[data-number='{steps.number('clicks')}'] [data-field=sends]"
    for times in (1, 2, 1, 3, 2, 1):
        before = steps.text(sends)
        steps.program.press(times)
        steps.wait_other(sends, before)


def registry(steps):
    """The view of a registry with a burst, in which two places send to the registry."""
    steps.program.press()
    walk.burst(steps)
    use(steps)
    steps.view(f"#/registry/{steps.number('user')}", "registry")
    steps.wait("document.querySelectorAll('#graph [data-handler]').length > 0")


def growth(steps):
    """The line that leaks."""
    steps.program.press()
    walk.growth(steps)
    steps.wait("!document.querySelector('#note')?.checkVisibility()")


# The shortest login, and what it leads to on the main thread.
LOGIN = """
  SELECT arrive.id, send.ts, max(send.ts + send.dur, arrive.ts + arrive.dur) - send.ts AS dur
  FROM slice AS arrive, slice AS send, slice AS user
  WHERE arrive.name = 'arrive' AND send.name = 'submissions' AND user.name = 'user'
    AND user.ts BETWEEN send.ts AND send.ts + send.dur AND arrive.ts > user.ts
  ORDER BY dur LIMIT 1
"""


# A value that one of the first two feeders, whose tracks the picture shows, queued for the other to deliver.
QUEUED = """
  SELECT arrive.id, queued.ts, arrive.ts + arrive.dur - queued.ts AS dur
  FROM flow JOIN slice AS queued ON slice_out = queued.id JOIN slice AS arrive ON slice_in = arrive.id
    JOIN thread_track AS here ON here.id = queued.track_id JOIN thread AS sender ON sender.utid = here.utid
    JOIN thread_track AS there ON there.id = arrive.track_id JOIN thread AS other ON other.utid = there.utid
  WHERE arrive.name = 'Operator' AND arrive.ts - queued.ts > 6000 AND sender.name != other.name
    AND sender.name IN ('feeder 1', 'feeder 2') AND other.name IN ('feeder 1', 'feeder 2')
  ORDER BY dur LIMIT 1
"""


def links(steps):
    """Orders go from a shop to a worker, and back, for some seconds."""
    steps.view("#/registries", "registries")
    steps.number("shop")
    # The first row is that of the registry with the most deliveries.
    sends = "tr[data-number] [data-field=sends]"
    for _ in range(8):
        steps.wait_other(sends, steps.text(sends))


@dataclasses.dataclass
class Picture:
    """A picture of a page, of an inspector after a walk through it, or of a program's trace, at a slice of it."""

    inputs: list
    size: tuple
    page: str = None
    walk: object = None
    program: tuple = ()
    select: str = None


LOGIN_FLOW = ("LoginFlow", "--leak", "--by-hand")
INSPECTOR = ["Sources/Inspector/SwitchboardInspector/Page/*", "Examples/LoginFlow/*.swift"]
REPORT = "Reports/reference/report.html"
PICTURES = {
    "inspector-registries": Picture(INSPECTOR, (1000, 336), walk=use, program=LOGIN_FLOW),
    "inspector-registry": Picture(INSPECTOR, (1000, 496), walk=registry, program=LOGIN_FLOW),
    "inspector-growth": Picture(INSPECTOR, (1000, 284), walk=growth, program=LOGIN_FLOW),
    "inspector-links": Picture(
        [INSPECTOR[0], "Examples/Orders/*/*.swift"], (1000, 420), walk=links, program=("Orders",)),
    "login-flow": Picture(["Examples/LoginFlow/*.swift"], (1000, 640), program=("LoginFlow",), select=LOGIN),
    "price-ticker": Picture(
        ["Examples/PriceTicker/*.swift"], (1000, 640), program=("PriceTicker", "--rounds", "5000"), select=QUEUED),
    "report": Picture([REPORT], (1280, 800), page=REPORT),
}


def inputs(name):
    """The hash of the files that a picture shows."""
    digest = hashlib.sha256()
    for pattern in PICTURES[name].inputs:
        files = sorted(ROOT.glob(pattern))
        if not files:
            raise Problem(f"{name}: no file matches {pattern}; mend PICTURES in Documentation/pictures.py")
        for file in files:
            digest.update(f"{file.name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def files(name):
    """The light and the dark file of a picture, as DocC names them."""
    return [FOLDER / f"{name}@2x.png", FOLDER / f"{name}~dark@2x.png"]


def recorded():
    return json.loads(RECORD.read_text(encoding="utf-8")) if RECORD.exists() else {}


def record(names):
    known = recorded() | {name: inputs(name) for name in names}
    text = json.dumps({name: known[name] for name in sorted(known.keys() & PICTURES.keys())}, indent=2) + "\n"
    RECORD.write_text(text, encoding="utf-8")


def faults():
    """Yields a sentence for each picture that is old or missing, and one if all together are too large."""
    known = recorded()
    for name, picture in PICTURES.items():
        how = f"`make pictures NAMES={name}` renews it"
        if not all(file.exists() for file in files(name)):
            yield f"the picture {name} is missing; {how}"
        elif known.get(name) != inputs(name):
            yield f"{' or '.join(picture.inputs)} changed since the picture {name} was made; {how}"
    shown = {re.match("[^@~.]*", file.name)[0] for file in FOLDER.glob("*.png")}
    for name in sorted(shown - PICTURES.keys()):
        yield f"the picture {name} is not in PICTURES of Documentation/pictures.py"
    size = sum(file.stat().st_size for file in FOLDER.glob("*.png"))
    if size > MOST_BYTES:
        yield f"the pictures have {size:,} bytes, more than {MOST_BYTES:,}; take smaller ones, or leave one out"


def keep(data, name, scheme):
    """Writes a screenshot with as few bytes as its colours need."""
    file = FOLDER / f"{name}{'~dark' if scheme == 'dark' else ''}@2x.png"
    done = subprocess.run(
        ["pngquant", "--speed", "1", "--strip", "--quality", "60-95", "-"],
        capture_output=True, check=False, input=data)
    if done.returncode:
        raise Problem(f"pngquant cannot compress {file.name}: {done.stderr.decode().strip()}")
    file.write_bytes(done.stdout)
    print(f"pictures: {file.relative_to(ROOT)}, {len(done.stdout):,} bytes")


def of_page(browser, address, size, scheme, steps=lambda page: None):
    with browser.page(address, *size, scheme, scale=2) as page:
        steps(page)
        return base64.b64decode(page.screenshot())


def of_trace(programs, picture, scheme):
    """A trace of a program in Perfetto, whose page comes with a wheel that `make trace-setup` installs."""
    with tempfile.TemporaryDirectory() as folder:
        file, traces = pathlib.Path(folder, "trace.png"), [f"{folder}/{run}.pftrace" for run in range(RUNS)]
        program, *arguments = picture.program
        for trace in traces:
            subprocess.run(
                [programs / program, *arguments], check=True, stdout=subprocess.DEVNULL,
                env=os.environ | {"SWITCHBOARD_TRACE": trace})
        done = subprocess.run(
            [sys.executable, ROOT / "Tests/TraceFile/picture.py", *traces, file, "--select",
             " ".join(picture.select.split()), "--size", "x".join(map(str, picture.size)),
             *(["--dark"] if scheme == "dark" else [])],
            check=False, capture_output=True, text=True)
        if done.returncode:
            raise Problem(f"no picture of a trace: {done.stderr.strip()}")
        return file.read_bytes()


def take(programs, names):
    """Takes the named pictures, light and dark."""
    browser_program = chromium.program()
    for tool, package in ((browser_program, "chromium"), (shutil.which("pngquant"), "pngquant")):
        if not tool:
            raise Problem(f"{package} is missing; on Debian: apt-get install {package}")
    with chromium.Chromium(browser_program) as browser:
        for name in names:
            for scheme in ("light", "dark"):
                picture = PICTURES[name]
                if picture.walk:
                    with Program(programs / picture.program[0], *picture.program[1:]) as program:
                        def steps(page, program=program, way=picture.walk):
                            way(walk.Walk(page, program))
                        data = of_page(browser, program.url, picture.size, scheme, steps)
                elif picture.page:
                    data = of_page(browser, (ROOT / picture.page).as_uri(), picture.size, scheme)
                else:
                    data = of_trace(programs, picture, scheme)
                keep(data, name, scheme)
    record(names)


def main(verb="", *arguments):
    if verb not in ("write", "check") or bool(arguments) != (verb == "write"):
        print(__doc__, file=sys.stderr)
        return 64
    programs, *names = arguments or [None]
    if wrong := set(names) - PICTURES.keys():
        print(f"pictures: there is no picture {', '.join(sorted(wrong))}; there are {', '.join(PICTURES)}",
              file=sys.stderr)
        return 64
    try:
        if verb == "write":
            take(pathlib.Path(programs), names or list(PICTURES))
        found = list(faults())
    except (AssertionError, Failed, OSError, Problem, RuntimeError, ValueError,
            subprocess.CalledProcessError) as error:
        print(f"pictures: {error}", file=sys.stderr)
        return 69
    for fault in found:
        print(f"pictures: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
