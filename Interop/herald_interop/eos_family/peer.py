"""`HeraldInterop eos` as a separate program."""

from __future__ import annotations

from ..line_process import LineProcess


class Peer(LineProcess):
    """Herald's EOS keys and signatures, one question at a time."""

    def private(self, text: str) -> dict[str, str | None]:
        """Every text form of a private key and of its public key."""
        return self.must({"op": "private", "text": text})

    def public(self, text: str) -> dict[str, str | None]:
        """Every text form of a public key."""
        return self.must({"op": "public", "text": text})

    def sign(self, key: str, message: str) -> str:
        return self.must({"op": "sign", "key": key, "message": message})["signature"]

    def refusal(self, signature: str, key: str, message: str) -> str | None:
        """Why the signature does not count; `None` when it does, `text` when a text does not read."""
        answer = self.ask({"op": "verify", "signature": signature, "key": key, "message": message})
        return answer["refusal"] if answer["ok"] else "text"
