"""Keys and compact signatures: P-256 by `cryptography`, secp256k1 by `coincurve` (OpenDID sheet 2.3)."""

from __future__ import annotations

from hashlib import sha256
from typing import Protocol

from coincurve import PrivateKey, PublicKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .p256_points import combine
from .public_keys import HEADER, ORDERS, number


class Key(Protocol):
    """A test key of either curve."""

    curve: str
    order: int
    private_hex: str
    public: bytes

    def sign(self, message: bytes) -> bytes: ...

    def made_header(self, message: bytes, signature: bytes) -> bool: ...


class P256Key:
    """The nonce is an ephemeral key, so that the package works out its point; what is left are numbers modulo n."""

    curve = "Secp256r1"
    order = ORDERS["Secp256r1"]

    def __init__(self, secret: int) -> None:
        self._secret = secret % (self.order - 1) + 1
        key = ec.derive_private_key(self._secret, ec.SECP256R1())
        self._public_key = key.public_key()
        self.private_hex = f"{self._secret:064x}"
        self.public = self._public_key.public_bytes(Encoding.X962, PublicFormat.CompressedPoint)

    def sign(self, message: bytes) -> bytes:
        while True:
            nonce = ec.generate_private_key(ec.SECP256R1()).private_numbers()
            point, digest = nonce.public_numbers, number(sha256(message).digest())
            r = point.x % self.order
            s = pow(nonce.private_value, -1, self.order) * (digest + r * self._secret) % self.order
            if r == 0 or s == 0:
                continue
            recovery = point.y & 1 | (2 if point.x >= self.order else 0)
            if s > self.order // 2:
                s, recovery = self.order - s, recovery ^ 1
            return bytes([HEADER + recovery]) + r.to_bytes(32, "big") + s.to_bytes(32, "big")

    def made_header(self, message: bytes, signature: bytes) -> bool:
        """True if the key that is recovered with the header is this key, which verifiers that recover the key need."""
        r, s = number(signature[1:33]), number(signature[33:])
        inverse = pow(s, -1, self.order)
        own = self._public_key.public_numbers()
        digest = number(sha256(message).digest())
        x, y = combine(digest * inverse % self.order, r * inverse % self.order, (own.x, own.y))
        return signature[0] - HEADER == (y & 1 | (2 if x >= self.order else 0)) and x % self.order == r


class Secp256k1Key:
    """libsecp256k1 through `coincurve`."""

    curve = "Secp256k1"
    order = ORDERS["Secp256k1"]

    def __init__(self, secret: int) -> None:
        secret = secret % (self.order - 1) + 1
        self._key = PrivateKey(secret.to_bytes(32, "big"))
        self.private_hex = f"{secret:064x}"
        self.public = self._key.public_key.format(compressed=True)

    def sign(self, message: bytes) -> bytes:
        made = self._key.sign_recoverable(message)
        return bytes([HEADER + made[64]]) + made[:64]

    def made_header(self, message: bytes, signature: bytes) -> bool:
        """True if the key that is recovered with the header is this key."""
        recovered = PublicKey.from_signature_and_message(signature[1:] + bytes([signature[0] - HEADER]), message)
        return recovered.format(compressed=True) == self.public


def high_twin(signature: bytes, order: int) -> bytes:
    """The other signature of the same key over the same message, with the header that belongs to it."""
    s = order - number(signature[33:])
    header = HEADER + (signature[0] - HEADER ^ 1)
    return bytes([header]) + signature[1:33] + s.to_bytes(32, "big")


def is_low(signature: bytes, order: int) -> bool:
    return number(signature[33:]) <= order // 2
