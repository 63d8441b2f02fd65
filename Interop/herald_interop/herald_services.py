"""OpenDID services as a separate process: ours, or the foreign ones that show whether a wallet script is right."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from .checks import Refuted
from .plainhttp import answers
from .processes import Child

READY = "/list/api/v1/vcplan/list"


class RunningServices:
    """A program that serves every role on one address and says which in its first line."""

    def __init__(self, name: str, command: list[str], folder: Path, environment: dict[str, str] | None = None) -> None:
        self.child = Child(name, command, folder, environment)
        try:
            line = self.child.wait_for_first_line(30)
            prefix = "listening on "
            if not line.startswith(prefix + "http://"):
                raise Refuted(f"the first line is “{line}”, not “listening on http://HOST:PORT”")
            self.base = line.removeprefix(prefix).strip().rstrip("/")
            self.child.wait_until(lambda: answers(self.base, READY), 20)
        except BaseException:
            self.child.stop()
            raise

    def stop(self) -> int | None:
        return self.child.stop()


class HeraldServices(RunningServices):
    """`herald opendid all` with its sample, in memory. The operator's token is no argument, because other users can read arguments."""

    def __init__(self, binary: str, folder: Path, *options: str) -> None:
        self.operator_token = secrets.token_urlsafe(24)
        command = [binary, "opendid", "all", "--in-memory", "--sample", "--port", "0", *options]
        super().__init__("herald-opendid", command, folder, {"HERALD_OPERATOR_TOKEN": self.operator_token})


class ForeignServices(RunningServices):
    """The services of this package in a process of their own."""

    def __init__(self, folder: Path, habits: str) -> None:
        package = str(Path(__file__).resolve().parent.parent)
        path = os.pathsep.join(filter(None, (package, os.environ.get("PYTHONPATH"))))
        command = [sys.executable, "-m", "herald_interop.foreign_services", "--habits", habits]
        super().__init__(f"foreign-services-{habits}", command, folder, {"PYTHONPATH": path})
