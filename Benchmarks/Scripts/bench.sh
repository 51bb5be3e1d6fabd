#!/usr/bin/env bash
# Runs suites, writes the report, and prints the answer.
#
#   Benchmarks/Scripts/bench.sh WHAT PROGRAMS TRACED-PROGRAMS INSPECTED-PROGRAMS LINKED-PROGRAMS DIRECTORY [OPTION…]
#
# WHAT is `answer`: what the sentences of the answer need, each until it is decided; `costs`: what tracing, the
# inspector, links and clients cost; or `all`: every figure of every suite. The folders have the built programs: without
# a trait, with the trait Tracing, with the trait Inspector, and with the trait NATS. Without NATS on the machine, the
# last is the first again. The results go into DIRECTORY; the options go to each suite.
#
# BUILD_REST, a command, builds the other programs while `answer` counts live bytes, which the load of the machine does
# not change. HISTORY is a file that gets a line with the headline figures of a complete run.
#
# Exit status: 0 if everything succeeded; 2 if a check failed, a known difference was not found, or a limit was missed;
# 3 if REQUIRE_EXACT=1 and the run is incomplete; 69 if BUILD_REST failed; 130 if the run was interrupted, whose results
# so far are kept.
set -uo pipefail

what=$1 programs=$2 traced=$3 inspected=$4 linked=$5 directory=$6
shift 6
scripts=$(dirname "$0")
status=0 step=0 interrupted=no began=$SECONDS skipped=()
build=
work=$(mktemp -d) || exit 73
# Kills what builds, with all processes that it has started.
end_build() { [ -z "$build" ] || kill -TERM -- "-$build" 2>/dev/null; }
trap 'interrupted=yes; end_build' INT TERM
# Beside the programs, because a folder for temporary files may not allow to run programs.
copies=$programs/layouts-$$
trap 'end_build; rm -rf "$work" "$copies"' EXIT

#   suite PROGRAM [OPTION…]
suite() {
  local found=0
  step=$((step + 1))
  if [ "$interrupted" = yes ]; then
    skipped+=("$(basename "$1")")
    return 0
  fi
  "$@" --terse --step "step $step of $steps" --output "$directory" || found=$?
  case $found in
    0) ;;
    # A failed check is reported at the end. The other suites still have answers.
    2) status=2 ;;
    130) interrupted=yes ;;
    *) exit "$found" ;;
  esac
}

# Links the program in other orders, and sets `orders` to the option that measures these copies. Without them, the run
# goes on, and says what it lacks.
#   link PROGRAM COUNT [OPTION…]
link() {
  local program=$1 count=$2 seed=1
  shift 2
  orders=()
  while [ $# -gt 0 ]; do
    case $1 in
      --seed) seed=${2:-1} ;;
      --seed=*) seed=${1#*=} ;;
      --quick) return 0 ;;
    esac
    shift
  done
  [ "$interrupted" = no ] || return 0
  "$scripts/layouts.sh" "$programs/$program" "$count" "$seed" "$copies/$program" || return 0
  orders=(--layouts "$copies/$program")
}

# Starts `make` for the other programs, whose output is shown only if they do not build.
build_rest() {
  [ -n "${BUILD_REST:-}" ] || return 0
  $BUILD_REST >"$work/build.log" 2>&1 && return
  cat "$work/build.log" >&2
  echo "bench: the other programs do not build: $BUILD_REST" >&2
  return 69
}

storage_and_runtime() {
  local count=$1
  shift
  link storage-benchmark "$count" "$@"
  suite "$programs/storage-benchmark" ${first[@]+"${first[@]}"} ${orders[@]+"${orders[@]}"} "$@"
  suite "$programs/storage-benchmark" replay "$scripts"/../Traces/*.pftrace --append \
    ${orders[@]+"${orders[@]}"} "$@"
  link runtime-benchmark "$count" "$@"
  suite "$programs/runtime-benchmark" --append ${orders[@]+"${orders[@]}"} "$@"
}

costs() {
  suite "$programs/tracing-benchmark" ${first[@]+"${first[@]}"} "$@"
  suite "$traced/tracing-benchmark" --append "$@"
  suite "$inspected/inspector-benchmark" --off "$programs/inspector-benchmark" \
    --tracing "$traced/inspector-benchmark" --append "$@"
  suite "$linked/link-benchmark" --append "$@"
}

# Compiling takes longer than a quick run may.
clients() { case " $* " in *" --quick "*) ;; *) suite "$programs/client-benchmark" --append "$@" ;; esac; }

first=()
case $what in
  answer)
    steps=4
    # With job control, the build has a process group of its own.
    set -m
    build_rest & build=$!
    set +m
    suite "$programs/leaks-benchmark" "$@"
    wait "$build" || [ "$interrupted" = yes ] || exit 69
    build=
    first=(--append)
    storage_and_runtime 32 --answer "$@"
    ;;
  costs)
    steps=5
    costs "$@"
    clients "$@"
    ;;
  all)
    steps=9
    case " $* " in *" --quick "*) steps=8 ;; esac
    storage_and_runtime 12 "$@"
    first=(--append)
    costs "$@"
    suite "$programs/leaks-benchmark" --append "$@"
    clients "$@"
    ;;
  *)
    echo "bench: there is no run “$what”; choose answer, costs or all" >&2
    exit 64
    ;;
esac
[ ${#skipped[@]} -eq 0 ] || echo "bench: interrupted before it measured with ${skipped[*]}" >&2
echo "measured for $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s" >&2

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
