"""What judges mutants: the tests, and leakcheck. Both build a copy of the package."""

import os
import re
import signal
import subprocess
import time

from table import Fault


def failure(message, log):
    """Returns a fault with the end of a log."""
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()[-25:]
    return Fault("\n".join([message, *lines]))


class Judge:
    """Judges mutants in a copy of the package in the folder `work`."""

    # Files and folders that all mutants are judged by, beside this program.
    places = ["Package.swift"]

    def __init__(self, work):
        self.work = work
        self.package = work / "package"
        self.package.mkdir()
        self.log = work / "test.log"

    def build(self, mutation):
        log = self.work / "build.log"
        command, settings = self.build_command(mutation)
        if self.call(command, log, settings):
            raise failure(f"{mutation.name} does not compile" if mutation else "the package does not build", log)

    def call(self, command, log, settings=None):
        with open(log, "wb") as output:
            process = subprocess.Popen(
                command, cwd=self.package, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                env={**os.environ, **(settings or {})})
        try:
            return process.wait()
        except BaseException:
            # SwiftPM ends its compilers when it is interrupted, and not when it is killed.
            process.send_signal(signal.SIGINT)
            process.wait()
            raise

    def reap(self):
        """Ends the processes that a hanging mutant has left. `swift test` starts the tests in their own process group,
        which a signal to ours does not reach."""
        subprocess.call(["pkill", "-KILL", "-f", f"^{self.work}/"])


class TestJudge(Judge):
    """The tests of a mutation. A race that a mutation opens happens only by chance, so the tests get three attempts."""

    places = ["Package.swift", "Tests/SwitchboardTestSupport"]
    # The tests of the code without a mutation.
    control_tests = "SwitchboardBroadcastTests"
    # The seconds after which the watchdog of the tests, or this program if the watchdog hangs too, ends a mutant that
    # hangs.
    patience, limit = 10, 60
    settings = {
        # Symbols for a backtrace would take seconds after each crash.
        "SWIFT_BACKTRACE": "enable=no",
        # Debug builds make a quarter of the rounds. Some races need all of them.
        "SWITCHBOARD_STRESS": "4",
    }

    @staticmethod
    def options(traits):
        return ["--traits", traits, "--scratch-path", f".build-{traits}"] if traits else []

    # Each mutant is compiled and linked again, which is faster without debug information.
    def build_command(self, mutation):
        command = ["swift", "build", "--build-tests", "-debug-info-format", "none"]
        targets = mutation.tests if mutation else self.control_tests
        return command + self.options(mutation and mutation.traits), {"SWITCHBOARD_TEST_TARGETS": targets}

    # The limits are high, because without a mutation no test hangs, even on a slow machine.
    def control(self):
        if self.run(self.control_tests, "R06", patience=300, limit=900):
            raise failure("the tests fail without a mutation", self.log)

    def run(self, targets, filter, traits="", environment="", patience=patience, limit=limit):
        """Runs tests until the first failure: does not wait for a mutant that hangs after a failure. Returns the exit
        status, or "hang"."""
        settings = {**self.settings, "SWITCHBOARD_TEST_PATIENCE": str(patience)}
        settings.update(setting.split("=", 1) for setting in environment.split())
        # On Linux the tests are a program, which starts faster than `swift test`.
        program = self.package / (f".build-{traits}" if traits else ".build") / "debug/switchboardPackageTests.xctest"
        if program.is_file():
            command = [str(program), "--testing-library", "swift-testing"]
        else:
            command = ["swift", "test", "--skip-build", *self.options(traits)]
            settings["SWITCHBOARD_TEST_TARGETS"] = targets
        with open(self.log, "wb") as output:
            # A process group of its own, in this session: CI ends what runs by session.
            process = subprocess.Popen(
                [*command, "--filter", filter], cwd=self.package, stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, env={**os.environ, **settings}, preexec_fn=os.setpgrp)
        end = time.monotonic() + limit
        try:
            while True:
                try:
                    return process.wait(timeout=0.2)
                except subprocess.TimeoutExpired:
                    pass
                if re.search(rb"^\xe2\x9c\x98 .* recorded an issue", self.log.read_bytes(), re.MULTILINE):
                    return 1
                if time.monotonic() > end:
                    return "hang"
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                self.reap()
                process.wait()

    def judge(self, mutation):
        """Returns whether a mutant is caught, and how."""
        for _ in range(3):
            status = self.run(mutation.tests, mutation.filter, mutation.traits, mutation.environment)
            if status != 0:
                break
        text = self.log.read_text(encoding="utf-8", errors="replace")
        if status == 0:
            if not re.search("Test run with [1-9]", text):
                raise failure(f"{mutation.name}: the filter finds no test in its targets", self.log)
            return False, ""
        if re.search("did not finish within|was not opened within", text):
            return True, "hang, seen by the watchdog"
        failed = re.findall(r'^✘ Test (".*") .*recorded an issue', text, re.MULTILINE)
        if failed:
            return True, min(failed)
        if status == "hang":
            return True, "hang"
        return True, "crash" if status < 0 or re.search("unexpected signal|Fatal error", text) else ""


class LeakJudge(Judge):
    """The scenario of leakcheck that a mutation names."""

    places = [
        "Package.swift", "Sources/Leaks/SwitchboardLeaks", "Sources/Workshop/SwitchboardScenarios",
        "Sources/Workshop/leakcheck",
    ]

    def build_command(self, mutation):
        options = ["-debug-info-format", "none", "--disable-index-store"]
        return ["swift", "build", "--traits", "Tracing", "--product", "leakcheck", *options], {}

    def run(self):
        # A scenario takes a tenth of a second; the timeout is for mutants that hang.
        command = [".build/debug/leakcheck", "--cycles", "3", "--timeout", "20", "--output", str(self.work / "report")]
        return self.call(command, self.log)

    def control(self):
        if self.run():
            raise failure("leakcheck fails without a mutation", self.log)

    def judge(self, mutation):
        """Returns whether a mutant is caught, and how many scenarios are no longer as expected."""
        status = self.run()
        if status == 0:
            return False, ""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        found = [
            line.split()[0] for line in text.splitlines()
            if re.match("(clean|leaking)/[^:]* ", line) and not line.endswith("as expected")
        ]
        if status != 2 or not found:
            raise failure(f"leakcheck ended with {status}", self.log)
        if mutation.found_by in found:
            return True, f"{mutation.found_by}, one of {len(found)}"
        return False, f"not by {mutation.found_by}, but by {found[0]}"
