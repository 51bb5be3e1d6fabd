#!/usr/bin/env python3
"""Runs `swift package switchboard-leaks` and `swift package switchboard-trace` in a client package that leaks.

    Tests/Clients/commands.py

The package stays in .build-commands, so that a second run compiles only what has changed. A first run compiles the
library three times: for the tests, for the program of the trace command, and for that program with the trait.

Exit status: 0 if the commands do what Switchboard.docc/Interplay.md says, 1 if a tool is missing, 2 otherwise, also if
a command needs more than a quarter of an hour.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLIENT = ROOT / ".build-commands"
# Of a command. A first build needs minutes on a busy machine.
SECONDS = 900
# In a row, after which the check fails.
CRASHES = 3
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "app",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "switchboard", path: "{root}"{traits})],
  targets: [
    .target(name: "App", dependencies: [.product(name: "Switchboard", package: "switchboard")]),
    {tests}
  ]
)
"""
TEST_TARGET = """.testTarget(
      name: "AppTests", dependencies: ["App", .product(name: "SwitchboardTesting", package: "switchboard")])"""
APP = """import Switchboard

public let clock = PublishSubject<Int, Never>(name: "clock")

public final class Player: Sendable {
  public init() {}
  public func play() { clock.subscribe { _ in self.advance() } }
  public func watch() -> Subscription { clock.subscribe { [weak self] _ in self?.advance() } }
  public func playForLong() { clock.subscribe { _ in self.advance() } }
  func advance() {}
}
"""
TESTS = """import App
import SwitchboardTesting
import Testing

@Test func clean() { Player().watch().dispose() }
@Test func leaky() { Player().play() }
@Test func checked() throws { try expectNoLeaks { scope in scope.track(Player()).playForLong() } }
"""
# As a process does that ends while it writes.
DAMAGE = """import Foundation

@Test func damage() throws {
  let path = try #require(ProcessInfo.processInfo.environment["SWITCHBOARD_LEAKS"])
  try Data("half a line\\n".utf8).write(to: URL(filePath: path))
}

"""


def stop(status, message):
    print(f"commands: {message}", file=sys.stderr)
    sys.exit(status)


def write(traits="", test_target=TEST_TARGET, tests=TESTS):
    manifest = MANIFEST.replace("{root}", str(ROOT)).replace("{traits}", traits).replace("{tests}", test_target)
    for path, text in {
        "Package.swift": manifest,
        "Sources/App/App.swift": APP,
        "Tests/AppTests/AppTests.swift": tests,
    }.items():
        (CLIENT / path).parent.mkdir(parents=True, exist_ok=True)
        (CLIENT / path).write_text(text)


class Outcome:
    """What `swift package COMMAND` did in the client.

    SwiftPM reads a plugin's output with handlers of pipes, and libdispatch on Linux sometimes frees what such a handler
    still uses (swiftlang/swift-corelibs-libdispatch, issue 949). Then SwiftPM itself ends by a signal, so a command
    that ends so runs again. A plugin, a test or a program that crashes leaves SwiftPM with an exit status.
    """

    def __init__(self, *arguments):
        self.command = f"swift package {' '.join(arguments)}"
        for _ in range(CRASHES):
            self.run(arguments)
            if self.status >= 0:
                return
            print(f"`{self.command}`: SwiftPM crashed with {signal.Signals(-self.status).name}", flush=True)
        self.expect(False, f"SwiftPM crashed {CRASHES} times in a row")

    def run(self, arguments):
        begin = time.monotonic()
        process = subprocess.Popen(
            ["swift", "package", *arguments], cwd=CLIENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            self.output, self.errors = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired as slow:
            # SwiftPM ends its own child processes when it is interrupted.
            process.send_signal(signal.SIGINT)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
            printed = b"\n".join((slow.stdout or b"", slow.stderr or b"")).decode(errors="replace")
            stop(2, f"`{self.command}` does not end in {SECONDS} s: it hangs, or the machine is too busy. It has "
                    f"printed:\n{printed[-3000:]}")
        self.status = process.returncode
        print(f"{time.monotonic() - begin:5.0f} s  {self.command}", flush=True)

    def expect(self, is_right, fault):
        if not is_right:
            stop(2, f"`{self.command}`: {fault}\nexit status {self.status}\n"
                    f"{self.output[-3000:]}\n{self.errors[-1500:]}")

    def says(self, *texts):
        """Expects success, and these texts."""
        self.expect(self.status == 0, "fails")
        for text in texts:
            self.expect(text in self.output + self.errors, f"does not say “{text}”")

    def fails(self, *texts):
        """Expects an exit status that is not 0, and these texts."""
        self.expect(self.status != 0, "has the exit status 0")
        for text in texts:
            self.expect(text in self.output + self.errors, f"does not say “{text}”")


def check_leaks():
    write()
    Outcome("switchboard-leaks", "--help").says("--except TEXT")
    Outcome("switchboard-leaks", "--unknown").fails("unknown argument --unknown", "switchboard-leaks --help")
    Outcome("switchboard-leaks", "--filter").fails("--filter needs a text")

    leaks = Outcome("switchboard-leaks")
    leaks.fails("App/App.swift:7: alive: 1 to “clock”", "App/App.swift:9: retained: ", "2 leaks")
    leaks.expect("App/App.swift:8" not in leaks.output, "names a line that does not leak")

    leaks = Outcome("switchboard-leaks", "--json", "--filter", "leaky")
    leaks.fails()
    found = [(leak["place"], leak["kind"], leak["count"]) for leak in json.loads(leaks.output)]
    leaks.expect(found == [("App/App.swift:7", "alive", 1)], "prints other objects")
    Outcome("switchboard-leaks", "--filter", "clean").says("no leaks")
    Outcome("switchboard-leaks", "--filter", "leaky", "--except", "App.swift:7").says("no leaks")
    for options in ((), ("--json",)):
        none = Outcome("switchboard-leaks", "--filter", "claen", *options)
        none.fails("no test ran, because none matches --filter claen")
        none.expect("no leaks" not in none.output and none.output.strip() != "[]", "calls no tests free of leaks")


def check_trace():
    Outcome("switchboard-trace", "--help").fails("trait “Tools”", 'traits: ["Tools"]')
    write(traits=', traits: ["Tools"]')
    trace = str(ROOT / "Benchmarks/Traces/login-flow.pftrace")
    Outcome("switchboard-trace", "summary", trace).says("send submissions at LoginFlow/Screens.swift:23")
    Outcome("switchboard-trace", "cat", "--limit", "1", trace).says("subscribe")
    Outcome("switchboard-trace", "summary", "no-such-file.pftrace").fails("no-such-file")


def check_broken_tests():
    write(tests=TESTS + "@Test func failing() { #expect(Bool(false)) }\n")
    failing = Outcome("switchboard-leaks", "--filter", "failing")
    failing.fails("the tests failed")
    failing.expect("no leaks" not in failing.output, "calls tests that failed free of leaks")
    write(tests=DAMAGE + TESTS)
    damaged = Outcome("switchboard-leaks", "--filter", "damage|clean")
    damaged.fails("has lines that are no findings, such as “half a line”")
    damaged.expect("no leaks" not in damaged.output, "calls a damaged file free of leaks")
    write(tests="import Testing\n\n@Test func unrelated() {}\n", test_target='.testTarget(name: "AppTests")')
    Outcome("switchboard-leaks").fails("no test process uses switchboard")
    write(tests='let number: Int = "text"\n')
    Outcome("switchboard-leaks").fails("cannot convert value", "no test process reached its end")
    write(test_target="")
    Outcome("switchboard-leaks").fails("no tests found", "no test process reached its end")


def main():
    if not shutil.which("swift"):
        stop(1, "needs Swift")
    if sys.argv[1:]:
        stop(1, "usage: Tests/Clients/commands.py")
    check_leaks()
    check_trace()
    check_broken_tests()
    print("commands: as expected")


main()
