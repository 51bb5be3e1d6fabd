#!/bin/sh
# Builds and runs the code in Tests/Snippets: as it is, and with the main actor as default isolation. Also runs the code
# of README.md and of the site's landing page. Needs python3, for the snippets that Tests/Snippets/lengths.py writes.
#
#   Tests/snippets.sh
#
# A chain of operators must type-check in 300 ms; the package makes a longer time an error. Other load on the machine
# lengthens the times. So if the only errors are about these times, the script builds again, at most twice: the shortest
# of three times counts. Exit status:
#
#   0  every snippet compiles in time, and does what it should
#   1  a snippet does not compile, takes too long to compile, or does something else
set -eu

cd "$(dirname "$0")/.."
log=$(mktemp "${TMPDIR:-/tmp}/switchboard-snippets.XXXXXX")
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

python3 -B Tests/Snippets/lengths.py
set -- --package-path Tests/Snippets --scratch-path "${CLIENTS:-.build-snippets}" -Xswiftc -warnings-as-errors \
  --disable-build-manifest-caching
tries=0
until swift build "$@" >"$log" 2>&1; do
  tries=$((tries + 1))
  if [ "$tries" -eq 3 ] || grep -E '^/.*error:' "$log" | grep -qv 'to type-check (limit:'; then
    grep -E 'error:|warning:' "$log" | sort -u >&2
    echo "snippets: the snippets do not compile, or a chain takes too long to type-check" >&2
    exit 1
  fi
  echo "snippets: a chain took more than 300 ms to type-check; building again" >&2
done
bin=$(swift build "$@" --show-bin-path)
"$bin/Snippets"
"$bin/OnMainActor"

printed=$("$bin/Pages")
expected='hello, ann
searching for swift
welcome, ann'
if [ "$printed" != "$expected" ]; then
  echo "snippets: the code of the README and the landing page prints:" "$printed" "instead of:" "$expected" >&2
  exit 1
fi
