"""Verifying on this side (OpenDID sheet 2.5 and 3.4); fails closed."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from . import multibase
from .actors import NOW, Registry
from .canonical import Document, canonical, proofs_of, signed_form, signed_form_of_claim
from .forms import is_of_form
from .messages import MESSAGES, Message
from .public_keys import PublicKey, well_formed

BY_NAME = {message.name: message for message in MESSAGES}


class Refused(Exception):
    """The document is not to be trusted."""


def require(condition: object, reason: str) -> None:
    if not condition:
        raise Refused(reason)


def read(text: str) -> Document:
    """A document; one that names a member twice is refused."""
    def once(pairs: list[tuple[str, Any]]) -> Document:
        made = dict(pairs)
        require(len(made) == len(pairs), "a member is named twice")
        return made

    document = json.loads(text, object_pairs_hook=once)
    require(isinstance(document, dict), "not an object")
    # A member that is null is absent (OpenDID sheet 2.1).
    return json.loads(canonical(document))


def verify(text: str, message: Message, registry: Registry, signer: str | None = None, now: str = NOW) -> None:
    """Returns when the document is to be trusted, raises otherwise."""
    try:
        examine(read(text), message, registry, signer, now)
    except Refused:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a malformed document makes us raise refuses it
        raise Refused(f"{type(error).__name__}: {error}") from error


def holds(text: str, message: Message, registry: Registry, signer: str | None = None, now: str = NOW) -> bool:
    try:
        verify(text, message, registry, signer, now)
    except Refused:
        return False
    return True


def examine(document: Document, message: Message, registry: Registry, signer: str | None, now: str) -> None:
    require(is_of_form(document, message.type), "another kind of document")
    proofs = proofs_of(document)
    require(message.several or "proofs" not in document, "this kind has one proof")
    expected = {signer} if signer else set()
    if message.path:
        member: Any = document
        for name in message.path:
            member = member[name]
        expected.add(member)
    require(len(expected) == 1, "not one expected signer")
    made: list[tuple[str, str]] = []
    for proof in proofs:
        made.append(examine_proof(document, proof, message, registry, expected.pop()))
        expected = {proof["verificationMethod"].split("?")[0].split("#")[0]}
    require(len(set(made)) == len(made), "a key proves a purpose twice")
    if message.own_keys:
        require(needed_proofs(document, message) == set(made), "not exactly the proofs that are needed")
    window(document, message, now)
    if message.name == "presentation":
        credentials = document["verifiableCredential"]
        require(credentials and len({credential["id"] for credential in credentials}) == len(credentials), "credentials")
        for credential in credentials:
            require(credential["credentialSubject"]["id"] == document["holder"], "holder")
            examine(credential, BY_NAME["presentedCredential"], registry, None, now)


def examine_proof(document: Document, proof: Document, message: Message, registry: Registry, expected: str) -> tuple[str, str]:
    did, _, key_id = proof["verificationMethod"].partition("#")
    did, _, query = did.partition("?")
    require(did == expected, "another signer")
    purpose = proof["proofPurpose"]
    require(purpose in message.purposes, "another purpose")
    require(key_id in message.keys, "another key name")
    datetime.fromisoformat(proof["created"])
    version = query.removeprefix("versionId=") if query else None
    # A DID document proves itself by its own keys; of a DID that is registered already, the registry knows the status.
    owner = document if message.own_keys else registry.document(did, version)
    status = registry.status(did) or ("ACTIVATED" if message.own_keys else None)
    require(owner["id"] == did, "another document")
    require(status == "ACTIVATED" and not owner["deactivated"], "status")
    require(query in ("", f"versionId={owner['versionId']}"), "another version")
    curve, data = key_of(owner, key_id, purpose)
    require(proof["type"] == curve + "Signature2018", "type")
    key = PublicKey(curve, data)
    if message.needs_current_key:
        newest = registry.document(did)
        require(key_of(newest, key_id, purpose) == (curve, data), "the owner has replaced the key")
        require(auth_type_of(newest, key_id) == auth_type_of(owner, key_id), "the owner has given the key another authType")

    def check(form: bytes, value: str) -> bool:
        signature = multibase.decode(value)
        return well_formed(signature, key.order) and key.verify(form, signature)

    if message.type == "VerifiableCredential":
        examine_credential(document, proof, message, check)
        return key_id, purpose
    if not check(signed_form(document, proof), proof["proofValue"]):
        # The wallet provider of V1 adds its DID, which it does not sign (OpenDID sheet 2.1).
        require(message.name == "attestedDIDDoc", "signature")
        known = {name: member for name, member in document.items() if name != "did"}
        require(check(signed_form(known, proof), proof["proofValue"]), "signature")
    return key_id, purpose


def key_of(owner: Document, key_id: str, purpose: str) -> tuple[str, bytes]:
    """Curve and bytes of a key that the document has once and lists for the purpose."""
    require(key_id in owner.get(purpose, []), "the key is not listed for the purpose")
    (method,) = (entry for entry in owner["verificationMethod"] if entry["id"] == key_id)
    return method["type"].removesuffix("VerificationKey2018"), multibase.decode(method["publicKeyMultibase"])


def auth_type_of(owner: Document, key_id: str) -> int:
    """The way in which the owner unlocks a key. The document has the key once."""
    (method,) = (entry for entry in owner["verificationMethod"] if entry["id"] == key_id)
    return method["authType"]


def examine_credential(document: Document, proof: Document, message: Message, check: Any) -> None:
    codes = [claim["code"] for claim in document["credentialSubject"]["claims"]]
    require(codes and len(set(codes)) == len(codes), "no claims, or one twice")
    whole = "proofValue" in proof
    issued = message.name == "credential"
    if whole or issued:
        require(check(signed_form(document, proof), proof["proofValue"]), "signature over the whole")
    if not whole or issued:
        claims, values = document["credentialSubject"]["claims"], proof["proofValueList"]
        require(claims and len(claims) == len(values), "one signature for each claim")
        for index, value in enumerate(values):
            require(check(signed_form_of_claim(document, index), value), f"signature over claim {index}")


def needed_proofs(document: Document, message: Message) -> set[tuple[str, str]]:
    if message.name == "deviceDIDDocument":
        return {("assert", "assertionMethod"), ("auth", "authentication")}
    if message.name == "holderDIDDocument":
        names = {entry["id"] for entry in document["verificationMethod"]}
        return {(name, "assertionMethod") for name in ("pin", "bio") if name in names}
    return {(name, purpose) for purpose in message.purposes for name in document.get(purpose, [])}


def window(document: Document, message: Message, now: str) -> None:
    # The seed of walletTokenData has a validUntil too, which is not evaluated (OpenDID sheet 6.4).
    if message.name == "serverTokenData":
        start, end = None, document["validUntil"]
    elif message.type in ("VerifiableCredential", "VerifiablePresentation"):
        start, end = document["validFrom"], document["validUntil"]
    else:
        return
    moment = instant(now)
    require(start is None or instant(start) <= moment, "not yet valid")
    require(moment <= instant(end), "expired")


def instant(text: str) -> datetime:
    # Python reads up to six digits of a fraction exactly and cuts the rest; no date here is that close to another.
    return datetime.fromisoformat(text)
