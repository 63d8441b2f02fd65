"""`HeraldInterop opendid` as a separate program."""

from __future__ import annotations

import json

from ..checks import Refuted
from ..line_process import LineProcess
from .actors import NOW, secret
from .canonical import Document
from .issuing import CREATED
from .messages import Message, Unsigned


class Peer(LineProcess):
    """Herald's signing and verifying, one question at a time."""

    def know(self, document: Document, status: str) -> None:
        """Tells it what a resolver answers: the newest version of a DID's document."""
        self.must({"op": "know", "document": json.dumps(document), "status": status})

    def sign(self, unsigned: Unsigned, base: str) -> str:
        """The document with its proofs, as Herald writes it."""
        keys = [secret(use.actor, use.key) | {"method": use.method, "purpose": use.purpose, "base": base} for use in unsigned.uses]
        document = unsigned.document
        if unsigned.message.type == "VerifiableCredential":
            # The model has no credential without a proof; signing puts another one in its place.
            document = document | {"proof": {
                "type": "RsaSignature2018", "created": CREATED, "verificationMethod": "did:omn:nobody#none", "proofPurpose": "authentication",
            }}
        return self.must({
            "op": "sign", "type": unsigned.message.type, "document": json.dumps(document), "created": CREATED, "keys": keys,
        })["document"]

    def failures(self, text: str, message: Message, signer: str | None = None, now: str = NOW, double: bool = False) -> list[str]:
        """Herald's list of failures, which is empty if the document is valid."""
        question = {"op": "verify", "message": message.name, "document": text, "now": now, "double": double}
        answer = self.must(question | ({"signer": signer} if signer else {}))
        if answer["valid"] != (not answer["failures"]):
            raise Refuted(f"an answer that contradicts itself: {answer}")
        return answer["failures"]
