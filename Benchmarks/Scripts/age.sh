#!/usr/bin/env bash
# Says how old the committed results are, in commits.
#
#   Benchmarks/Scripts/age.sh [MOST]
#
# Exit status: with MOST, 2 if one is more than MOST commits old, or if the two are of different commits; 66 if one of
# them is missing or names no commit of this repository.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 66
most=${1:-}
status=0

#   age NAME FILE PATTERN COMMANDS
age() {
  local commit count
  commit=$(grep -oE -m 1 "$3" "$2" 2>/dev/null | grep -oE '[0-9a-f]{12}' | head -n 1)
  if [ -z "$commit" ] || ! count=$(git rev-list --count "$commit..HEAD" 2>/dev/null); then
    echo "age: $2 is missing, or names no commit of this repository; a shallow clone has no history" >&2
    exit 66
  fi
  echo "$1: commit $commit, $count commits old"
  [ -z "$most" ] || [ "$count" -le "$most" ] || {
    echo "  older than $most commits; run $4" >&2
    status=2
  }
  commits+=("$commit")
}

commits=()
age reference Reports/reference/results.json '"commit" *: *"[0-9a-f]{12}' '`make bench-all` and `make bench-accept`'
age agreement Reports/agreement.md 'commit [0-9a-f]{12}' \
  '`make bench-repeat`, then copy Reports/latest/repeat/agreement.md to Reports'
[ "${commits[0]}" = "${commits[1]}" ] || {
  echo "the two are of different commits" >&2
  [ -z "$most" ] || status=2
}
exit $status
