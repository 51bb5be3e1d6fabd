#!/usr/bin/env bash
# Gives damaged and made-up bytes to the readers of files and events, with libFuzzer.
#
#   Tests/Fuzz/run.sh SECONDS [NAME…]     all fuzzers, or those with one of the NAMEs, each for SECONDS
#
# The fuzzers begin with the committed inputs in Fuzz/Corpus. Inputs that reach new code are kept in the build folder,
# so the next run continues there. An input that ends a reader is written to Reports/latest/fuzz. To try it again:
#
#   .build-fuzz/release/TraceFuzzer Reports/latest/fuzz/TraceFuzzer-crash-…
#
# Exit status: 0 if every reader has survived, 1 if a fuzzer does not build, 2 if a reader crashed, hung, or took too
# much memory.
set -euo pipefail

fuzzers=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$fuzzers/../.." && pwd)
build=${FUZZ_BUILD:-$root/.build-fuzz}
seconds=${1:?the number of seconds for each fuzzer is missing}
shift
found=$root/Reports/latest/fuzz
mkdir -p "$found"

status=0
for fuzzer in TraceFuzzer JSONEventFuzzer ResultsFuzzer; do
  if [ $# -gt 0 ] && [[ " $* " != *" $fuzzer "* ]]; then continue; fi
  # One product at a time, because `-sanitize=fuzzer` links libFuzzer into all products of a build. The default linker
  # on Linux, gold, cannot link libFuzzer.
  swift build --package-path "$fuzzers" --scratch-path "$build" -c release \
    -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld --product "$fuzzer" >"$found/$fuzzer.build.log" 2>&1 \
    || { tail -n 30 "$found/$fuzzer.build.log"; exit 1; }
  corpus=$build/corpus/$fuzzer
  mkdir -p "$corpus"
  if "$build/release/$fuzzer" "$corpus" "$fuzzers/Corpus/$fuzzer" -max_total_time="$seconds" -max_len=20000 \
    -timeout=10 -rss_limit_mb=1024 -artifact_prefix="$found/$fuzzer-" -print_final_stats=1 >"$found/$fuzzer.log" 2>&1
  then
    awk -v name="$fuzzer" '/stat::number_of_executed_units/ { print name ": " $2 " inputs, no crash" }' \
      "$found/$fuzzer.log"
  else
    tail -n 40 "$found/$fuzzer.log"
    status=2
  fi
done
exit $status
