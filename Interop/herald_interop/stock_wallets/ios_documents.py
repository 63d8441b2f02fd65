"""Documents as Codable types of did-client-sdk-ios. Lines are release 1's; release 2 has the same, but where another place is named."""

from __future__ import annotations

from . import enums
from .tables import BYTES, FLAG, NUMBER, TEXT, TEXTS, Bytes, Choice, Listed, Named, Table, Version, may, must

PROVIDER = Table("iS1 Provider.swift:19-21", {"did": must(TEXT), "certVcRef": must(TEXT)})
PROOF = Table("iS1 Proof.swift:20-31,81-91", {
    "created": must(TEXT), "proofPurpose": must(enums.PROOF_PURPOSE), "verificationMethod": must(TEXT), "type": must(enums.PROOF_TYPE),
    "proofValue": may(TEXT),
})
VC_PROOF = PROOF.with_members({"proofValueList": may(TEXTS)}, "iS1 Proof.swift:48-61,125-135")
LOGO = Table("iS1 Profile.swift:27-41", {"format": must(enums.LOGO_FORMAT), "link": may(TEXT), "value": may(TEXT)})

KEY = Table("iS1 DIDDocument.swift:56-67", {
    "id": must(TEXT), "type": must(enums.KEY_TYPE), "controller": must(TEXT), "publicKeyMultibase": must(BYTES),
    "authType": must(enums.KEY_AUTH),
})
SERVICE = Table("iS1 DIDDocument.swift:84-91", {"id": must(TEXT), "type": must(enums.SERVICE_TYPE), "serviceEndpoint": must(TEXTS)})
DID_DOCUMENT = Table("iS1 DIDDocument.swift:20-53,220-255", {
    "@context": must(TEXTS), "id": must(TEXT), "controller": must(TEXT), "verificationMethod": must(Listed(KEY)),
    "assertionMethod": may(TEXTS), "authentication": may(TEXTS), "keyAgreement": may(TEXTS), "capabilityInvocation": may(TEXTS),
    "capabilityDelegation": may(TEXTS), "service": may(Listed(SERVICE)), "created": must(TEXT), "updated": must(TEXT),
    "versionId": must(Version()), "deactivated": must(FLAG), "proof": may(PROOF), "proofs": may(Listed(PROOF)),
})
DID_DOC_VO = Table("iS1 DIDDocVO.swift:19-20", {"didDoc": must(BYTES)})

TRANSLATION = Table("iS1 VerifiableCredential.swift:121-126", {"caption": must(TEXT), "value": may(TEXT), "digestSRI": may(TEXT)})
CLAIM = Table("iS1 VerifiableCredential.swift:118-146", {
    "code": must(TEXT), "caption": must(TEXT), "value": must(TEXT), "type": must(enums.CLAIM_TYPE), "format": must(enums.CLAIM_FORMAT),
    "hideValue": may(FLAG), "location": may(enums.LOCATION), "digestSRI": may(TEXT), "i18n": may(Named(TRANSLATION)),
})
EVIDENCE = Table("iS1 VerifiableCredential.swift:80-97,258-273", {
    "id": may(TEXT), "type": must(enums.EVIDENCE_TYPE), "verifier": must(TEXT), "evidenceDocument": must(TEXT),
    "subjectPresence": must(enums.PRESENCE), "documentPresence": must(enums.PRESENCE), "attribute": may(Named(TEXT)),
})
VC_SCHEMA_REF = Table("iS1 VerifiableCredential.swift:100-106", {"id": must(TEXT), "type": must(enums.SCHEMA_TYPE)})
CREDENTIAL = Table("iS1 VerifiableCredential.swift:20-49,205-237", {
    "@context": must(TEXTS), "id": must(TEXT), "type": must(TEXTS),
    "issuer": must(Table("iS1 VerifiableCredential.swift:52-58", {"id": must(TEXT), "name": may(TEXT)})),
    "issuanceDate": must(TEXT), "validFrom": must(TEXT), "validUntil": must(TEXT), "encoding": must(TEXT), "formatVersion": must(TEXT),
    "language": must(TEXT), "evidence": must(Listed(EVIDENCE)), "credentialSchema": must(VC_SCHEMA_REF),
    "credentialSubject": must(Table("iS1 VerifiableCredential.swift:109-115", {"id": must(TEXT), "claims": must(Listed(CLAIM))})),
    # The model has an optional, WalletService and WalletToken take its value by force.
    "proof": must(VC_PROOF.with_members({
        "proofValue": must(BYTES, "iS1 WalletService.swift:482; iS2 WalletService.swift:634"),
        "proofValueList": must(TEXTS, "iS1 VCManager.swift:133"),
    })),
})
# A certificate is never presented, so that no verifier uses its list of values.
CERTIFICATE = CREDENTIAL.with_members({
    "proof": must(VC_PROOF.with_members({"proofValue": must(BYTES, "iS1 WalletToken.swift:242; iS2 WalletToken.swift:236")})),
})

ITEM = Table("iS1 VCSchema.swift:49-69", {
    "id": must(TEXT), "caption": must(TEXT), "type": must(enums.CLAIM_TYPE), "format": must(enums.CLAIM_FORMAT), "hideValue": may(FLAG),
    "location": may(enums.LOCATION), "required": may(FLAG), "description": may(TEXT), "i18n": may(Named(TEXT)),
})
NAMESPACE = Table("iS1 VCSchema.swift:38-46", {"id": must(TEXT), "name": must(TEXT), "ref": may(TEXT)})
SCHEMA = Table("iS1 VCSchema.swift:20-92,125-143", {
    "@id": must(TEXT), "@schema": must(TEXT), "title": must(TEXT), "description": must(TEXT),
    "metadata": must(Table("iS1 VCSchema.swift:23-29", {"language": must(TEXT), "formatVersion": must(TEXT)})),
    "credentialSubject": must(Table("iS1 VCSchema.swift:32-79", {
        "claims": must(Listed(Table("iS1 VCSchema.swift:35-75", {"namespace": must(NAMESPACE), "items": must(Listed(ITEM))}))),
    })),
})

ISSUE_SCHEMA_REF = Table("iS1 Profile.swift:86-94", {"id": must(TEXT), "type": must(enums.SCHEMA_TYPE), "value": may(TEXT)})
DETAIL = Table("iS1 Profile.swift:45-59", {
    "did": must(TEXT), "certVcRef": must(TEXT), "name": must(TEXT), "description": may(TEXT), "logo": may(LOGO), "ref": may(TEXT),
})
REQ_E2E = Table("iS1 Profile.swift:63-76", {
    "nonce": must(BYTES), "curve": must(enums.CURVE), "publicKey": must(Bytes(33), "iS1 CryptoUtils.swift:140-160"),
    "cipher": must(enums.CIPHER), "padding": must(enums.PADDING), "proof": may(PROOF),
})
HEAD = {
    "id": must(TEXT), "title": must(TEXT), "description": may(TEXT), "logo": may(LOGO), "encoding": must(TEXT), "language": must(TEXT),
    "proof": may(PROOF),
}


def issue_profile(release: int) -> Table:
    """The issuer's profile. Its proof is taken by force when the screen shows the date."""
    inner = Table("iS1 Profile.swift:83-113", {
        "issuer": must(DETAIL), "credentialSchema": must(ISSUE_SCHEMA_REF),
        "process": must(Table("iS1 Profile.swift:97-105", {"endpoints": must(TEXTS), "reqE2e": must(REQ_E2E), "issuerNonce": must(BYTES)})),
    })
    screen = ("iA1 IssueProfileViewController.swift:162", "iA2 IssueProfileViewController.swift:63")[release - 1]
    return Table("iS1 Profile.swift:80-133", HEAD | {
        "type": must(Choice(*enums.PROFILES[release - 1])), "profile": must(inner), "proof": must(PROOF, screen),
    })


def verify_profile(release: int) -> Table:
    """The verifier's profile. Both releases take `requiredClaims` by force to show them, and the first schema without asking."""
    screen = ("iA1 VerifyProfileViewController.swift:59,129", "iA2 VerifyProfileViewController.swift:123")[release - 1]
    asked = Table("iS1 Profile.swift:145-161", {
        "id": must(TEXT), "type": must(enums.SCHEMA_TYPE), "value": may(TEXT), "presentAll": may(FLAG), "displayClaims": may(TEXTS),
        "requiredClaims": must(TEXTS, screen), "allowedIssuers": may(TEXTS),
    })
    process = Table("iS1 Profile.swift:168-178", {
        "endpoints": may(TEXTS), "reqE2e": must(REQ_E2E), "verifierNonce": must(BYTES), "authType": may(NUMBER),
    })
    inner = Table("iS1 Profile.swift:139-186", {
        "verifier": must(DETAIL), "process": must(process),
        "filter": must(Table("iS1 Profile.swift:142-165", {"credentialSchemas": must(Listed(asked, filled=True))})),
    })
    return Table("iS1 Profile.swift:136-206", HEAD | {"type": must(Choice(*enums.PROFILES[release - 1])), "profile": must(inner)})
