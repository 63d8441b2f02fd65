"""Starting and ending other programs so that none outlives the run."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from .checks import Refuted


class ReservedPorts:
    """Different loopback ports that the operating system gives to nobody else, also while the program that listens there is restarted."""

    def __init__(self, count: int) -> None:
        self._sockets: list[socket.socket] = []
        for _ in range(count):
            holder = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            # On Linux, a server may listen on a port that such a socket holds without listening.
            holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            holder.bind(("127.0.0.1", 0))
            self._sockets.append(holder)
        self.numbers = [holder.getsockname()[1] for holder in self._sockets]
        if sys.platform != "linux":
            self.release()

    def release(self) -> None:
        """Lets the system give the ports to others."""
        for holder in self._sockets:
            holder.close()


class Child:
    """A program in its own process group, with its output in files, which are shown if it fails."""

    def __init__(
        self, name: str, command: list[str], folder: Path,
        environment: dict[str, str] | None = None, on_line: Callable[[str], None] | None = None,
        directory: Path | None = None,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._on_line = on_line
        self.name = name
        self.errors = folder / f"{name}.stderr"
        self.first_line: str | None = None
        self._first_line_seen = Event()
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                env={**os.environ, **(environment or {})},
                cwd=directory,
                start_new_session=True,
                text=True,
            )
        # The pipe is read to its end, because a program stops when the pipe of its output is full.
        self._reader = Thread(target=self._read_output, daemon=True)
        self._reader.start()

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if self.first_line is None:
                self.first_line = line.rstrip("\n")
                self._first_line_seen.set()
            if self._on_line is not None:
                self._on_line(line)
        self._first_line_seen.set()

    def wait_for_first_line(self, seconds: float) -> str:
        """The first line on standard output, or a refutation with what the program said instead."""
        self._first_line_seen.wait(seconds)
        if self.first_line is None:
            # The pipe closes a moment before the exit code is there.
            code = self.wait_for_end(1) if self._first_line_seen.is_set() else None
            how = f"within {seconds:.0f} s" if code is None else f"and ended with code {code}"
            raise Refuted(f"{self.name} printed nothing {how}{self.last_words()}")
        return self.first_line

    def wait_until(self, ready: Callable[[], bool], seconds: float) -> None:
        """Asks again and again whether the program is ready; ends early when the program has ended."""
        deadline = time.monotonic() + seconds
        while not ready():
            code = self.process.poll()
            if code is not None:
                raise Refuted(f"{self.name} ended with code {code} before it was ready{self.last_words()}")
            if time.monotonic() > deadline:
                raise Refuted(f"{self.name} was not ready within {seconds:.0f} s{self.last_words()}")
            time.sleep(0.05)

    def wait_for_end(self, seconds: float) -> int | None:
        """The exit code once the program has ended and all it printed was read, or None when it takes too long."""
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        self._reader.join(5)
        return code

    def last_words(self) -> str:
        """The end of the error output, for a failure text."""
        try:
            lines = self.errors.read_text(errors="replace").strip().splitlines()
        except OSError:
            return ""
        return "; its last words: " + " | ".join(lines[-5:]) if lines else ""

    def stop(self, patience: float = 10) -> int | None:
        """Asks the whole group to end, then insists."""
        for sign, seconds in ((signal.SIGTERM, patience), (signal.SIGKILL, 5.0)):
            if self.process.poll() is not None:
                break
            try:
                os.killpg(self.process.pid, sign)
                self.process.wait(seconds)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
        self._reader.join(2)
        return self.process.poll()
