#!/usr/bin/env bash
# Measures the exact figures, checks the form of the results files, and compares the figures with the baseline. Exact
# figures do not depend on the load of the machine, so two programs measure at the same time.
#
#   Benchmarks/Scripts/exact.sh PROGRAMS TRACED-PROGRAMS INSPECTED-PROGRAMS DIRECTORY BASELINE
#
# The first three arguments are folders with built programs. Each program writes its results into a folder in DIRECTORY.
# Checks too that a client contains only the functions of the library that Reports/client-functions.txt lists, and that
# products and operators add the bytes that Reports/client-sizes.json has; with SWITCHBOARD_SIZES_TURN=N, every third
# operator. Ends with the status of a program that fails, or of the comparison: 0 if no figure got worse.
set -euo pipefail

programs=$1
traced=$2
inspected=$3
directory=$4
baseline=$5
rm -rf "$directory"

#   measure NAME PROGRAM [ARGUMENT…]
measure() {
  local name=$1
  shift
  "$@" --exact-only --output "$directory/$name"
}

{
  measure storage "$programs/storage-benchmark"
  measure replay "$programs/storage-benchmark" replay "$(dirname "$0")"/../Traces/*.pftrace
  measure leaks "$programs/leaks-benchmark"
} &
others=$!
trap 'kill "$others" 2>/dev/null || true' EXIT
measure runtime "$programs/runtime-benchmark"
measure tracing-off "$programs/tracing-benchmark"
measure tracing-on "$traced/tracing-benchmark"
measure inspector "$inspected/inspector-benchmark" --off "$programs/inspector-benchmark" \
  --tracing "$traced/inspector-benchmark"
measure client "$programs/client-benchmark"
wait "$others"
trap - EXIT

files=()
results=()
for suite in storage replay runtime tracing-off tracing-on inspector leaks client; do
  files+=("$directory/$suite/results.json")
  results+=(--results "$directory/$suite/results.json")
done
scripts=$(dirname "$0")
"$scripts/../../.venv/bin/python3" -B "$scripts/check-results.py" "${files[@]}"
"$programs/client-benchmark" --functions "$scripts/../../Reports/client-functions.txt"
"$programs/client-benchmark" --sizes "$scripts/../../Reports/client-sizes.json" \
  ${SWITCHBOARD_SIZES_TURN:+--turn "$SWITCHBOARD_SIZES_TURN"}
"$programs/benchmark-report" check "${results[@]}" --baseline "$baseline"
