#!/bin/sh
# Checks what a program gets that does not enable the trait `Tracing`: nothing of it.
#
#   Tests/tracing-off.sh
#
# 1. A client's binary has no symbol of the recorder, the sessions or the files.
# 2. Its machine code, and that of the runtime in it, is what it would be if the probes were deleted: every function that
#    the compiler makes of the client and the runtime's four targets is compared, instruction by instruction.
# 3. SwiftPM downloads nothing for it: the argument parser is the commands' alone.
#
# Each check has a control that must fail. Exits 0 when all is as it should be, 2 when a check fails or a control passes,
# 1 when something does not build. Works in a copy; takes about half a minute.
#
# Deleted is every line of those targets that says `Probe.`, but for the files of the probes: a probe takes one line. In
# its place stays an empty one, because line numbers are in the code of failing preconditions. What a probe hands on is kept in a
# variable of its own type, which is nothing without the trait.
set -eu

tests=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$tests")
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-tracing-off.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
targets="SwitchboardBroadcast SwitchboardSignals SwitchboardBoards SwitchboardBus"
bin=$work/client/.build/release

stop() {
  echo "tracing-off: $2" >&2
  exit "$1"
}

for tool in objdump nm; do
  command -v $tool >/dev/null || stop 1 "needs $tool; on Debian: apt-get install binutils"
done

restore() {
  rm -rf "$work/switchboard/Sources"
  (cd "$package" && tar cf - Package.swift Sources Tests) | (cd "$work/switchboard" && tar xf -)
}

# With a cache of its own: what SwiftPM needs it has to download where this can see it. From nothing: SwiftPM does not
# compile the client again when only bodies have changed that the client has inlined.
build() {
  rm -rf "$work/client/.build"
  (cd "$work/client" && CLIENT_TRACES=$1 swift build -c release --cache-path "$work/cache" >"$work/build.log" 2>&1) || {
    tail -n 25 "$work/build.log" >&2
    stop 1 "the client does not build: $2"
  }
}

# Into a sorted file, one line per function.
functions() {
  for target in client $targets; do find "$bin/$target.build" -name '*.o'; done | LC_ALL=C sort \
    | xargs objdump -dr --no-show-raw-insn | awk -f "$tests/TracingOff/functions.awk" | LC_ALL=C sort >"$1"
}

# Names of functions that only one file has so.
different() { LC_ALL=C comm -3 "$1" "$2" | sed 's/^	//' | cut -f 1 | LC_ALL=C sort -u; }

traces() { nm "$bin/client" | grep -icE 'switchboard_(trace|census)|SwitchboardTrac' || true; }

downloads() {
  find "$work/client/.build/checkouts" "$work/client/.build/repositories" "$work/cache" -mindepth 1 -maxdepth 1 \
    ! -name manifests ! -name '*.lock' ! -name 'manifest.db*' ! -name repositories 2>/dev/null || true
  find "$work/cache/repositories" -mindepth 1 -maxdepth 1 -type d 2>/dev/null || true
  grep -o '"identity" : "swift-argument-parser"' "$work/client/.build/workspace-state.json" || true
}

nothing_downloaded() {
  found=$(downloads)
  [ -z "$found" ] || stop 2 "a client $1 the trait downloads: $found"
}

mkdir "$work/switchboard"
cp -R "$tests/TracingOff/client" "$work/client"
restore

build 0 "without the trait"
functions "$work/off"
count=$(wc -l <"$work/off" | tr -d ' ')
[ "$(traces)" -eq 0 ] || stop 2 "without the trait the binary has symbols of it: $(nm "$bin/client" | grep -iE 'switchboard_(trace|census)|SwitchboardTrac' | head -n 3)"
nothing_downloaded without

# What is compared must be in it: else the compiler has inlined or renamed it, and the check says less than it claims.
for part in 4Core.*5drain 4Core.*10sendShared 4Core.*11sendOrQueue 4Core.*5admit 4Core.*9terminate 8RegistryC.*6remove \
  8RegistryC.*6insert 6client4send 6client9subscribe 6client16subscribeToChain 6client15subscribeToBoth \
  6SignalV5start; do
  cut -f 1 "$work/off" | grep -q "$part" || stop 2 "no function matches $part"
done

for target in $targets; do grep -rlE 'Probe\.' "$work/switchboard/Sources/$target"; done | grep -vE '/(Signal|Board|Bus)?Probe(\+[A-Za-z]+)?\.swift$' >"$work/files"
lines=$(xargs grep -hE 'Probe\.' <"$work/files" | wc -l | tr -d ' ')
[ "$lines" -ge 30 ] || stop 2 "only $lines lines with probes were found"
xargs sed -i.before 's/^.*Probe\..*$//' <"$work/files"
find "$work/switchboard/Sources" -name '*.before' -exec rm {} +
build 0 "its $lines lines with probes deleted"
functions "$work/deleted"
names=$(different "$work/off" "$work/deleted")
[ -z "$names" ] || stop 2 "$(echo "$names" | wc -l) of $count functions change when the probes are deleted: $(echo "$names" | head -n 5 | tr "\n" " ")"

# The control: one load and one branch in each send.
restore
sed -i.before 's/^    if Probe.delivered(value, by: self, fileID.*$/    if word.local.load(ordering: .relaxed) == .max { return }/' \
  "$work/switchboard/Sources/SwitchboardBroadcast/Broadcaster/Core.swift"
find "$work/switchboard/Sources" -name '*.before' -exec rm {} +
build 0 "with a load too many"
functions "$work/control"
names=$(different "$work/off" "$work/control")
echo "$names" | grep -q '6client4send' || stop 2 "a load more in each send is not found"
changed=$(echo "$names" | wc -l | tr -d ' ')

restore
build 1 "with the trait"
symbols=$(traces)
[ "$symbols" -gt 0 ] || stop 2 "with the trait the binary has no symbol of it: the names that are looked for are wrong"
nothing_downloaded with

# The control: the parser of the commands as a product that a client uses.
sed -i.before 's|^    // For tests: .*|    .library(name: "Parsing", targets: ["switchboard-trace"]),|' "$work/switchboard/Package.swift"
grep -q '"Parsing"' "$work/switchboard/Package.swift" || stop 2 "the control of the downloads finds no line to change"
sed -i.before 's|\[.product(name: "Switchboard", package: "switchboard")\]|[.product(name: "Parsing", package: "switchboard")]|' \
  "$work/client/Package.swift"
rm -rf "$work/client/.build"
(cd "$work/client" && swift package resolve --cache-path "$work/cache" >"$work/build.log" 2>&1) \
  || stop 1 "the control of the downloads does not resolve: $(tail -n 3 "$work/build.log")"
[ -n "$(downloads)" ] || stop 2 "a client that needs the argument parser downloads it unseen"

echo "machine code: $count functions are the same with $lines lines of probes and without them"
echo "  control: a load more in each send changes $changed"
echo "symbols of the recorder, sessions and files in the binary: 0"
echo "  control: with the trait, $symbols"
echo "downloads: none, with the trait or without"
echo "  control: with a product that needs it, the argument parser"
