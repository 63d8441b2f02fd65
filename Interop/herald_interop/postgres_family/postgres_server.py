"""A real PostgreSQL on a Unix socket, which exists for one run and can be killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from ..checks import Refuted, expect_equal
from ..processes import Child
from . import programs

USER = "herald"
# The user postgres may not enter the directory in which the test runs.
ROOT = Path("/")
# What is tested is the end of the processes and not a loss of power, so nothing has to reach the disk.
SETTINGS = {"listen_addresses": "", "port": "5432", "shared_buffers": "16MB", "max_connections": "300", "fsync": "off"}


class PostgresServer:
    """One server with one database. Its folder is outside of the run's, because the user postgres must reach it and paths of sockets are short."""

    def __init__(self, logs: Path) -> None:
        self._logs, self._programs = logs, programs.postgres()
        # PostgreSQL refuses to run as root.
        self._as_user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []
        self.folder = Path(tempfile.mkdtemp(prefix="herald-pg-", dir="/tmp"))
        self._starts = 0
        self._child: Child | None = None
        try:
            if self._as_user:
                shutil.chown(self.folder, "postgres", "postgres")
            self._run("initdb", "-D", str(self._data), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
            self.start()
        except BaseException:
            self.stop()
            raise

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        """The address of the database for libpq."""
        return f"postgres:///postgres?host={self.folder}&port=5432&user={USER}"

    @property
    def process_id(self) -> int:
        """The process of the running server, whose children serve the connections."""
        if self._child is None:
            raise Refuted("PostgreSQL does not run")
        return self._child.process.pid

    def _run(self, program: str, *words: str) -> None:
        ended = subprocess.run(
            [*self._as_user, str(self._programs / program), *words], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
            check=False)
        if ended.returncode != 0:
            raise Refuted(f"{program} ended with {ended.returncode}: {ended.stderr.strip()[-300:]}")

    def start(self) -> None:
        """Starts the server, and returns when it accepts connections."""
        refusals: list[str] = []
        # The processes of a killed server may need a moment to leave its shared memory.
        for _ in range(20):
            try:
                self._begin()
                return
            except Refuted as refusal:
                refusals.append(str(refusal))
                if "in use" not in str(refusal) and "shared memory" not in str(refusal):
                    break
        raise Refuted(refusals[-1])

    def _begin(self) -> None:
        self._starts += 1
        settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [*self._as_user, str(self._programs / "postgres"), "-D", str(self._data), "-k", str(self.folder), *settings]
        self._child = child = Child(f"postgres-{self._starts}", command, self._logs, directory=ROOT)
        child.wait_until(lambda: "ready to accept connections" in child.errors.read_text(errors="replace"), 60)

    def kill(self) -> None:
        """Ends the server and all of its processes at once, as a crash of the machine's memory would."""
        child = self._child
        if child is None or child.process.poll() is not None:
            raise Refuted("PostgreSQL has ended by itself" + (child.last_words() if child else ""))
        server = child.process.pid
        # A server that stands still begins no further process while the list is read.
        os.kill(server, signal.SIGSTOP)
        children = Path(f"/proc/{server}/task/{server}/children").read_text().split()
        for process in (server, *map(int, children)):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        child.wait_for_end(10)

    def stop(self) -> None:
        """Ends the server without waiting for its clients, and deletes its folder."""
        child = self._child
        if child is not None and child.process.poll() is None:
            child.process.send_signal(signal.SIGINT)
            if child.wait_for_end(15) is None:
                self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def rows(self, sql: str) -> list[list[str]]:
        """The rows of a statement, as texts."""
        ended = subprocess.run(
            [str(self._programs / "psql"), "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-d", self.url, "-c", sql],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
        expect_equal((ended.returncode, ended.stderr), (0, ""), "result of psql")
        return [line.split("\t") for line in ended.stdout.splitlines()]
