"""Public keys of either curve, as a DID document names them."""

from __future__ import annotations

from hashlib import sha256

from coincurve import PublicKey as CoincurvePublicKey
from coincurve.ecdsa import cdata_to_der, deserialize_compact
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature

ORDERS = {
    "Secp256r1": 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    "Secp256k1": 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
}
HEADER = 31


def number(data: bytes) -> int:
    return int.from_bytes(data, "big")


def well_formed(signature: bytes, order: int) -> bool:
    """65 bytes, a header of 31 to 34, r and s above 0 and below the order (OpenDID sheet 2.3)."""
    return (
        len(signature) == 65 and HEADER <= signature[0] < HEADER + 4
        and 0 < number(signature[1:33]) < order and 0 < number(signature[33:]) < order
    )


class PublicKey:
    """Checks compact signatures whose r and s are in range."""

    def __init__(self, curve: str, data: bytes) -> None:
        self.curve = curve
        self.order = ORDERS[curve]
        if curve == "Secp256r1":
            self._p256 = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
        else:
            self._secp256k1 = CoincurvePublicKey(data)

    def verify(self, message: bytes, signature: bytes) -> bool:
        r, s = number(signature[1:33]), number(signature[33:])
        if self.curve == "Secp256k1":
            # The library accepts only low s, although both are valid in ECDSA.
            low = min(s, self.order - s).to_bytes(32, "big")
            return self._secp256k1.verify(cdata_to_der(deserialize_compact(signature[1:33] + low)), message)
        try:
            self._p256.verify(encode_dss_signature(r, s), sha256(message).digest(), ec.ECDSA(Prehashed(hashes.SHA256())))
        except InvalidSignature:
            return False
        return True
