#!/usr/bin/env bash
# Compares two versions of the code: builds both, alternates their processes, and prints what got slower.
#
#   Benchmarks/Scripts/compare.sh BEFORE AFTER [OPTION…]
#
# BEFORE and AFTER are git revisions, `.` for the files as they are now, or files results.json of earlier runs. Both
# versions are measured by the benchmarks as they are now, so a change of the benchmarks is no difference. The options:
#
#   --suites NAMES      the suites, with commas (default: storage,runtime)
#   --threshold P       fail if something got worse by more than P percent (default: 5)
#   --json              print JSON
#   --filter, --quick, --processes, --rounds, --seed, --no-instructions: for the suites
#
# The builds and the results are in .build-compare. Exit status: 0 if nothing is worse beyond the threshold; 2 if
# something is; 64 for wrong arguments; 69 if a version does not build; 130 if the run was interrupted.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
  echo "compare: $2" >&2
  exit "$1"
}

[ $# -ge 2 ] && [ -n "$1" ] && [ -n "$2" ] \
  || fail 64 'needs two versions: make bench-compare A=<before> B=<after>, each a revision, `.` or a results.json'
before=$1 after=$2
shift 2
suites=storage,runtime
compare=() options=()
while [ $# -gt 0 ]; do
  case $1 in
    --suites) suites=${2:?--suites needs names}; shift 2 ;;
    --threshold) compare+=("$1" "${2:?--threshold needs a number}"); shift 2 ;;
    --json) compare+=("$1"); shift ;;
    --quick | --no-instructions) options+=("$1"); shift ;;
    --filter | --processes | --rounds | --seed) options+=("$1" "${2:?$1 needs a value}"); shift 2 ;;
    *) fail 64 "there is no option $1; see Benchmarks/Scripts/compare.sh" ;;
  esac
done

work=.build-compare

# Writes the folder with the built programs of version $1, whose sources are those of the revision, or of this folder.
build() {
  local folder=$work/$2
  mkdir -p "$folder"
  if [ "$1" = . ]; then
    rm -rf "$folder/sources"
    mkdir "$folder/sources"
    git ls-files -z --cached --others --exclude-standard -- Package.swift Sources |
      xargs -0 tar cf - --ignore-failed-read | tar xf - -C "$folder/sources"
  else
    git rev-parse --verify --quiet "$1^{commit}" >/dev/null \
      || fail 64 "$1 is neither a revision, nor \`.\`, nor a file"
    rm -rf "$folder/sources"
    mkdir "$folder/sources"
    git archive "$1" -- Package.swift Sources | tar xf - -C "$folder/sources"
  fi
  git ls-files -z --cached --others --exclude-standard -- Benchmarks |
    xargs -0 tar cf - --ignore-failed-read | tar xf - -C "$folder/sources"
  # The folder's name decides the package's identity, which the manifest of the benchmarks names.
  rm -rf "$folder/switchboard"
  mv "$folder/sources" "$folder/switchboard"
  local storages=1
  if ! grep -q comparedStorages "$folder/switchboard/Package.swift"; then
    case ,$suites, in
      *,storage,*) fail 69 "$1 has no modules for the storages to compare; give --suites runtime" ;;
    esac
    storages=0
  fi
  echo "building $1 …" >&2
  for product in $(sed 's/,\|$/-benchmark /g' <<<"$suites") benchmark-report; do
    # Earlier versions of the library do not offer what the replay of traces needs.
    SWITCHBOARD_REPLAY=0 SWITCHBOARD_STORAGES=$storages \
      swift build --package-path "$folder/switchboard/Benchmarks" -c release \
      --scratch-path "$folder/build" --product $product >"$folder/build.log" 2>&1 || {
      tail -n 20 "$folder/build.log" >&2
      fail 69 "the benchmarks as they are now do not build with the library of $1"
    }
  done
}

name() { if [ "$1" = . ]; then echo "the working tree"; else git log -1 --format='%h (%s)' "$1"; fi; }

if [ -f "$before" ] && [ -f "$after" ]; then
  report=Benchmarks/.build/release/benchmark-report
  [ -x $report ] || swift build --package-path Benchmarks -c release --product benchmark-report >&2
  exec $report compare "$before" "$after" ${compare[@]+"${compare[@]}"}
fi
if [ -f "$before" ] || [ -f "$after" ]; then
  fail 64 "one of the two is a file and the other is a revision; give two files or two revisions"
fi

build "$before" before
build "$after" after
rm -rf $work/results
mkdir -p $work/results/before $work/results/after
count=$(tr , '\n' <<<"$suites" | wc -l)
step=0
for suite in ${suites//,/ }; do
  step=$((step + 1))
  case $suite in storage | runtime) ;; *) fail 64 "there is no suite $suite to compare; choose storage,runtime" ;; esac
  status=0
  $work/after/build/release/"$suite-benchmark" --terse --append --step "step $step of $count" \
    --output $work/results/after --against $work/before/build/release/"$suite-benchmark" \
    --against-output $work/results/before ${options[@]+"${options[@]}"} || status=$?
  # A failed check is named already, and the other cells still have an answer.
  [ $status -eq 0 ] || [ $status -eq 2 ] || exit $status
done
$work/after/build/release/benchmark-report compare --interleaved \
  --names "$(name "$before")" --names "$(name "$after")" \
  $work/results/before/results.json $work/results/after/results.json ${compare[@]+"${compare[@]}"}
