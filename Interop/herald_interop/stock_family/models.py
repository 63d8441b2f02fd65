"""Documents as upstream's data model reads and writes them: known members only, and its patterns hold."""

from __future__ import annotations

import json
import re
from typing import Any

from ..opendid_family.canonical import Document

# did-datamodel-sdk-server V1.0.0 util/constants/DateFormatConstants.java:21-24; `matches`, so the whole text
DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|\.\d{3,6}Z|[+-]\d{2}:\d{2})")
VERSION = re.compile(r"[1-9][0-9]*")
KEY_URL = re.compile(r"[a-zA-Z0-9:]+\?versionId=[1-9][0-9]*#[a-zA-Z0-9]+")

# None: taken as it is. A list: each element. The classes below data/model: did, vc and vp of did-datamodel-sdk-server V1.0.0.
Tree = dict[str, Any]
PROOF: Tree = dict.fromkeys(("type", "created", "verificationMethod", "proofPurpose", "proofValue"))
DID_DOCUMENT: Tree = {
    **dict.fromkeys(("@context", "id", "controller", "created", "updated", "versionId", "deactivated")),
    "verificationMethod": [dict.fromkeys(("id", "type", "controller", "publicKeyMultibase", "authType"))],
    **dict.fromkeys(("assertionMethod", "authentication", "keyAgreement", "capabilityInvocation", "capabilityDelegation")),
    "service": [dict.fromkeys(("id", "type", "serviceEndpoint"))], "proof": PROOF, "proofs": [PROOF],
}
CLAIM: Tree = dict.fromkeys(("code", "caption", "value", "type", "format", "hideValue", "location", "digestSRI", "i18n"))
CREDENTIAL: Tree = {
    **dict.fromkeys(("@context", "id", "type", "issuanceDate", "validFrom", "encoding", "validUntil", "formatVersion", "language")),
    "issuer": dict.fromkeys(("id", "name")), "evidence": None,
    "credentialSchema": dict.fromkeys(("id", "type", "value", "presentAll", "displayClaims", "requiredClaims", "allowedIssuers")),
    "credentialSubject": {"id": None, "claims": [CLAIM]}, "proof": {**PROOF, "proofValueList": None},
}
PRESENTATION: Tree = {
    **dict.fromkeys(("@context", "id", "type", "holder", "validFrom", "validUntil", "verifierNonce")),
    "verifiableCredential": [CREDENTIAL], "proof": PROOF, "proofs": [PROOF],
}


class Violation(ValueError):
    """Gson cannot read it, or a constraint of the data model does not hold."""


def kept(value: Any, tree: Any) -> Any:
    """The members that the classes have; a signature over any other cannot be verified there."""
    if isinstance(tree, list):
        return [kept(element, tree[0]) for element in value]
    if isinstance(tree, dict):
        return {name: kept(value[name], inner) for name, inner in tree.items() if value.get(name) is not None}
    return value


def parsed(text: str | bytes, tree: Tree) -> Document:
    try:
        value = json.loads(text)
        if not isinstance(value, dict):
            raise Violation("no object")
        return dict(kept(value, tree))
    except (ValueError, TypeError, AttributeError) as error:
        raise Violation(str(error)) from error


def demand(condition: object, what: str) -> None:
    if not condition:
        raise Violation(what)


def dates(document: Document, *names: str) -> None:
    for name in names:
        value = document.get(name)
        demand(value is None or DATE.fullmatch(value), f"{name} is {value!r}, which DATA_FORMAT does not match")


def did_document(text: str | bytes) -> Document:
    """did-datamodel-sdk-server V1.0.0 did/DidDocument.java:49-161."""
    document = parsed(text, DID_DOCUMENT)
    for name in ("@context", "id", "controller", "created", "updated", "versionId", "verificationMethod"):
        demand(document.get(name), f"{name} is empty")
    dates(document, "created", "updated")
    demand(VERSION.fullmatch(document["versionId"]), "versionId")
    for proof in document.get("proofs", []):
        proof_constraints(proof)
    for service in document.get("service", []):
        demand(service.get("serviceEndpoint") != [], "serviceEndpoint is empty")
    return document


def proof_constraints(proof: Document) -> None:
    """did-datamodel-sdk-server V1.0.0 did/Proof.java:53-64."""
    dates(proof, "created")
    demand(KEY_URL.fullmatch(proof.get("verificationMethod", "")), f"verificationMethod is {proof.get('verificationMethod')!r}")


def credential(document: Document) -> None:
    """did-datamodel-sdk-server V1.0.0 vc/VerifiableCredential.java:60-167."""
    demand(document.get("type"), "type of the credential is empty")
    dates(document, "issuanceDate", "validFrom", "validUntil")
    if "proof" in document:
        proof_constraints(document["proof"])


def presentation(text: str | bytes) -> Document:
    """did-datamodel-sdk-server V1.0.0 vp/VerifiablePresentation.java:49-107."""
    document = parsed(text, PRESENTATION)
    dates(document, "validFrom", "validUntil")
    for shown in document.get("verifiableCredential", []):
        credential(shown)
    return document
