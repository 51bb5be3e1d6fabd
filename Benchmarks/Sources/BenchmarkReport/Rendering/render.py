"""Draws the charts of a report and creates its single HTML file.

Takes the report's directory, which contains report.md and charts/*.vl.json. Adds charts/*.svg and report.html.
"""

import base64
import html
import json
import os
import pathlib
import re
import sys

import markdown_it
import vl_convert

STYLE = """
:root { color-scheme: light; --line: #d8dce1; --text: #1d2126; --soft: #5a636e; --accent: #0b62a8; }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: #fff;
       font: 16px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
.page { max-width: 78rem; margin: 0 auto; padding: 2rem 1.5rem 5rem; display: grid;
        grid-template-columns: 13.5rem minmax(0, 58rem); gap: 3rem; }
nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100vh - 3rem); overflow-y: auto;
      font-size: .85rem; line-height: 1.4; }
nav p { font-weight: 600; margin: .5rem 0; }
nav .hint { font-weight: 400; color: var(--soft); margin-top: 1.2rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav ul ul { padding-left: .8rem; border-left: 1px solid var(--line); margin: .2rem 0 .5rem; }
nav li { padding: .14rem 0; }
nav a { color: var(--soft); text-decoration: none; }
nav a:hover { color: var(--accent); text-decoration: underline; }
main { min-width: 0; }
main > p, main > ul, main > blockquote { max-width: 48rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
h1 + p { color: var(--soft); font-size: .88rem; margin-top: 0; }
h2 { font-size: 1.4rem; margin: 2.6rem 0 .8rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
a { color: var(--accent); }
code { font: .88em ui-monospace, "SF Mono", Menlo, Consolas, monospace; background: #f2f4f6; border-radius: 4px;
       padding: .08em .32em; }
h1 code, h2 code, h3 code, nav code { background: none; padding: 0; }
h3 code { font-size: 1em; font-weight: 600; }
nav code { font-size: .95em; }
blockquote { margin: 1rem 0; padding: .5rem 1rem; background: #fff4e0; border-left: 4px solid #e69f00; }
blockquote p { margin: 0; }
.scroll { overflow-x: auto; margin: .9rem 0 1.1rem; }
table { border-collapse: collapse; font-size: .86rem; font-variant-numeric: tabular-nums; }
th, td { padding: .32rem .75rem; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
th { font-weight: 600; border-bottom: 2px solid #b6bdc6; vertical-align: bottom; }
tbody tr:hover { background: #f6f8fa; }
td.text { white-space: normal; }
details { margin: .6rem 0 1rem; }
summary { cursor: pointer; color: var(--accent); font-size: .92rem; }
figure { margin: .8rem 0; overflow-x: auto; }
figure svg { display: block; }
figure img, figure svg { max-width: 100%; height: auto; }
figure.vega-embed { display: block; width: max-content; max-width: 100%; }
@media (max-width: 70rem) {
  .page { display: block; max-width: 62rem; }
  nav { position: static; max-height: none; columns: 2; margin-bottom: 1.5rem; }
}
@media print { nav { display: none; } .page { display: block; } }
"""

HINT = "<p class=\"hint\">Point at a mark for its figures; click names in a legend to see only those.</p>"

EMBED = """
for (const figure of document.querySelectorAll("figure[data-chart]")) {
  const spec = JSON.parse(document.getElementById(figure.dataset.chart).textContent);
  vegaEmbed(figure, spec, { renderer: "svg", actions: { export: true, source: false, compiled: false, editor: false } })
    .catch(error => console.error(figure.dataset.chart, error));
}
"""


def write(path, text):
    """Writes the file whole or not at all."""
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)


def anchor(heading):
    """Returns the anchor that GitHub gives a heading."""
    return "".join(c for c in heading.lower().replace(" ", "-") if c.isalnum() or c in "-_")


def script(code):
    """Returns code that is safe inside a script element.

    Escapes only that tag, because `/</g` is a regular expression.
    """
    return re.sub("</(?=script)", r"<\\/", code, flags=re.I)


def data(value):
    """Returns a value as JSON that is safe inside a script element."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def figure(name, title, spec, svg):
    # Where scripts do not run, the drawing remains.
    image = base64.b64encode(svg.encode("utf-8")).decode("ascii")
    return (
        f'<figure data-chart="chart-{name}">'
        f'<img alt="{html.escape(title)}" src="data:image/svg+xml;base64,{image}"></figure>\n'
        f'<script type="application/json" id="chart-{name}">{data(spec)}</script>'
    )


def body(markdown, charts):
    page = markdown_it.MarkdownIt("commonmark", {"html": True}).enable("table").render(markdown)
    page = re.sub(
        r"<(h[1-6])>(.*?)</\1>",
        lambda m: f'<{m[1]} id="{anchor(html.unescape(re.sub("<[^>]*>", "", m[2])))}">{m[2]}</{m[1]}>',
        page,
    )
    page = page.replace("<table>", '<div class="scroll"><table>').replace("</table>", "</table></div>")
    # Sentences in a table may wrap; figures may not.
    page = re.sub(r"<td>([^<]{60,})</td>", r'<td class="text">\1</td>', page)
    return re.sub(
        r'<p><img src="charts/([^"]+)\.svg" alt="[^"]*"\s*/?></p>',
        lambda m: figure(m[1], *charts[m[1]]) if m[1] in charts else m[0],
        page,
    )


def document(markdown, charts):
    page = body(markdown, charts)
    contents = re.search(r"<p><strong>Contents</strong></p>\s*(<ul>.*?</ul>)\s*(?=<h2)", page, re.S)
    if contents:
        page = page.replace(contents[0], "", 1)
        navigation = f'<nav aria-label="Contents"><p>Contents</p>{contents[1]}{HINT}</nav>'
    else:
        navigation = "<nav></nav>"
    title = re.search(r"^# (.*)$", markdown, re.M)
    return "\n".join([
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{html.escape(title[1] if title else 'Report')}</title>",
        f"<style>{STYLE}</style>\n</head>\n<body>",
        f'<div class="page">\n{navigation}\n<main>\n{page}\n</main>\n</div>',
        f'<script type="module">{script(vl_convert.javascript_bundle())}\n{EMBED}</script>',
        "</body>\n</html>\n",
    ])


def main(directory):
    charts = {}
    for path in sorted((directory / "charts").glob("*.vl.json")):
        name = path.name.removesuffix(".vl.json")
        spec = json.loads(path.read_text(encoding="utf-8"))
        svg = vl_convert.vegalite_to_svg(spec)
        write(path.with_name(name + ".svg"), svg)
        charts[name] = (spec["title"]["text"], spec, svg)
    markdown = (directory / "report.md").read_text(encoding="utf-8")
    write(directory / "report.html", document(markdown, charts))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
