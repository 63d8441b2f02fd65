"""Our client as a separate program, and what it reports."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Lock
from typing import Any

from ..checks import Checks, NotMade, Refuted
from ..processes import Child


class ClientRun:
    """One run of `HeraldInterop client`: its checks are recorded as they arrive, and its facts are stored."""

    def __init__(self, checks: Checks, phase: str) -> None:
        self._checks = checks
        self._phase = phase
        self._facts: dict[str, Any] = {}
        self._lock = Lock()
        self._reported = 0

    def go(self, program: str, homeserver: str, store: Path, user: str, password: str, witness: str, folder: Path) -> None:
        """Runs the program to its end; every line it prints is a check or a fact."""
        command = [
            program, "client", "--homeserver", homeserver, "--store", str(store),
            "--user", user, "--witness", witness, "--phase", self._phase, "--json",
        ]
        # The password travels in the environment, because a command line is visible to every user of the machine.
        child = Child(
            f"client-{self._phase}", command, folder, {"HERALD_INTEROP_PASSWORD": password}, on_line=self._take)
        try:
            code = child.wait_for_end(120)
            with self._checks.check(f"the client's {self._phase} session ends well"):
                if code is None:
                    raise Refuted(f"it did not end within two minutes{child.last_words()}")
                if code != 0 or not self._reported:
                    raise Refuted(f"it ended with code {code} after {self._reported} checks{child.last_words()}")
        finally:
            child.stop()

    def _take(self, line: str) -> None:
        try:
            item = json.loads(line)
        except ValueError:
            self._checks.record("the client prints JSON lines", False, line.strip()[:200])
            return
        with self._lock:
            if "fact" in item:
                self._facts[item["fact"]] = item["value"]
                return
            self._reported += 1
        self._checks.record(item["check"], bool(item["ok"]), item.get("detail", ""))

    def fact(self, name: str) -> Any:
        """The facts that the client reported."""
        with self._lock:
            if name not in self._facts:
                raise NotMade(f"the client did not report “{name}”")
            return self._facts[name]
