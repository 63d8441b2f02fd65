"""The DID documents as the apps make them."""

from __future__ import annotations

from ..opendid_family.canonical import Document
from ..wallet_family.identities import Identity, packed
from .apps import App
from .phone import Phone


def document_of(app: App, owner: Identity) -> Document:
    """Unsigned. A key of an iOS document is controlled by the document's own DID, of an Android one by the trust agent
    (iS1 DIDManager.swift:305-313, aS1 WalletCore.java:119-131)."""
    document = owner.document(app.keys)
    if app.is_ios:
        for method in document["verificationMethod"]:
            method["controller"] = owner.did
    return document


def device_document(phone: Phone) -> Document:
    """Two proofs, by assert and auth (iS1 WalletService.swift:233-259, aS1 WalletService.java:150-152)."""
    document = document_of(phone.app, phone.device)
    return phone.prove(document, phone.device, ("assert", "assertionMethod"), ("auth", "authentication"))


def holder_document(phone: Phone, owner: Identity) -> Document:
    """One proof per key that unlocks: one stands as `proof`, two as `proofs` (iS1 DIDDocument.swift:197-217,
    aS1 WalletService.java:441-448)."""
    uses = [(key, "assertionMethod") for key in ("pin", "bio") if key in owner.keys]
    return phone.prove(document_of(phone.app, owner), owner, *uses)


def signed_document(phone: Phone, document: Document) -> Document:
    """A holder's document in the envelope of the device (iS1 WalletService.swift:189-212, aS1 WalletService.java:239-253)."""
    style = phone.app.documents
    envelope = {"ownerDidDoc": packed(document, style), "wallet": phone.wire_form(), "nonce": phone.nonce(style)}
    return phone.prove(envelope, phone.device, ("assert", "assertionMethod"))
