#!/usr/bin/env bash
# Runs all suites, writes the report, and prints the answer.
#
#   Benchmarks/Scripts/bench.sh PROGRAMS TRACED-PROGRAMS INSPECTED-PROGRAMS LINKED-PROGRAMS DIRECTORY [OPTION…]
#
# The first four arguments are folders with built programs: without a trait, with the trait Tracing, with the trait
# Inspector, and with the trait NATS. Without NATS on the machine, the last is the first again. The results go into
# DIRECTORY; the options go to each suite.
# Exit status: 0 if everything succeeded; 2 if a check failed or a known difference was not found; 3 if REQUIRE_EXACT=1
# and the run is incomplete; 130 if the run was interrupted, whose results so far are kept.
set -uo pipefail

programs=$1
traced=$2
inspected=$3
linked=$4
directory=$5
shift 5
traces=$(dirname "$0")/../Traces
status=0
step=0
interrupted=no
trap 'interrupted=yes' INT TERM

#   suite PROGRAM [OPTION…]
suite() {
  local found=0
  step=$((step + 1))
  [ "$interrupted" = no ] || return
  "$@" --terse --step "step $step of $steps" --output "$directory" || found=$?
  case $found in
    0) ;;
    # A failed check is reported at the end. The other suites still have answers.
    2) status=2 ;;
    130) interrupted=yes ;;
    *) exit "$found" ;;
  esac
}

# Compiling takes longer than a quick run may.
case " $* " in
  *" --quick "*) steps=8 ;;
  *) steps=9 ;;
esac

began=$SECONDS
suite "$programs/storage-benchmark" "$@"
suite "$programs/storage-benchmark" replay "$traces"/*.pftrace --append "$@"
suite "$programs/runtime-benchmark" --append "$@"
suite "$programs/tracing-benchmark" --append "$@"
suite "$traced/tracing-benchmark" --append "$@"
suite "$inspected/inspector-benchmark" --off "$programs/inspector-benchmark" \
  --tracing "$traced/inspector-benchmark" --append "$@"
suite "$linked/link-benchmark" --append "$@"
suite "$programs/leaks-benchmark" --append "$@"
[ $steps -lt 9 ] || suite "$programs/client-benchmark" --append "$@"
echo "measured for $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s" >&2

# Each complete run adds a line to the history, if HISTORY names a file.
history=()
if [ -n "${HISTORY:-}" ]; then
  history=(--history "$HISTORY")
  [ "$interrupted" = yes ] || "$programs/benchmark-report" record --results "$directory/results.json" "${history[@]}"
fi
"$programs/benchmark-report" write --results "$directory/results.json" --output "$directory" \
  ${history[@]+"${history[@]}"} >/dev/null || exit
options=()
[ "${REQUIRE_EXACT:-}" != 1 ] || options+=(--require-exact)
found=0
"$programs/benchmark-report" answer --results "$directory/results.json" ${options[@]+"${options[@]}"} || found=$?
[ "$interrupted" = no ] || exit 130
[ "$status" -ne 0 ] || status=$found
exit "$status"
