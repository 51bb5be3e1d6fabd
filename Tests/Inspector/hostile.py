#!/usr/bin/env python3
"""Attacks the inspector of a running program, as clients and pages do that mean harm or are broken.

    hostile.py PROGRAM [--browser] [--only WORD]

PROGRAM is LoginFlow of Examples, built with the trait `Inspector`. Each attack begins and ends with an inspector that
answers and a program that goes on, with the descriptors and threads of the start. At the end, the memory of the program
has not grown by more than a limit. With --browser, pages of other sites attack, too, in headless Chromium. --only
makes those attacks whose description has the word.

Needs Linux and a C compiler. Exit status: 0 if everything is as expected, 1 if a tool is missing, 2 if a check failed.
"""

import argparse
import contextlib
import pathlib
import resource
import subprocess
import sys
import time

from attacks import access, connections, messages, pages, starts
from program import Failed, Program, wait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "Benchmarks/Scripts/page-checks"))
from chromium import Chromium  # noqa: E402
from chromium import program as browser_program  # noqa: E402

ATTACKS = {
    "clients that do not read, or leave": connections.unread,
    "a crowd": connections.crowd,
    "half a request": connections.halves,
    "random bytes": messages.noise,
    "heads without an end": messages.headers,
    "bodies without an end, hidden requests": messages.bodies,
    "requests without the token": access.tokens,
    "names of strangers": access.hosts,
    "origins of strangers": access.origins,
    "other methods": messages.methods,
    "odd paths, queries and bodies": messages.paths,
    "no descriptors": connections.descriptors,
    "addresses that cannot be used": starts.addresses,
    "Unix sockets": starts.sockets,
    "two recordings at a time": starts.bursts,
    "a killed program": connections.killed,
    "children": starts.children,
}
# MiB by which the memory may grow. An attack has 32 connections at a time; an answer has up to 1 MiB, and the program
# itself leaks a little.
AT_MOST, AT_THE_END = 64, 24


class Attacked:
    """The program that most attacks are for, and what is known of it."""

    def __init__(self, path):
        self.path, self.program = path, None

    def start(self):
        """Starts the program, and lets it and its inspector do once what they do, so that both have what they need."""
        self.stop()
        self.program = Program(self.path, "--leak", "--by-hand")
        self.program.listen()
        self.program.record(100, 20)
        for path in ("/", "/api/overview", "/api/burst.pftrace", "/census.json"):
            self.program.ask(path)
        wait(lambda: len(self.sockets()) == 1, what="that only the listening socket is open")
        self.descriptors, self.threads = self.program.descriptors(), self.program.number("Threads")
        self.memory = {name: self.program.number(name) for name in ("VmHWM", "VmRSS")}

    def stop(self):
        if self.program:
            self.program.kill()

    def sockets(self):
        return [target for target in self.program.descriptors().values() if target.startswith("socket:")]

    def same(self):
        """Raises an error unless the descriptors and threads are those of the start."""
        try:
            wait(lambda: self.program.descriptors() == self.descriptors and
                 self.program.number("Threads") == self.threads, what="that descriptors and threads are as before")
        except TimeoutError as error:
            raise Failed(f"{error}: {self.program.descriptors()}, {self.program.number('Threads')} threads; before"
                         f" {self.descriptors}, {self.threads} threads") from None

    def grown(self, name):
        return (self.program.number(name) - self.memory[name]) / 1024


def run(name, attack, attacked):
    """Makes one attack, and prints a line about it. Returns whether everything was as expected."""
    problems, note, is_harmed, begin = [], "", False, time.monotonic()
    try:
        attacked.program.healthy()
        note = attack(attacked.program, problems.append)
        attacked.program.healthy()
        attacked.same()
        problems += [f"an answer has the header {': '.join(header)}" for header in attacked.program.allowances]
        attacked.program.allowances.clear()
    except (OSError, Failed, RuntimeError, ValueError, KeyError, subprocess.SubprocessError) as error:
        problems.append(f"{type(error).__name__}: {error}")
        is_harmed = True
    ending = f"{note}; {time.monotonic() - begin:.1f} s" if note else f"{time.monotonic() - begin:.1f} s"
    print(f"{'FAILED' if problems else 'ok':7}{name} ({ending})", flush=True)
    for problem in problems:
        print(f"       - {problem}", flush=True)
    if is_harmed:
        # The next attack deserves a program that is healthy.
        attacked.start()
    return not problems


def memory(attacked, complain):
    for name, limit in (("VmHWM", AT_MOST), ("VmRSS", AT_THE_END)):
        if attacked.grown(name) > limit:
            complain(f"{name} has grown by {attacked.grown(name):.1f} MiB, more than {limit}")
    return (f"grown by {attacked.grown('VmHWM'):.1f} of {AT_MOST} MiB at most, by {attacked.grown('VmRSS'):.1f} of"
            f" {AT_THE_END} MiB at the end")


def main(path, with_browser, word):
    missing = []
    if not path.is_file():
        missing.append(f"{path} does not exist; build Examples/LoginFlow with the trait `Inspector` first")
    if not pathlib.Path("/proc/self/fdinfo").is_dir():
        missing.append("the folder /proc of Linux is missing")
    if not starts.compiler():
        missing.append("a C compiler is missing; `cc` or `clang` must be in PATH")
    if with_browser and not browser_program():
        missing.append("Chromium is missing; `make docs-setup` installs it. A browser at another place:"
                       " SWITCHBOARD_CHROMIUM=PATH")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    if hard != resource.RLIM_INFINITY and hard < 2 * connections.CROWD:
        missing.append(f"this process may have only {hard} descriptors; the crowd needs {2 * connections.CROWD}")
    if missing:
        print("".join(f"hostile: {sentence}\n" for sentence in missing), end="", file=sys.stderr)
        return 1
    resource.setrlimit(resource.RLIMIT_NOFILE, (2 * connections.CROWD, hard))
    attacked = Attacked(path)
    with contextlib.ExitStack() as stack:
        stack.callback(attacked.stop)
        try:
            attacked.start()
        except (OSError, Failed) as error:
            print(f"hostile: {path.name} does not start as it should: {error}", file=sys.stderr)
            return 1
        unread = stack.enter_context(connections.Unread(attacked.program))
        attacks = {"clients that read nothing": unread.start} | ATTACKS
        if with_browser:
            browser = stack.enter_context(Chromium(browser_program()))
            attacks |= {
                "pages of other sites": lambda program, complain: pages.strangers(program, browser, complain),
                "a page by another name": lambda program, complain: pages.rebinding(program, browser, complain),
            }
        attacks = {name: attack for name, attack in attacks.items() if word in name}
        passed = [run(name, attack, attacked) for name, attack in attacks.items()]
        if unread.begin:
            passed.append(run("clients that read nothing, later", unread.finish, attacked))
        passed.append(run("memory", lambda _, complain: memory(attacked, complain), attacked))
        if attacked.program.end() != 0:
            print(f"FAILED the program ended with {attacked.program.process.returncode}")
            passed.append(False)
    if not all(passed):
        print(f"hostile: {len(attacks)} attacks, {passed.count(False)} checks failed", file=sys.stderr)
        return 2
    print(f"hostile: {len(attacks)} attacks, the program went on: as expected")
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM", type=pathlib.Path)
    parser.add_argument("--browser", action="store_true", help="attack from pages in Chromium, too")
    parser.add_argument("--only", metavar="WORD", default="", help="make the attacks whose description has the word")
    arguments = parser.parse_args()
    sys.exit(main(arguments.program, arguments.browser, arguments.only))
