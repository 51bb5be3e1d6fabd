#!/usr/bin/env bash
# Checks the protocol of a registry with spin, in all orders of the threads' steps, and that each defect is found that
# is built into the model on purpose.
#
#   Tests/Model/check.sh            the bounds that take seconds, and all defects; compares with Reports/model.txt
#   Tests/Model/check.sh --all      also the bounds that take minutes and gigabytes; writes Reports/model.txt
#
# Exit codes: 0 all as expected; 1 an error in the model, a defect that was not found, or other states than those of
# the report; 2 a wrong argument, or a missing tool.
set -euo pipefail
cd "$(dirname "$0")/../.."
all=false
case "${1:-}" in
  '') ;;
  --all) all=true ;;
  *)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
command -v spin >/dev/null || Tests/Setup/apt-install.sh spin || true
for tool in spin cc; do
  command -v "$tool" >/dev/null || {
    echo "check.sh: $tool is missing; install Debian's packages spin and gcc" >&2
    exit 2
  }
done
report=Reports/model.txt
model=$PWD/Tests/Model/registry.pml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints what spin says of the model with some defines: errors, states, depth.
#
#   search COMPILER-FLAGS SEARCH-FLAGS DEFINE…
search() {
  local compiler=$1 flags=$2
  shift 2
  (
    cd "$work"
    rm -f pan*
    spin -a "$@" "$model" >spin.log || { cat spin.log >&2; exit 1; }
    # shellcheck disable=SC2086
    cc -w -DSAFETY -DVECTORSZ=2048 $compiler -o pan pan.c
    # shellcheck disable=SC2086
    ./pan -n -m2000000 $flags >pan.log || { cat pan.log >&2; exit 1; }
    if grep -qE 'max search depth too small|out of memory|VECTORSZ' pan.log; then
      echo "the search was not complete" >&2
      cat pan.log >&2
      exit 1
    fi
    awk '/errors:/ { errors = $NF; depth = $(NF - 2) } / states, stored/ { states = $1 }
      END { sub(/,/, "", depth); print errors, states, depth }' pan.log
  )
}

# Checks one bound, and prints a line of the report.
bound() {
  local name=$1 compiler=$2 flags=$3 errors states depth
  shift 3
  read -r errors states depth <<<"$(search "$compiler" "$flags" "$@")"
  printf '%-64s %12s states, depth %5s, %s errors\n' "$name" "$states" "$depth" "$errors" | tee -a "$work/report"
  [ "$errors" = 0 ] || failed=true
}

# Checks that a defect is found.
defect() {
  local name=$1 errors states depth
  shift
  read -r errors states depth <<<"$(search "$small" '' -DTHREADS=2 -DOPERATIONS=2 "-DSEED_$name" "$@")"
  if [ "${errors:-0}" = 0 ]; then
    failed=true
    echo "$name: NOT FOUND in $states states" | tee -a "$work/report"
  else
    printf '%-64s found\n' "$name" | tee -a "$work/report"
  fi
}

failed=false
# An optimised search takes 35 s to compile, so that is for searches that take longer.
small=-DCOLLAPSE large="-O1 -DCOLLAPSE"
bound "serial, 2 threads × 2 operations, also in handlers" "$small" '' -DTHREADS=2 -DOPERATIONS=2 -DNESTED
# A fast send, with an operation in its handler, is the third operation of a registry that begins fresh.
bound "serial, biased, 2 threads × 2 operations, also in handlers" "$small" '' -DTHREADS=2 -DOPERATIONS=2 -DNESTED \
  -DBIASED
bound "concurrent, 2 threads × 2 operations, also in handlers" "$small" '' -DCONCURRENT -DTHREADS=2 -DOPERATIONS=2 \
  -DNESTED
for name in NO_BARRIER REVOKER_DOES_NOT_WAIT REVOCATION_FORGETS_DELIVERY REVOCATION_COUNTS_TWICE BIAS_BEGUN_TWICE \
  ENTERED_BESIDE_THE_OWNER STANDING_LEFT_BESIDE_THE_REVOKER LOCK_LOOKED_UP_IN_LOCAL QUEUED_NOT_PENDING END_STAYS_AHEAD \
  END_KEEPS_NODES NO_GRACE_PERIOD SLEEP_WITHOUT_LOT; do
  defect "$name"
done
defect LEFT_WITH_WORK -DNESTED -DBIASED
for name in END_NOT_PENDING END_LOST_IN_A_RACE PHASE_FLIPS_EARLY LEAVER_IGNORES_GARBAGE; do
  defect "$name" -DCONCURRENT
done
if $all; then
  bound "serial, 2 threads × 3 operations" "$large" -w26 -DTHREADS=2 -DOPERATIONS=3
  bound "serial, 3 threads × 1 operation" "$large" -w26 -DTHREADS=3 -DOPERATIONS=1
  bound "concurrent, 2 threads × 3 operations" "$large" -w26 -DCONCURRENT -DTHREADS=2 -DOPERATIONS=3
  bound "concurrent, 3 threads × 1 operation" "$large" -w26 -DCONCURRENT -DTHREADS=3 -DOPERATIONS=1
  bound "serial, 3 threads × 2 operations, by a bit for each state" "-O1 -DBITSTATE" -w30 -DTHREADS=3 -DOPERATIONS=2
  bound "concurrent, 3 threads × 2 operations, by a bit for each state" "-O1 -DBITSTATE" -w30 -DCONCURRENT -DTHREADS=3 \
    -DOPERATIONS=2
  if $failed; then exit 1; fi
  cp "$work/report" "$report"
elif ! diff <(head -n "$(wc -l <"$work/report")" "$report") "$work/report"; then
  echo "check.sh: the lines with < are those of $report; if the model has changed, run make model-check ALL=1" >&2
  exit 1
fi
if $failed; then exit 1; fi
bounds=$(grep -c ' 0 errors' "$work/report") defects=$(grep -c ' found$' "$work/report")
echo "model: $bounds bounds without an error, $defects defects found"
