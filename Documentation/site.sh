#!/bin/sh
# Builds the documentation site in .build-docs/site, and checks the site. Needs no network.
#
#   Documentation/site.sh [OPTIONS OF swift build]
#
# The options say where and how the modules are built: `--scratch-path .build-tracing -c release` uses the build that
# `make leakcheck` leaves. The trait Tracing is always on, because it only adds symbols. Exit status:
#
#   0  the site is complete: each public symbol has documentation, docc has no warning, no link is broken
#   1  a tool is missing or writes something else than expected, or something does not build
#   2  documentation is missing, docc warns, or a link is broken
set -eu

here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
work=.build-docs
# Each has a catalog.
products='Switchboard SwitchboardFoundation SwitchboardLink SwitchboardLinkTesting SwitchboardTesting SwitchboardLeaks'

stop() {
  echo "docs: $2" >&2
  exit "$1"
}

command -v swift >/dev/null || stop 1 "needs swift: install a toolchain from swift.org/install, or Xcode"
command -v python3 >/dev/null || stop 1 "needs python3; on Debian: apt-get install python3"
docc=${DOCC:-$(command -v docc || xcrun --find docc 2>/dev/null || true)}
python3 -B "$here/markdown.py" || exit 2
[ -x "$docc" ] || stop 1 "needs docc, which the toolchains of swift.org and Xcode have; DOCC=/path/to/docc names it"

if [ $# -eq 0 ]; then
  set -- --scratch-path "$work/build"
  # Then the manifest names no other package, and SwiftPM downloads nothing.
  export SWITCHBOARD_TEST_TARGETS="$products"
fi
rm -rf "$work/graphs" "$work/catalogs" "$work/archives" "$work/site"
mkdir -p "$work/archives" "$work/catalogs"
for product in $products; do
  swift build "$@" --traits Tracing --disable-build-manifest-caching -Xswiftc -warnings-as-errors \
    --target "$product" >"$work/build.log" 2>&1 || {
    if grep -q 'error:' "$work/build.log"; then grep 'error:' "$work/build.log"; else tail "$work/build.log"; fi \
      | head -n 20 >&2
    stop 1 "$product does not build"
  }
done
bin=$(swift build "$@" --traits Tracing --show-bin-path)
target=$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -n 1)

# The compiler lists in the graph of `Switchboard` what the modules below declare, because clients import only
# `Switchboard`. `SwitchboardTesting` exports the traces again; their pages are those of `Switchboard`.
for product in $products; do
  case $product in
    SwitchboardTesting) exported=SwitchboardVirtualTime ;;
    *) exported=SwitchboardBoards,SwitchboardBus,SwitchboardSignals,SwitchboardTracing,SwitchboardTraceFile ;;
  esac
  set -- -module-name "$product" -target "$target" -I "$bin/Modules" -output-dir "$work/graphs/$product" \
    -minimum-access-level public -skip-synthesized-members -emit-extension-block-symbols \
    -experimental-allowed-reexported-modules="$exported"
  for map in "$bin"/CSwitchboard*.build/module.modulemap; do
    # SwiftPM builds what plugins use a second time.
    case $map in *-tool.build/*) continue ;; esac
    set -- "$@" -Xcc "-fmodule-map-file=$map"
  done
  if sdk=$(xcrun --show-sdk-path 2>/dev/null); then set -- "$@" -sdk "$sdk"; fi
  mkdir -p "$work/graphs/$product"
  swift symbolgraph-extract "$@" >"$work/extract.log" 2>&1 || {
    cat "$work/extract.log" >&2
    stop 1 "no symbol graph of $product"
  }
done
python3 -B "$here/symbols.py" "$work/graphs" || exit 2

# The site leaves out the products that are empty here: without the downloads of their traits and without Combine, the
# compiler sees none of their symbols. Interplay.md describes these products. The formatter reads their comments.
undocumented='{"version": 1, "rules": {"AllPublicDeclarationsHaveDocumentation": true}}'
set -- Sources/Bridges/SwitchboardCombine Sources/Bridges/SwitchboardLogging Sources/Bridges/SwitchboardMetrics \
  Sources/Inspector/SwitchboardInspector Sources/Links/SwitchboardNATS
for folder in "$@"; do
  [ -d "$folder" ] || stop 1 "$folder is missing; name the folders of the optional parts in Documentation/site.sh"
done
# Without --strict, findings are warnings, and the status is 0.
swift format lint --configuration "$undocumented" -r "$@" >"$work/format.log" 2>&1 || {
  cat "$work/format.log" >&2
  stop 1 "swift format cannot read the sources of the optional parts"
}
if grep AllPublicDeclarationsHaveDocumentation "$work/format.log" >&2; then
  stop 2 "the lines above have no documentation"
fi

#   convert PRODUCT ARGUMENTS…
convert() {
  product=$1
  shift
  catalog=$work/catalogs/$product.docc
  archive=$work/archives/$product.doccarchive
  python3 -B "$here/catalog.py" Sources/*/"$product/$product.docc" "$catalog" "$work/graphs/$product" "$archive" \
    || exit 2
  "$docc" convert "$catalog" --additional-symbol-graph-dir "$work/graphs/$product" --output-path "$archive" \
    --fallback-display-name "$product" --fallback-bundle-identifier "$product" \
    --enable-experimental-external-link-support --warnings-as-errors "$@" >"$work/docc.log" 2>&1 || {
    cat "$work/docc.log" >&2
    stop 2 "docc finds mistakes in the pages or comments of $product"
  }
}

# The first archive of `Switchboard` says which suffixes tell overloaded operators apart; the second groups them and has
# their diagrams. Diagrams change the lines of comments, so it is good that docc finds mistakes in the first. Pages of
# one product link to those of another, so docc gets the archives of the products before it.
convert Switchboard
python3 -B "$here/operators.py" "$work/graphs/Switchboard" || exit 2
set --
for product in $products; do
  convert "$product" "$@"
  set -- "$@" --dependency "$work/archives/$product.doccarchive"
done
set --
for product in $products; do set -- "$@" "$work/archives/$product.doccarchive"; done
"$docc" merge "$@" --synthesized-landing-page-name Switchboard --output-path "$work/site" >"$work/docc.log" 2>&1 || {
  cat "$work/docc.log" >&2
  stop 2 "docc cannot merge the archives"
}
python3 -B "$here/finish.py" "$work/site"
python3 -B "$here/links.py" "$work/site" "$work/graphs" || exit 2
echo "docs: the site is in $work/site; make docs-serve shows it in a browser"
