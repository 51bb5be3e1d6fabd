#!/usr/bin/env python3
"""Compares what the compiler says of client code with the marks in the code, and prints each line that is wrong.

    errors.py SOURCES FILE… < ERRORS

ERRORS is what `swiftc -diagnostic-style llvm` prints. SOURCES is the folder of the library's code. Exits with 2 if a
line is wrong. The marks are comments at the end of a line:

    closed           The compiler must refuse the line, because what the line uses is closed to clients.
    mistake: TEXT    The compiler must answer with one message, which contains TEXT.
    fault: TEXT      The line is a control. This program must see the fault TEXT.
"""

import pathlib
import re
import sys

# What the compiler says of code that uses what is closed. Each other reason could be a slip in the client code.
CLOSED = re.compile(
    r"inaccessible|inheritance from|cannot inherit|cannot find (type )?'|has no member '|get-only property"
    r"|'let' constant|cannot be constructed|unavailable from async|is 'async' but|'async' call|conform to protocol")
# The library no longer has what the line names, or never had it. So the line proves nothing.
NAME = re.compile(r"(?:cannot find (?:type )?|has no member )'([^']+)'")


def fault(line, messages, words):
    """What is wrong with a line, or an empty text."""
    mistake = re.search(r"// mistake: (.*?)(?:, fault: .*)?$", line)
    if mistake:
        if len(messages) == 1 and mistake[1] in messages[0]:
            return ""
        return "answered with another message" if messages else "compiles"
    if not re.search(r"// closed\b", line):
        return "refused" if messages else ""
    if not messages:
        return "compiles"
    reasons = [message for message in messages if CLOSED.search(message)]
    if not reasons:
        return "refused for another reason"
    if all(found and found[1] not in words for found in map(NAME.search, reasons)):
        return "names nothing of the library"
    return ""


def main():
    sources, *files = sys.argv[1:]
    words = {word for path in pathlib.Path(sources).rglob("*.swift")
             for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    messages = {}
    for line in sys.stdin:
        found = re.match(r"(.+?):(\d+):\d+: error: (.*)", line)
        if found:
            messages.setdefault((found[1], int(found[2])), []).append(found[3])
    bad, closed, mistakes = [], 0, 0
    for file in files:
        for number, line in enumerate(pathlib.Path(file).read_text(encoding="utf-8").splitlines(), 1):
            said = messages.pop((file, number), [])
            wanted = re.search(r"// .*fault: (.*)", line)
            seen = fault(line, said, words)
            closed += "// closed" in line
            mistakes += "// mistake" in line and not wanted
            if seen != (wanted[1] if wanted else ""):
                code = line.split("//")[0].strip()
                bad.append(f"{file}:{number}: {seen or 'no fault is seen'}: {code}: {'; '.join(said)}")
    bad += [f"{file}:{number}: {'; '.join(said)}" for (file, number), said in messages.items()]
    if not closed or not mistakes:
        bad.append("no line is marked")
    for line in bad:
        print(line)
    if bad:
        sys.exit(2)
    print(f"{closed} lines are closed to clients; {mistakes} mistakes get a message about the mistake")


if __name__ == "__main__":
    main()
