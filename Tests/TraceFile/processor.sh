#!/usr/bin/env bash
# Prints the option of check_perfetto.py that asks Perfetto's trace processor too, if there is a Node that can run it.
version=$(node --version 2>/dev/null | sed 's/^v\([0-9]*\).*/\1/')
if [ "${version:-0}" -ge 20 ]; then
  echo --trace-processor
else
  echo "trace-check: no Node 20: Perfetto's messages are asked, its trace processor is not" >&2
fi
