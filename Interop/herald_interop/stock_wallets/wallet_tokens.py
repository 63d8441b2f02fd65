"""The wallet's token, which app and SDK make of the app provider's word."""

from __future__ import annotations

from datetime import timedelta

from ..opendid_family.canonical import Document
from ..wallet_family import names
from . import dates, trusting
from .phone import PACKAGE, Phone

PERSONALIZE, REGISTER, UPDATE, RESTORE, ISSUE, REVOKE, LIST, PRESENT = 1, 5, 6, 7, 8, 9, 11, 14


def seed(phone: Phone, purpose: int) -> Document:
    """iOS lets it end at once (iS1 WalletToken.swift:96), Android in half an hour (aS1 WalletToken.java:129)."""
    lasting = timedelta() if phone.app.is_ios else timedelta(minutes=30)
    return {
        "purpose": purpose, "pkgName": PACKAGE, "nonce": phone.nonce(phone.app.seed), "validUntil": names.moment(lasting),
        "userId": phone.person.id,
    }


def take(phone: Phone, answer: object) -> None:
    """iS1 WalletToken.swift:104-166, aS1 WalletToken.java:134-175: certificate, then the signature by the key `assert`."""
    data = phone.read("WalletTokenData", answer)
    trusting.certified(phone, data["provider"], "AppProvider")
    trusting.check_signature(phone, data, data["provider"]["did"], "the wallet token's data")
    if not phone.app.is_ios:
        dates.android_future(data["seed"]["validUntil"], "WalletTokenData, seed.validUntil")


def ask(phone: Phone, purpose: int) -> None:
    """One token by itself."""
    take(phone, phone.post("cas", "request-wallet-tokendata", seed(phone, purpose)).taken())
