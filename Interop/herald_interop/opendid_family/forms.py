"""The members that tell one kind of document from another (OpenDID sheet 4.1, 4.2, 4.4), written again from the sheet."""

from __future__ import annotations

from .canonical import Document

REQUIRED = {
    "DIDDocument": {"@context", "id", "controller", "verificationMethod", "created", "updated", "versionId", "deactivated"},
    "AttestedDIDDoc": {"walletId", "ownerDidDoc", "provider", "nonce"},
    "SignedWalletInfo": {"wallet", "nonce"},
    "SignedDIDDoc": {"ownerDidDoc", "wallet", "nonce"},
    "InvokedDidDoc": {"didDoc", "controller", "nonce"},
    "AttestedAppInfo": {"appId", "provider", "nonce"},
    "WalletTokenData": {"seed", "sha256_pii", "provider", "nonce"},
    "ServerTokenData": {"purpose", "walletId", "appId", "validUntil", "provider", "nonce"},
    "ReqEcdh": {"client", "clientNonce", "publicKey", "curve"},
    "AccEcdh": {"server", "serverNonce", "publicKey", "cipher", "padding"},
    "ReqE2e": {"nonce", "curve", "publicKey", "cipher", "padding"},
    "AccE2e": {"publicKey", "iv"},
    "DIDAuth": {"did", "authNonce"},
    "IssueProfile": {"id", "type", "title", "encoding", "language", "profile"},
    "VerifyProfile": {"id", "type", "title", "encoding", "language", "profile"},
    "VerifiableCredential": {
        "@context", "id", "type", "issuer", "issuanceDate", "validFrom", "validUntil", "encoding", "formatVersion", "language", "evidence",
        "credentialSchema", "credentialSubject",
    },
    "VerifiablePresentation": {"@context", "id", "type", "holder", "validFrom", "validUntil", "verifierNonce", "verifiableCredential"},
    "ReqRevokeVc": {"vcId", "issuerNonce"},
}
# If a larger kind also has all members that a kind requires, the other members of the larger kind distinguish the two.
FOREIGN = {name: set[str]().union(*(other - own for other in REQUIRED.values() if own < other)) for name, own in REQUIRED.items()}


def is_of_form(document: Document, name: str) -> bool:
    """True if the document can be of this type. Unknown members may come from a newer version."""
    members = set(document)
    if not REQUIRED[name] <= members or FOREIGN[name] & members:
        return False
    return name not in ("IssueProfile", "VerifyProfile") or document["type"] == name
