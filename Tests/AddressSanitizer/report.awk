# Reads reports of AddressSanitizer and LeakSanitizer, and prints one line for each place of allocation:
#
#   leak: 3 object(s), 208 bytes, made at SwitchboardBroadcast/Broadcaster/Broadcaster.swift:41, TESTS/A.swift:7 FUNCTION
#
# The line contains the innermost source line of the package and of a test, if there are such lines, and the innermost
# function that is not an allocator. Lines for side tables of weak references begin with `side table: `, and lines for
# errors other than leaks with `memory error: `. Anything else in a report is printed as `unknown: `, so that it does
# not look like a report without findings.

function finish() {
  if (kind == "") return
  place = inner == test || test == "" ? inner : inner ", " test
  if (place != "") place = (kind ~ /^memory error/ ? " at " : " made at ") place
  key = kind place " " function_name
  objects[key] += found_objects
  bytes[key] += found_bytes
  kind = ""
}

function begin(what, count, size) {
  finish()
  kind = what; found_objects = count; found_bytes = size
  inner = test = function_name = ""
  understood++
}

function check_file() {
  finish()
  if (NR > 1 && !understood) print "unknown: a report without a leak or an error"
  understood = 0
}

FNR == 1 { check_file() }

/^==[0-9]+==ERROR: LeakSanitizer: detected memory leaks/ { next }
/^(Direct|Indirect) leak of [0-9]+ byte\(s\) in [0-9]+ object\(s\)/ { begin("leak:", $7, $4); next }
/ERROR: AddressSanitizer: / { sub(/^==[0-9]+==ERROR: AddressSanitizer: /, ""); begin("memory error: " $1, 1, 0); next }
/LeakSanitizer has encountered a fatal error|Too many leaks|LeakSanitizer does not work/ {
  print "unknown: " $0
  understood++
}

# The places where the memory was freed or allocated, or where a thread was made, are not the place of the error.
kind ~ /^memory error/ && /^(freed|previously allocated|Thread T|0x)/ { finish() }
/^SUMMARY: / { finish() }
/^$/ { if (kind ~ /^leak|^side/) finish() }

kind != "" && /^ +#[0-9]+ / {
  if ($0 ~ /formWeakReference/ && kind == "leak:") kind = "side table:"
  line = ""
  if (match($0, /\/(Sources|Tests)\/[^ ]+\.(swift|c|h):[0-9]+/)) {
    line = substr($0, RSTART + 1, RLENGTH - 1)
    isTest = line ~ /^Tests\//
    sub(/^(Sources|Tests)\//, "", line)
    if (inner == "") inner = line
    if (isTest && test == "" && line !~ /\/Instruments\/|^SwitchboardTestSupport\//) test = line
  }
  if (function_name == "" && $4 !~ /^(malloc|calloc|realloc|posix_memalign|swift_slowAlloc|swift_allocObject)$/) {
    function_name = $4
  }
}

END {
  NR++
  check_file()
  for (key in objects) {
    split(key, part, ":")
    what = part[1] ":"
    rest = substr(key, length(what) + 1)
    if (what == "memory error:") print key
    else printf "%s %d object(s), %d bytes,%s\n", what, objects[key], bytes[key], rest
  }
}
