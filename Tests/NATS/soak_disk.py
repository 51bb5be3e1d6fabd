"""The scenario `disk` of soak.py: the disk of the server is full for a while."""

import pathlib
import subprocess
import time

SIZE = "256m"
# The longest time without a confirmation until a publisher must have been told.
PATIENCE = 15
# The longest time that the disk is full. A server may find room for an event now and then, so that no event waits long.
LIMIT = 30


class NoDisk(Exception):
    """This machine does not let the test make a file system."""


class Disk:
    """A small file system in memory that only the server sees, in a mount namespace of its own."""

    def __init__(self, folder):
        folder.mkdir()
        self.folder = folder
        make = 'mount -t tmpfs -o size="$0" tmpfs "$1" && echo ready && exec cat'
        try:
            # Ends with this program, because `cat` reads from it.
            self.holder = subprocess.Popen(
                ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", make, SIZE, folder],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        except OSError as error:
            raise NoDisk(str(error)) from error
        if self.holder.stdout.readline() != "ready\n":
            raise NoDisk(self.holder.communicate()[1].strip())
        namespace = f"/proc/{self.holder.pid}"
        self.path = pathlib.Path(f"{namespace}/root{folder}")
        self.command = ["nsenter", f"--user={namespace}/ns/user", f"--mount={namespace}/ns/mnt",
                        "--preserve-credentials"]

    def fill(self):
        """Takes all space that is left."""
        with open(self.path / "ballast", "wb", buffering=0) as ballast:
            for size in (1 << 20, 1 << 12):
                try:
                    while True:
                        ballast.write(bytes(size))
                except OSError:
                    pass

    def free(self):
        (self.path / "ballast").unlink()

    def end(self):
        self.holder.kill()
        self.holder.communicate()


class FullDisk:
    """Fills the disk when a third is stored. When the publishers have been told, frees it and restarts the server."""

    def __init__(self, run):
        self.run = run
        self.filled, self.is_over = None, False

    def step(self):
        if self.is_over:
            return
        if self.filled is None:
            if self.run.stored() > self.run.tally.counts["events"] / 3:
                self.run.disk.fill()
                self.filled = time.time()
            return
        waited = time.time() - self.filled
        untold = [name for name in self.run.publishers() if not self.was_told(self.run.current[name])]
        stuck = [name for name in untold if self.without_confirmation(self.run.current[name]) > PATIENCE]
        if not untold or stuck or waited > LIMIT:
            self.run.tally.expect(not stuck, f"{stuck} were not told that the disk is full, within {PATIENCE} s")
            untold = ", ".join(untold) or "none"
            self.run.tally.notes.append(f"the disk was full for {waited:.0f} s; not told: {untold}")
            self.run.disk.free()
            self.run.kill_server()
            self.is_over = True

    @staticmethod
    def was_told(publisher):
        return "no confirmation after" in publisher.report.read_text(errors="replace")

    def without_confirmation(self, publisher):
        """Returns for how many seconds the publisher has had no confirmation, since the disk was filled."""
        return time.time() - max(self.filled, publisher.log.stat().st_mtime)
