#!/bin/sh
# Runs leakcheck many times and checks that every run and every build give the same result.
#
#   Tests/Leakcheck/soak.sh LEAKCHECK…     built commands, debug and release
#
# Each command runs SOAK_RUNS times (default: 20) with each number of cycles in SOAK_CYCLES (default: 1 10 1000). All
# runs with the same number of cycles must give the same JSON, byte for byte. Runs with different numbers of cycles may
# differ only in the counts that depend on the number of cycles. Exit status:
#
#   0  all results agree
#   1  a command cannot run
#   2  a result differs, or a scenario is not as expected
set -eu

runs=${SOAK_RUNS:-20}
cycles=${SOAK_CYCLES:-1 10 1000}
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-soak.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

[ $# -gt 0 ] || { echo "usage: Tests/Leakcheck/soak.sh LEAKCHECK…" >&2; exit 1; }

# Prints the JSON without the counts that depend on the number of cycles.
without_counts() {
  sed -E -e '/"(count|cycles)" :/d' -e 's/(Also alive: |keeps |has room for |and holds )[0-9]+/\1N/' "$1"
}

compared=0
for count in $cycles; do
  for command in "$@"; do
    run=0
    while [ $run -lt "$runs" ]; do
      run=$((run + 1))
      status=0
      "$command" --cycles "$count" --timeout 600 --output "$work/report" >"$work/log" 2>&1 || status=$?
      if [ $status -ne 0 ]; then
        echo "run $run of $command with $count cycles ended with $status:" >&2
        tail -n 30 "$work/log" >&2
        [ $status -eq 2 ] && exit 2
        exit 1
      fi
      [ -e "$work/$count.json" ] || cp "$work/report/leakcheck.json" "$work/$count.json"
      if ! cmp -s "$work/report/leakcheck.json" "$work/$count.json"; then
        echo "run $run of $command with $count cycles differs from the first:" >&2
        diff "$work/$count.json" "$work/report/leakcheck.json" >&2 || true
        exit 2
      fi
      compared=$((compared + 1))
    done
    echo "$count cycles, $command: $runs runs, one answer" >&2
  done
  without_counts "$work/$count.json" >"$work/$count.plain"
  [ -e "$work/plain" ] || cp "$work/$count.plain" "$work/plain"
  if ! diff "$work/plain" "$work/$count.plain" >&2; then
    echo "the answer with $count cycles differs" >&2
    exit 2
  fi
done
echo "$compared runs compared, with $(echo "$cycles" | tr ' ' ',') cycles each: one answer"
