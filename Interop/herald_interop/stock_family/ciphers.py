"""Key agreement and AES as upstream's servers do them, ECB included."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from cryptography.hazmat.primitives.ciphers import Cipher, modes
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.padding import PKCS7

from ..opendid_family.curves import P256Key
from ..wallet_family.identities import new_key
from ..wallet_family.session import shared_x, without_leading_zeros


@dataclass(frozen=True, repr=False)
class Channel:
    """A symmetric key with its cipher. Nothing is negotiated: the server's setting says which."""

    key: bytes
    cipher: str
    padding: str

    @classmethod
    def agreed(cls, own: P256Key, peer: bytes, nonce: bytes, cipher: str, padding: str) -> Channel:
        """SHA-256 of X and the nonce, cut to the cipher's size (did-ta-server V1.0.0 BaseCryptoUtil.java:146-157)."""
        # X is a BigInteger there, so that zero bytes in front are lost (did-crypto-sdk-server CryptoUtils.java, generateSharedSecret).
        x = without_leading_zeros(shared_x(own.private_hex, peer))
        return cls(sha256(x + nonce).digest()[: 16 if "128" in cipher else 32], cipher, padding)

    def _cipher(self, iv: bytes) -> Cipher[modes.CBC] | Cipher[modes.ECB]:
        """ECB uses no initial vector, although one is sent and read (did-ta-server V1.0.0 BaseCryptoUtil.encrypt)."""
        return Cipher(AES(self.key), modes.ECB()) if self.cipher.endswith("ECB") else Cipher(AES(self.key), modes.CBC(iv))

    def encrypt(self, plain: bytes, iv: bytes) -> bytes:
        if self.padding == "PKCS5":
            padder = PKCS7(128).padder()
            plain = padder.update(plain) + padder.finalize()
        box = self._cipher(iv).encryptor()
        return box.update(plain) + box.finalize()

    def decrypt(self, sealed: bytes, iv: bytes) -> bytes:
        """Raises ValueError for a wrong key, as far as the padding shows it."""
        box = self._cipher(iv).decryptor()
        plain = box.update(sealed) + box.finalize()
        if self.padding != "PKCS5":
            return plain
        padder = PKCS7(128).unpadder()
        return padder.update(plain) + padder.finalize()


def own_key(peer: bytes, unlucky: bool) -> P256Key:
    """A new key. If `unlucky` is set, X begins with a zero byte with it."""
    key = new_key()
    while unlucky and shared_x(key.private_hex, peer)[0] != 0:
        key = new_key()
    return key
