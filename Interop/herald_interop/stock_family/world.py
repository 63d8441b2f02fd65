"""The data that the servers share: providers with their certificates, the ledger, and the trust agent's tables."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import timedelta

from ..opendid_family import multibase
from ..opendid_family.canonical import Document, canonical
from ..wallet_family import names
from ..wallet_family.identities import Identity, Style, prove, prove_credential
from .clock import whole_seconds
from .errors import Refusal, tas
from .ledger import Ledger
from .release import Deployment

# did-ta-server V1.0.0 sample/data/allowed-ca/allowed-ca-org.omnione.did.sdk.wallet.json
WALLET_PACKAGE, APP_PACKAGE = "org.omnione.did.sdk.wallet", "org.omnione.did.ca"
# The time in Korea, with a Z. Nothing is padded, and BaseMultibaseUtil.encode writes `m` by default.
HAND = Style(prefix="m", digits=6, hours_ahead=9)


@dataclass
class Provider:
    """One server with its DID and the certificate that the trust agent gave it."""

    title: str
    identity: Identity
    domain: str
    certificate: Document = field(default_factory=dict)

    def reference(self) -> Document:
        return {"did": self.identity.did, "certVcRef": f"{self.domain}/api/v1/certificate-vc"}


@dataclass
class User:
    """A row of the trust agent's table `user`, with those of `app` and `wallet` that belong to it."""

    did: str
    pii: str
    app: str
    wallet: str
    status: str = "ACTIVATED"
    push_token: str | None = None


@dataclass
class Wallet:
    """A row of the trust agent's table `wallet`."""

    did: str
    status: str = "CREATED"


class World:
    """Made at start; everything in it lives as long as the servers."""

    def __init__(self, base: str, deployment: Deployment) -> None:
        self.base, self.deployment = base, deployment
        self.ledger = Ledger(deployment)
        self.users: dict[str, User] = {}
        self.wallets: dict[str, Wallet] = {}
        # The app server's table: every saving adds a row (did-ca-server V1.0.0 CasServiceImpl.java:149-164).
        self.pii: list[tuple[str, str]] = []
        titles = {"tas": "Tas", "issuer": "Issuer", "verifier": "Verifier", "cas": "AppProvider", "wallet": "WalletProvider"}
        self.providers = {name: self._provider(name, title) for name, title in titles.items()}
        for provider in self.providers.values():
            self.ledger.register(provider.identity.document(HAND))
        for provider in self.providers.values():
            provider.certificate = self._certificate(provider)

    def _provider(self, name: str, title: str) -> Provider:
        keys = ("assert", "auth", "keyagree", "invoke")
        return Provider(title, Identity.new(f"did:omn:{name}", *keys), f"{self.base}/{name}")

    def sign(self, role: str, document: Document, key: str, purpose: str, style: Style) -> Document:
        return prove(document, self.providers[role].identity, (key, purpose), style=style)

    def nonce(self) -> str:
        return pack(os.urandom(16))

    def document(self, url: str) -> Document:
        """The ledger's document for a DID or a key URL. No server checks if the DID is deactivated
        (did-ta-server V1.0.0 BlockChainServiceImpl.java:85-95)."""
        did, _, rest = url.split("#")[0].partition("?")
        return self.ledger.document(did, rest.removeprefix("versionId=") or None)

    def check_certificate(self, reference: str, did: str) -> None:
        """did-ta-server V1.0.0 CertificateVcValidator.java:57-77; the address is fetched there."""
        found = next((provider for provider in self.providers.values() if provider.reference()["certVcRef"] == reference), None)
        if found is None:
            raise tas(18510, f"there is no certificate at {reference}")
        if found.identity.did != did:
            raise tas(12007, "the certificate is of another provider")

    def _certificate(self, provider: Provider) -> Document:
        """did-ta-server V1.0.0 IssueVcService.java:110-158 and sample/data/schema/schema-certificate.json."""
        claims = [
            {"code": f"org.opendid.v1.{name}", "caption": name, "value": value, "type": "text", "format": "plain", "hideValue": False}
            for name, value in {"subject": f"o={provider.domain.rpartition('/')[2]}", "role": provider.title}.items()
        ]
        schema = f"{self.providers['tas'].domain}/api/v1/vc-schema?name=certificate"
        return self.credential("tas", provider.identity.did, schema, claims, {"attribute": {"licenseNumber": "1234567890"}}, "CertificateVC")

    def credential(self, role: str, subject: str, schema: str, claims: list[Document], evidence: Document, *types: str) -> Document:
        """A signed credential, entered into the ledger (did-core-sdk-server V1.0.0 VcManager.java:85-184,132-145)."""
        provider, issued = self.providers[role], whole_seconds()
        made = prove_credential({
            "@context": ["https://www.w3.org/ns/credentials/v2"], "id": names.new_uuid(), "type": ["VerifiableCredential", *types],
            "issuer": {"id": provider.identity.did, "name": role}, "issuanceDate": issued, "validFrom": issued,
            "validUntil": whole_seconds(timedelta(days=365)), "encoding": "UTF-8", "formatVersion": "1.0", "language": "ko",
            "evidence": [{
                "type": "DocumentVerification", "verifier": "did:omn:tas", "evidenceDocument": "BusinessLicense",
                "subjectPresence": "Physical", "documentPresence": "Physical", **evidence,
            }],
            "credentialSchema": {"id": schema, "type": "OsdSchemaCredential"}, "credentialSubject": {"id": subject, "claims": claims},
        }, provider.identity, style=HAND)
        taken = ("id", "credentialSchema", "issuanceDate", "validFrom", "validUntil", "formatVersion", "language")
        self.ledger.metas[made["id"]] = {name: made[name] for name in taken} | {
            "issuer": provider.reference(), "subject": subject, "status": "ACTIVE",
        }
        return made


def pack(data: bytes, prefix: str = "m") -> str:
    return multibase.encode(data, prefix)


def unpack(text: str, reason: Refusal) -> bytes:
    try:
        return multibase.decode(text)
    except ValueError as error:
        raise reason from error


def sorted_text(document: Document) -> str:
    """serializeAndSort: names sorted, nulls left out, no white space (did-common-sdk-server V1.0.0 JsonUtil.java:26-48,88-106)."""
    return canonical(document).decode()
