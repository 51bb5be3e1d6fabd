#!/usr/bin/env python3
"""Copies a catalog for docc, and changes the links, which are relative in the repository, to links of DocC.

    catalog.py CATALOG COPY GRAPHS ARCHIVE

`[Signals](Signals.md#types)` becomes `[Signals](doc:Signals#Types)`, a link to a page of another catalog becomes a link
with the name of that catalog, a picture loses its folder, and a link to another file becomes the path of the file. The
rows of the pages about operators become columns, which DocC shows one below the other where the window is narrow.
Fails, with status 2, if a link names a page, heading, file or folder that does not exist.

Once docc has made ARCHIVE of the copy, a second call knows the addresses of symbols. A page with the line
`<!-- operators by heading -->` then gets a group for each folder of operators, and the names of operators in
Operators.md and OperatorNames.md become links.
"""

import functools
import itertools
import json
import pathlib
import re
import shutil
import sys

import operators

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
TABLE = re.compile(r"^\| (operator|here|elsewhere) .*\n\|[-|]+\n", re.M)
OPERATOR_PAGES = (operators.PAGE.name, operators.NAMES.name)
OPERATORS = "<!-- operators by heading -->"


def headings(page):
    """The headings of a page, without the code in the page."""
    text = re.sub(r"^ *```.*?^ *```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r"^#+ +(.*)$", text, re.M)


@functools.cache
def anchors(page):
    """The anchors that GitHub makes of the headings of a page, each with the text of its heading."""
    found = {}
    for heading in headings(page):
        plain = LINK.sub(r"\2", heading).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        again = (f"{name}-{number}" for number in itertools.count(1))
        found[name if name not in found else next(one for one in again if one not in found)] = plain
    return found


def fragment(page, anchor):
    """The anchor that DocC makes of the heading for which GitHub makes `anchor`."""
    if anchor not in anchors(page):
        raise ValueError(f"{page.name} has no heading #{anchor}")
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s$+<=>^|~-]", "", anchors(page)[anchor]).strip())


def target(page, link):
    """The link that DocC needs in a page, or None for a file that is no part of the site."""
    path, _, anchor = link.partition("#")
    file = (page.parent / path).resolve() if path else page
    if not file.exists():
        raise ValueError(f"{link} does not exist")
    if file.suffix == ".md" and file.parent.suffix == ".docc":
        module = file.parent.stem
        name = f"/documentation/{module}" + ("" if file.stem == module else f"/{file.stem}")
        if not path:
            name = ""
        elif file.parent != page.parent:
            # docc knows the headings of its own catalog only.
            name, anchor = name.removeprefix("/documentation"), ""
        return f"doc:{name}" + (f"#{fragment(file, anchor)}" if anchor else "")
    return None


def rewritten(page):
    """The text of a page for docc."""
    def link(match):
        picture, text, address = match.groups()
        if re.match(r"[a-z]+:", address):
            return match[0]
        if picture:
            if not (page.parent / address).is_file():
                raise ValueError(f"the picture {address} does not exist")
            # DocC finds the picture with more pixels, and the one for dark pages, by the name without these.
            return f"![{text}]({pathlib.Path(address).name.replace('@2x', '')})"
        if docc := target(page, address):
            return f"[{text}]({docc})"
        path = (page.parent / address.partition("#")[0]).resolve().relative_to(ROOT)
        return text if text.strip("`") == str(path) else f"{text} (`{path}`)"

    # Code is left as it is.
    text = page.read_text(encoding="utf-8")
    if page.name in OPERATOR_PAGES:
        text = in_columns(page.name, text)
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    text = "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)
    before, mark, topics = text.partition("\n## Topics\n")
    return before + mark + re.sub(r"^- \[[^\]]*\]\((doc:[^)]*)\)$", r"- <\1>", topics, flags=re.M)


def addresses(archive):
    """The address of each symbol in an archive of docc. docc tells symbols of one name apart by a suffix."""
    found = {}
    for path in archive.glob("data/documentation/**/*.json"):
        page = json.loads(path.read_text(encoding="utf-8"))
        if symbol := page.get("metadata", {}).get("externalID"):
            found[symbol] = page["identifier"]["url"].split("/documentation/", 1)[1]
    return found


def groups(graphs, address):
    """Groups of the members of SignalProtocol, by the headings of Operators.md, which the folders have as names."""
    names = {re.sub(r"\W", "", heading.title()): heading for heading in headings(operators.PAGE)}
    names["Shared"] = names["Share"]
    found = {heading: set() for heading in names.values()}
    for one in operators.operators(graphs):
        if one.folder and one.path.startswith("SignalProtocol."):
            if one.folder not in names:
                raise ValueError(f"the folder Operators/{one.folder} has not the name of a heading of Operators.md")
            found[names[one.folder]].add(f"- ``/{address[one.precise]}``")
    return "\n\n".join(
        f"### {heading}\n\n" + "\n".join(sorted(group)) for heading, group in found.items() if group)


def linked(text, graphs, address):
    """The text of a page with a link from the name of each operator to the symbol."""
    rows, symbols = operators.entries(graphs)
    for entry, row in rows.items():
        name = row["name"]
        link = f"[{name}](<doc:/documentation/{address[symbols[entry][0].precise]}>)"
        if f"**{name}**\n" not in text:
            raise ValueError(f"no column of the copy begins with {name}, so its name gets no link; mend in_columns")
        text = text.replace(f"**{name}**\n", f"**{link}**\n")
    return text


def row(size, *columns):
    """Columns side by side, the last with `size` parts of the width."""
    sizes = [""] * (len(columns) - 1) + [f"(size: {size})"]
    return "@Row {\n" + "".join(f"@Column{size} {{\n{text}\n}}\n" for size, text in zip(sizes, columns)) + "}\n"


def in_columns(name, text):
    """The text of a page about operators, with columns instead of tables."""
    if name == operators.PAGE.name:
        def columns(match):
            picture = f"![{match['alt']} of {match['name'].replace('`', '')}]({match['picture']})"
            return row(1, f"**{match['name']}**\n\n{match['sentence']}\n\n{match['example']}", picture)
        return operators.ROW.sub(columns, TABLE.sub("", text))
    text = operators.NAME_ROW.sub(
        lambda match: row(3, f"**{match['name']}**", operators.elsewhere([match])), TABLE.sub("", text))
    return re.sub(r"^\| ([^|\n]+) \| ([^|\n]+) \| (`[^|\n]+`) \|$",
                  lambda match: row(3, f"**{match[1]}**", f"{match[2]}\n\n{match[3]}"), text, flags=re.M)


def main(catalog, copy, graphs, archive):
    shutil.copytree(catalog, copy, dirs_exist_ok=True)
    address = addresses(archive)
    faults = []
    for page in sorted(catalog.glob("*.md")):
        try:
            text = rewritten(page.resolve())
            if page.name in OPERATOR_PAGES and address:
                text = linked(text, graphs, address)
            if OPERATORS in text:
                text = text.replace(OPERATORS, groups(graphs, address) if address else "")
            (copy / page.name).write_text(text, encoding="utf-8")
        except ValueError as fault:
            faults.append(f"{page}: error: {fault}")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 2 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit("usage: catalog.py CATALOG COPY GRAPHS ARCHIVE")
    sys.exit(main(*map(pathlib.Path, sys.argv[1:])))
