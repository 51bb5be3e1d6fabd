#!/usr/bin/env python3
"""Breaks a copy of the code, one mutation of Tests/Mutations at a time, and checks that the tests fail.

    Tests/Mutations/Runner/mutations.py tests [NAME…]    all mutations, or those whose name contains one of the NAMEs
    Tests/Mutations/Runner/mutations.py leaks [NAME…]    those that make the library leak: leakcheck must find the leak
    Tests/Mutations/Runner/mutations.py check            only checks that each mutation fits the code; builds nothing

The package itself never changes. A mutant is caught when a test fails, crashes or hangs, or, of a leak, when the
scenario that the mutation names is no longer as expected. The runs print a table, and name the survivors in their
last line. Tests/Mutations/Runner/table.py says what a mutation is.

With SWITCHBOARD_MUTATIONS_SINCE=COMMIT, a run leaves out the mutations that no change since the commit can have
touched. Such a change is in a file that the mutation edits, in its entry, in its tests, or in what judges all mutants.

With SWITCHBOARD_MUTATIONS_TURN=N, a run tries every third mutation. Three numbers in a row together run all.

exit status:
  0  all mutants are caught
  1  a mutation does not fit the code, a mutant does not compile, or the tests fail without a mutation
  2  a mutant survives
"""

import argparse
import functools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback

from judges import LeakJudge, TestJudge
from table import Fault, applied, read_table

ROOT = pathlib.Path(__file__).resolve().parents[3]
RUNNER = "Tests/Mutations/Runner"
SCENARIOS = "Sources/Workshop/SwitchboardScenarios"

JUDGES = {"tests": TestJudge, "leaks": LeakJudge}


def read_tables(faults):
    """Returns the mutations by the path of their table. Adds to `faults` what cannot be read."""
    tables = {}
    for path in sorted((ROOT / "Tests/Mutations").glob("*.py")):
        table = str(path.relative_to(ROOT))
        try:
            tables[table] = read_table(path)
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            lines = [f"line {frame.lineno}" for frame in frames if frame.filename == str(path)]
            what = ", ".join([f"{type(error).__name__}: {error}", *lines])
            faults.append(f"{table} cannot be read ({what}); compare it with a table beside it")
    return tables


@functools.cache
def scenarios():
    return "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / SCENARIOS).glob("**/*.swift")))


def faults_of(mutation, table):
    """Yields what is wrong with a mutation."""
    if bool(mutation.tests and mutation.filter) == bool(mutation.found_by):
        yield f"{mutation.name} needs tests and a filter, or found_by; write them in {table}"
    for target in mutation.tests.split():
        if not target.endswith("Tests") or not (ROOT / "Tests" / target).is_dir():
            yield f"{mutation.name} names the tests {target}, but Tests has no such folder; correct it in {table}"
    scenario = mutation.found_by.rpartition("/")[2]
    if scenario and f'"{scenario}"' not in scenarios():
        yield f"{mutation.name} names the scenario {mutation.found_by}, but {SCENARIOS} has none; correct it in {table}"
    try:
        for file, text in applied(mutation, ROOT).items():
            if text == (ROOT / file).read_text(encoding="utf-8"):
                yield f"{mutation.name} leaves {file} as it is; write another replacement in {table}"
    except Fault as fault:
        yield f"{mutation.name}: {fault} in {table}"


def check():
    """Returns what is wrong with the tables."""
    faults = []
    names = set()
    for table, mutations in read_tables(faults).items():
        for mutation in mutations:
            if mutation.name in names:
                faults.append(f"{mutation.name} is there twice; give the second, in {table}, another name")
            names.add(mutation.name)
            faults += faults_of(mutation, table)
    if not names:
        faults.append("Tests/Mutations has no mutation; the tables belong there")
    return faults


def git(*arguments):
    result = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else None


def touched(tables, judge):
    """Returns the mutations that a change since the commit can have touched, with their tables."""
    entries = [(mutation, table) for table, mutations in tables.items() for mutation in mutations]
    since = os.environ.get("SWITCHBOARD_MUTATIONS_SINCE")
    if not since:
        return entries
    base = git("merge-base", since, "HEAD")
    if base is None:
        raise Fault(f"finds no commit {since} to compare with; ALL=1 runs every mutation")
    base = base.strip()
    # Committed, uncommitted and new files.
    changed = (git("diff", "--name-only", base) + git("ls-files", "--others", "--exclude-standard")).splitlines()
    before = {table: entries_at(base, table) for table in tables if table in changed}

    def is_touched(mutation, table):
        if table in before and mutation not in before[table]:
            return True
        places = {*judge.places, RUNNER, *mutation.files()}
        places |= {f"Tests/{target}" for target in mutation.tests.split()}
        return any(path == place or path.startswith(place + "/") for place in places for path in changed)

    return [entry for entry in entries if is_touched(*entry)]


def entries_at(commit, table):
    """Returns the mutations that a table had in a commit."""
    text = git("show", f"{commit}:{table}")
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(text or "MUTATIONS = []")
        file.flush()
        try:
            return read_table(file.name)
        except Exception:
            return []


def selected(kind, names):
    """Returns the mutations to run, with their tables."""
    faults = []
    tables = {
        table: [mutation for mutation in mutations if bool(mutation.found_by) == (kind == "leaks")]
        for table, mutations in read_tables(faults).items()
    }
    if faults:
        raise Fault(faults[0])
    every = [mutation.name for mutations in tables.values() for mutation in mutations]
    if not every:
        raise Fault(f"there is no mutation of the {kind}; the tables belong in Tests/Mutations")
    for name in names:
        if not any(name in one for one in every):
            raise Fault(f"no mutation of the {kind} has “{name}” in its name; the tables in Tests/Mutations have them")
    # Sorted by test targets, so that the same test targets are built only once.
    entries = sorted(touched(tables, JUDGES[kind]), key=lambda entry: (entry[0].tests, entry[0].name))
    turn = os.environ.get("SWITCHBOARD_MUTATIONS_TURN", "")
    if turn and not turn.isdigit():
        raise Fault(f"SWITCHBOARD_MUTATIONS_TURN is “{turn}”; set it to a number, or not at all")
    if turn:
        entries = [entry for number, entry in enumerate(entries, 1) if (number + int(turn)) % 3 == 0]
    return [entry for entry in entries if not names or any(name in entry[0].name for name in names)]


def run(kind, names):
    """Judges the mutants. Returns the names of those that survive."""
    entries = selected(kind, names)
    if not entries:
        since = os.environ.get("SWITCHBOARD_MUTATIONS_SINCE")
        print(f"no change since {since} touches a mutation of the {kind}; ALL=1 runs all of them" if since
              else "this turn has none of the named mutations")
        return []
    if not shutil.which("pkill"):
        raise Fault("needs pkill(1); on Debian: apt-get install procps")
    # The path as processes see it.
    work = pathlib.Path(tempfile.mkdtemp(prefix="switchboard-mutations.")).resolve()
    judge = JUDGES[kind](work)
    try:
        shutil.copy2(ROOT / "Package.swift", judge.package)
        for folder in ("Sources", "Tests"):
            shutil.copytree(ROOT / folder, judge.package / folder, symlinks=True)
        print("Building and testing without a mutation …", file=sys.stderr, flush=True)
        judge.build(None)
        judge.control()
        print(f"{'mutation':<34} {'result':<10} how", flush=True)
        return [mutation.name for mutation, table in entries if not is_caught(mutation, table, judge)]
    finally:
        judge.reap()
        shutil.rmtree(work, ignore_errors=True)


def is_caught(mutation, table, judge):
    try:
        texts = applied(mutation, judge.package)
    except Fault as fault:
        raise Fault(f"{mutation.name}: {fault} in {table}")
    originals = {file: (judge.package / file).read_text(encoding="utf-8") for file in texts}
    for file, text in texts.items():
        (judge.package / file).write_text(text, encoding="utf-8")
    judge.build(mutation)
    caught, how = judge.judge(mutation)
    judge.reap()
    print(f"{mutation.name:<34} {'caught' if caught else 'SURVIVED':<10} {how}", flush=True)
    for file, text in originals.items():
        (judge.package / file).write_text(text, encoding="utf-8")
    return caught


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, usage="Tests/Mutations/Runner/mutations.py {tests,leaks,check} [NAME…]",
        formatter_class=argparse.RawDescriptionHelpFormatter)
    # Status 2 would say that a mutant survives.
    parser.error = lambda message: parser.exit(1, f"mutations: {message}; --help says more\n")
    parser.add_argument("verb", choices=[*JUDGES, "check"], help=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", default=[], metavar="NAME", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(130))
    try:
        if arguments.verb == "check":
            faults = check()
            print("\n".join(faults), end="\n" if faults else "")
            return 1 if faults else 0
        survivors = run(arguments.verb, arguments.names)
    except Fault as fault:
        print(f"mutations: {fault}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if survivors:
        # The last line names them, because the log of a CI run may keep only its end.
        print("survived:", *survivors, file=sys.stderr)
    return 2 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
