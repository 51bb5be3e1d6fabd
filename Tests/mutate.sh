# What Tests/mutations.sh and Tests/leak-mutations.sh have in common; read by them, not run.
#
# Breaks a copy of the package, never the package itself, one patch at a time. Who reads this defines
#
#   build      builds the copy
#   control    sees that nothing is found without a mutation
#   judge      sees whether the mutant of $patch, whose name is $name, is noticed: succeeds if so; says by what in $how
#
# and calls `mutate FOLDER [NAME…]`. A patch's first lines, up to the diff, are its description; `header KEY` gives what
# stands behind `KEY:` in them.

tests=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$tests")
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-mutations.XXXXXX")
trap 'reap; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() {
  echo "mutations: $1" >&2
  [ -z "${2:-}" ] || tail -n 25 "$2" >&2
  exit 1
}

# Ends what a hanging mutant left running: `swift test` starts the tests in a process group of their own, which `timeout`
# does not reach.
reap() { pkill -KILL -f "^$work/" 2>/dev/null || true; }

header() { sed -n "s/^$1: *//p" "$patch"; }

mutate() {
  folder=$1
  shift
  command -v patch >/dev/null || fail "needs patch(1); on Debian: apt-get install patch"
  mkdir "$work/package"
  (cd "$package" && tar cf - Package.swift Sources Examples Tests) | (cd "$work/package" && tar xf -)
  cd "$work/package"

  echo "Building and testing without a mutation …" >&2
  build >"$work/build.log" 2>&1 || fail "the package does not build" "$work/build.log"
  control

  printf '%-34s %-10s %s\n' mutation result "how"
  survivors=0
  judged=0
  # Side by side those that need the same test targets, which are then built once.
  for patch in "$tests/$folder"/*.patch; do
    printf '%s\t%s\n' "$(header tests)" "$patch"
  done | LC_ALL=C sort | cut -f 2 >"$work/patches"
  while IFS= read -r patch <&3; do
    name=$(basename "$patch" .patch)
    if [ $# -gt 0 ]; then
      wanted=no
      for argument in "$@"; do case $name in *"$argument"*) wanted=yes ;; esac; done
      [ $wanted = yes ] || continue
    fi
    judged=$((judged + 1))
    patch -p1 --dry-run --fuzz=0 --silent <"$patch" >"$work/patch.log" 2>&1 \
      || fail "$name no longer applies: renew Tests/$folder/$name.patch" "$work/patch.log"
    patch -p1 --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
    build >"$work/build.log" 2>&1 || fail "$name does not compile" "$work/build.log"
    how=
    if judge; then
      result=caught
    else
      result=SURVIVED
      survivors=$((survivors + 1))
    fi
    reap
    printf '%-34s %-10s %s\n' "$name" "$result" "$how"
    patch -p1 --reverse --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
  done 3<"$work/patches"

  [ $judged -gt 0 ] || fail "no patch in Tests/$folder has $* in its name"
  if [ $survivors -gt 0 ]; then
    echo "$survivors survived" >&2
    exit 2
  fi
}
