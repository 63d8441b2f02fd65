"""DIDs with their keys, their documents, and the proofs they make (OpenDID sheet 2.4 and 3.1)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from datetime import timedelta
from hashlib import sha256
from typing import Any

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical, signed_form, signed_form_of_claim
from ..opendid_family.curves import P256Key, high_twin
from . import names

CONTROLLER = "did:omn:tas"
PURPOSES = {
    "assert": ("assertionMethod",), "auth": ("authentication",), "keyagree": ("keyAgreement",), "invoke": ("capabilityInvocation",),
    "pin": ("assertionMethod", "authentication"), "bio": ("assertionMethod", "authentication"),
}
AUTH_TYPES = {"pin": 2, "bio": 4}


def new_key() -> P256Key:
    return P256Key(secrets.randbits(256))


@dataclass(frozen=True)
class Style:
    """The choices of a party where the sheet leaves a choice, and the faults of upstream (OpenDID sheet 1.1, 1.3, 1.5, 2.2, 2.3)."""

    prefix: str = "z"
    padded: bool = False
    digits: int = 0
    versioned: bool = True
    hashes_twice: bool = False
    hours_ahead: int = 0
    high_s: bool = False
    listed: bool = False

    def encode(self, data: bytes) -> str:
        text = multibase.encode(data, self.prefix)
        return text + "=" * (-(len(text) - 1) % 4) if self.padded else text


PLAIN = Style()


@dataclass
class Identity:
    """One DID and its keys by name."""

    did: str
    keys: dict[str, P256Key]
    version: int = 1
    created: str = field(default_factory=names.moment)
    updated: str = ""

    @classmethod
    def new(cls, did: str, *key_names: str) -> Identity:
        return cls(did, {name: new_key() for name in key_names})

    def url(self, name: str, versioned: bool = True) -> str:
        return f"{self.did}?versionId={self.version}#{name}" if versioned else f"{self.did}#{name}"

    def document(self, style: Style = PLAIN, **members: Any) -> Document:
        """The DID document without proofs."""
        document: Document = {
            "@context": ["https://www.w3.org/ns/did/v1"], "id": self.did, "controller": CONTROLLER, "created": self.created,
            "updated": self.updated or self.created, "versionId": str(self.version), "deactivated": False,
            "verificationMethod": [self._method(name, key, style) for name, key in self.keys.items()],
        }
        for name in self.keys:
            for purpose in PURPOSES[name]:
                document.setdefault(purpose, []).append(name)
        return document | members

    def _method(self, name: str, key: P256Key, style: Style) -> Document:
        return {
            "id": name, "type": "Secp256r1VerificationKey2018", "controller": CONTROLLER,
            "publicKeyMultibase": style.encode(key.public), "authType": AUTH_TYPES.get(name, 1),
        }

    def next(self, **keys: P256Key | None) -> Identity:
        """The same DID one version later, with keys exchanged, added or (None) removed."""
        kept = {name: key for name, key in (self.keys | keys).items() if key is not None}
        # Whole seconds are written, and each version has to be later than the one before.
        updated = max(names.moment(), names.moment_after(self.updated or self.created))
        return replace(self, keys=kept, version=self.version + 1, updated=updated)

    def bare_proof(self, name: str, purpose: str, style: Style = PLAIN) -> Document:
        return {
            "type": "Secp256r1Signature2018", "created": names.moment(timedelta(hours=style.hours_ahead), style.digits),
            "verificationMethod": self.url(name, style.versioned), "proofPurpose": purpose,
        }

    def signature(self, name: str, form: bytes, style: Style = PLAIN) -> str:
        message = sha256(form).digest() if style.hashes_twice else form
        key = self.keys[name]
        made = key.sign(message)
        return style.encode(high_twin(made, key.order) if style.high_s else made)


def prove(document: Document, owner: Identity, *uses: tuple[str, str], style: Style = PLAIN) -> Document:
    """The document with one proof per key and purpose; one proof stands alone, several in a list. Earlier proofs go."""
    bare = {key: member for key, member in document.items() if key not in ("proof", "proofs")}
    proofs = []
    for name, purpose in uses:
        proof = owner.bare_proof(name, purpose, style)
        proofs.append(proof | {"proofValue": owner.signature(name, signed_form(bare, proof), style)})
    several = len(proofs) > 1 or style.listed
    return bare | ({"proofs": proofs} if several else {"proof": proofs[0]})


def prove_credential(credential: Document, issuer: Identity, key: str = "assert", style: Style = PLAIN) -> Document:
    """A credential with its signature over the whole and one for each claim."""
    whole = credential | {"proof": issuer.bare_proof(key, "assertionMethod", style) | {"created": credential["issuanceDate"]}}
    claims = range(len(credential["credentialSubject"]["claims"]))
    values = {
        "proofValue": issuer.signature(key, signed_form(whole, whole["proof"]), style),
        "proofValueList": [issuer.signature(key, signed_form_of_claim(whole, index), style) for index in claims],
    }
    return whole | {"proof": whole["proof"] | values}


def packed(document: Document, style: Style = PLAIN) -> str:
    """A document as the value of a member of another one."""
    return style.encode(canonical(document))


def device_document(device: Identity, style: Style = PLAIN) -> Document:
    return prove(device.document(style), device, ("assert", "assertionMethod"), ("auth", "authentication"), style=style)


def holder_document(holder: Identity, style: Style = PLAIN, **members: Any) -> Document:
    uses = [(name, "assertionMethod") for name in ("pin", "bio") if name in holder.keys]
    return prove(holder.document(style, **members), holder, *uses, style=style)
