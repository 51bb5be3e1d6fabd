# Reads the output of `objdump -dtr --no-show-raw-insn` for object files, and prints one line for each function: the
# name, a tab, and the instructions. Leaves out addresses. Replaces operands that the linker fills in with their
# symbols.
#
# Some functions have no symbol: those that destroy the context of a closure. Their order in the object file may differ
# between two builds of the same code, so they are not part of the function before them. A function without a symbol
# begins where a symbol's size ends, or at a multiple of 16 bytes after code that does not continue.

function number(hex, value, i) {
  value = 0
  for (i = 1; i <= length(hex); i++) value = value * 16 + index("0123456789abcdef", substr(hex, i, 1)) - 1
  return value
}
function finish() { if (code != "") print name "\t" code; name = code = "" }
# Returns the place `<symbol+offset>` without its brackets, or, if the symbol's code does not reach so far, the words for
# a function that has no symbol.
function known(place, symbol) {
  gsub(/[<>]/, "", place)
  split(place, symbol, /[+]0x/)
  if (symbol[1] in size && symbol[2] != "" && number(symbol[2]) >= size[symbol[1]]) return "without a symbol"
  return place
}
function begin(as, at) { finish(); name = as; first = at; ended = 0 }

/file format/ { finish(); split("", size); next }
/^[0-9a-f]+ .* F / {
  split($0, parts, "\t")
  split(parts[2], symbol, " ")
  size[symbol[length(symbol[3]) ? 3 : 2]] = number(symbol[1])
  next
}
/^[0-9a-f]+ <.*>:$/ {
  address = $1
  sub(/^[0-9a-f]+ </, ""); sub(/>:$/, "")
  begin($0, number(address))
  end = $0 in size ? first + size[$0] : -1
  next
}
/^Disassembly/ { finish(); next }
/R_[A-Z0-9]+_[A-Z0-9_]+\t/ {
  sub(/^[ \t]*[0-9a-f]+: R_[A-Z0-9]+_[A-Z0-9_]+[ \t]*/, "")
  if ($0 ~ /^\./) sub(/[+-]0x[0-9a-f]+$/, "")
  sub(/<[^;]*>$/, "", code)
  code = code "{" $0 "}"
  next
}
/^ *[0-9a-f]+:\t/ {
  match($0, /[0-9a-f]+:/)
  address = number(substr($0, RSTART, RLENGTH - 1))
  sub(/^ *[0-9a-f]+:\t/, "")
  # An address in the same section, which the assembler has filled in: the symbol instead of the distance.
  if (/[^0-9a-fx]0x[0-9a-f]*[1-9a-f][0-9a-f]*\(%rip\).*# [0-9a-f]+ <[^>]*>/) {
    match($0, /<[^>]*>[^>]*$/)
    place = known(substr($0, RSTART, RLENGTH))
    sub(/0x[0-9a-f]+\(%rip\)/, "(" place ")")
  }
  sub(/ +# .*$/, ""); sub(/[ \t]+$/, "")
  if (name != "without a symbol" && end >= 0 && address >= end) { begin("without a symbol", address); ended = 1 }
  if (name == "without a symbol") {
    if (ended && address % 16 == 0) begin(name, address)
    if (ended && /nop|xchg +%ax,%ax|int3/) next
    ended = /^(ret|jmp|ud2)/
  }
  if (match($0, /[0-9a-f]+ <[^>]*>/)) {
    target = substr($0, RSTART, RLENGTH)
    before = substr($0, 1, RSTART - 1)
    after = substr($0, RSTART + RLENGTH)
    split(target, parts, " ")
    sub(/^[0-9a-f]+ /, "", target)
    if (name == "without a symbol") target = "<" number(parts[1]) - first ">"
    else target = "<" known(target) ">"
    $0 = before target after
  }
  gsub(/[ \t]+/, " ")
  code = code "; " $0
}
END { finish() }
