#!/usr/bin/env bash
# Links a built program again, with its functions in other orders and with random space between them, without compiling.
#
#   Benchmarks/Scripts/layouts.sh PROGRAM COUNT SEED DIRECTORY
#
# The copies are DIRECTORY/01 to DIRECTORY/COUNT. Equal seeds give equal copies. Where functions lie decides whether a
# loop shares its cache lines: two builds with the same code in other places differ more than most changes. A run whose
# processes have different copies has this in its intervals. Exit status: 69 where the program cannot be linked again,
# as where the linker of LLVM is missing; then DIRECTORY has no copies.
set -uo pipefail

program=$1 count=$2 seed=$3 directory=$4
name=$(basename "$program")
objects=$program.product/Objects.LinkFileList

fail() {
  echo "layouts: $name is not linked in other orders: $1" >&2
  rm -rf "$directory"
  exit 69
}

[ "$(uname)" = Linux ] || fail "only the linker for Linux can shuffle functions"
[ -f "$objects" ] || fail "$objects is missing; SwiftPM's build folder has another form than expected"
mkdir -p "$directory"

link() {
  swiftc -use-ld=lld -o "$directory/$1" -emit-executable -module-name "${name//-/_}" -L "$(dirname "$program")" \
    "@$objects" -Xlinker --as-needed -lstdc++ -Xlinker --gc-sections -Xlinker -rpath=\$ORIGIN \
    -Xlinker --defsym -Xlinker "main=${name//-/_}_main" \
    -Xlinker "--shuffle-sections=.text*=$2" -Xlinker "--randomize-section-padding=$2" -Xlinker --strip-debug \
    -Xlinker --threads=1
}
export -f link
export program name objects directory

# Each link is tried twice: one of a thousand has failed without a cause that shows again. Seed 0 would mean a random
# one.
for ((copy = 1; copy <= count; copy++)); do printf '%02d %d\n' "$copy" $((seed * 1000 + copy)); done |
  xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 bash -c 'link "$@" || link "$@"' link >"$directory.log" 2>&1 ||
  fail "$(grep -v 'link command failed' "$directory.log" | grep -m 1 -i error || tail -n 1 "$directory.log")"
rm -f "$directory.log"
