"""Our own node as a separate process, as any user would start it."""

from __future__ import annotations

from pathlib import Path

from .checks import Refuted
from .plainhttp import answers
from .processes import Child


class HeraldNode:
    """`herald node` on a port of the system's choice, with all data in memory."""

    def __init__(self, binary: str, folder: Path, name: str = "herald-node", unlimited: bool = False, pushes: bool = False) -> None:
        self.child = Child(
            name,
            [binary, "node", "--host", "127.0.0.1", "--port", "0", "--in-memory", "--enable-registration"]
            + (["--no-rate-limits"] if unlimited else [])
            # A gateway on this machine gets notifications where it is named only.
            + (["--push-allow", "127.0.0.1"] if pushes else []),
            folder,
        )
        try:
            line = self.child.wait_for_first_line(30)
            prefix = "listening on "
            if not line.startswith(prefix + "http://"):
                raise Refuted(f"the first line is “{line}”, not “listening on http://HOST:PORT”")
            self.base = line.removeprefix(prefix).strip().rstrip("/")
            self.child.wait_until(lambda: answers(self.base), 20)
        except BaseException:
            self.child.stop()
            raise

    def stop(self) -> int | None:
        return self.child.stop()
