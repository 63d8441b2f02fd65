"""Our own gateway as a separate process in front of a homeserver, as an operator would start it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import yaml

from .checks import Refuted
from .plainhttp import call
from .processes import Child


def init(binary: str, server_name: str, key: Path) -> dict[str, Any]:
    """Makes the key pair, and gives what the command says belongs into homeserver.yaml."""
    key.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [binary, "gateway", "init", "--server-name", server_name, "--key", str(key)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != 0:
        raise Refuted(f"gateway init ended with {done.returncode}: {done.stderr.strip()}")
    lines = yaml.safe_load(done.stdout)
    if not isinstance(lines, dict):
        raise Refuted("gateway init printed no lines for homeserver.yaml")
    return lines


def command(binary: str, port: int, homeserver: str, server_name: str, key: Path) -> list[str]:
    """The command that starts a gateway. Port 0 lets the system choose."""
    return [
        binary, "gateway", "--host", "127.0.0.1", "--port", str(port), "--homeserver", homeserver, "--server-name", server_name, "--key", str(key),
    ]


def environment(database: str) -> dict[str, str]:
    """The variables of a gateway. The URL of a database may have a password, so it is no argument."""
    return {"HERALD_DATABASE_URL": database}


class HeraldGateway:
    """`herald gateway` on a port of the system's choice."""

    def __init__(self, binary: str, folder: Path, homeserver: str, server_name: str, key: Path, database: str, name: str = "herald-gateway", *options: str) -> None:
        self.child = Child(name, command(binary, 0, homeserver, server_name, key) + list(options), folder, environment(database))
        try:
            line = self.child.wait_for_first_line(30)
            prefix = "listening on "
            if not line.startswith(prefix + "http://"):
                raise Refuted(f"the first line is “{line}”, not “listening on http://HOST:PORT”")
            self.base = line.removeprefix(prefix).strip().rstrip("/")
            self.child.wait_until(lambda: is_up(self.base), 20)
        except BaseException:
            self.child.stop()
            raise

    def stop(self) -> int | None:
        return self.child.stop()


def check(binary: str, homeserver: str, server_name: str, key: Path) -> subprocess.CompletedProcess[str]:
    """What `herald gateway check` says about a set-up."""
    return subprocess.run(
        [binary, "gateway", "check", "--homeserver", homeserver, "--server-name", server_name, "--key", str(key)],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)


def is_up(base: str) -> bool:
    """True if the gateway itself answers, whatever its homeserver does."""
    try:
        return call(base, "GET", "/health", seconds=5).status == 200
    except OSError:
        return False
