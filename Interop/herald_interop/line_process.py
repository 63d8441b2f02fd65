"""A program of ours that answers one JSON object a line."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from .checks import Refuted


class LineProcess:
    """A child whose input and output are lines; its complaints go to a file."""

    def __init__(self, command: list[str], errors: Path) -> None:
        errors.parent.mkdir(parents=True, exist_ok=True)
        self._errors = errors
        with errors.open("wb") as file:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=file, text=True, encoding="utf-8")

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer, whatever it says."""
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            raise Refuted(f"it ended with code {self._process.wait(10)}: {self._errors.read_text(errors='replace')[-300:]}")
        return json.loads(line)

    def must(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer, which has to be `ok`."""
        answer = self.ask(question)
        if not answer["ok"]:
            raise Refuted(answer["error"])
        return answer

    def stop(self) -> int:
        """Closes the program's input, so that the program ends."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        try:
            return self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait(5)
