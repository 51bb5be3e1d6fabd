# The common functions of Tests/mutations.sh and Tests/leak-mutations.sh, which source this file.
#
# Applies one patch at a time to a copy of the package, never to the package itself. The script that sources this file
# defines three functions:
#
#   build      builds the copy
#   control    checks that the copy passes without a mutation
#   judge      succeeds if the mutant of $patch, whose name is $name, is caught; sets $how to what caught the mutant
#
# Then the script calls `mutate FOLDER [NAME…]`. The lines of a patch before the diff are its description. `header KEY`
# prints the text after `KEY:` in the description.
#
# With SWITCHBOARD_MUTATIONS_SINCE=COMMIT, leaves out the mutations that no change since the commit can have touched.
# Such a change is in a file that the patch changes, in the patch, or in a file or folder of $judges: the code that all
# mutants of the folder are judged by, and the tests of the patch.
#
# With SWITCHBOARD_MUTATIONS_TURN=N, runs every third mutation. Three numbers in a row together run all.

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

# Ends the processes that a hanging mutant has left. `swift test` starts the tests in their own process group, which
# `timeout` does not reach.
reap() { pkill -KILL -f "^$work/" 2>/dev/null || true; }

header() { sed -n "s/^$1: *//p" "$patch"; }

# Writes the names of the files that have changed since the commit: committed, uncommitted and new.
changed_files() {
  base=$(git -C "$package" merge-base "$SWITCHBOARD_MUTATIONS_SINCE" HEAD) \
    || fail "finds no commit $SWITCHBOARD_MUTATIONS_SINCE to compare with; ALL=1 runs every mutation"
  git -C "$package" diff --name-only "$base"
  git -C "$package" ls-files --others --exclude-standard
}

# Succeeds if a change can have touched the mutation of $patch.
touched() {
  [ -n "${SWITCHBOARD_MUTATIONS_SINCE:-}" ] || return 0
  for place in ${patch#"$package/"} $judges $(sed -n 's|^+++ b/||p' "$patch") $(header tests | sed 's|[^ ]*|Tests/&|g')
  do
    # A folder stands for all files in it.
    awk -v place="$place" '$0 == place || index($0, place "/") == 1 { found = 1 } END { exit !found }' \
      "$work/changed" && return 0
  done
  return 1
}

mutate() {
  folder=$1
  shift
  command -v patch >/dev/null || fail "needs patch(1); on Debian: apt-get install patch"
  if [ -n "${SWITCHBOARD_MUTATIONS_SINCE:-}" ]; then changed_files >"$work/changed"; fi
  # Sorted by test targets, so that the same test targets are built only once.
  for patch in "$tests/$folder"/*.patch; do
    if touched; then printf '%s\t%s\n' "$(header tests)" "$patch"; fi
  done | LC_ALL=C sort | cut -f 2 \
    | awk -v turn="${SWITCHBOARD_MUTATIONS_TURN:-}" 'turn == "" || (NR + turn) % 3 == 0' >"$work/patches"
  if [ ! -s "$work/patches" ]; then
    echo "no change since $SWITCHBOARD_MUTATIONS_SINCE touches a mutation of Tests/$folder; ALL=1 runs all of them"
    return
  fi
  mkdir "$work/package"
  (cd "$package" && tar cf - Package.swift Sources Tests) | (cd "$work/package" && tar xf -)
  cd "$work/package"

  echo "Building and testing without a mutation …" >&2
  build >"$work/build.log" 2>&1 || fail "the package does not build" "$work/build.log"
  control

  printf '%-34s %-10s %s\n' mutation result "how"
  survivors=
  judged=0
  while IFS= read -r patch <&3; do
    name=$(basename "$patch" .patch)
    if [ $# -gt 0 ]; then
      wanted=no
      for argument in "$@"; do case $name in *"$argument"*) wanted=yes ;; esac; done
      [ $wanted = yes ] || continue
    fi
    judged=$((judged + 1))
    patch -p1 --dry-run --fuzz=0 --silent <"$patch" >"$work/patch.log" 2>&1 \
      || fail "$name no longer applies; renew Tests/$folder/$name.patch" "$work/patch.log"
    patch -p1 --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
    build >"$work/build.log" 2>&1 || fail "$name does not compile" "$work/build.log"
    how=
    if judge; then
      result=caught
    else
      result=SURVIVED
      survivors="$survivors $name"
    fi
    reap
    printf '%-34s %-10s %s\n' "$name" "$result" "$how"
    patch -p1 --reverse --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
  done 3<"$work/patches"

  [ $judged -gt 0 ] || fail "no file name in Tests/$folder contains $*; ls Tests/$folder lists the patches"
  if [ -n "$survivors" ]; then
    # The last line names them, because the log of a CI run may keep only its end.
    echo "survived:$survivors" >&2
    exit 2
  fi
}
