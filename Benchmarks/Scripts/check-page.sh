#!/usr/bin/env bash
# Checks a written report: results.json against the schema, and the page in a browser at 1280 and 400 px, light and
# dark. Writes screenshots into the report's folder.
#
#   Benchmarks/Scripts/check-page.sh [DIRECTORY]      DIRECTORY has report.html and results.json; or Reports/latest
#
# Exit status: 0 if everything is right; 2 if something is wrong; 65, 66 or 69 if something is damaged or missing, which
# a message names.
set -uo pipefail
scripts=$(cd "$(dirname "$0")" && pwd) || exit
directory=${1:-Reports/latest}
python=$scripts/../../.venv/bin/python3
if [ ! -x "$python" ]; then
  echo "check-page: the packages of the check are missing; install them with: make bench-setup" >&2
  exit 69
fi

form=0
"$python" -B "$scripts/check-results.py" "$directory/results.json" || form=$?
page=0
"$python" -B "$scripts/browse-page.py" "$directory/report.html" "$directory" || page=$?
[ "$form" -eq 0 ] || exit "$form"
exit "$page"
