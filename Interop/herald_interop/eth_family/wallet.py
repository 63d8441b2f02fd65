"""Keys and signatures made by eth-account; none of our own code is involved."""

from __future__ import annotations

from dataclasses import dataclass, replace

from eth_account import Account
from eth_account.messages import encode_defunct
from eth_keys import keys
from eth_utils import keccak, to_checksum_address

# The order of the group of secp256k1 (SEC 2, section 2.4.1).
ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


@dataclass(frozen=True)
class Signature:
    """A recoverable signature as numbers; `recovery` is 0 or 1."""

    r: int
    s: int
    recovery: int

    def text(self, *, v: int | None = None, prefix: str = "0x", upper: bool = False) -> str:
        """Hex of r, s and v; v is 27 or 28 unless given."""
        last = 27 + self.recovery if v is None else v
        digits = f"{self.r:064x}{self.s:064x}{last:02x}"
        return prefix + (digits.upper() if upper else digits)

    @property
    def high(self) -> Signature:
        """The other signature of the same key over the same message."""
        return Signature(self.r, ORDER - self.s, self.recovery ^ 1)

    def with_(self, **changes: int) -> Signature:
        return replace(self, **changes)


class Wallet:
    """One key; the number makes it the same in every run."""

    def __init__(self, number: int) -> None:
        self._account = Account.from_key(keccak(text=f"herald interop wallet {number}"))

    @property
    def checksummed(self) -> str:
        return to_checksum_address(self._account.address)

    @property
    def hex(self) -> str:
        """Forty lower-case digits without prefix."""
        return self._account.address[2:].lower()

    @property
    def lower(self) -> str:
        return "0x" + self.hex

    @property
    def did(self) -> str:
        return f"did:sdn:{self.hex}"

    def sign(self, message: str | bytes) -> Signature:
        """`personal_sign` (EIP-191, version 0x45)."""
        raw = message.encode() if isinstance(message, str) else message
        signed = Account.sign_message(encode_defunct(primitive=raw), self._account.key)
        return Signature(signed.r, signed.s, signed.v - 27)

    def sign_digest(self, digest: bytes) -> Signature:
        """A signature over a digest as it is: what a wallet that forgets the prefix would do."""
        made = keys.PrivateKey(bytes(self._account.key)).sign_msg_hash(digest)
        return Signature(made.r, made.s, made.v)
