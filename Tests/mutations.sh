#!/bin/sh
# Breaks the hot path on purpose, one patch of Tests/Mutations at a time, and sees whether the tests notice.
#
#   Tests/mutations.sh [NAME…]     all patches, or those whose file name contains one of the NAMEs
#
# A copy of the package is broken, never the package itself. A mutant counts as caught when a test fails, crashes or
# hangs. Prints a table; exits 0 when all are caught, 2 when one survives, 1 when a patch no longer applies, does not
# compile, or the tests fail without any patch. Takes about 6 minutes on two cores for all.
#
# A patch's first lines, up to the diff, are its description; `filter:` in them names the tests to run (a regular
# expression for `swift test --filter`), `environment:` what to set for them (NAME=value …). A race that the mutation opens is
# met by chance, so the tests get three attempts.
set -eu

tests=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$tests")
work=$(mktemp -d "${TMPDIR:-/tmp}/switchboard-mutations.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# A mutant that hangs is found by the tests' own watchdog after this long, or by `timeout` if that hangs too.
export SWITCHBOARD_TEST_PATIENCE=10
limit=120

mkdir "$work/package"
(cd "$package" && tar cf - Package.swift Sources Examples Tests) | (cd "$work/package" && tar xf -)
cd "$work/package"

fail() {
  echo "mutations: $1" >&2
  [ -z "${2:-}" ] || tail -n 25 "$2" >&2
  exit 1
}

command -v patch >/dev/null || fail "needs patch(1); on Debian: apt-get install patch"

build() { swift build --build-tests >"$work/build.log" 2>&1; }

run() {
  # Unquoted: several settings are several words.
  # shellcheck disable=SC2086
  env ${2:-} timeout --kill-after=5 "$limit" swift test --skip-build --filter "$1" >"$work/test.log" 2>&1
}

echo "Building and testing without a mutation …" >&2
build || fail "the package does not build" "$work/build.log"
run SwitchboardBroadcastTests || fail "the tests fail without a mutation" "$work/test.log"

printf '%-34s %-10s %s\n' mutation result "how"
survivors=0
for patch in "$tests"/Mutations/*.patch; do
  name=$(basename "$patch" .patch)
  if [ $# -gt 0 ]; then
    wanted=no
    for argument in "$@"; do case $name in *"$argument"*) wanted=yes ;; esac; done
    [ $wanted = yes ] || continue
  fi
  filter=$(sed -n 's/^filter: *//p' "$patch")
  [ -n "$filter" ] || fail "$name has no line 'filter: …'"

  patch -p1 --dry-run --fuzz=0 --silent <"$patch" >"$work/patch.log" 2>&1 \
    || fail "$name no longer applies: renew Tests/Mutations/$name.patch" "$work/patch.log"
  patch -p1 --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
  build || fail "$name does not compile" "$work/build.log"

  environment=$(sed -n 's/^environment: *//p' "$patch")
  status=0
  for attempt in 1 2 3; do
    run "$filter" "$environment" || { status=$?; break; }
  done
  if [ $status -eq 0 ]; then
    result=SURVIVED how=
    survivors=$((survivors + 1))
  else
    result=caught
    if [ $status -ge 124 ] && [ $status -ne 132 ]; then
      how="hang"
    elif grep -q 'did not finish within\|was not opened within' "$work/test.log"; then
      how="hang, seen by the watchdog"
    elif grep -q 'unexpected signal\|Fatal error' "$work/test.log"; then
      how="crash"
    else
      how=$(sed -n 's/^✘ Test \(".*"\) .*recorded an issue.*/\1/p' "$work/test.log" | sort -u | head -n 1)
    fi
  fi
  printf '%-34s %-10s %s\n' "$name" "$result" "$how"

  patch -p1 --reverse --fuzz=0 --silent --no-backup-if-mismatch <"$patch"
done

if [ $survivors -gt 0 ]; then
  echo "$survivors survived" >&2
  exit 2
fi
