#!/bin/sh
# Runs the tests under AddressSanitizer. There must be no memory error, and no unreachable memory at the end of a
# process.
#
#   Tests/AddressSanitizer/run.sh [arguments of `swift test`, such as --filter R02]
#
# The tests are built without the trait `Tracing`. With the trait, a global list of all live registries would make a
# registry in a reference cycle reachable. Only the tests of Swift Testing run, because the runner of XCTest leaks
# objects.
#
# Only the side tables of Swift's weak references do not count as leaks. An object with a side table points to the table
# with an address that is shifted by three bits. So the table of a live object looks unreachable when the object has no
# weak reference any more. LeakSanitizer's suppression `leak:formWeakReference` cannot be used, because it also hides
# everything that the table points to: every cycle with an object that ever had a weak reference. The script therefore
# reads the reports itself.
#
# The script does not find an object with a weak reference in reachable memory, because the weak reference leads through
# the side table to the object. The list of owners without a lifetime holds such references, so the script does not find
# a cycle through such an owner.
#
# As a control, the script must find the leaks of tests that leak on purpose (SeededLeaks.swift) at their lines, also in
# the processes of exit tests, and must not report a live object. Exit status:
#
#   0  no leak and no memory error, and the controls are right
#   1  the tests do not build, or a test fails
#   2  a leak, a memory error, or a wrong control
set -eu

cd "$(dirname "$0")/../.."
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-asan.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
seeds=Tests/SwitchboardSignalsTests/Lifetimes/SeededLeaks.swift

stop() {
  echo "leaks-asan: $2" >&2
  exit "$1"
}

[ "$(uname)" = Linux ] || stop 1 "needs Linux: elsewhere AddressSanitizer comes without a leak check"

# Runs the tests, and writes the sanitizer's report of each process to $work/NAME. A leak does not change the exit code
# of a process, because some tests check exit codes.
#
#   run NAME ARGUMENTS…
run() {
  name=$1
  shift
  mkdir "$work/$name"
  ASAN_OPTIONS="detect_leaks=1:halt_on_error=0:log_path=$work/$name/report" LSAN_OPTIONS='' \
    swift test --sanitize=address --scratch-path .build-asan --skip-build --disable-xctest "$@" \
      >"$work/$name.log" 2>&1 || {
    grep -E '✘|error:|Fatal error' "$work/$name.log" | head -n 20 >&2
    tail -n 20 "$work/$name.log" >&2
    places "$name" | grep -v '^side table: ' | head -n 20 >&2
    stop 1 "the tests fail"
  }
  places "$name" >"$work/$name.found"
}

# Prints the findings in the reports of a run, those with the most objects first. Without reports, prints nothing.
places() {
  find "$work/$1" -type f -exec awk -f Tests/AddressSanitizer/report.awk {} + \
    | swift demangle --simplified | sort -t ' ' -k 2,2nr
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
  control $seed "leak: " || stop 2 "the leak check does not find the seeded leak “$seed”"
done
control freed "memory error: " || stop 2 "AddressSanitizer does not find the seeded memory error"
control alive "side table: " || stop 2 "the leak check does not report the side table of a live object; remove its rule"
if control alive "leak: "; then stop 2 "the leak check reports a live object as a leak"; fi

run tests "$@"
grep -q 'Test run with [1-9][0-9]* test.* passed' "$work/tests.log" || stop 1 "no test ran"
if grep -v '^side table: ' "$work/tests.found" >"$work/bad"; then
  head -n 30 "$work/bad" >&2
  stop 2 "$(wc -l <"$work/bad" | tr -d ' ') places leak: each line names the object, its first line in the package and \
in a test. A handler that captures its subject is a cycle: capture the subject weakly or unowned, or dispose"
fi

count=$(sed -n 's/.*Test run with \([0-9]* tests\).*/\1/p' "$work/tests.log")
echo "$count under AddressSanitizer: no memory error, no leak"
echo "  side tables of live objects: $(grep -c '^side table: ' "$work/tests.found" || true)"
echo "  controls: 3 seeded leaks and a memory error are found"
