"""The end-to-end channel as issuer and verifier hold it: the profile defines it, and a proof in the answer is checked if there is one."""

from __future__ import annotations

from dataclasses import dataclass

from ..opendid_family.canonical import Document, signed_form
from ..wallet_family.identities import new_key
from .ciphers import Channel
from .errors import Refusal, require
from .proofs import is_signed, key_id_of, public_key
from .world import World, pack, unpack


@dataclass
class Offered:
    """One key of a server's own. `cipher` is the setting of its profile or policy."""

    world: World
    nonce: str
    cipher: str
    # The verifier writes its key in base58, the issuer does not.
    prefix: str

    def __post_init__(self) -> None:
        self._key = new_key()

    def wire_form(self) -> Document:
        """No proof of its own: the profile's covers it (did-issuer-server V1.0.0 IssueServiceBase.java:505-513)."""
        return {
            "nonce": self.nonce, "curve": "Secp256r1", "publicKey": pack(self._key.public, self.prefix), "cipher": self.cipher,
            "padding": self.world.deployment.padding,
        }

    def channel(self, answer: Document, unreadable: Refusal) -> Channel:
        """The nonce is the profile's, unhashed (did-verifier-server V1.0.0 VerifierServiceImpl.java:806-811)."""
        peer, nonce = unpack(answer["publicKey"], unreadable), unpack(self.nonce, unreadable)
        return Channel.agreed(self._key, peer, nonce, self.cipher, self.world.deployment.padding)


def check_answer(world: World, answer: Document, reason: Refusal) -> None:
    """The holder's key that the fragment names, always as P-256, whatever its purpose and whoever it is (did-issuer-server V1.0.0
    ValidationUtil.java:54-77, did-verifier-server V1.0.0 VerifierServiceImpl.java:539-567)."""
    proof = answer.get("proof")
    if proof is None:
        return
    url = proof["verificationMethod"]
    key = public_key(world.document(url), key_id_of(url))
    require(is_signed(signed_form(answer, proof), proof["proofValue"], key), reason)
