"""Key agreement and encryption of a session (OpenDID sheet 6.1 and 6.2)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.padding import PKCS7

DEFAULT_CIPHER = "AES-256-CBC"
KEY_SIZES = {"AES-128-CBC": 16, "AES-256-CBC": 32}
PADDINGS = ("PKCS5", "NOPAD")


class Undecryptable(ValueError):
    """One error for a wrong key, bad padding and an odd length, so that the peer does not learn which it was."""


def shared_x(private_hex: str, public: bytes) -> bytes:
    """The X coordinate of the common point, always 32 bytes."""
    own = ec.derive_private_key(int(private_hex, 16), ec.SECP256R1())
    return own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public))


def without_leading_zeros(x: bytes) -> bytes:
    """X as Java's big integers print it; some peers hash that form."""
    return x.lstrip(b"\0")


def session_seed(client_nonce: bytes, server_nonce: bytes) -> bytes:
    """The digest of both nonces of a session with the trust agent."""
    return sha256(client_nonce + server_nonce).digest()


@dataclass(frozen=True, repr=False)
class Channel:
    """A symmetric key with its cipher."""

    key: bytes
    cipher: str
    padding: str = "PKCS5"

    @classmethod
    def agreed(cls, x: bytes, salt: bytes, cipher: str, padding: str = "PKCS5") -> Channel:
        """The key from the common secret and, behind it, the merged nonces or the nonce of the profile."""
        if cipher not in KEY_SIZES or padding not in PADDINGS:
            raise ValueError(f"{cipher} with {padding} is not in use")
        return cls(sha256(x + salt).digest()[: KEY_SIZES[cipher]], cipher, padding)

    def _cipher(self, iv: bytes) -> Cipher[modes.CBC]:
        return Cipher(algorithms.AES(self.key), modes.CBC(iv))

    def encrypt(self, plain: bytes, iv: bytes) -> bytes:
        if self.padding == "PKCS5":
            padder = PKCS7(128).padder()
            plain = padder.update(plain) + padder.finalize()
        box = self._cipher(iv).encryptor()
        return box.update(plain) + box.finalize()

    def decrypt(self, sealed: bytes, iv: bytes) -> bytes:
        try:
            box = self._cipher(iv).decryptor()
            plain = box.update(sealed) + box.finalize()
            if self.padding == "NOPAD":
                return plain
            padder = PKCS7(128).unpadder()
            return padder.update(plain) + padder.finalize()
        except ValueError as error:
            raise Undecryptable("it cannot be decrypted") from error
