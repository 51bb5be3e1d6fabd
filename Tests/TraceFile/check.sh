#!/usr/bin/env bash
# Writes sample traces, and checks them with Perfetto's own messages and trace processor. Needs Python, and Node 20 for
# the trace processor. Installs the wheels in requirements.txt on first use.
#
#     Tests/TraceFile/check.sh [DIRECTORY]     the directory for the samples; default: a temporary directory
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
samples=${1:-}
if [ -z "$samples" ]; then
  samples=$(mktemp -d)
  trap 'rm -rf "$samples"' EXIT
fi
python=$root/.venv/bin/python

"$here/setup.sh"
processor=$("$here/processor.sh")
# shellcheck disable=SC2086
SWITCHBOARD_TRACE_SAMPLES=$samples \
  swift test --package-path "$root" ${DEBUG_BUILD:--Xswiftc -warnings-as-errors} --filter SampleTests \
  >"$samples/tests.log" 2>&1 || { cat "$samples/tests.log"; exit 1; }
status=0
for trace in "$samples"/*.pftrace; do
  # shellcheck disable=SC2086
  if "$python" "$here/check_perfetto.py" "$trace" --expect "${trace%.pftrace}.json" $processor >"$trace.log"; then
    echo "$(basename "$trace"): as expected"
  else
    status=1
  fi
done
exit $status
