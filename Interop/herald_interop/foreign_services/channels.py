"""The end-to-end channel as issuer and verifier hold it (OpenDID sheet 6.2)."""

from __future__ import annotations

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..opendid_family.curves import P256Key
from ..wallet_family.identities import new_key
from ..wallet_family.session import Channel, Undecryptable, shared_x, without_leading_zeros
from .faults import Fault, check
from .world import World


class Offered:
    """One key of ours, waiting for the wallet's."""

    def __init__(self, world: World, role: str, nonce: str, cipher: str) -> None:
        self._world, self._role, self.nonce, self._cipher = world, role, nonce, cipher
        self._key: P256Key = new_key()

    def wire_form(self) -> Document:
        return {
            "nonce": self.nonce, "curve": "Secp256r1", "publicKey": self._world.pack(self._role, self._key.public),
            "cipher": self._cipher, "padding": "PKCS5",
        }

    def accept(self, answer: Document, holder: str, sealed: str, forged: Fault, wrong: Fault) -> tuple[Channel, bytes]:
        """The channel, and what came through it; the answer has to be signed by the holder."""
        check(answer, "accE2e", self._world.ledger, forged, holder)
        x = shared_x(self._key.private_hex, multibase.decode(answer["publicKey"]))
        forms = [without_leading_zeros(x)] if self._world.habits.dropped_zero else [x, without_leading_zeros(x)]
        for form in forms:
            channel = Channel.agreed(form, multibase.decode(self.nonce), self._cipher)
            try:
                plain = channel.decrypt(multibase.decode(sealed), multibase.decode(answer["iv"]))
            except Undecryptable:
                continue
            # One time in about 256 the padding looks right under a wrong key.
            if plain.startswith(b"{") or form is forms[-1]:
                return channel, plain
        raise wrong
