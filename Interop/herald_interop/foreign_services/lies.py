"""The lies of dishonest services, one at a time. A wallet must detect each (OpenDID sheet 5.7, 6.1 to 6.5, 9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from ..opendid_family.canonical import Document
from ..wallet_family import names
from ..wallet_family.identities import Identity, Style, new_key, prove, prove_credential

Change = Callable[[Document], Document]


@dataclass(frozen=True)
class Lie:
    """`kind` is the signed document that contains the lie. `before` changes that document before it is signed; `after` changes it afterwards."""

    kind: str
    says: str
    before: Change = lambda document: document
    after: Change = lambda document: document
    stranger: bool = False
    use: tuple[str, str] | None = None
    signer: str = ""
    revoked: bool = False


def members(**changed: object) -> Change:
    return lambda document: document | changed


def later(hours: int) -> str:
    return names.moment(timedelta(hours=hours))


def other_nonce(document: Document) -> Document:
    """The channel's nonce differs from the profile's."""
    process = document["profile"]["process"]
    return document | {"profile": document["profile"] | {"process": process | {"reqE2e": process["reqE2e"] | {"nonce": names.nonce()}}}}


def other_purpose(document: Document) -> Document:
    return document | {"seed": document["seed"] | {"purpose": document["seed"]["purpose"] % 14 + 1}}


def subject(document: Document) -> Document:
    return document | {"credentialSubject": document["credentialSubject"] | {"id": names.new_did()}}


def other_role(document: Document) -> Document:
    """The role in a certificate."""
    told, role = document["credentialSubject"]["claims"]
    return document | {"credentialSubject": document["credentialSubject"] | {"claims": [told, role | {"value": "WalletProvider"}]}}


def other_schema(document: Document) -> Document:
    return document | {"credentialSchema": document["credentialSchema"] | {"id": document["credentialSchema"]["id"] + "2"}}


def one_claim_broken(document: Document) -> Document:
    values = document["proof"]["proofValueList"]
    return document | {"proof": document["proof"] | {"proofValueList": [values[1], *values[1:]]}}


EXPIRED = members(validFrom=later(-48), issuanceDate=later(-48), validUntil=later(-24))
LIES = {
    "agreement-forged": Lie("accEcdh", "the key agreement is signed with a key that nobody knows", stranger=True),
    "agreement-purpose": Lie("accEcdh", "the key agreement is signed for another purpose", use=("assert", "assertionMethod")),
    "agreement-server": Lie("accEcdh", "the key agreement is the issuer's", members(server="did:omn:issuer"), signer="issuer"),
    "agreement-ecb": Lie("accEcdh", "the key agreement names a cipher without chaining", members(cipher="AES-256-ECB")),
    "token-forged": Lie("serverTokenData", "the server token is signed with a key that nobody knows", stranger=True),
    "token-wallet": Lie("serverTokenData", "the server token is for another wallet", members(walletId=names.wallet_id())),
    "token-app": Lie("serverTokenData", "the server token is for another app", members(appId=names.app_id())),
    "token-purpose": Lie("serverTokenData", "the server token is for another purpose", members(purpose=12)),
    "token-expired": Lie("serverTokenData", "the server token has expired", members(validUntil=later(-1))),
    "wallet-token-forged": Lie("walletTokenData", "the wallet token's data is signed with a key that nobody knows", stranger=True),
    "wallet-token-seed": Lie("walletTokenData", "the wallet token's data is for another purpose than asked", other_purpose),
    "issue-profile-forged": Lie("issueProfile", "the issuer's profile is signed with a key that nobody knows", stranger=True),
    "issue-profile-nonce": Lie("issueProfile", "the channel in the issuer's profile has another nonce", other_nonce),
    "issue-profile-signer": Lie("issueProfile", "the issuer's profile is signed by the verifier", signer="verifier"),
    "verify-profile-forged": Lie("verifyProfile", "the verifier's profile is signed with a key that nobody knows", stranger=True),
    "verify-profile-nonce": Lie("verifyProfile", "the channel in the verifier's profile has another nonce", other_nonce),
    "verify-profile-signer": Lie("verifyProfile", "the verifier's profile is signed by the issuer", signer="issuer"),
    "credential-forged": Lie("credential", "the credential is signed with a key that nobody knows", stranger=True),
    "credential-claim": Lie("credential", "one claim's signature is that of another claim", after=one_claim_broken),
    "credential-subject": Lie("credential", "the credential is somebody else's", subject),
    "credential-schema": Lie("credential", "the credential is of another schema", other_schema),
    "credential-expired": Lie("credential", "the credential has expired", EXPIRED),
    "credential-issuer": Lie("credential", "the credential is the verifier's", members(issuer={"id": "did:omn:verifier"}), signer="verifier"),
    "certificate-forged": Lie("certificate of issuer", "the issuer's certificate is signed with a key that nobody knows", stranger=True),
    "certificate-role": Lie("certificate of issuer", "the issuer's certificate is for another role", other_role),
    "certificate-subject": Lie("certificate of issuer", "the issuer's certificate is somebody else's", subject),
    "certificate-expired": Lie("certificate of issuer", "the issuer's certificate has expired", EXPIRED),
    "certificate-own": Lie("certificate of issuer", "the issuer certified itself", members(issuer={"id": "did:omn:issuer"}), signer="issuer"),
    "certificate-revoked": Lie("certificate of issuer", "the issuer's certificate is revoked", revoked=True),
    "verifier-role": Lie("certificate of verifier", "the verifier's certificate is for another role", other_role),
    "app-server-role": Lie("certificate of cas", "the app server's certificate is for another role", other_role),
    "agent-role": Lie("certificate of tas", "the trust agent's certificate is for another role", other_role),
}


class Signing:
    """Signs as the services do, the lie included."""

    def __init__(self, lie: Lie | None, identity_of: Callable[[str], Identity]) -> None:
        self._lie, self._identity_of = lie, identity_of

    def _told(self, kind: str) -> Lie:
        return self._lie if self._lie is not None and self._lie.kind == kind else Lie(kind, "the truth")

    def _signer(self, lie: Lie, role: str) -> Identity:
        owner = self._identity_of(lie.signer or role)
        return Identity(owner.did, {name: new_key() for name in owner.keys}, owner.version) if lie.stranger else owner

    def document(self, kind: str, role: str, document: Document, use: tuple[str, str], style: Style) -> Document:
        lie = self._told(kind)
        return lie.after(prove(lie.before(document), self._signer(lie, role), lie.use or use, style=style))

    def credential(self, kind: str, role: str, document: Document, style: Style) -> tuple[Document, bool]:
        """The credential, and whether it is to be entered as a good one."""
        lie = self._told(kind)
        return lie.after(prove_credential(lie.before(document), self._signer(lie, role), style=style)), not lie.revoked
