#!/usr/bin/env bash
# Traces a deterministic program. The traces of two runs must not differ, and must leave no subscription. The trace of a
# run with one more subscription must differ, and both `diff` and `leaks` must name the line. The traces in the pages of
# the documentation must be those of their programs. Needs only Swift and Python.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$root"

# Builds a product of a package, and prints the path of the program.
#
#   build PACKAGE FOLDER PRODUCT
build() {
  # shellcheck disable=SC2206
  local flags=(
    --package-path "$1" --scratch-path "$2" -c release --traits Tracing ${RELEASE_BUILD:--Xswiftc -warnings-as-errors}
    --disable-build-manifest-caching --product "$3"
  )
  swift build "${flags[@]}" >"$directory/build.log" 2>&1 || { cat "$directory/build.log" >&2; exit 1; }
  echo "$(swift build "${flags[@]}" --show-bin-path)/$3"
}
reader=$(build . .build-tracing switchboard-trace)
login=$(build Examples "${CLIENTS_TRACING:-.build-examples-tracing}" LoginFlow)

stop() {
  echo "trace-check: $1" >&2
  exit 1
}

run() {
  local name=$1
  shift
  SWITCHBOARD_TRACE=$directory/$name.pftrace "$login" "$@" >/dev/null || stop "LoginFlow failed"
}

# Runs the command. Stores its output in $output and its exit status in $status.
trace() {
  status=0
  output=$("$reader" "$@" 2>&1) || status=$?
}

run first
run second
run leaking --leak
number=$(grep -n 'if leaks' "$root/Examples/LoginFlow/Screens.swift" | cut -d : -f 1) \
  || stop "LoginFlow has no line marked as a leak"
line=LoginFlow/Screens.swift:$number

trace diff "$directory/first.pftrace" "$directory/second.pftrace"
[ "$status" -eq 0 ] && [ -z "$output" ] || stop "two runs of the same program differ (status $status): $output"
trace leaks --fail "$directory/first.pftrace"
[ "$status" -eq 0 ] || stop "LoginFlow leaves a subscription (status $status): $output"
trace diff "$directory/first.pftrace" "$directory/leaking.pftrace"
[ "$status" -eq 1 ] && grep -q "$line  subscribe  clicks  *0  *3  *+3" <<<"$output" \
  || stop "diff does not name $line for one subscription more (status $status): $output"
trace leaks --fail "$directory/leaking.pftrace"
[ "$status" -eq 1 ] && grep -q "3  $line" <<<"$output" \
  || stop "leaks does not name $line (status $status): $output"
for example in Greetings GettingStarted; do
  documented=$(build Examples "${CLIENTS_TRACING:-.build-examples-tracing}" "$example")
done
"$root/Tests/TraceFile/pages.py" "$reader" "$(dirname "$documented")" || stop "a page shows another trace"
echo "two runs are equal; diff and leaks name the line of one more subscription: $line"
