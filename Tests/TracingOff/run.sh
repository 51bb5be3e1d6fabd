#!/bin/sh
# Checks that a program without the trait `Tracing` contains nothing of the tracing code.
#
#   Tests/TracingOff/run.sh
#
# 1. The binary of a client has no symbol of the recorder, the sessions or the trace files.
# 2. The machine code of the client, and of the runtime in the client, is the same as if no code called a probe. The
#    script compares every function of the client and of the runtime's four targets, instruction by instruction.
# 3. SwiftPM downloads nothing for the client. Only the commands need the argument parser.
#
# Each check has a control, which must fail. The script works in a copy, and takes three minutes. Exit status:
#
#   0  every check passes, and every control fails
#   1  something does not build
#   2  a check fails, or a control passes
#
# erase.py erases the calls of probes with their arguments, and refuses probes that do something or store
# something. A call of a probe may stand anywhere in an expression.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
package=$(cd "$here/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-tracing-off.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
targets="SwitchboardBroadcast SwitchboardSignals SwitchboardBoards SwitchboardBus"
bin=$work/client/.build/release

stop() {
  echo "tracing-off: $2" >&2
  exit "$1"
}

for tool in objdump nm python3; do
  command -v $tool >/dev/null || stop 1 "needs $tool; on Debian: apt-get install binutils python3"
done

restore() {
  rm -rf "$work/switchboard/Sources"
  (cd "$package" && tar cf - Package.swift Sources Tests) | (cd "$work/switchboard" && tar xf -)
}

# Builds the client with a separate cache, so that the script sees every download of SwiftPM. The build folder is
# deleted first, because SwiftPM does not recompile the client when only function bodies have changed that the client
# has inlined.
build() {
  rm -rf "$work/client/.build"
  (cd "$work/client" && CLIENT_TRACES=$1 swift build -c release --cache-path "$work/cache" >"$work/build.log" 2>&1) || {
    tail -n 25 "$work/build.log" >&2
    stop 1 "the client does not build: $2"
  }
}

# Writes the functions to a sorted file, one line for each function.
functions() {
  for target in client $targets; do find "$bin/$target.build" -name '*.o'; done | LC_ALL=C sort \
    | xargs objdump -dtr --no-show-raw-insn | awk -f "$here/functions.awk" | LC_ALL=C sort >"$1"
}

# Prints the names of the functions that differ between two files.
different() { LC_ALL=C comm -3 "$1" "$2" | sed 's/^	//' | cut -f 1 | LC_ALL=C sort -u; }

traces() { nm "$bin/client" | grep -icE 'switchboard_(trace|census)|SwitchboardTrac' || true; }

downloads() {
  find "$work/client/.build/checkouts" "$work/client/.build/repositories" "$work/cache" -mindepth 1 -maxdepth 1 \
    ! -name manifests ! -name '*.lock' ! -name 'manifest.db*' ! -name repositories 2>/dev/null || true
  find "$work/cache/repositories" -mindepth 1 -maxdepth 1 -type d 2>/dev/null || true
  grep -o '"identity" : "swift-[a-z-]*"' "$work/client/.build/workspace-state.json" || true
}

nothing_downloaded() {
  found=$(downloads)
  [ -z "$found" ] || stop 2 "a client $1 the trait downloads: $found"
}

mkdir "$work/switchboard"
cp -R "$here/client" "$work/client"
restore

build 0 "without the trait"
functions "$work/off"
count=$(wc -l <"$work/off" | tr -d ' ')
[ "$(traces)" -eq 0 ] || stop 2 "without the trait the binary has symbols of the tracing code: $(
  nm "$bin/client" | grep -iE 'switchboard_(trace|census)|SwitchboardTrac' | head -n 3
)"
nothing_downloaded without

# The comparison must contain these functions. If one is missing, the compiler has inlined or renamed it, and the check
# proves less than it claims.
for part in 8RegistryC5drain 8RegistryC.*10sendSlowly 12sendSerially 8RegistryC.*7enqueue 8RegistryC.*5admit \
  8RegistryC9terminate \
  8RegistryC.*6remove 8RegistryC.*9beginJoin 6client4send 6client9subscribe 6client16subscribeToChain \
  6client15subscribeToBoth 6SignalV5start; do
  cut -f 1 "$work/off" | grep -q "$part" || stop 2 "no function matches $part"
done

erase() {
  # The targets are unquoted, so that each target becomes one word.
  # shellcheck disable=SC2086
  (cd "$work/switchboard/Sources/Runtime" && python3 -B "$here/erase.py" $targets)
}

# The controls: a probe that calls something, and a probe that stores something.
probes=$work/switchboard/Sources/Runtime/SwitchboardBroadcast/Probe
control() {
  sed -i.before "$2" "$1"
  ! cmp -s "$1" "$1.before" || stop 2 "the control finds no line to change: $2"
  if erase 2>/dev/null; then stop 2 "a probe that is not empty is not found: $2"; fi
  mv "$1.before" "$1"
}
control "$probes/Probe.swift" '/func closed(/s/{$/{ abort()/'
control "$probes/Probe.swift" 's/struct Nothing: Sendable {/& var state = 0/'

calls=$(erase) || stop 2 "the calls of probes cannot be erased"
[ "$calls" -ge 100 ] || stop 2 "only $calls calls of probes were found"
build 0 "its $calls calls of probes erased"
functions "$work/erased"
names=$(different "$work/off" "$work/erased")
[ -z "$names" ] || stop 2 "$(echo "$names" | wc -l) of $count functions change when the calls of probes are erased: $(
  echo "$names" | head -n 12 | tr "\n" " "
)"

# The control adds one load and one branch to each send.
restore
probe='^      var observer = Unobserved().*$'
load='    if word.local.load(ordering: .relaxed) == .max { return }'
sed -i.before -e "s/$probe/$load; &/" -e '1i public import Synchronization' \
  "$work/switchboard/Sources/Runtime/SwitchboardBroadcast/Broadcaster/Delivery.swift"
find "$work/switchboard/Sources" -name '*.before' -exec rm {} +
build 0 "with a load too many"
functions "$work/control"
names=$(different "$work/off" "$work/control")
echo "$names" | grep -q '12sendSerially' || stop 2 "the comparison does not find one more load in each send"
changed=$(echo "$names" | wc -l | tr -d ' ')

restore
build 1 "with the trait"
symbols=$(traces)
[ "$symbols" -gt 0 ] || stop 2 "with the trait the binary has no symbol of the tracing code; correct traces()"
nothing_downloaded with

# The control makes the commands' argument parser a dependency of a product that the client uses.
sed -i.before 's|^    // For tests: .*|    .library(name: "Parsing", targets: ["switchboard-trace"]),|' \
  "$work/switchboard/Package.swift"
grep -q '"Parsing"' "$work/switchboard/Package.swift" || stop 2 "the control finds no line to change"
sed -i.before \
  's|\[.product(name: "Switchboard", package: "switchboard")\]|[.product(name: "Parsing", package: "switchboard")]|' \
  "$work/client/Package.swift"
rm -rf "$work/client/.build"
(cd "$work/client" && swift package resolve --cache-path "$work/cache" >"$work/build.log" 2>&1) \
  || stop 1 "the control of the downloads does not resolve: $(tail -n 3 "$work/build.log")"
[ -n "$(downloads)" ] || stop 2 "the check does not see that a client downloads the argument parser"

echo "machine code: $count functions are equal with and without $calls calls of probes"
echo "  control: one more load in each send changes $changed functions"
echo "  control: a probe that does something, and a probe that stores something, are refused"
echo "symbols of the tracing code in the binary: 0"
echo "  control: $symbols with the trait"
echo "downloads of a client, with and without the trait: none"
echo "  control: a product that needs the argument parser downloads it"
