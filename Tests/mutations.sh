#!/bin/sh
# Breaks the hot path on purpose, one patch of Tests/Mutations at a time, and sees whether the tests notice.
#
#   Tests/mutations.sh [NAME…]     all patches, or those whose file name contains one of the NAMEs
#
# A copy of the package is broken, never the package itself. A mutant counts as caught when a test fails, crashes or
# hangs. Prints a table; exits 0 when all are caught, 2 when one survives, 1 when a patch no longer applies, does not
# compile, or the tests fail without any patch. Takes about 4 minutes on two cores for all.
#
# A patch's first lines, up to the diff, are its description; `tests:` in them names the test targets, `filter:` the tests to
# run (a regular expression for `swift test --filter`), `environment:` what to set for them (NAME=value …). A race that the mutation
# opens is met by chance, so the tests get three attempts.
set -eu
. "$(dirname "$0")/mutate.sh"

# A mutant that hangs is found by the tests' own watchdog after this long, or by `timeout` if that hangs too.
export SWITCHBOARD_TEST_PATIENCE=10
limit=60

build() {
  targets=SwitchboardBroadcastTests
  if [ -n "${patch:-}" ]; then
    targets=$(header tests)
    [ -n "$targets" ] || fail "$name has no line 'tests: …'"
  fi
  SWITCHBOARD_TEST_TARGETS=$targets swift build --build-tests
}

# Ends with the first failure: what else a mutant does, such as hanging, is not waited for.
run() {
  # Unquoted: several settings are several words.
  # shellcheck disable=SC2086
  env SWITCHBOARD_TEST_TARGETS="$targets" ${2:-} timeout --kill-after=5 "$limit" swift test --skip-build --filter "$1" \
    >"$work/test.log" 2>&1 &
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

# Without a mutation nothing hangs, however slow the machine is.
control() { SWITCHBOARD_TEST_PATIENCE=300 limit=900 run R06 || fail "the tests fail without a mutation" "$work/test.log"; }

judge() {
  filter=$(header filter)
  [ -n "$filter" ] || fail "$name has no line 'filter: …'"
  environment=$(header environment)
  status=0
  for attempt in 1 2 3; do
    run "$filter" "$environment" || { status=$?; break; }
  done
  if [ $status -eq 0 ]; then
    grep -q 'Test run with [1-9]' "$work/test.log" || fail "$name: the filter finds no test in its targets" "$work/test.log"
    return 1
  fi
  how=$(sed -n 's/^✘ Test \(".*"\) .*recorded an issue.*/\1/p' "$work/test.log" | sort -u | head -n 1)
  if grep -q 'did not finish within\|was not opened within' "$work/test.log"; then
    how="hang, seen by the watchdog"
  elif [ -n "$how" ]; then
    return 0
  elif [ $status -ge 124 ] && [ $status -ne 132 ]; then
    how="hang"
  elif grep -q 'unexpected signal\|Fatal error' "$work/test.log"; then
    how="crash"
  fi
}

mutate Mutations "$@"
