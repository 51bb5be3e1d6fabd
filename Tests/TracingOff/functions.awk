# Reads the output of `objdump -dr --no-show-raw-insn` for object files, and prints one line for each function: the
# name, a tab, and the instructions. Leaves out addresses. Replaces operands that the linker fills in with their
# symbols.

function finish() { if (name != "") print name "\t" code; name = code = "" }
/^[0-9a-f]+ <.*>:$/ { finish(); name = $0; sub(/^[0-9a-f]+ </, "", name); sub(/>:$/, "", name); next }
name == "" || /^Disassembly|file format/ { next }
/R_[A-Z0-9]+_[A-Z0-9_]+\t/ {
  sub(/^[ \t]*[0-9a-f]+: R_[A-Z0-9]+_[A-Z0-9_]+[ \t]*/, "")
  if ($0 ~ /^\./) sub(/[+-]0x[0-9a-f]+$/, "")
  sub(/<[^;]*>$/, "", code)
  code = code "{" $0 "}"
  next
}
/^ *[0-9a-f]+:\t/ {
  sub(/^ *[0-9a-f]+:\t/, ""); sub(/ +# .*$/, ""); sub(/[ \t]+$/, "")
  if (match($0, /[0-9a-f]+ </)) $0 = substr($0, 1, RSTART - 1) substr($0, RSTART + RLENGTH - 1)
  gsub(/[ \t]+/, " ")
  code = code "; " $0
}
END { finish() }
