"""What the pictures show: each play runs an example, and returns the lines of the picture."""

import resource
import signal
import tempfile

from terminal import Terminal


def dashboard(programs):
    # The last frame shows all ticks, however many frames before it the load of the machine allows.
    with Terminal(f"{programs}/Dashboard", "--every", "1", "--ticks", "78", size=(100, 5)) as terminal:
        terminal.end()
        return terminal.text.split("\n")


def leak_hunt(programs):
    with Terminal(f"{programs}/LeakHunt", size=(110, 20)) as terminal:
        terminal.end()
        return terminal.text.split("\n")


def sign_up_form(programs):
    lines = [
        "password sesame", "submit", "password opensesame", "submit", "email Bob@Example.org", "submit",
    ]
    with Terminal(f"{programs}/SignUpForm", size=(80, 40)) as terminal:
        for number, line in enumerate([*lines, "quit"], start=1):
            # The form asks for the next line when it has shown everything that the line before has changed.
            terminal.wait(lambda text: prompts(text) == number and text.endswith("\n>"))
            terminal.type(line)
        terminal.end()
        return terminal.text.split("\n")


def prompts(text):
    return sum(line.startswith(">") for line in text.split("\n"))


def chat(programs):
    with tempfile.TemporaryDirectory() as folder:
        path, size = f"{folder}/room", (80, 20)
        with Terminal(f"{programs}/Chat", "host", path, size=size) as room:
            room.wait("the room is open")
            with Terminal(f"{programs}/Chat", "join", path, "ann", size=size) as ann:
                ann.wait("* ann is here")
                with Terminal(f"{programs}/Chat", "join", path, "bob", size=size) as bob:
                    both = (ann, bob)
                    for guest in both:
                        guest.wait("* bob is here")
                    for guest, word in ((ann, "hello"), (bob, "hi ann")):
                        guest.type(word)
                        for hearer in both:
                            hearer.wait(": " + word)
                    bob.end(signal.SIGINT, status=-signal.SIGINT)
                ann.wait("* bob is gone")
                room.wait("bob is gone")
                room.end(signal.SIGINT)
                ann.end()
        return screens(
            ("Chat host /tmp/room", room), ("Chat join /tmp/room ann", ann), ("Chat join /tmp/room bob", bob))


def sensor_hub(programs):
    # The hub, and the loader, each need a file for each connection.
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] < 10_100:
        return None
    with tempfile.TemporaryDirectory() as folder:
        path, size = f"{folder}/hub", (80, 10)
        with Terminal(f"{programs}/SensorHub", "hub", path, size=size) as hub:
            hub.wait("ready")
            with Terminal(f"{programs}/SensorHub", "load", path, "10000", "5", size=size) as loader:
                loader.end()
            hub.wait("all have left")
            hub.end(signal.SIGINT)
        return screens(("SensorHub hub /tmp/hub", hub), ("SensorHub load /tmp/hub 10000 5", loader))


def screens(*terminals):
    """The lines of several terminals, each below the command that was typed in it."""
    lines = []
    for command, terminal in terminals:
        lines += [*([""] if lines else []), f"$ {command}", *terminal.text.split("\n")]
    return lines


# The name of a picture, what it shows, and the width in characters.
PLAYS = {
    "dashboard": (dashboard, 100),
    "leak-hunt": (leak_hunt, 110),
    "sign-up-form": (sign_up_form, 80),
    "chat": (chat, 60),
    "sensor-hub": (sensor_hub, 60),
}
