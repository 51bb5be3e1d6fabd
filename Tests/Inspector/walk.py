"""Walks through the page of the inspector of LoginFlow in a browser, and looks for a leak.

Each function takes a walk, and raises an AssertionError or a RuntimeError if the page is not as it should be.
"""

import json
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCREENS = ROOT / "Examples/LoginFlow/Screens.swift"
LEAK = "if leaks { Wires.clicks.subscribe"
# Each line on its standard input logs in three people, and each home screen leaves a subscription.
GROWTH = 3
MILLISECONDS = 1500


def leaking_line():
    """The line of the example that leaks, as the inspector names it."""
    lines = SCREENS.read_text(encoding="utf-8").splitlines()
    return f"LoginFlow/Screens.swift:{next(at for at, line in enumerate(lines, 1) if LEAK in line)}"


def js(value):
    return json.dumps(value)


class Walk:
    """A page, the program behind it, and what a person does with both."""

    def __init__(self, page, program):
        self.page, self.program = page, program

    def text(self, selector):
        return self.page.evaluate(f"document.querySelector({js(selector)})?.textContent ?? null")

    def visible(self, selector):
        return f"document.querySelector({js(selector)})?.checkVisibility() === true"

    def wait(self, condition):
        self.page.wait(condition)

    def wait_text(self, selector, text):
        self.wait(f"document.querySelector({js(selector)})?.textContent === {js(text)}")

    def wait_other(self, selector, text):
        """Waits until an element has another text. An element that goes away fails."""
        self.wait(f"document.querySelector({js(selector)}).textContent !== {js(text)}")

    def click(self, selector):
        self.page.evaluate(f"document.querySelector({js(selector)}).click()")

    def view(self, address, name):
        """Opens a view through its address, and waits until it has figures."""
        self.page.evaluate(f"location.hash = {js(address)}")
        self.wait(f"document.querySelector('main').dataset.view === {js(name)}")
        self.page.settle()

    def number(self, name):
        """The number of the registry with a name, from the view of all registries."""
        find = ("[...document.querySelectorAll('tr[data-number]')].find(row =>"
                f" row.querySelector('[data-field=name]').textContent === {js(name)})?.dataset.number ?? null")
        self.wait(f"({find}) !== null")
        return self.page.evaluate(find)


def registries(walk):
    """The figures follow the program, and neither the focus nor a row is lost on the way."""
    page = walk.page
    walk.wait("document.querySelector('main').dataset.view === 'registries'")
    assert walk.program.token not in page.evaluate("location.href"), "the token stays in the address bar"
    walk.view("#/registries", "registries")
    row = f"tr[data-number='{walk.number('clicks')}']"
    page.evaluate(f"(row => {{ row.isTheSame = true; row.querySelector('a').focus(); }})"
                  f"(document.querySelector({js(row)}))")
    sends = walk.text(f"{row} [data-field=sends]")
    walk.program.press()
    walk.wait_other(f"{row} [data-field=sends]", sends)
    assert page.evaluate(f"document.querySelector({js(row)}).isTheSame === true"), "an update makes a row anew"
    assert page.evaluate(f"document.querySelector({js(row)}).contains(document.activeElement)"), \
        "an update loses the focus"

    # Somebody pastes a line into an editor, so it must come in one piece, although its parts look different.
    copied = page.evaluate(
        f"getSelection().selectAllChildren(document.querySelector({js(row + ' [data-field=line]')})),"
        " getSelection().toString()")
    assert re.fullmatch(r"LoginFlow/Screens\.swift:\d+", copied), copied

    heading = "th.column-name"
    for order in ("ascending", "descending"):
        walk.click(f"{heading} button")
        walk.wait(f"document.querySelector({js(heading)}).getAttribute('aria-sort') === {js(order)}")
    names = "[...document.querySelectorAll('tbody [data-field=name]')].map(cell => cell.textContent)"
    walk.wait(f"{names}.filter(name => ['user', 'clicks'].includes(name)).join() === 'user,clicks'")

    page.press("/")
    page.type("clic")
    walk.wait(f"{names}.join() === 'clicks'")
    assert page.evaluate("document.activeElement.id") == "filter", "the answer to a filter takes the focus"
    page.evaluate("(field => { field.value = ''; field.dispatchEvent(new Event('input')); })"
                  "(document.querySelector('#filter'))")
    walk.wait(f"{names}.length > 3")
    page.press("Escape")


def growth(walk):
    """The line that leaks grows by three after everybody logged in once more."""
    walk.view("#/growth", "growth")
    walk.wait(walk.visible("#mark"))
    marks = walk.page.evaluate("document.querySelectorAll('#since option').length")
    walk.click("#mark")
    walk.wait(f"document.querySelectorAll('#since option').length === {marks + 1}")
    walk.wait(walk.visible(".listing .empty"))
    walk.program.press()
    line = f"tr[data-line={js(leaking_line())}]"
    walk.wait_text(f"{line} [data-field=growth]", f"+{GROWTH}")
    assert walk.text(f"{line} [data-field=label]") == "clicks", "the leak has another label than its registry"
    before, after = (int(walk.text(f"{line} [data-field={key}]")) for key in ("before", "after"))
    assert after - before == GROWTH, f"before {before}, after {after}"


def burst(walk):
    """A burst has the handlers that ran."""
    page = walk.page
    walk.view("#/record", "record")
    page.evaluate(f"document.querySelector('#milliseconds').value = {MILLISECONDS}")
    walk.click("#record")
    # The program does something only when it is asked to, so it is asked while the burst runs.
    walk.wait("document.querySelector('#burst-state').textContent.startsWith('Recording')")
    walk.program.press()
    walk.wait("document.querySelector('#burst-state').textContent.includes('is done')")
    walk.wait(f"document.querySelector('#result tr[data-line={js(leaking_line())}]') !== null")
    assert not page.evaluate(walk.visible("#record-problem")), walk.text("#record-problem")


def record(walk, downloads):
    """The file of a burst is what the page saves."""
    page = walk.page
    page.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads))
    burst(walk)
    size, first = page.evaluate(
        "fetch('/api/burst.pftrace', { headers: { Authorization: `Bearer ${sessionStorage['switchboard.token']}` } })"
        ".then(answer => answer.arrayBuffer()).then(data => [data.byteLength, new Uint8Array(data)[0]])")
    # A trace is a sequence of packets, which are field 1 of a message: 1 << 3 | 2.
    assert size > 100 and first == 0x0A, f"the file has {size} bytes and begins with {first}"
    walk.click("#download")
    walk.wait("document.querySelector('[data-banner=download]') === null")
    for _ in range(2000):
        found = [path for path in downloads.iterdir() if path.suffix == ".pftrace"]
        if found:
            break
        page.settle()
    assert found and found[0].stat().st_size == size, f"the page saves {found or 'nothing'}, not {size} bytes"


def registry(walk):
    """The view of one registry has its subscriptions, and the handlers of the burst."""
    walk.view("#/registries", "registries")
    number = walk.number("clicks")
    walk.page.evaluate(f"document.querySelector(\"tr[data-number='{number}'] a\").focus()")
    walk.page.press("Enter")
    walk.wait("document.querySelector('main').dataset.view === 'registry'")
    walk.wait(f"document.querySelector('tr[data-line={js(leaking_line())}]') !== null")
    walk.wait(walk.visible("#sample"))
    sample = walk.text("#sample")
    assert re.fullmatch(r"sample [\d.]+ (ns|\u00b5s|ms|s), \d+ s ago, [\d,]+ records, 0 records lost", sample), sample
    walk.wait(f"document.querySelector('#graph [data-handler={js(leaking_line())}]') !== null")
    walk.page.press("b")
    walk.wait_text("#record", "Recording\u2026")
    walk.wait_text("#record", "Record 100 ms")
    assert not walk.page.evaluate(walk.visible("#record-problem")), walk.text("#record-problem")


def warnings(walk):
    """The checks are listed, and either a warning or that there is none."""
    walk.view("#/warnings", "warnings")
    walk.wait("document.querySelectorAll('[data-check]').length > 0")
    walk.wait(f"{walk.visible('.warning h3')} || {walk.visible('#no-warnings')}")


def keys(walk):
    """Everything that has a key does what the list of keys says."""
    page = walk.page
    for key, name in zip("4321", ("record", "growth", "warnings", "registries")):
        page.press(key)
        walk.wait(f"document.querySelector('main').dataset.view === {js(name)}")
        walk.wait(f"document.querySelector('nav [aria-current=page]').hash === {js('#/' + name)}")
    walk.wait("document.querySelectorAll('tr[data-number]').length > 3")
    focused = "[...document.querySelectorAll('tr[data-number]')].findIndex(row => row.contains(document.activeElement))"
    page.evaluate("document.activeElement.blur()")
    for key, row in (("j", 0), ("j", 1), ("k", 0)):
        page.press(key)
        at = page.evaluate(focused)
        assert at == row, f"{key} moves to row {at}, not {row}"
    page.press("?")
    walk.wait(walk.visible("#keys"))
    page.press("Escape")
    walk.wait("!document.querySelector('#keys').open")
    page.press("m")
    walk.wait("document.querySelector('#note').textContent.startsWith('Marked')")

    page.press("p")
    walk.wait("document.querySelector('#pause').getAttribute('aria-pressed') === 'true'")
    sends = f"tr[data-number='{walk.number('clicks')}'] [data-field=sends]"
    before = walk.text(sends)
    walk.program.press()
    page.press("p")
    walk.wait_other(sends, before)
    page.press("b")
    walk.wait("document.querySelector('main').dataset.view === 'record'")
    walk.wait("document.querySelector('#burst-state').textContent.includes('is done')")


def gone(walk):
    """What is not there any more is a sentence, and the way back works."""
    walk.view("#/registry/999999999", "registry")
    walk.wait(walk.visible("#gone"))
    assert not walk.page.evaluate(walk.visible("main table")), "a registry that is gone has figures"
    walk.click("main .path a")
    walk.wait("document.querySelectorAll('tr[data-number]').length > 3")


def token(walk):
    """Without a token, or with a wrong one, the page asks for it."""
    walk.page.evaluate("sessionStorage.clear(); location.reload()")
    walk.wait(walk.visible("#token-form"))
    for text, next_one in (("wrong", "document.querySelector('#token-error').textContent !== ''"),
                           (walk.program.token, "document.querySelectorAll('main [data-row]').length > 0")):
        walk.page.evaluate(f"document.querySelector('#token').value = {js(text)}")
        walk.click("#token-form button")
        walk.wait(next_one)
    assert walk.program.token not in walk.page.evaluate("location.href"), "the form puts the token into the address"


def end(walk):
    """When the program has ended, the page says so, and that its figures are old."""
    walk.program.end()
    walk.wait(walk.visible("[data-banner=silent]"))
    assert "has not answered since" in walk.text("[data-banner=silent]")
    assert walk.page.evaluate("document.body.classList.contains('stale')"), "old figures look like new ones"
