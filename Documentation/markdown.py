#!/usr/bin/env python3
"""Checks the links and pictures of all Markdown files of the repository, as GitHub shows them. Prints each fault.

    Documentation/markdown.py

A link within the repository names a file or folder of git, and its anchor a heading; `[text][label]` has its label; a
picture has a text for those who do not see it. A path of code in backquotes is the end of a path that git has, except
in the changelog and the reports, which tell of the past. Addresses of the web are not fetched.

Exit status: 0 if nothing is broken, 2 otherwise.
"""

import pathlib
import posixpath
import re
import subprocess
import sys

import catalog

ROOT = catalog.ROOT
INLINE = re.compile(r"\]\(\s*<?([^()\s>]*(?:\([^()\s]*\)[^()\s>]*)*)")
LABEL = re.compile(r"^ {0,3}\[([^\]^]+)\]:\s*<?(\S+?)>?(?:\s|$)", re.M)
LABELLED = re.compile(r"\]\[([^\]]*)\]")
ELEMENT = re.compile(r"<(?:img|source|a|video)\b[^>]*>", re.S)
ADDRESS = re.compile(r"\b(?:src|srcset|href|poster)\s*=\s*[\"']([^\"']*)")
NO_TEXT = re.compile(r"!\[\s*\]|<img\b(?![^>]*\balt\s*=\s*[\"'][^\"'\s])[^>]*>")

CODE_PATH = re.compile(r"`([\w+.-]+/[\w+./-]*\.(?:swift|c|h|py|sh|js|mk))`")
# Files that a page lets its reader make.
READERS = {"Sources/Greetings/main.swift"}


def blank(match):
    """As many spaces and ends of lines, so that all that stands after a match keeps its place."""
    return re.sub(r"[^\n]", " ", match[0])


def without_code(text, keep=None):
    """The text, with spaces instead of code and comments. Blocks of the language `keep` stay."""
    def block(match):
        return match[0].replace("`", " ") if keep and match[1] == keep else blank(match)
    text = re.sub(r"^ *```(\w*).*?^ *```|<!--.*?-->", block, text, flags=re.M | re.S)
    return re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\n).)*?(?<!`)\1(?!`)", blank, text, flags=re.S)


def files(*patterns):
    """The files that git has, or would have with the next `git add`."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "-co", "--exclude-standard", *patterns]
    names = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
    return [name for name in names if name and (ROOT / name).is_file()]


def addresses(text):
    """Yields each address of a page, with its place in the text."""
    for pattern, group in ((INLINE, 1), (LABEL, 2)):
        for match in pattern.finditer(text):
            yield match[group], match.start()
    for element in ELEMENT.finditer(text):
        for match in ADDRESS.finditer(element[0]):
            for one in match[1].split(","):
                yield (one.split() or [""])[0], element.start()


def fault(page, address, known):
    """What is wrong with an address of a page, or None."""
    if re.match(r"[a-z][a-z0-9+.-]*:|//", address):
        return None
    path, _, anchor = address.partition("#")
    path = path.replace("%20", " ").partition("?")[0]
    file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    if not address or path.startswith("/") or file not in known:
        return f"the link ({address}) leads to no file of this repository"
    if not anchor or file.endswith(".md") and anchor in catalog.anchors(ROOT / file):
        return None
    if not file.endswith(".md") and re.fullmatch(r"L\d+(-L\d+)?", anchor):
        return None
    return f"the link ({address}) names no heading of {file}"


def gone(page, known):
    """Yields each path of code that a page names and git does not have, with its place in the text."""
    if page == "CHANGELOG.md" or page.startswith("Reports/"):
        return
    for match in CODE_PATH.finditer((ROOT / page).read_text(encoding="utf-8")):
        path = match[1]
        if path not in READERS and not any(name == path or name.endswith("/" + path) for name in known):
            yield match.start(), f"there is no file `{path}`"


def main():
    known = {"."}
    for name in files():
        known.add(name)
        known.update(str(folder) for folder in pathlib.PurePosixPath(name).parents)
    faults, count, pages = [], 0, files("*.md")
    for page in pages:
        text = without_code((ROOT / page).read_text(encoding="utf-8"))
        found = []
        for address, place in addresses(text):
            count += 1
            if what := fault(page, address, known):
                found.append((place, what))
        labels = {match[1].lower() for match in LABEL.finditer(text)}
        for match in LABELLED.finditer(text):
            if match[1] and match[1].lower() not in labels:
                found.append((match.start(), f"the label [{match[1]}] has no address"))
        for match in NO_TEXT.finditer(text):
            found.append((match.start(), "a picture has no text; write between the brackets, or in alt, what it shows"))
        for match in re.finditer(r"^ *\|.*[^|\s] *$", text, re.M):
            found.append((match.start(), "a row of a table does not end with |; write it on one line"))
        found += gone(page, known)
        faults += [f"{page}:{text.count(chr(10), 0, place) + 1}: {what}" for place, what in sorted(found)]
    if len(pages) < 40 or count < 300:
        faults.append(f"found only {len(pages)} pages and {count} links; Documentation/markdown.py misses some")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    print(f"markdown: {len(pages)} files, {count} links, {len(faults)} broken")
    return 2 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
