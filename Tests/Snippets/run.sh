#!/bin/sh
# Builds and runs the code in Tests/Snippets: as it is, and with the main actor as default isolation. Also runs the code
# of README.md and of the site's landing page. Needs python3, for the snippets that Tests/Snippets/lengths.py writes.
#
#   Tests/Snippets/run.sh
#
# Tests/Snippets/Package.swift limits the work of the type checker for a chain of operators. Exit status:
#
#   0  every snippet compiles, and does what it should
#   1  a snippet does not compile, takes the type checker too much work, or does something else
set -eu

cd "$(dirname "$0")/../.."
log=$(mktemp "${TMPDIR:-/tmp}/switchboard-snippets.XXXXXX")
trap 'rm -f "$log"' EXIT
trap 'exit 130' INT TERM

python3 -B Tests/Snippets/lengths.py
# shellcheck disable=SC2086
set -- --package-path Tests/Snippets --scratch-path "${CLIENTS:-.build-snippets}" --disable-build-manifest-caching \
  ${DEBUG_BUILD:--Xswiftc -warnings-as-errors}
if ! swift build "$@" >"$log" 2>&1; then
  grep -E 'error:|warning:' "$log" | sort -u >&2
  echo "snippets: the snippets do not compile; 'reasonable time' means the limit in Tests/Snippets/Package.swift" >&2
  exit 1
fi
bin=$(swift build "$@" --show-bin-path)
"$bin/Snippets"
"$bin/OnMainActor"

printed=$("$bin/Pages")
expected='hello, ann
bob
welcome, ann'
if [ "$printed" != "$expected" ]; then
  echo "snippets: the code of the README and the landing page prints:" "$printed" "instead of:" "$expected" >&2
  exit 1
fi
