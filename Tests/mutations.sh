#!/bin/sh
# Breaks a copy of the code, with one patch of Tests/Mutations at a time, and checks that the tests fail.
#
#   Tests/mutations.sh [NAME…]     all patches, or those whose file name contains one of the NAMEs
#
# The script never changes the package itself. A mutant is caught when a test fails, crashes or hangs. Prints a table.
# Exit status:
#
#   0  all mutants are caught
#   1  a patch no longer applies, a mutant does not compile, or the tests fail without a patch
#   2  a mutant survives
#
# The lines of a patch before the diff are its description, with these keys:
#
#   tests:         the test targets
#   filter:        the tests to run, as a regular expression for `swift test --filter`
#   environment:   environment variables for the tests (NAME=value …)
#   traits:        the traits to build with, in a build folder of their own
#
# A race that a mutation opens happens only by chance, so the tests get three attempts.
set -eu
. "$(dirname "$0")/mutate.sh"
judges="Package.swift Tests/SwitchboardTestSupport Tests/mutate.sh Tests/mutations.sh"

# The seconds after which the watchdog of the tests, or `timeout` if the watchdog hangs too, ends a mutant that hangs.
export SWITCHBOARD_TEST_PATIENCE=10
limit=60
# Symbols for a backtrace would take seconds after each crash.
export SWIFT_BACKTRACE=enable=no
# Debug builds make a quarter of the rounds. Some races need all of them.
export SWITCHBOARD_STRESS=4

# Each mutant is compiled and linked again, which is faster without debug information.
build() {
  targets=SwitchboardStoragesTests
  traits=
  if [ -n "${patch:-}" ]; then
    targets=$(header tests)
    traits=$(header traits)
    [ -n "$targets" ] || fail "$name has no line 'tests: …'"
  fi
  SWITCHBOARD_TEST_TARGETS=$targets swift build --build-tests -debug-info-format none \
    ${traits:+--traits "$traits" --scratch-path ".build-$traits"}
}

# Runs the tests that $1 matches, with the environment variables $2. On Linux the tests are a program, which starts
# faster than `swift test`.
run_tests() {
  program=$work/package/.build${traits:+-$traits}/debug/switchboardPackageTests.xctest
  if [ -f "$program" ]; then
    set -- "$1" "${2:-}" "$program" --testing-library swift-testing
  else
    set -- "$1" "${2:-} SWITCHBOARD_TEST_TARGETS=$targets" swift test --skip-build \
      ${traits:+--traits "$traits" --scratch-path ".build-$traits"}
  fi
  filter=$1 settings=$2
  shift 2
  # The settings are unquoted, so that each setting becomes one word.
  # shellcheck disable=SC2086
  exec env $settings timeout --kill-after=5 "$limit" "$@" --filter "$filter"
}

# Runs the tests of a mutant until the first failure. Does not wait for a mutant that hangs after a failure.
run() {
  : >"$work/test.log"
  run_tests "$@" >"$work/test.log" 2>&1 &
  while kill -0 $! 2>/dev/null; do
    if grep -q '^✘ .* recorded an issue' "$work/test.log"; then
      kill $! 2>/dev/null || true
      reap
      wait $! 2>/dev/null || true
      return 1
    fi
    sleep 0.2
  done
  wait $!
}

# The limits are high, because without a mutation no test hangs, even on a slow machine.
control() {
  SWITCHBOARD_TEST_PATIENCE=300 limit=900 run R06 || fail "the tests fail without a mutation" "$work/test.log"
}

judge() {
  filter=$(header filter)
  [ -n "$filter" ] || fail "$name has no line 'filter: …'"
  environment=$(header environment)
  status=0
  for attempt in 1 2 3; do
    run "$filter" "$environment" || { status=$?; break; }
  done
  if [ $status -eq 0 ]; then
    grep -q 'Test run with [1-9]' "$work/test.log" \
      || fail "$name: the filter finds no test in its targets" "$work/test.log"
    return 1
  fi
  how=$(sed -n 's/^✘ Test \(".*"\) .*recorded an issue.*/\1/p' "$work/test.log" | sort -u | head -n 1)
  if grep -q 'did not finish within\|was not opened within' "$work/test.log"; then
    how="hang, seen by the watchdog"
  elif [ -n "$how" ]; then
    return 0
  elif [ $status -eq 124 ] || [ $status -eq 137 ]; then
    how="hang"
  elif [ $status -gt 128 ] || grep -q 'unexpected signal\|Fatal error' "$work/test.log"; then
    how="crash"
  fi
}

mutate Mutations "$@"
