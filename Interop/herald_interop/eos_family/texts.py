"""The texts of MYKEY sheet 6.1, written once more, to make what no library offers to make."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

import base58

# The order of the group of secp256k1 (SEC 2, section 2.4.1).
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def summed(data: bytes, suffix: str) -> str:
    """Base58 of the bytes and four of RIPEMD-160 over them and the suffix."""
    return base58.b58encode(data + hashlib.new("ripemd160", data + suffix.encode()).digest()[:4]).decode()


def pvt(number: int, curve: str) -> str:
    return f"PVT_{curve}_" + summed(number.to_bytes(32, "big"), curve)


@dataclass(frozen=True)
class Signature:
    """A signature as numbers."""

    header: int
    r: int
    s: int
    curve: str = "K1"

    @staticmethod
    def of(text: str) -> Signature:
        kind, curve, body = text.split("_")
        data = base58.b58decode(body)
        if kind != "SIG" or f"SIG_{curve}_" + summed(data[:-4], curve) != text:
            raise ValueError(f"{text} is no signature text")
        return Signature(data[0], int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:-4], "big"), curve)

    @property
    def text(self) -> str:
        data = bytes([self.header]) + self.r.to_bytes(32, "big") + self.s.to_bytes(32, "big")
        return f"SIG_{self.curve}_" + summed(data, self.curve)

    @property
    def canonical(self) -> bool:
        """Both numbers take exactly 32 bytes as DER integers."""
        return all(1 << 247 <= number < 1 << 255 for number in (self.r, self.s))

    @property
    def other_header(self) -> int:
        """The header that names the other of the two likely keys."""
        return 31 + ((self.header - 31) ^ 1)

    def with_(self, **changes: int | str) -> Signature:
        return replace(self, **changes)  # type: ignore[arg-type]
