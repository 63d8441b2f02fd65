"""The enums of both platforms, by their values on the wire (iS1 Enumerator.swift, aS1 common/enums)."""

from __future__ import annotations

from .tables import Choice

PROOF_TYPE = Choice("RsaSignature2018", "Secp256k1Signature2018", "Secp256r1Signature2018")
PROOF_PURPOSE = Choice("assertionMethod", "authentication", "keyAgreement", "capabilityInvocation", "capabilityDelegation")
KEY_TYPE = Choice("RsaVerificationKey2018", "Secp256k1VerificationKey2018", "Secp256r1VerificationKey2018")
KEY_AUTH = Choice(1, 2, 4)
SERVICE_TYPE = Choice("LinkedDomains", "CredentialRegistry")
CURVE = Choice("Secp256k1", "Secp256r1")
CIPHER = Choice("AES-128-CBC", "AES-128-ECB", "AES-256-CBC", "AES-256-ECB")
PADDING = Choice("NOPAD", "PKCS5")
CLAIM_TYPE = Choice("text", "image", "document")
CLAIM_FORMAT = Choice("plain", "html", "xml", "csv", "png", "jpg", "gif", "txt", "pdf", "word")
LOCATION = Choice("inline", "remote", "attach", plain=True)
SCHEMA_TYPE = Choice("OsdSchemaCredential")
EVIDENCE_TYPE = Choice("DocumentVerification")
PRESENCE = Choice("Physical", "Digital")
LOGO_FORMAT = Choice("jpg", "png")
# The purposes of a server's token. aS1 has no 11, 12 and 14.
IOS_TOKEN_PURPOSE = Choice(*range(5, 15))
SEED_PURPOSE = Choice(*range(1, 15))
IOS_MODE = Choice("Direct", "Indirect")
ANDROID_MODE = Choice("Direct", "Indirect", "Proxy", plain=True)
OFFERS = (("IssueOffer", "VerifyOffer"), ("IssueOffer", "VerifyOffer", "RestoreDidOffer", "ZkpIssueOffer", "VerifyProofOffer"))
PROFILES = (("IssueProfile", "VerifyProfile"), ("IssueProfile", "VerifyProfile", "ProofRequestProfile"))
# The whole of the authentication on Android; iOS reads any number as a set of bits.
ANDROID_AUTH = Choice(0, 1, 2, 4, 6, 0x8006)
