"""One installation of one app: what it holds, and how it asks, reads and signs."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, replace
from typing import Any

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..wallet_family import names
from ..wallet_family.identities import Identity, Style, prove
from ..wallet_family.services import BASES
from ..wallet_family.wallet import Person
from .apps import App
from .unreadable import Place
from .wire import Reply, Wire

PACKAGE = "org.omnione.did.ca"


def device_of(app: App) -> Identity:
    """iOS: assert, keyagree, auth (iS1 WalletCore.swift:154-159). Android: assert, auth, keyagree (aS1 WalletCore.java:119)."""
    order = ("assert", "keyagree", "auth") if app.is_ios else ("assert", "auth", "keyagree")
    return Identity.new(names.new_did(), *order)


@dataclass
class Phone:
    """Keys, documents and credentials; a credential is the app's model of it, in the order of storing."""

    app: App
    base: str
    person: Person
    wire: Wire = field(init=False)
    app_id: str = field(init=False)
    device: Identity = field(init=False)
    wallet_id: str = ""
    holder: Identity | None = None
    credentials: list[Document] = field(default_factory=list)
    # One of each kind that could be read, as it came.
    heard: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.wire, self.app_id, self.device = Wire(self.app), self.app.app_id(), device_of(self.app)

    def owner(self) -> Identity:
        if self.holder is None:
            raise LookupError("the app has no holder yet")
        return self.holder

    def read(self, message: str, value: Any) -> Document:
        """The app's model of a message, or the failure of the app to make one."""
        model = self.app.tables[message].read(value, self.place(message), self.app.language)
        self.heard.setdefault(message, value)
        return model

    def place(self, message: str) -> Place:
        return Place(self.app.name, message, source=self.app.tables[message].source)

    def opened(self, message: str, text: str) -> Document:
        """The model of a message that came as multibase."""
        return self.parsed(message, multibase.decode(text))

    def parsed(self, message: str, data: bytes) -> Document:
        try:
            value = json.loads(data)
        except ValueError as error:
            raise self.place(message).fails("it is no JSON") from error
        return self.read(message, value)

    def post(self, role: str, path: str, body: Document) -> Reply:
        return self.wire.post(f"{self.base}{BASES[role]}/{path}", body)

    def get(self, role: str, path: str) -> Reply:
        return self.wire.get(f"{self.base}{BASES[role]}/{path}")

    def prove(self, document: Document, owner: Identity, *uses: tuple[str, str]) -> Document:
        """Proofs whose key URLs name a version as this app does."""
        return prove(document, replace(owner, version=self.app.named(owner)), *uses, style=self.app.proofs)

    def nonce(self, style: Style) -> str:
        return style.encode(os.urandom(16))

    def wire_form(self) -> Document:
        return {"id": self.wallet_id, "did": self.device.did}

    def keep(self, credential: Document) -> None:
        """A credential replaces one with the same schema (iS1 WalletService.swift:494-504, aS1 WalletService.java:364-370)."""
        schema = credential["credentialSchema"]["id"]
        self.credentials = [kept for kept in self.credentials if kept["credentialSchema"]["id"] != schema] + [credential]
