"""The data that the services share: providers, users, wallets and the ledger."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import timedelta

from ..opendid_family import multibase
from ..opendid_family.canonical import Document
from ..wallet_family import names
from ..wallet_family.identities import Identity
from .habits import Habits, Hand
from .ledger import Ledger
from .lies import Lie, Signing
from .server import BASES

PACKAGE = "org.omnione.did.ca"
CERTIFICATE_SCHEMA = "certificate"


@dataclass
class Provider:
    """One service with its DID and the certificate that the trust agent gave it."""

    role: str
    title: str
    identity: Identity
    hand: Hand
    url: str
    certificate: Document = field(default_factory=dict)

    def reference(self) -> Document:
        return {"did": self.identity.did, "certVcRef": f"{self.url}/certificate-vc"}


@dataclass
class Wallet:
    """A registered installation."""

    device: str
    state: str = "CREATED"


@dataclass
class User:
    """A registered holder."""

    did: str
    pii: str
    account: str
    wallet: str
    app: str
    status: str = "ACTIVATED"


class World:
    """Made at start; everything in it lives as long as the process."""

    def __init__(self, base: str, habits: Habits, lie: Lie | None = None) -> None:
        self.base, self.habits = base, habits
        self.signing = Signing(lie, lambda role: self.providers[role].identity)
        self.ledger = Ledger()
        self.pii = {"foreign-user": "홍길동 1990-01-01", "second-user": "Jane Roe 1985-05-05"}
        self.users: dict[str, User] = {}
        self.wallets: dict[str, Wallet] = {}
        self.providers = {
            "tas": self._provider("tas", "Tas", "m", False, "invoke"),
            "issuer": self._provider("issuer", "Issuer", "m", False),
            "verifier": self._provider("verifier", "Verifier", "z", True),
            "cas": self._provider("cas", "AppProvider", "m", True),
            "wallet": self._provider("wallet", "WalletProvider", "u", True),
        }
        for provider in self.providers.values():
            self.ledger.register(provider.identity.document(provider.hand.style()))
        for provider in self.providers.values():
            provider.certificate = self._certificate(provider)

    def _provider(self, name: str, title: str, prefix: str, names_versions: bool, *more: str) -> Provider:
        identity = Identity.new(f"did:omn:{name}", "assert", "auth", "keyagree", *more)
        return Provider(name, title, identity, Hand(self.habits, prefix, names_versions), self.base + BASES[name])

    def sign(self, kind: str, role: str, document: Document, key: str = "assert", purpose: str = "assertionMethod", twice: bool = False) -> Document:
        """A document signed by a provider in its way of writing."""
        return self.signing.document(kind, role, document, (key, purpose), self.providers[role].hand.style(twice))

    def nonce(self, role: str) -> str:
        return multibase.encode(os.urandom(16), self.providers[role].hand.prefix())

    def pack(self, role: str, data: bytes) -> str:
        return multibase.encode(data, self.providers[role].hand.prefix())

    def _certificate(self, provider: Provider) -> Document:
        claims = [certificate_claim("subject", f"o={provider.role}"), certificate_claim("role", provider.title)]
        schema = f"{self.base}{BASES['tas']}/vc-schema?name={CERTIFICATE_SCHEMA}"
        return self.credential(f"certificate of {provider.role}", "tas", provider.identity.did, schema, claims, "CertificateVC")

    def credential(self, kind: str, role: str, subject: str, schema: str, claims: list[Document], *types: str) -> Document:
        """A signed credential of a provider, entered into the ledger."""
        provider = self.providers[role]
        issued = names.moment(digits=provider.hand.digits())
        credential, active = self.signing.credential(kind, role, {
            "@context": ["https://www.w3.org/ns/credentials/v2"], "id": names.new_uuid(), "type": ["VerifiableCredential", *types],
            "issuer": {"id": provider.identity.did, "name": role}, "issuanceDate": issued, "validFrom": issued,
            "validUntil": names.moment(timedelta(days=365), provider.hand.digits()), "encoding": "UTF-8", "formatVersion": "1.0", "language": "ko",
            "evidence": [{
                "type": "DocumentVerification", "verifier": provider.identity.did, "evidenceDocument": "BusinessLicense",
                "subjectPresence": "Physical", "documentPresence": "Physical",
            }],
            "credentialSchema": {"id": schema, "type": "OsdSchemaCredential"}, "credentialSubject": {"id": subject, "claims": claims},
        }, provider.hand.style())
        self._enter(provider, credential, active)
        return credential

    def _enter(self, provider: Provider, credential: Document, active: bool) -> None:
        kept = ("id", "credentialSchema", "issuanceDate", "validFrom", "validUntil", "formatVersion", "language")
        self.ledger.metas[credential["id"]] = {name: credential[name] for name in kept} | {
            "issuer": provider.reference(), "subject": credential["credentialSubject"]["id"], "status": "ACTIVE" if active else "REVOKED",
        }


def certificate_claim(item: str, value: str) -> Document:
    return {"code": f"org.opendid.v1.{item}", "caption": item, "value": value, "type": "text", "format": "plain", "hideValue": False}


def schema_document(world: World, role: str, path: str, title: str, space: Document, items: list[Document]) -> Document:
    """A credential schema as its address answers it (OpenDID sheet 3.5)."""
    return {
        "@id": f"{world.base}{BASES[role]}/{path}", "@schema": "https://opendid.org/schema/vc.osd", "title": title, "description": title,
        "metadata": {"language": "ko", "formatVersion": "1.0"},
        "credentialSubject": {"claims": [{"namespace": space, "items": items}]},
    }
