#!/bin/sh
# Checks that a client cannot call the machinery of the library, and that a client's mistakes get messages about them.
#
#   Tests/ClosedSurface/run.sh
#
# The files in Tests/ClosedSurface are code of a client. The compiler must refuse each line with the comment `closed`,
# because what the line uses is closed to clients, and accept all other lines. Allowed.swift has no closed line. In
# Mistakes.swift the compiler must refuse each line with the comment `mistake` and say what the comment says.
# Control.swift has lines that are marked wrongly; the script must see what is wrong with them.
#
# The files are only type-checked, with the modules of `make test`. The compiler gets no package name, and no import is
# `@testable`. So the files see what a package sees that depends on the library. SwitchboardVirtualTime is the part of
# SwitchboardTesting that does not need the testing library. Exit status:
#
#   0  the compiler refuses the closed lines and no others
#   1  the library does not build, or a tool is missing
#   2  a line is not as marked; the script prints these lines
set -eu

cd "$(dirname "$0")/../.."
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-closed-surface.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

stop() {
  echo "closed-surface: $2" >&2
  exit "$1"
}

command -v python3 >/dev/null || stop 1 "needs python3; on Debian: apt-get install python3"

# The flags of `make test`. Other flags would make SwiftPM compile everything again.
debug=${DEBUG_BUILD:--Xswiftc -warnings-as-errors}
# The flags are unquoted, so that each becomes one word.
# shellcheck disable=SC2086
for target in Switchboard SwitchboardFoundation SwitchboardVirtualTime; do
  swift build $debug --target $target >"$work/build.log" 2>&1 || {
    grep -E 'error:' "$work/build.log" | head -n 20 >&2
    tail -n 5 "$work/build.log" >&2
    stop 1 "the library does not build"
  }
done
# shellcheck disable=SC2086
bin=$(swift build $debug --show-bin-path)
set --
for map in "$bin"/CSwitchboard*.build/module.modulemap; do
  # SwiftPM builds the modules that a plugin needs a second time.
  case $map in *-tool.build/*) ;; *) set -- "$@" -Xcc "-fmodule-map-file=$map" ;; esac
done
if [ "$(uname)" = Darwin ]; then set -- "$@" -target "$(uname -m)-apple-macosx15.0"; fi

# The compiler fails, because it refuses the closed lines. As one module, it checks all files in spite of errors.
swiftc -typecheck -whole-module-optimization -parse-as-library -swift-version 6 -diagnostic-style llvm \
  -module-name Client -I "$bin/Modules" "$@" Tests/ClosedSurface/*.swift >"$work/errors" 2>&1 || true
if grep -E '^<unknown>|: fatal error:' "$work/errors" >&2; then stop 1 "the client code cannot be checked"; fi
python3 -B Tests/ClosedSurface/errors.py Sources Tests/ClosedSurface/*.swift <"$work/errors" >"$work/faults" || {
  cat "$work/faults" >&2
  stop 2 "$(wc -l <"$work/faults" | tr -d ' ') lines of client code are not as marked"
}
echo "closed surface: $(cat "$work/faults")"
