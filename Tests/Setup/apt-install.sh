#!/usr/bin/env bash
# Installs Debian packages as root, or with a sudo that asks for no password. Waits for other users of apt.
#
#   Tests/Setup/apt-install.sh PACKAGE…
#
# Exit status: 0 if the packages are installed; otherwise 1, with a message that has the command to type.
set -u
install="apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $*"
if ! command -v apt-get >/dev/null; then
  echo "install: this system has no apt-get; install $* in its own way" >&2
  exit 1
elif [ "$(id -u)" -eq 0 ]; then
  sudo=
elif sudo -n true 2>/dev/null; then
  sudo=sudo
else
  echo "install: not root; to get $*: sudo $install" >&2
  exit 1
fi

# Another program, such as an automatic update, may hold the locks of apt for minutes.
update() {
  local attempt
  for attempt in 1 2 3 4 5 6; do
    [ "$attempt" -eq 1 ] || sleep 20
    $sudo apt-get -o DPkg::Lock::Timeout=300 update && return
  done
  return 1
}

echo "install: $*" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2086
if ! { update && DEBIAN_FRONTEND=noninteractive $sudo $install; } >"$log" 2>&1; then
  tail -n 5 "$log" >&2
  echo "install: could not install $*. To retry: ${sudo:+sudo }$install" >&2
  exit 1
fi
