"""The wallet's end of an end-to-end channel (OpenDID sheet 6.2)."""

from __future__ import annotations

from ..checks import expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..opendid_family.curves import P256Key
from .identities import new_key
from .session import KEY_SIZES, Channel, shared_x, without_leading_zeros
from .wallet import Wallet


class Answered:
    """The channel that a profile offers, answered with an ephemeral key of the wallet."""

    def __init__(self, process: Document, nonce_name: str, wallet: Wallet) -> None:
        offer = process["reqE2e"]
        self._wallet = wallet
        expect_equal(multibase.decode(offer["nonce"]), multibase.decode(process[nonce_name]), "nonce of the channel")
        expect_equal(offer["curve"], "Secp256r1", "curve of the channel")
        expect(offer["cipher"] in KEY_SIZES, f"{offer['cipher']} is not to be used")
        expect("proof" not in offer, "the channel has a proof of its own")
        self.cipher = offer["cipher"]
        self._offer, self.theirs = offer, multibase.decode(offer["publicKey"])
        self._use(new_key(), drops=wallet.setting.tolerant)

    def _use(self, key: P256Key, drops: bool) -> None:
        self._key = key
        x = shared_x(key.private_hex, self.theirs)
        # A peer that drops zeros decrypts only what is encrypted in its way, so that way comes first where it is known.
        forms = [without_leading_zeros(x), x] if drops else [x]
        nonce = multibase.decode(self._offer["nonce"])
        self.channels = [Channel.agreed(form, nonce, self._offer["cipher"], self._offer["padding"]) for form in forms]

    def choose_zero(self, drops: bool) -> None:
        """A key with which X begins with a zero byte. The byte is preserved or, as in Java, dropped."""
        key = new_key()
        while shared_x(key.private_hex, self.theirs)[0] != 0:
            key = new_key()
        self._use(key, drops)

    def wire_form(self, iv: bytes) -> Document:
        style = self._wallet.style
        answer = {"publicKey": style.encode(self._key.public), "iv": style.encode(iv)}
        return self._wallet.prove(answer, self._wallet.owner(), "keyagree", "keyAgreement")

    def sealed(self, plain: bytes, iv: bytes) -> str:
        return self._wallet.style.encode(self.channels[0].encrypt(plain, iv))
