#!/bin/sh
# Writes the public API of the products to Reports/PublicAPI, or compares the API with the committed files.
#
#   Tests/PublicAPI/run.sh write
#   Tests/PublicAPI/run.sh check
#
# The compiler's symbol graphs say what is public. The script builds the products in debug mode without the trait
# `Tracing`, and in release mode with the trait: these are the states of `.build` and `.build-tracing` that `make test`
# and `make leakcheck` leave. The parts that need other packages are built as `make test-parts` leaves them in
# `.build-parts`, and the inspector as `make test-inspector` leaves it in `.build-inspector`. The page
# Switchboard.docc/PublicAPI.md explains the files. Exit status:
#
#   0  the files are written, or agree with the API
#   1  something does not build, or a tool is missing
#   2  the committed files differ from the API
set -eu

cd "$(dirname "$0")/../.."
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-public-api.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

stop() {
  echo "public-api: $2" >&2
  exit "$1"
}

case ${1:-} in
  write | check) ;;
  *) stop 1 "usage: Tests/PublicAPI/run.sh write|check" ;;
esac
# On other systems, declarations for these systems would be added.
[ "$(uname)" = Linux ] || stop 1 "needs Linux, because the committed files list what is public on Linux"
command -v python3 >/dev/null || stop 1 "needs python3; on Debian: apt-get install python3"

# Products that have their declarations only with a trait of the same name.
parts='SwitchboardMetrics SwitchboardLogging'
lone='Inspector NATS'
# The name of a product that is no API begins with an underscore. Each product has a target of the same name.
# SwitchboardCombine is empty on Linux.
products=$(sed -n 's/^ *\.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift \
  | grep -vxE "SwitchboardCombine|$(echo "$parts" | tr ' ' '|')|Switchboard($(echo "$lone" | tr ' ' '|'))")
[ -n "$products" ] || stop 1 "finds no product in Package.swift"
# The catalogue of leaks and the storages to compare are in no product for clients, so they may not be built.
modules=$({
  find Sources -mindepth 2 -maxdepth 2 -name 'Switchboard*' ! -name '*Command' \
    ! -name SwitchboardScenarios ! -name SwitchboardArrayBroadcast ! -name SwitchboardListBroadcast \
    ! -name SwitchboardMetrics ! -name SwitchboardLogging ! -name SwitchboardInspector ! -name SwitchboardCombine \
    ! -name SwitchboardNATS ! -name SwitchboardOperatorTables -exec basename {} \;
  # A target whose sources lie in a folder of another target.
  echo SwitchboardVirtualTime
} | sort)
exported=$(echo "$modules" | paste -s -d , -)
triple=$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)

#   build PRODUCTS ARGUMENTS…
build() {
  targets=$1
  shift
  for target in $targets; do
    swift build "$@" --disable-build-manifest-caching --target "$target" >"$work/build.log" 2>&1 || {
      grep -E 'error:' "$work/build.log" | head -n 20 >&2
      tail -n 5 "$work/build.log" >&2
      stop 1 "$target does not build"
    }
  done
  bin=$(swift build "$@" --show-bin-path)
}

#   extract MODULE DIRECTORY ARGUMENTS…
extract() {
  module=$1
  directory=$2
  shift 2
  # Also the C modules of the packages that the inspector needs, and of the library of NATS.
  for map in "$bin"/C*.build/module.modulemap "$bin"/../../checkouts/swift-*/Sources/*/include/module.modulemap \
    Sources/Links/CNATS/module.modulemap
  do
    [ -f "$map" ] || continue
    # The same module, built for the tool of a plugin.
    case $map in *-tool.build/*) continue ;; esac
    set -- "$@" -Xcc "-fmodule-map-file=$map"
  done
  mkdir -p "$directory"
  swift symbolgraph-extract -module-name "$module" -target "$triple" -I "$bin/Modules" -output-dir "$directory" \
    -minimum-access-level public "$@" >"$work/extract.log" 2>&1 || {
    cat "$work/extract.log" >&2
    stop 1 "no symbol graph of $module"
  }
}

# The graphs of one state of the trait. The graph of a product has what the product exports again.
graphs() {
  for name in $modules; do extract "$name" "$work/$1/package"; done
  for product in $products; do product_graph "$product" "$1"; done
}

product_graph() {
  extract "$1" "$work/$2/$1" -skip-synthesized-members -experimental-allowed-reexported-modules="$exported"
}

# The flags of `make test` and `make leakcheck`. Other flags would make SwiftPM compile everything again.
debug=${DEBUG_BUILD:--Xswiftc -warnings-as-errors}
# shellcheck disable=SC2086
build "$products" $debug
graphs off
# shellcheck disable=SC2086
build "$products" --traits Tracing --scratch-path .build-tracing -c release \
  ${RELEASE_BUILD:--Xswiftc -warnings-as-errors}
graphs on
SWITCHBOARD_TEST_TARGETS=SwitchboardPartsTests
export SWITCHBOARD_TEST_TARGETS
# shellcheck disable=SC2086
build "$parts" --traits Metrics,Logging --scratch-path .build-parts $debug
# These have one state: with their trait.
part_graphs() {
  for part in $1; do
    for state in off on; do
      extract "$part" "$work/$state/package"
      product_graph "$part" "$state"
    done
  done
}

part_graphs "$parts"
for trait in $lone; do
  SWITCHBOARD_TEST_TARGETS=Switchboard${trait}Tests
  folder=.build-$(echo "$trait" | tr '[:upper:]' '[:lower:]')
  # shellcheck disable=SC2086
  build "Switchboard$trait" --traits "$trait" --scratch-path "$folder" $debug
  part_graphs "Switchboard$trait"
  parts="$parts Switchboard$trait"
done

mkdir "$work/generated"
# The products are unquoted, so that each product becomes one word.
# shellcheck disable=SC2086
python3 -B Tests/PublicAPI/public_api.py "$work" "$work/generated" $products $parts

if [ "$1" = write ]; then
  mkdir -p Reports/PublicAPI
  rm -f Reports/PublicAPI/*.txt
  cp "$work"/generated/*.txt Reports/PublicAPI
  echo "public API: $(cat Reports/PublicAPI/*.txt | wc -l | tr -d ' ') lines in Reports/PublicAPI"
else
  mkdir -p "$work/committed"
  cp Reports/PublicAPI/*.txt "$work/committed" || stop 2 "Reports/PublicAPI has no files; run make api, and commit them"
  (cd "$work" && diff -ruN committed generated) \
    || stop 2 "the public API has changed; if that is what you want, run make api and commit Reports/PublicAPI"
  echo "public API: the same as in Reports/PublicAPI"
fi
