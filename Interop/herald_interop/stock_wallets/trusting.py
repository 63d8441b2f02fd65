"""The checks of an app on providers: their documents from the gateway, requested with the DID alone, and their certificates by role."""

from __future__ import annotations

from ..checks import Refuted, expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from . import signatures
from .phone import Phone


def assertion_key(phone: Phone, did: str) -> bytes | None:
    """The key that is called `assert` in the newest document (iS1 WalletToken.swift:128,200, aS1 WalletUtil.java:96-102)."""
    answer = phone.read("DIDDocVO", phone.get("gateway", f"did-doc?did={did}").taken())
    document = phone.opened("DIDDocument", answer["didDoc"])
    keys = [method["publicKeyMultibase"] for method in document["verificationMethod"] if method["id"] == "assert"]
    if not keys and not phone.app.is_ios:
        raise Refuted(f"{phone.app.name}: the document of {did} has no key “assert”, so that the app decodes nothing")
    # iOS goes through all of that name, and so through none.
    return multibase.decode(keys[-1]) if keys else None


def check_signature(phone: Phone, document: Document, signer: str, what: str) -> None:
    key = assertion_key(phone, signer)
    if key is not None:
        signatures.check(phone.app, document, key, what)


def certified(phone: Phone, provider: Document, role: str, signed: bool = True) -> None:
    """iS1 WalletToken.swift:168-253, aS1 WalletToken.java:190-243. A signature that is only printed is not `signed`."""
    certificate = phone.read("certificate", phone.wire.get(provider["certVcRef"]).taken())
    expect_equal(certificate["credentialSubject"]["id"], provider["did"], "subject of the certificate")
    schema = phone.read("VCSchema", phone.wire.get(certificate["credentialSchema"]["id"]).taken())
    captions = [item["caption"] for claim in schema["credentialSubject"]["claims"] for item in claim["items"]]
    roles = [claim["value"] for claim in certificate["credentialSubject"]["claims"] if claim["caption"] == "role"]
    expect("role" in captions and role in roles, f"{phone.app.name}: neither caption nor value say that {provider['did']} is {role}")
    issuer = certificate["issuer"]["id"]
    if signed:
        check_signature(phone, certificate, issuer, f"the certificate of {provider['did']}")
    else:
        assertion_key(phone, issuer)
