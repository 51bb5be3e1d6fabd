#!/bin/sh
# Runs the tests under AddressSanitizer: no memory error, and at the end of each process nothing that cannot be reached.
#
#   Tests/leaks-asan.sh [arguments of `swift test`, such as --filter R02]
#
# Without the trait `Tracing`: with it, a list of all live registries starts in a global, so a registry in a cycle can be
# reached. Only Swift Testing's tests: XCTest's runner leaks objects of its own.
#
# The one thing that counts as no leak is a side table of Swift's weak references. An object that was ever referred to
# weakly points to its table shifted by three bits, so that the table of a live object looks unreachable once its weak
# references are gone. LeakSanitizer's own suppressions would not do: `leak:formWeakReference` also hides all that the table
# points to, which is every cycle with an object in it that was ever referred to weakly. So the reports are read here.
#
# Not seen: what a weak reference in reachable memory refers to, since that leads to the side table and on to the object.
# The list of owners without a lifetime holds such references, so a cycle through such an owner goes unnoticed.
#
# Controls: tests that leak on purpose (SeededLeaks.swift) have to be found at their lines, also in the processes of exit
# tests, and what is alive must not be. Exits 0 when all is as it should be, 2 on a leak, a memory error or a control that
# goes wrong, 1 when something does not build or a test fails.
set -eu

tests=$(cd "$(dirname "$0")" && pwd)
cd "$tests/.."
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-asan.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
seeds=$tests/SwitchboardSignalsTests/Lifetimes/SeededLeaks.swift

stop() {
  echo "leaks-asan: $2" >&2
  exit "$1"
}

[ "$(uname)" = Linux ] || stop 1 "needs Linux: elsewhere AddressSanitizer comes without a leak check"

# run NAME ARGUMENTS…: the tests, with a report of each process that has something to say in $work/NAME.
# A leak does not change a process's exit code, so that tests of exit codes see what they are about.
run() {
  name=$1
  shift
  mkdir "$work/$name"
  ASAN_OPTIONS="detect_leaks=1:halt_on_error=0:log_path=$work/$name/report" LSAN_OPTIONS='' \
    swift test --sanitize=address --scratch-path .build-asan --skip-build --disable-xctest "$@" >"$work/$name.log" 2>&1 || {
    grep -E '✘|error:|Fatal error' "$work/$name.log" | head -n 20 >&2
    tail -n 20 "$work/$name.log" >&2
    places "$name" | grep -v '^side table: ' | head -n 20 >&2
    stop 1 "the tests fail"
  }
  places "$name" >"$work/$name.found"
}

# What the reports of a run say, most objects first; nothing, if there are none.
places() {
  find "$work/$1" -type f -exec awk -f "$tests/LeaksASan/report.awk" {} + | swift demangle --simplified | sort -t ' ' -k 2,2nr
}

swift build --build-tests --sanitize=address --scratch-path .build-asan >"$work/build.log" 2>&1 || {
  grep -E 'error:' "$work/build.log" | head -n 20 >&2
  tail -n 5 "$work/build.log" >&2
  stop 1 "the tests do not build"
}

SWITCHBOARD_SEEDED_LEAKS=1 run controls --filter SeededLeaks
control() {
  line=$(grep -n "// seed: $1\$" "$seeds" | cut -d : -f 1)
  [ -n "$line" ] || stop 2 "no line of $seeds is marked “seed: $1”"
  grep -qE "^$2.* SwitchboardSignalsTests/Lifetimes/SeededLeaks.swift:$line( |\$)" "$work/controls.found"
}
for seed in plain weak child; do
  control $seed "leak: " || stop 2 "the seeded leak “$seed” is not found"
done
control freed "memory error: " || stop 2 "the seeded memory error is not found"
control alive "side table: " || stop 2 "the side table of a live object is not seen; is the rule for it still needed?"
if control alive "leak: "; then stop 2 "a live object counts as leaked"; fi

run tests "$@"
grep -q 'Test run with [1-9][0-9]* test.* passed' "$work/tests.log" || stop 1 "no test was run"
if grep -v '^side table: ' "$work/tests.found" >"$work/bad"; then
  head -n 30 "$work/bad" >&2
  stop 2 "$(wc -l <"$work/bad" | tr -d ' ') places, each with what was made there, first in the package and then in a test; \
a handler that captures what it is subscribed to is a cycle: capture it weakly or unowned, or dispose"
fi

echo "$(sed -n 's/.*Test run with \([0-9]* tests\).*/\1/p' "$work/tests.log") under AddressSanitizer: no memory error, no leak"
echo "  side tables of live objects: $(grep -c '^side table: ' "$work/tests.found" || true)"
echo "  controls: 3 seeded leaks and a memory error are found"
