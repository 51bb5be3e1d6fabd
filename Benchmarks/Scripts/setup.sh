#!/usr/bin/env bash
# Installs the optional tools of the benchmarks that this machine lacks. The timings need none of them. When a tool
# cannot be installed, the script says so, with the command to install the tool where there is one; the run then
# continues without the tool's columns. Always exits 0.
set -u
cd "$(dirname "$0")/../.." || exit 0
venv=.venv
requirements=Benchmarks/Sources/BenchmarkReport/Rendering/requirements.txt

# The programs preload the allocators, so only the libraries have to be there.
has_library() { compgen -G "/usr/lib/*-linux-gnu/$1" >/dev/null || compgen -G "/usr/local/lib/$1" >/dev/null; }

# Another program, such as an automatic update, may hold the locks of apt for minutes.
update() {
  local attempt
  for attempt in 1 2 3 4 5 6; do
    [ "$attempt" -eq 1 ] || sleep 20
    $sudo apt-get -o DPkg::Lock::Timeout=300 update && return
  done
  return 1
}

if command -v apt-get >/dev/null; then
  packages=()
  has_library 'libjemalloc.so.2' || packages+=(libjemalloc-dev)
  has_library 'libmimalloc.so.2*' || packages+=(libmimalloc-dev)
  command -v valgrind >/dev/null || packages+=(valgrind)
  # A Python without ensurepip cannot make a virtual environment.
  [ -x "$venv/bin/python3" ] || python3 -c 'import ensurepip' 2>/dev/null || packages+=(python3-venv)
  if [ ${#packages[@]} -gt 0 ]; then
    install="apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends ${packages[*]}"
    if [ "$(id -u)" -eq 0 ]; then
      sudo=
    elif sudo -n true 2>/dev/null; then
      sudo=sudo
    else
      sudo=none
    fi
    if [ "$sudo" = none ]; then
      echo "bench-setup: not installed: ${packages[*]}; their columns will read n/a. To get them: sudo $install" >&2
    else
      echo "bench-setup: installing ${packages[*]}" >&2
      log=$(mktemp)
      # shellcheck disable=SC2086
      if ! { update && DEBIAN_FRONTEND=noninteractive $sudo $install; } >"$log" 2>&1; then
        tail -n 5 "$log" >&2
        echo "bench-setup: could not install ${packages[*]}; their columns will read n/a. To retry: sudo $install" >&2
      fi
      rm -f "$log"
    fi
  fi
else
  has_library 'libjemalloc.so.2' || echo "bench-setup: jemalloc is missing; memory columns will read n/a" >&2
  command -v valgrind >/dev/null || echo "bench-setup: valgrind is missing; instruction columns will read n/a" >&2
fi

if ! command -v python3 >/dev/null; then
  echo "bench-setup: python3 is missing, so the report has no charts and no HTML" >&2
elif ! cmp -s "$requirements" "$venv/installed.txt"; then
  echo "bench-setup: installing the chart renderer into $venv" >&2
  if python3 -m venv "$venv" &&
    "$venv/bin/python3" -m pip install --quiet --disable-pip-version-check -r "$requirements"; then
    cp "$requirements" "$venv/installed.txt"
  else
    echo "bench-setup: could not install the chart renderer, so the report has no charts and no HTML." \
      "To retry: make bench-setup" >&2
  fi
fi
exit 0
