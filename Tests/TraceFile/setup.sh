#!/usr/bin/env bash
# Installs the wheels that the checks of trace files need into .venv. If that fails, prints what is missing and exits 1.
set -u
cd "$(dirname "$0")/../.." || exit 1
requirements=Tests/TraceFile/requirements.txt
installed=.venv/installed-trace.txt

if ! command -v python3 >/dev/null; then
  echo "trace-check: needs python3 for Perfetto's own messages; on Debian: apt-get install python3 python3-venv" >&2
  exit 1
fi
cmp -s "$requirements" "$installed" && exit 0
echo "trace-check: installing the readers in $requirements into .venv" >&2
if ! { [ -x .venv/bin/python3 ] || python3 -m venv .venv; }; then
  echo "trace-check: python3 cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2
  exit 1
fi
if ! .venv/bin/python3 -m pip install --quiet --disable-pip-version-check -r "$requirements"; then
  echo "trace-check: could not install the wheels. To retry: make trace-check" >&2
  exit 1
fi
cp "$requirements" "$installed"
