#!/bin/sh
# Makes the runtime leak on purpose, one patch of Tests/LeakMutations at a time, and sees whether `leakcheck` notices.
#
#   Tests/leak-mutations.sh [NAME…]     all patches, or those whose file name contains one of the NAMEs
#
# A copy of the package is broken, never the package itself. A mutant counts as caught when the scenario that the patch
# names in `found-by:` is not as expected any more; how many there are of those is printed too. Prints a table; exits 0 when
# all are caught, 2 when one survives, 1 when a patch no longer applies, does not compile, or a scenario fails without any
# patch. Takes about 3 minutes on two cores for all.
set -eu
. "$(dirname "$0")/mutate.sh"

build() { swift build --traits Tracing --product leakcheck; }

# Leaves the table in a file. A mutant may hang: a scenario takes a tenth of a second.
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
