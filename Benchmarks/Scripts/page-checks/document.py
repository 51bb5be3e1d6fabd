"""Reads a report's page: its tables, the answer, the text outside of tables, and the data of the charts."""

import html.parser
import json
import re


def light(page):
    """Returns the page without drawings and scripts, which take most of its length, but with the data of charts."""
    page = re.sub(r"<(svg|style)\b.*?</\1>", "", page, flags=re.S)
    return re.sub(r'<script type="module">.*?</script>', "", page, flags=re.S)


class Table:
    def __init__(self, source, heading):
        self.source, self.heading, self.rows = source, heading, []


class Document(html.parser.HTMLParser):
    """The contents of a page.

    `claims` are those of the answer with the figures of each, and `parts` the headings above them. `lines` are the
    paragraphs outside of tables, each with the heading before it.
    """

    def __init__(self, page):
        super().__init__()
        self.tables, self.claims, self.parts, self.charts = [], [], [], {}
        self.lines, self.heading, self.sure = [["", ""]], "", ""
        self.table = self.cell = self.title = self.chart = None
        self.depth = 0
        self.is_answer = False
        self.feed(page)
        self.close()

    @property
    def figures(self):
        return [figure for _, figures in self.claims for figure in figures]

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag == "table":
            self.table = Table(values.get("data-figures"), self.heading)
            self.tables.append(self.table)
        elif tag == "tr" and self.table:
            self.table.rows.append([])
        elif tag in ("td", "th") and self.table:
            self.cell = ""
        elif tag == "br":
            self.write("\n")
        elif tag in ("h2", "h3"):
            self.title = ""
        elif tag == "section":
            self.is_answer = "answer" in values.get("class", "")
        elif self.is_answer and tag == "ul":
            self.depth += 1
        elif self.is_answer and tag == "li":
            if self.depth == 1:
                self.claims.append(["", []])
                self.parts.append(self.heading)
            else:
                self.claims[-1][1].append("")
        elif tag == "script" and values.get("type") == "application/json":
            self.chart = values.get("id", "")

    def handle_endtag(self, tag):
        if tag == "table":
            self.table = None
        elif tag in ("td", "th") and self.table:
            self.table.rows[-1].append(" ".join(part for part in self.cell.split(" ") if part).strip())
            self.cell = None
        elif tag in ("h2", "h3"):
            self.heading, self.title = self.title, None
        elif tag == "section":
            self.is_answer = False
        elif tag == "ul" and self.is_answer:
            self.depth -= 1
        elif tag == "script":
            self.chart = None
        elif tag in ("p", "li"):
            self.lines.append([self.heading, ""])

    def handle_data(self, data):
        if self.chart is not None:
            self.charts[self.chart] = json.loads(data)
        else:
            self.write(data.replace("\u00a0", " "))

    def write(self, data):
        if self.cell is not None:
            self.cell += data
            return
        if self.title is not None:
            self.title += data
        if self.is_answer and self.depth == 1:
            if self.claims:
                self.claims[-1][0] += data
        elif self.is_answer and self.depth > 1:
            if self.claims[-1][1]:
                self.claims[-1][1][-1] += data
        elif self.is_answer:
            self.sure += data
        else:
            self.lines[-1][1] += data
