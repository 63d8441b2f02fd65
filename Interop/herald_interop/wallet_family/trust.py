"""The checks of a wallet: documents of the gateway, signatures, certificates by role (OpenDID sheet 2.5, 3.6, 6.5)."""

from __future__ import annotations

import json
from hashlib import sha256

from ..checks import Refuted, expect, expect_equal
from ..opendid_family import multibase
from ..opendid_family.actors import Registry
from ..opendid_family.canonical import Document, canonical, signed_form
from ..opendid_family.public_keys import PublicKey
from ..opendid_family.verifying import BY_NAME, Refused, key_of, verify
from . import names
from .services import Services, parsed
from .setting import Setting

META_MEMBERS = {
    "id", "issuer", "subject", "credentialSchema", "status", "issuanceDate", "validFrom", "validUntil", "formatVersion", "language",
}
HASHED_TWICE = ("accEcdh", "serverTokenData")


class Gateway(Registry):
    """The registry behind its read-only gateway. It is asked each time."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def document(self, did: str, version: str | None = None) -> Document:
        url = did if version is None else f"{did}?versionId={version}"
        answer = self._services.get("gateway", "did-doc", did=url).taken()
        document = parsed(multibase.decode(answer["didDoc"]), "the DID document")
        expect_equal(document["id"], did, "DID of the document that the gateway gave")
        if version is not None:
            expect_equal(document["versionId"], version, "version of the document that the gateway gave")
        expect(not {"proof", "proofs"} & set(document), "a document on the ledger still has its owner's proofs")
        return document

    def status(self, did: str) -> str | None:
        reply = self._services.get("gateway", "did-doc", did=did)
        if reply.status != 200:
            return None
        return "DEACTIVATED" if parsed(multibase.decode(reply.body["didDoc"]), "the DID document")["deactivated"] else "ACTIVATED"

    def meta(self, credential: str) -> Document:
        answer = self._services.get("gateway", "vc-meta", vcId=credential).taken()
        expect_equal(answer["vcId"], credential, "id of the VC meta")
        meta = parsed(multibase.decode(answer["vcMeta"]), "the VC meta")
        expect_equal(meta["id"], credential, "id inside the VC meta")
        return meta


class Trust:
    """Checks that refute with the reason."""

    def __init__(self, services: Services, setting: Setting) -> None:
        self.services, self.setting = services, setting
        self.gateway = Gateway(services)
        self._certified: set[tuple[str, str, str]] = set()

    def check(self, document: Document, kind: str, signer: str | None = None) -> None:
        try:
            verify(json.dumps(document), BY_NAME[kind], self.gateway, signer, names.moment(digits=6))
        except Refused as reason:
            if not (self.setting.tolerant and kind in HASHED_TWICE and self._holds_hashed_twice(document, signer)):
                raise Refuted(f"{kind} does not hold: {reason}") from reason

    def _holds_hashed_twice(self, document: Document, signer: str | None) -> bool:
        proof = document["proof"]
        did, _, key = proof["verificationMethod"].partition("#")
        if signer is not None and did.split("?")[0] != signer:
            return False
        public = PublicKey(*key_of(self.gateway.document(did.split("?")[0]), key, proof["proofPurpose"]))
        return public.verify(sha256(signed_form(document, proof)).digest(), multibase.decode(proof["proofValue"]))

    def certified(self, provider: Document, did: str | None, role: str) -> None:
        """The provider is who it should be and has the role, certified by the trust agent."""
        if did is not None:
            expect_equal(provider["did"], did, "DID of the provider")
        known = (provider["did"], provider["certVcRef"], role)
        if known in self._certified:
            return
        certificate = self.services.fetch(provider["certVcRef"])
        expect_equal(certificate["credentialSubject"]["id"], provider["did"], "subject of the certificate")
        expect_equal(certificate["issuer"]["id"], self.setting.tas, "issuer of the certificate")
        expect("CertificateVC" in certificate["type"], "the certificate is not marked as one")
        schema = self.services.fetch(certificate["credentialSchema"]["id"])
        expect_equal(schema["@id"], certificate["credentialSchema"]["id"], "address of the certificate schema")
        items = [item for claim in schema["credentialSubject"]["claims"] for item in claim["items"]]
        expect(any(item["caption"] == "role" for item in items), "the certificate schema has no role")
        roles = [claim["value"] for claim in certificate["credentialSubject"]["claims"] if claim["caption"] == "role"]
        expect_equal(roles, [role], "role in the certificate")
        self.check(certificate, "presentedCredential" if "proofValue" in certificate["proof"] else "credential")
        expect_equal(self.gateway.meta(certificate["id"])["status"], "ACTIVE", "status of the certificate")
        self._certified.add(known)

    def same_meta(self, credential: Document, status: str) -> None:
        """The VC meta names this credential and this status."""
        meta = self.gateway.meta(credential["id"])
        expect_equal(set(meta), META_MEMBERS, "members of the VC meta")
        for name in ("credentialSchema", "issuanceDate", "validFrom", "validUntil", "formatVersion", "language"):
            expect_equal(meta[name], credential[name], f"{name} in the VC meta")
        expect_equal(meta["issuer"]["did"], credential["issuer"]["id"], "issuer in the VC meta")
        expect_equal(meta["subject"], credential["credentialSubject"]["id"], "subject in the VC meta")
        expect_equal(meta["status"], status, "status in the VC meta")

    def on_ledger(self, document: Document) -> None:
        """The newest document of a DID on the ledger is this one."""
        bare = {name: member for name, member in document.items() if name not in ("proof", "proofs")}
        shown = self.gateway.document(document["id"])
        expect_equal(canonical(shown), canonical(bare), "document on the ledger")
