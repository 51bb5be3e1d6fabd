#!/usr/bin/env bash
# Measures how long the first steps take for somebody who has only Swift, and prints a line for each.
#
#   Tests/Clients/door.sh [STEP…]
#
#   first    clone, and a new package whose program subscribes prints its first value; more than 90 s fail
#   test     clone, and `make test`
#   bench    clone, and `make bench-quick`
#
# Without STEP: all of them. Each step begins with a clone of the committed state, in a new folder. What SwiftPM has
# downloaded for other packages is not used. Exit status: 0 if all steps pass, 1 if one fails or takes too long, 2 for
# an unknown step.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
limit=90
steps=("$@")
[ $# -gt 0 ] || steps=(first test bench)
for step in "${steps[@]}"; do
  case $step in
    first | test | bench) ;;
    *)
      echo "door: no step “$step”; the steps are first, test and bench" >&2
      exit 2
      ;;
  esac
done
for tool in git swift make; do
  command -v "$tool" >/dev/null || {
    echo "door: needs $tool" >&2
    exit 1
  }
done
if [ -n "$(git -C "$root" status --porcelain)" ]; then
  echo "door: the clones have the last commit; changes that are not committed are left out" >&2
fi

scratch=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-door.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT TERM

# What the README says under "Install" and "A first program".
first() {
  mkdir -p "$scratch/app/Sources/App"
  cat >"$scratch/app/Package.swift" <<SWIFT
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://$scratch/switchboard", branch: "door")],
  targets: [.executableTarget(name: "App", dependencies: [.product(name: "Switchboard", package: "switchboard")])]
)
SWIFT
  cat >"$scratch/app/Sources/App/main.swift" <<'SWIFT'
import Switchboard

let typed = PublishSubject<String, Never>()
typed.map { "searching for \($0)" }.subscribe { print($0) }
typed.send("swift")
SWIFT
  git -C "$scratch/switchboard" switch --quiet --create door
  swift run --package-path "$scratch/app" --cache-path "$scratch/cache" App
}

# Runs a step in a new clone, and prints its seconds.
run() {
  local name=$1 says=$2 begin seconds
  shift 2
  rm -rf "$scratch/switchboard"
  begin=$SECONDS
  git clone --quiet "file://$root" "$scratch/switchboard"
  "$@" >"$scratch/log" 2>&1 || {
    tail -n 30 "$scratch/log" >&2
    echo "door: “$says” failed" >&2
    exit 1
  }
  seconds=$((SECONDS - begin))
  echo "$name: $seconds s from the clone to “$says”"
  [ "$name" != first ] || grep -q '^searching for swift$' "$scratch/log" || {
    echo "door: the program did not print its value" >&2
    exit 1
  }
  [ "$name" != first ] || [ "$seconds" -le "$limit" ] || {
    echo "door: more than $limit s" >&2
    exit 1
  }
}

for step in "${steps[@]}"; do
  case $step in
    first) run first "a new package prints its first value" first ;;
    test) run test "make test has passed" make -C "$scratch/switchboard" test ;;
    bench) run bench "make bench-quick has its answer" make -C "$scratch/switchboard" bench-quick ;;
  esac
done
