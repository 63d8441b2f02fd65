"""libeospy and ueosio behind one shape; none of our own code is involved."""

from __future__ import annotations

import hashlib
import io
from contextlib import redirect_stdout
from typing import Protocol

from cryptos import ecdsa_raw_recover, encode_privkey, encode_pubkey
from eospy.keys import EOSKey
from ueosio.ds import DataStream
from ueosio.utils import get_pub_key, sign_hash


def wif(number: int) -> str:
    """A private key as WIF, written by the package that ueosio brings."""
    return encode_privkey(number, "wif")


class Library(Protocol):
    """The operations of a foreign library on keys and signatures."""

    name: str

    def public(self, private: str) -> str:
        """The legacy text of the public key."""

    def sign(self, private: str, message: str) -> str:
        """A signature over SHA-256 of the text's UTF-8 bytes."""

    def accepts(self, signature: str, private: str, public: str, message: str) -> bool:
        """True if the library accepts the signature as one of this key."""


class LibEosPy:
    """Reads WIF and `PVT_K1_`; verifies by ECDSA alone, without reading the header."""

    name = "libeospy"

    def public(self, private: str) -> str:
        return EOSKey(private).to_public()

    def wif(self, private: str) -> str:
        return EOSKey(private).to_wif()

    def sign(self, private: str, message: str) -> str:
        # It prints while it looks for a canonical signature, to where our results go.
        with redirect_stdout(io.StringIO()):
            return EOSKey(private).sign_string(message)

    def accepts(self, signature: str, private: str, public: str, message: str) -> bool:
        return EOSKey(private).verify(signature, hashlib.sha256(message.encode()).hexdigest())


class UEosIO:
    """Reads WIF; reads signatures and legacy public keys into the form of transactions, and recovers the key through the header."""

    name = "ueosio"

    def public(self, private: str) -> str:
        return get_pub_key(private)

    def sign(self, private: str, message: str) -> str:
        return sign_hash(hashlib.sha256(message.encode()).digest(), private)

    def accepts(self, signature: str, private: str, public: str, message: str) -> bool:
        packed = self._packed("signature", signature)
        r, s = (int.from_bytes(packed[start:start + 32], "big") for start in (1, 33))
        point = ecdsa_raw_recover(hashlib.sha256(message.encode()).digest(), (packed[0], r, s))
        return bool(point) and encode_pubkey(point, "bin_compressed") == self._packed("public_key", public)

    @staticmethod
    def _packed(kind: str, text: str) -> bytes:
        """The bytes behind the one that names the curve; the library checks length and checksum."""
        stream = DataStream()
        getattr(stream, f"pack_{kind}")(text)
        return stream.getvalue()[1:]
