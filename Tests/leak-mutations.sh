#!/bin/sh
# Makes a copy of the runtime leak, with one patch of Tests/LeakMutations at a time, and checks that `leakcheck` finds
# the leak.
#
#   Tests/leak-mutations.sh [NAME…]     all patches, or those whose file name contains one of the NAMEs
#
# The script never changes the package itself. A mutant is caught when the scenario that the patch names in `found-by:`
# is no longer as expected. The script also prints the number of all scenarios that are no longer as expected.
#
# Prints a table. Exit status:
#
#   0  all mutants are caught
#   1  a patch no longer applies, a mutant does not compile, or a scenario fails without a patch
#   2  a mutant survives
set -eu
. "$(dirname "$0")/mutate.sh"
judges="Package.swift Sources/SwitchboardLeaks Sources/SwitchboardScenarios Sources/leakcheck Tests/mutate.sh \
  Tests/leak-mutations.sh"

build() { swift build --traits Tracing --product leakcheck -debug-info-format none --disable-index-store; }

# Writes the table to a file. A scenario takes a tenth of a second; the timeout is for mutants that hang.
run() {
  .build/debug/leakcheck --cycles 3 --timeout 20 --output "$work/report" >"$work/leakcheck.log" 2>&1
}

control() { run || fail "leakcheck fails without a mutation" "$work/leakcheck.log"; }

judge() {
  expected=$(header found-by)
  [ -n "$expected" ] || fail "$name has no line 'found-by: …'"
  status=0
  run || status=$?
  case $status in
    0) return 1 ;;
    2) ;;
    *) fail "leakcheck ended with $status" "$work/leakcheck.log" ;;
  esac
  awk '/^(clean|leaking)\/[^:]* / && !/as expected$/ { print $1 }' "$work/leakcheck.log" >"$work/found"
  if grep -qx "$expected" "$work/found"; then
    how="$expected, one of $(wc -l <"$work/found")"
  else
    how="not by $expected, but by $(head -n 1 "$work/found")"
    return 1
  fi
}

mutate LeakMutations "$@"
