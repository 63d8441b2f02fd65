"""The state of one installation of the wallet."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace

from ..checks import expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from . import names
from .identities import PLAIN, Identity, Style, prove
from .services import Services
from .setting import Setting
from .trust import Trust


@dataclass(frozen=True)
class Person:
    """A user as the certified app's server and the issuer know them."""

    id: str
    pii: str


@dataclass
class Wallet:
    """Keys, documents and credentials in memory, and the person they are for."""

    services: Services
    setting: Setting
    person: Person
    trust: Trust
    app_id: str = field(default_factory=names.app_id)
    packages: list[str] = field(default_factory=list)
    device: Identity = field(default_factory=lambda: Identity.new(names.new_did(), "assert", "auth", "keyagree"))
    id: str = ""
    holder: Identity | None = None
    # One credential per schema: a second one replaces the first, as upstream does it.
    credentials: dict[str, Document] = field(default_factory=dict)
    style: Style = PLAIN
    _nonces: set[bytes] = field(default_factory=set)

    def owner(self) -> Identity:
        """The holder's keys, once there are some."""
        if self.holder is None:
            raise LookupError("the wallet has no holder yet")
        return self.holder

    def fresh(self, text: str, what: str, size: int = 16) -> bytes:
        """The bytes of a nonce, which has to have the right size and to be new."""
        data = multibase.decode(text)
        expect_equal(len(data), size, f"bytes of {what}")
        expect(data not in self._nonces, f"{what} was used before")
        self._nonces.add(data)
        return data

    def nonce(self) -> str:
        return self.style.encode(os.urandom(16))

    def prove(self, document: Document, owner: Identity, key: str, purpose: str) -> Document:
        """One proof in this wallet's style. Only where the sheet knows lists of proofs, a list of one is allowed."""
        return prove(document, owner, (key, purpose), style=replace(self.style, listed=False))

    def wire_form(self) -> Document:
        return {"id": self.id, "did": self.device.did}
