#!/usr/bin/env bash
# Answers the questions of `make bench` several times with different seeds, and says whether the answers agree.
#
#   Benchmarks/Scripts/repeat.sh RUNS PROGRAMS DIRECTORY [OPTION…]
#
# The results of run i are in DIRECTORY/i. A run that is there already is not repeated, so an interrupted command goes
# on where it stopped. The table is DIRECTORY/agreement.md. Exit status: 0 if the runs agree, 2 if they do not.
set -euo pipefail

runs=$1 programs=$2 directory=$3
shift 3
files=()
for ((run = 1; run <= runs; run++)); do
  file=$directory/$run/results.json
  files+=("$file")
  [ ! -f "$file" ] || continue
  echo "run $run of $runs" >&2
  status=0
  # An unfinished run must not look like a finished one.
  rm -rf "$directory/unfinished"
  HISTORY='' BUILD_REST='' "$(dirname "$0")/bench.sh" answer "$programs" "$programs" "$programs" "$programs" \
    "$directory/unfinished" --seed "$run" "$@" >&2 || status=$?
  [ $status -eq 0 ] || [ $status -eq 2 ] || exit $status
  mv "$directory/unfinished" "$directory/$run"
done
"$programs/benchmark-report" agree "${files[@]}" | tee "$directory/agreement.md"
