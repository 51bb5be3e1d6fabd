"""The scenario `disk` of soak.py: the disk of the server is full for a while."""

import os
import pathlib
import subprocess
import time

SIZE = "256m"
# The longest time until every publisher must have been told.
PATIENCE = 40


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

    def is_full(self):
        return os.statvfs(self.path).f_bavail == 0

    def free(self):
        (self.path / "ballast").unlink()

    def end(self):
        self.holder.kill()
        self.holder.communicate()


class FullDisk:
    """Fills the disk when a third is stored. When all publishers have been told, frees it and restarts the server."""

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
        silent = [name for name in self.run.publishers() if not self.was_told(self.run.current[name])]
        if not silent or waited > PATIENCE:
            self.run.tally.expect(not silent, f"{silent} were not told of the full disk within {waited:.0f} s")
            self.run.tally.expect(self.run.disk.is_full(), "the disk was not full")
            self.run.tally.notes.append(f"the disk was full for {waited:.0f} s")
            self.run.disk.free()
            self.run.kill_server()
            self.is_over = True

    @staticmethod
    def was_told(publisher):
        """Servers differ: they do not answer, they refuse, or they run without streams from then on."""
        text = publisher.report.read_text(errors="replace")
        return "no confirmation after" in text or '"refused":"' in text
