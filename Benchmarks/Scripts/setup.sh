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

if command -v apt-get >/dev/null; then
  packages=()
  has_library 'libjemalloc.so.2' || packages+=(libjemalloc-dev)
  has_library 'libmimalloc.so.2*' || packages+=(libmimalloc-dev)
  command -v valgrind >/dev/null || packages+=(valgrind)
  # A Python without ensurepip cannot make a virtual environment.
  [ -x "$venv/bin/python3" ] || python3 -c 'import ensurepip' 2>/dev/null || packages+=(python3-venv)
  if [ ${#packages[@]} -gt 0 ] && ! Tests/Setup/apt-install.sh "${packages[@]}"; then
    echo "bench-setup: without ${packages[*]}, their columns will read n/a" >&2
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
