"""`herald interop-opendid` as a separate program."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from ..checks import Refuted
from .actors import NOW, secret
from .canonical import Document
from .issuing import CREATED
from .messages import Message, Unsigned


class Peer:
    """Herald's signing and verifying, one question at a time."""

    def __init__(self, command: list[str], folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._errors = folder / "opendid-peer.stderr"
        with self._errors.open("wb") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8")

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise Refuted(f"it ended with code {self._process.wait(10)}: {self._errors.read_text(errors='replace')[-300:]}")
        return json.loads(line)

    def _must(self, question: dict[str, Any]) -> dict[str, Any]:
        answer = self._ask(question)
        if not answer["ok"]:
            raise Refuted(answer["error"])
        return answer

    def know(self, document: Document, status: str) -> None:
        """Tells it what a resolver answers: the newest version of a DID's document."""
        self._must({"op": "know", "document": json.dumps(document), "status": status})

    def sign(self, unsigned: Unsigned, base: str) -> str:
        """The document with its proofs, as Herald writes it."""
        keys = [secret(use.actor, use.key) | {"method": use.method, "purpose": use.purpose, "base": base} for use in unsigned.uses]
        document = unsigned.document
        if unsigned.message.type == "VerifiableCredential":
            # The model has no credential without a proof; signing puts another one in its place.
            document = document | {"proof": {
                "type": "RsaSignature2018", "created": CREATED, "verificationMethod": "did:omn:nobody#none", "proofPurpose": "authentication",
            }}
        return self._must({
            "op": "sign", "type": unsigned.message.type, "document": json.dumps(document), "created": CREATED, "keys": keys,
        })["document"]

    def failures(self, text: str, message: Message, signer: str | None = None, now: str = NOW, double: bool = False) -> list[str]:
        """What Herald finds wrong; nothing when the document holds."""
        question = {"op": "verify", "message": message.name, "document": text, "now": now, "double": double}
        answer = self._must(question | ({"signer": signer} if signer else {}))
        if answer["valid"] != (not answer["failures"]):
            raise Refuted(f"an answer that contradicts itself: {answer}")
        return answer["failures"]

    def stop(self) -> int:
        """Closes its input; it ends by itself."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            return self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait(5)
