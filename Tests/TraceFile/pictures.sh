#!/usr/bin/env bash
# Renews the Pictures of Switchboard.docc: traces the examples, and takes pictures of the traces in the Perfetto UI.
# Needs Python, Node 20 and Chromium. Gets wheels from PyPI. The timing of the threads differs from run to run, so
# look at the
# pictures, and run the script again if the threads in a picture are far apart.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
pictures=$root/Sources/Switchboard/Switchboard.docc/Pictures
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
build=(
  swift build --package-path "$root/Examples" --scratch-path "$root/.build-examples-tracing" -c release --traits Tracing
)
"$here/setup.sh"
"$root/.venv/bin/python3" -m pip install --quiet --disable-pip-version-check playwright==1.65.2

picture() {
  local program=$1 name=$2 select=$3
  shift 3
  "${build[@]}" --product "$program" >&2
  SWITCHBOARD_TRACE=$directory/$name.pftrace "$("${build[@]}" --show-bin-path)/$program" "$@" >&2
  "$root/.venv/bin/python3" "$here/picture.py" "$directory/$name.pftrace" "$pictures/$name.png" \
    --size 1400x1150 --select "$select"
}

# A login that succeeds with the second request, and its hop to the main actor.
picture LoginFlow login-flow "
  SELECT arrival.id, login.ts, arrival.ts + arrival.dur - login.ts AS dur
  FROM flow
  JOIN slice AS hop ON hop.id = flow.slice_out
  JOIN slice AS arrival ON arrival.id = flow.slice_in
  JOIN slice AS login ON login.name = 'submissions' AND hop.ts BETWEEN login.ts AND login.ts + login.dur
  ORDER BY 3 LIMIT 1"
# A price that one thread queues and another thread delivers.
picture PriceTicker price-ticker "
  SELECT delivery.id, sent.ts, delivery.ts + delivery.dur - sent.ts AS dur
  FROM flow
  JOIN slice AS sent ON sent.id = flow.slice_out
  JOIN slice AS delivery ON delivery.id = flow.slice_in
  WHERE delivery.name = 'Operator' AND sent.track_id <> delivery.track_id
  ORDER BY abs(delivery.ts - sent.ts - 15000) LIMIT 1" --rounds 5000
