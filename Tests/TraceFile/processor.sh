#!/usr/bin/env bash
# If Node 20 is installed, prints the option of check_perfetto.py that also checks with Perfetto's trace processor.
version=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
if [ "${version:-0}" -ge 20 ]; then
  echo --trace-processor
else
  echo "trace-check: without Node 20, no check with Perfetto's trace processor; install Node 20" >&2
fi
