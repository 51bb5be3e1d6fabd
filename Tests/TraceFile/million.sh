#!/usr/bin/env bash
# Traces a program with four threads, and checks the trace of over a million records with Perfetto's own messages. The
# trace must have as many records of each kind as the program has counted, each delivery inside its send, both ends of
# each flow, and no lost record. As a control, the check must fail when one event is left out.
#
#     Tests/TraceFile/million.sh [DIRECTORY]     the directory for the trace; default: a temporary directory
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
directory=${1:-}
if [ -z "$directory" ]; then
  directory=$(mktemp -d)
  trap 'rm -rf "$directory"' EXIT
fi
# shellcheck disable=SC2206
build=(
  swift build --package-path "$root" --scratch-path "$root/.build-tracing" -c release --traits Tracing
  ${RELEASE_BUILD:--Xswiftc -warnings-as-errors} --disable-build-manifest-caching
)
"$here/setup.sh"
"${build[@]}" --product TestPrograms >"$directory/build.log" 2>&1 || { cat "$directory/build.log" >&2; exit 1; }

programs=$("${build[@]}" --show-bin-path)
SWITCHBOARD_TRACE=$directory/load.pftrace "$programs/TestPrograms" load 20000 >"$directory/load.json"

check() {
  "$root/.venv/bin/python3" "$here/check_perfetto.py" "$directory/load.pftrace" --complete \
    --expect "$directory/load.json" "$@" >"$directory/found.json"
}
# shellcheck disable=SC2046
check $("$here/processor.sh") || exit 1
records=$(sed -n 's/^ *"records": \([0-9]*\).*/\1/p' "$directory/found.json")
if [ "$records" -lt 1000000 ]; then
  echo "trace-check: the trace has only $records records, not a million" >&2
  exit 1
fi
if check --without-event 500000 2>"$directory/missed" || ! grep -Eq 'kinds:|counts:|complete' "$directory/missed"; then
  cat "$directory/missed" >&2
  echo "trace-check: the check does not notice that an event is missing" >&2
  exit 1
fi
echo "$records records of four threads and the main thread: by kind as many as the program counted, complete, \
every flow with both ends"
echo "  control: with one event less the check fails"
