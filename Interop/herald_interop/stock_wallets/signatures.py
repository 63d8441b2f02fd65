"""Signatures as the SDKs check them, over what their model writes back."""

from __future__ import annotations

from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric import ec

from ..checks import Refuted, expect
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, signed_form
from ..opendid_family.p256_points import combine
from ..opendid_family.public_keys import HEADER, ORDERS, PublicKey, number
from .apps import App

ORDER = ORDERS["Secp256r1"]


def holds(app: App, document: Document, public: bytes) -> bool:
    """True if the value of `proof` is a signature over the document as the app writes it."""
    proof = document["proof"]
    message, signature = signed_form(document, proof), multibase.decode(proof["proofValue"])
    if app.is_ios:
        expect(len(public) == 33 and len(signature) == 65, f"{app.name}: {len(public)} bytes of key, {len(signature)} of signature")
        return recovers(public, message, signature)
    # aS1 Secp256R1Manager.java:103-114 does not check the header.
    expect(len(signature) == 65, f"{app.name}: the signature has {len(signature)} bytes")
    return PublicKey("Secp256r1", public).verify(message, signature)


def recovers(public: bytes, message: bytes, signature: bytes) -> bool:
    """iOS recovers the key from the header and compares it (iS2 OpenSSLWrapper.m verify:), so that a wrong header is a wrong signature."""
    recovery, r, s = signature[0] - HEADER, number(signature[1:33]), number(signature[33:])
    if not 0 <= recovery < 4 or not 0 < r < ORDER or not 0 < s < ORDER:
        return False
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public).public_numbers()
    inverse = pow(s, -1, ORDER)
    x, y = combine(number(sha256(message).digest()) * inverse % ORDER, r * inverse % ORDER, (point.x, point.y))
    return x % ORDER == r and recovery == (y & 1 | (2 if x >= ORDER else 0))


def check(app: App, document: Document, public: bytes, what: str) -> None:
    if not holds(app, document, public):
        raise Refuted(f"{app.name}: the signature of {what} does not hold over what the app's model writes back")
