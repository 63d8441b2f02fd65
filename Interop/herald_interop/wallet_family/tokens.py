"""Wallet tokens of the certified app's server (OpenDID sheet 6.4)."""

from __future__ import annotations

from hashlib import sha256

from ..checks import expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from . import names
from .wallet import Wallet


def seed(wallet: Wallet, purpose: int) -> Document:
    return {
        "purpose": purpose, "pkgName": wallet.packages[0], "nonce": wallet.nonce(), "validUntil": names.moment(), "userId": wallet.person.id,
    }


def take(wallet: Wallet, asked: Document, data: Document) -> str:
    """Looks at the server's word and gives the token that app and wallet make of it."""
    expect_equal(canonical(data["seed"]), canonical(asked), "seed in the token data")
    expect_equal(multibase.decode(data["sha256_pii"]), sha256(wallet.person.pii.encode()).digest(), "hash of the user's data")
    wallet.fresh(data["nonce"], "the nonce of the token data")
    wallet.trust.certified(data["provider"], wallet.setting.cas, "AppProvider")
    wallet.trust.check(data, "walletTokenData")
    return sha256(canonical(data) + names.nonce().encode()).hexdigest()
