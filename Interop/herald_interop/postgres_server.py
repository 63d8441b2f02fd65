"""A PostgreSQL server of our own on a Unix socket, which exists for one run."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from .checks import Refuted, note
from .processes import Child


def programs() -> Path:
    """The folder of PostgreSQL's programs. Debian leaves it out of the search path."""
    versions = sorted((int(p.name) for p in Path("/usr/lib/postgresql").glob("*") if p.name.isdigit()), reverse=True)
    folders = [f"/usr/lib/postgresql/{version}/bin" for version in versions] + os.environ.get("PATH", "").split(os.pathsep)
    for folder in folders:
        if os.access(Path(folder) / "initdb", os.X_OK):
            return Path(folder)
    raise Refuted("PostgreSQL is not installed; scripts/setup tests installs it")


def as_user(command: list[str]) -> list[str]:
    """The command as a user whom PostgreSQL does not refuse."""
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command] if os.getuid() == 0 else command


class PostgresServer:
    """PostgreSQL with one user, `herald`, who needs no password. It listens on no port."""

    def __init__(self, logs: Path) -> None:
        # The path of a Unix socket has at most 107 bytes, so the folder is not in the run's own.
        self.folder = Path(tempfile.mkdtemp(prefix="herald-pg-", dir="/tmp"))
        try:
            if os.getuid() == 0:
                shutil.chown(self.folder, "postgres", "postgres")
            data, tools = str(self.folder / "data"), programs()
            self._run([str(tools / "initdb"), "-D", data, "-U", "herald", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"])
            self._client = str(tools / "psql")
            self.child = Child("postgres", as_user([
                str(tools / "postgres"), "-D", data, "-k", str(self.folder), "-p", "5432", "-c", "listen_addresses=",
                "-c", "shared_buffers=32MB", "-c", "max_connections=100", "-c", "fsync=off",
            ]), logs)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        try:
            note(f"waiting for PostgreSQL in {self.folder}")
            self.child.wait_until(lambda: self._query("SELECT 1").returncode == 0, 30)
        except BaseException:
            self.stop()
            raise

    def create(self, database: str) -> None:
        """Creates an empty database."""
        made = self._query(f"CREATE DATABASE {database}")
        if made.returncode != 0:
            raise Refuted(f"CREATE DATABASE {database}: {made.stderr.strip()}")

    def url(self, database: str) -> str:
        """The address of a database for libpq."""
        return f"postgres:///{database}?host={self.folder}&port=5432&user=herald"

    def _query(self, sql: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [self._client, "-X", "-h", str(self.folder), "-p", "5432", "-U", "herald", "-d", "postgres", "-c", sql],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30, check=False)

    def _run(self, command: list[str]) -> None:
        done = subprocess.run(as_user(command), cwd="/", stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode != 0:
            raise Refuted(f"{command[0]}: {done.stderr.strip() or done.stdout.strip()}")

    def stop(self) -> None:
        # PostgreSQL waits at SIGTERM until its clients have gone; all of ours have.
        self.child.stop(patience=10)
        shutil.rmtree(self.folder, ignore_errors=True)
