"""Herald's wallet as its commands run it (OpenDID sheet 5.4 to 5.11)."""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..checks import Refuted, expect, expect_equal, shorten
from ..opendid_family.canonical import Document, canonical

# The smallest cost that the program accepts. The cost of a guess is not tested here.
SCRYPT = "10"


@dataclass(frozen=True)
class Said:
    """The result of one command."""

    command: str
    code: int
    output: Any
    error: Document

    def done(self) -> Any:
        if self.code != 0:
            raise Refuted(f"herald {self.command} ended with {self.code}: {shorten(self.error)}")
        return self.output

    def refused(self) -> str:
        """The code of an error of the wallet itself: neither a server's error nor a missing answer."""
        expect_equal(self.code, 1, f"exit code of herald {self.command}")
        code = str(self.error.get("error", ""))
        expect(code not in ("", "failed", "transport"), f"herald {self.command} has no name for what is wrong: {shorten(self.error)}")
        expect("status" not in self.error, f"herald {self.command} left it to the server to refuse: {shorten(self.error)}")
        return code


@dataclass
class OurWallet:
    """One directory, and where the services are."""

    herald: str
    folder: Path
    base: str
    package: str
    pin: str = "135790"

    def run(self, *words: str, new_pin: str = "") -> Said:
        command = [self.herald, *words, "--wallet", str(self.folder), "--json"]
        secrets = {"HERALD_PIN": self.pin} | ({"HERALD_NEW_PIN": new_pin} if new_pin else {})
        try:
            ended = subprocess.run(
                command, env={**os.environ, **secrets}, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=90, check=False)
        except subprocess.TimeoutExpired as error:
            raise Refuted(f"herald {' '.join(words[:2])} did not end") from error
        return Said(" ".join(words[:2]), ended.returncode, parsed(ended.stdout), parsed(ended.stderr) or {"text": ended.stderr})

    def create(self) -> Said:
        return self.run("wallet", "create", "--server", self.base, "--app", self.package, "--scrypt", SCRYPT)

    def register(self, user: str) -> Said:
        return self.run("wallet", "create", "--server", self.base, "--app", self.package, "--scrypt", SCRYPT, "--user", user)

    def issue(self, *what: str) -> Said:
        return self.run("vc", "issue", *what)

    def present(self, offer: Document) -> Said:
        return self.run("vc", "present", "--yes", "--offer", canonical(offer).decode())

    def revoke(self, credential: str) -> Said:
        return self.run("vc", "revoke", "--yes", credential)

    def change_pin(self, pin: str) -> Said:
        said = self.run("did", "update", "--new-pin", new_pin=pin)
        if said.code == 0:
            self.pin = pin
        return said

    def restore(self, offer: Document) -> Said:
        return self.run("did", "restore", "--offer", canonical(offer).decode())

    def shown(self) -> Document:
        return dict(self.run("wallet", "show").done())

    def credentials(self) -> list[Document]:
        return list(self.run("vc", "list", "--status").done())

    def kept(self) -> Document:
        """Everything in the store that a command shows."""
        documents = [self.run("did", "show", *words) for words in ((), ("--device",))]
        return {
            "wallet": self.shown(), "keys": self.run("wallet", "keys").done(), "credentials": self.run("vc", "list").done(),
            "documents": [said.output if said.code == 0 else None for said in documents],
        }


def parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
