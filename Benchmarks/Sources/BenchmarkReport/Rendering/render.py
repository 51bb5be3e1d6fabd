"""Draws the charts of a report and creates its single HTML file.

Takes the report's directory, which contains report.md and charts/*.vl.json, then the page's style and script. Adds
charts/*.svg and report.html.
"""

import html
import json
import os
import pathlib
import re
import sys

import markdown_it
import vl_convert

HINT = '<p class="hint">Point at a mark for its figures; click names in a legend to see only those.</p>'

# Charts get the colours of the page, and keep their own where the page has none.
COLOR = re.compile(r"#(?:[0-9a-f]{3}){1,2}")


def write(path, text):
    """Writes the file whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)


def plain(markup):
    return html.unescape(re.sub("<[^>]*>", "", markup))


class Anchors:
    """The anchors that GitHub gives headings, in the order of the page."""

    def __init__(self):
        self.counts = {}

    def next(self, heading):
        text = plain(heading).lower().replace(" ", "-")
        name = "".join(c for c in text if c.isalnum() or c in "-_")
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        return f"{name}-{count}" if count else name


def script(code):
    """Returns code that is safe inside a script element.

    Escapes only that tag, because `/</g` is a regular expression.
    """
    return re.sub("</(?=script)", r"<\\/", code, flags=re.I)


def data(value):
    """Returns a value as JSON that is safe inside a script element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def themed(value):
    """Returns a specification whose colours are variables of the page's style."""
    if isinstance(value, dict):
        return {key: themed(member) for key, member in value.items()}
    if isinstance(value, list):
        return [themed(member) for member in value]
    if isinstance(value, str) and COLOR.fullmatch(value):
        return f"var(--c-{value[1:]}, {value})"
    return value


def figure(name, spec):
    """Returns a chart that needs no script, and the specification for the script that makes the chart interactive."""
    title, subtitle = spec["title"]["text"], spec["title"]["subtitle"]
    # The text of the page wraps, and the text of a drawing does not.
    own = themed({key: member for key, member in spec.items() if key not in ("title", "background", "$schema")})
    own["background"] = None
    # The tables say what each mark says.
    own["config"] = {**own.get("config", {}), "aria": False}
    drawing = vl_convert.vegalite_to_svg({**own, "$schema": spec["$schema"]})
    drawing = re.sub(r"\d+\.\d{3,}", lambda m: f"{float(m[0]):.2f}", drawing)
    # Identifiers must differ between the drawings of a page.
    drawing = re.sub(r'\bid="', f'id="{name}-', drawing).replace("url(#", f"url(#{name}-")
    drawing = drawing.replace("<svg ", f'<svg role="img" aria-label="{html.escape(title)}" ', 1)
    return (
        f'<figure data-chart="chart-{name}">'
        f"<figcaption><strong>{html.escape(title)}</strong> {html.escape(subtitle)}</figcaption>"
        f'<div class="plot">{drawing}</div></figure>\n'
        f'<script type="application/json" id="chart-{name}">{data(own)}</script>'
    )


def breakable(cell):
    """Returns a name that a narrow column may break where its parts meet."""
    return re.sub(r"(?<=\w)([./+-])(?=\w)(?![^<]*>)", r"\1<wbr>", cell)


def table(match):
    content = match[1]
    content = re.sub(
        r"(<tr>\s*)<td>(.*?)</td>", lambda m: f'{m[1]}<th scope="row">{breakable(m[2])}</th>', content)
    content = re.sub(r"<th(?= style|>)", '<th scope="col"', content)
    # Sentences in a table may wrap; figures may not.
    content = re.sub(r"<td>((?:[^<]|<(?!/td>)){50,})</td>", r'<td class="text">\1</td>', content)
    head = re.search(r"<thead>.*?</thead>", content, re.S)
    label = " ".join(plain(head[0].replace("<br>", " ")).split()) if head else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="Table: {html.escape(label)}">'
        f"<table>{content}</table></div>"
    )


def picture(directory, name, text):
    """Returns the panels of a picture, each a drawing of its own, which take the width and the colours of the page."""
    drawing = (directory / name).read_text(encoding="utf-8")
    panels = re.findall(r'<svg class="panel".*?</svg>', drawing, re.S)
    return f'<div class="picture" role="img" aria-label="{text}">{"".join(panels)}</div>'


def body(markdown, charts, directory):
    page = markdown_it.MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown)
    page = re.sub(r"<table>(.*?)</table>", table, page, flags=re.S)
    page = re.sub(
        r'<p><img src="(\w+\.svg)" alt="([^"]*)"\s*/?></p>', lambda m: picture(directory, m[1], m[2]), page)
    return re.sub(
        r'<p><img src="charts/([^"]+)\.svg" alt="[^"]*"\s*/?></p>',
        lambda m: figure(m[1], charts[m[1]]) if m[1] in charts else m[0],
        page,
    )


def split(page, level):
    """Returns what comes before the first heading of a level, and a pair of heading and content for each heading."""
    pieces = re.split(f"<h{level}>(.*?)</h{level}>", page)
    return pieces[0], list(zip(pieces[1::2], pieces[2::2]))


def counted(content):
    """Returns how much there is to see in a part, such as `9 tables, 3 charts`."""
    counts = [(content.count("<table"), "table"), (content.count("<figure"), "chart")]
    return ", ".join(f"{n} {noun}{'' if n == 1 else 's'}" for n, noun in counts if n)


def fold(level, heading, anchor, content):
    """Returns a part that is closed at first.

    The anchor is inside, because browsers open a part when the reader follows an anchor into it.
    """
    return (
        f'<details class="part"><summary><h{level}>{heading}</h{level}>'
        f'<span class="inside">{counted(content)}</span></summary>\n'
        f'<div class="content" id="{anchor}">{content}</div></details>\n'
    )


def answer(heading, anchor, content):
    # The name of a figure is on the left, and its value on the right.
    figures = re.sub(
        r"<li>([^<]*(?:<code>[^<]*</code>[^<]*)*): ([\d.,]+)\u00a0× \(([^()]*)\)</li>",
        '<li><span>\\1</span> <span class="figure"><b>\\2\u00a0×</b> (\\3)</span></li>',
        content,
    )
    opening, groups = split(figures, 3)
    parts = "".join(f'<div class="group"><h3>{name}</h3>{text}</div>\n' for name, text in groups)
    return f'<section class="answer" id="{anchor}" aria-labelledby="{anchor}-heading">' \
        f'<h2 id="{anchor}-heading">{heading}</h2>\n<div class="opening">{opening}</div>\n{parts}</section>\n'


def sections(page):
    """Returns the answer, the other sections, which are closed, and the entries of the contents."""
    anchors = Anchors()
    first, parts, entries = "", [], []
    for heading, content in split(page, 2)[1]:
        anchor = anchors.next(heading)
        if heading == "The answer":
            first = answer(heading, anchor, content)
            continue
        before, inner = split(content, 3)
        inner = [(name, anchors.next(name), text) for name, text in inner]
        folded = "".join(fold(3, *part) for part in inner)
        parts.append(fold(2, heading, anchor, before + folded))
        link = f'<a href="#{anchor}">{heading}</a>'
        if inner:
            links = "".join(f'<li><a href="#{place}">{name}</a></li>' for name, place, _ in inner)
            link = f"<details><summary>{link}</summary><ul>{links}</ul></details>"
        entries.append(f"<li>{link}</li>")
    return first, "".join(parts), "\n".join(entries)


def document(markdown, charts, directory, style, code):
    page = body(markdown, charts, directory)
    # The page has contents of its own.
    page = re.sub(r"<p><strong>Contents</strong></p>\s*<ul>.*?</ul>\s*(?=<h2>)", "", page, count=1, flags=re.S)
    top = split(page, 2)[0]
    first, main, entries = sections(page)
    title = re.search(r"^# (.*)$", markdown, re.M)
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">\n<link rel="icon" href="data:,">',
        f"<title>{html.escape(title[1] if title else 'Report')}</title>",
        f"<style>{style}</style>\n</head>\n<body>",
        '<a class="skip" href="#content">Skip the contents</a>',
        f'<div class="page">\n<header>{top}</header>',
        '<nav aria-label="Contents"><details class="contents"><summary>Contents</summary>'
        f"<ul>\n{entries}\n</ul>{HINT}</details></nav>",
        # A wide page shows the answer above the contents.
        first,
        f'<main id="content">\n{main}</main>\n</div>',
        f'<script type="module">{script(vl_convert.javascript_bundle())}\n{script(code)}</script>',
        "</body>\n</html>\n",
    ])


def main(directory, style, code):
    charts = {}
    for path in sorted((directory / "charts").glob("*.vl.json")):
        name = path.name.removesuffix(".vl.json")
        charts[name] = json.loads(path.read_text(encoding="utf-8"))
        write(path.with_name(name + ".svg"), vl_convert.vegalite_to_svg(charts[name]))
    markdown = (directory / "report.md").read_text(encoding="utf-8")
    write(directory / "report.html", document(markdown, charts, directory, style, code))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
