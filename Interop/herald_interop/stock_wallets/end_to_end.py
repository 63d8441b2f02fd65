"""The end-to-end channel as the apps build it."""

from __future__ import annotations

import os

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..wallet_family.identities import new_key
from ..wallet_family.session import shared_x
from .phone import Phone
from .session_steps import channel


class EndToEnd:
    """An answer to what a profile offers.

    The nonce in the key is the issuer's or verifier's own on iOS (iS1 WalletService.swift:118,443; iS2 :126,575), and the channel's on
    Android (aS1 WalletService.java:316,403,471); release 1 for iOS takes its cipher without a look at the offer (iS1 :122,451-455).
    """

    def __init__(self, phone: Phone, process: Document, nonce_name: str) -> None:
        self.phone, app, offer = phone, phone.app, process["reqE2e"]
        self.key, self.iv = new_key(), os.urandom(16)
        x = shared_x(self.key.private_hex, multibase.decode(offer["publicKey"]))
        salt = multibase.decode(process[nonce_name] if app.is_ios else offer["nonce"])
        if app.is_ios and app.release == 1:
            self.channel = channel(x, salt)
        else:
            self.channel = channel(x, salt, offer["cipher"], offer["padding"], whole=not app.is_ios)

    def wire_form(self) -> Document:
        style = self.phone.app.channel
        answer = {"publicKey": style.encode(self.key.public), "iv": style.encode(self.iv)}
        return self.phone.prove(answer, self.phone.owner(), ("keyagree", "keyAgreement"))

    def sealed(self, plain: bytes) -> str:
        return self.phone.app.channel.encode(self.channel.encrypt(plain, self.iv))
