"""Documents as the Java classes of did-client-sdk-aos. `must` is what the app uses without asking, and every enum of a document that the
SDK writes back to check its signature, because its adapters cannot write null (aS1 StringEnumAdapterFactory.java:38-42)."""

from __future__ import annotations

from . import enums
from .tables import BYTES, FLAG, TEXT, TEXTS, Bytes, Choice, Listed, Named, Table, may, must

PROVIDER = Table("aS1 Provider.java:20-21, WalletToken.java:139", {"did": must(TEXT), "certVcRef": must(TEXT)})
PROOF = Table("aS1 Proof.java:28-33", {
    "created": may(TEXT), "proofPurpose": must(enums.PROOF_PURPOSE), "verificationMethod": may(TEXT), "type": must(enums.PROOF_TYPE),
    "proofValue": may(TEXT),
})
LOGO = Table("aS1 LogoImage.java:27-70", {"format": must(enums.LOGO_FORMAT), "link": may(TEXT), "value": may(TEXT)})

KEY = Table("aS1 VerificationMethod.java:28-51", {
    "id": must(TEXT, "aS1 WalletToken.java:231-233"), "type": may(enums.KEY_TYPE), "controller": may(TEXT),
    "publicKeyMultibase": must(BYTES, "aS1 WalletToken.java:231-233"), "authType": may(enums.KEY_AUTH), "status": may(TEXT),
})
DID_DOCUMENT = Table("aS1 DIDDocument.java:33-96", {
    "@context": may(TEXTS), "id": may(TEXT), "controller": may(TEXT), "verificationMethod": must(Listed(KEY), "aS1 WalletToken.java:231"),
    "assertionMethod": may(TEXTS), "authentication": may(TEXTS), "keyAgreement": may(TEXTS), "capabilityInvocation": may(TEXTS),
    "capabilityDelegation": may(TEXTS), "created": may(TEXT), "updated": may(TEXT), "versionId": may(TEXT), "deactivated": may(FLAG),
    "proof": may(PROOF), "proofs": may(Listed(PROOF)),
})
DID_DOC_VO = Table("aS1 DidDocVo.java", {"didDoc": must(BYTES)})

TRANSLATION = Table("aS1 Claim.java:135-140", {"caption": may(TEXT), "value": may(TEXT), "digestSRI": may(TEXT)})
CLAIM = Table("aS1 Claim.java:27-61", {
    "code": must(TEXT, "aS1 VCManager.java:187"), "caption": must(TEXT, "aS1 WalletToken.java:208"),
    "value": must(TEXT, "aS1 WalletToken.java:209"),
    "type": must(enums.CLAIM_TYPE), "format": must(enums.CLAIM_FORMAT),
    # A primitive: written back as false where it was not there, so that a signature without it does not hold.
    "hideValue": may(FLAG), "location": may(enums.LOCATION), "digestSRI": may(TEXT), "i18n": may(Named(TRANSLATION)),
})
EVIDENCE = Table("aS1 Evidence.java:25-48", {
    "id": may(TEXT), "type": must(enums.EVIDENCE_TYPE), "verifier": may(TEXT), "evidenceDocument": may(TEXT),
    "subjectPresence": must(enums.PRESENCE), "documentPresence": must(enums.PRESENCE), "attribute": may(Named(TEXT)),
})
SCHEMA_REF = Table("aS1 CredentialSchema.java", {"id": must(TEXT, "aS1 WalletService.java:366"), "type": must(enums.SCHEMA_TYPE)})
VC_PROOF = PROOF.with_members({
    "proofValue": must(BYTES, "aS1 WalletService.java:600"), "proofValueList": must(TEXTS, "aS1 VCManager.java:189"),
}, "aS1 Proof.java:28-33, VCProof.java:23-24")
CREDENTIAL = Table("aS1 VerifiableCredential.java:31-87", {
    "@context": may(TEXTS), "id": must(TEXT, "aS1 WalletService.java:375"), "type": may(TEXTS),
    "issuer": must(Table("aS1 Issuer.java:23-30", {"id": must(TEXT), "name": may(TEXT)}), "aS1 WalletService.java:588"),
    "issuanceDate": must(TEXT, "aA1 VcListItemView.java:81-85"), "validFrom": may(TEXT),
    "validUntil": must(TEXT, "aA1 VcListItemView.java:68-72"),
    "encoding": may(TEXT), "formatVersion": may(TEXT), "language": may(TEXT), "evidence": may(Listed(EVIDENCE)),
    "credentialSchema": must(SCHEMA_REF, "aS1 WalletService.java:366"),
    "credentialSubject": must(Table("aS1 CredentialSubject.java:25-32", {"id": must(TEXT), "claims": must(Listed(CLAIM))})),
    "proof": must(VC_PROOF, "aS1 WalletService.java:600"),
})
CERTIFICATE = CREDENTIAL.with_members({"proof": must(VC_PROOF.with_members({"proofValueList": may(TEXTS)}), "aS1 WalletToken.java:236")})

ITEM = Table("aS1 VCSchema.java:80-92", {
    "id": may(TEXT), "caption": must(TEXT, "aS1 WalletToken.java:206"), "type": may(enums.CLAIM_TYPE), "format": may(enums.CLAIM_FORMAT),
    "hideValue": may(FLAG), "location": may(enums.LOCATION), "required": may(FLAG), "description": may(TEXT), "i18n": may(Named(TEXT)),
})
NAMESPACE = Table("aS1 VCSchema.java:75-79", {"id": must(TEXT, "aA2 ProfileFragment.java:244"), "name": may(TEXT), "ref": may(TEXT)})
SCHEMA = Table("aS1 VCSchema.java:31-95", {
    "@id": may(TEXT), "@schema": may(TEXT), "title": must(TEXT, "aA1 VcListFragment.java:329"), "description": may(TEXT),
    "credentialSubject": must(Table("aS1 VCSchema.java:60-70", {
        "claims": must(Listed(Table("aS1 VCSchema.java:71-74", {"namespace": must(NAMESPACE), "items": must(Listed(ITEM))}))),
    }), "aS1 WalletToken.java:200"),
})

DETAIL = Table("aS1 ProviderDetail.java", {
    "did": must(TEXT, "aS1 WalletService.java:302"), "certVcRef": must(TEXT, "aS1 WalletService.java:302"),
    "name": may(TEXT), "description": may(TEXT), "logo": may(LOGO), "ref": may(TEXT),
})
REQ_E2E = Table("aS1 ReqE2e.java:26-49", {
    "nonce": must(BYTES, "aS1 WalletService.java:316"), "curve": may(enums.CURVE),
    "publicKey": must(Bytes(33), "aS1 WalletService.java:306"), "cipher": must(enums.CIPHER, "aS1 WalletService.java:323"),
    "padding": must(enums.PADDING, "aS1 WalletService.java:328"), "proof": may(PROOF),
})
HEAD = {
    "id": must(TEXT, "aS1 WalletService.java:321"), "title": may(TEXT), "description": may(TEXT), "logo": may(LOGO), "encoding": may(TEXT),
    "language": may(TEXT), "proof": may(PROOF),
}


def issue_profile(release: int) -> Table:
    """The issuer's profile, whose proof's date is shown."""
    screen = ("aA1 ProfileFragment.java:127", "aA2 ProfileFragment.java:155")[release - 1]
    process = Table("aS1 IssueProfile.java:83-87", {
        "endpoints": may(TEXTS), "reqE2e": must(REQ_E2E), "issuerNonce": must(TEXT, "aS1 WalletService.java:321"),
    })
    schema = Table("aS1 IssueProfile.java:77-81", {"id": may(TEXT), "type": may(enums.SCHEMA_TYPE), "value": may(TEXT)})
    inner = Table("aS1 IssueProfile.java:72-76", {"issuer": must(DETAIL), "credentialSchema": may(schema), "process": must(process)})
    return Table("aS1 IssueProfile.java:31-70", HEAD | {
        "type": may(Choice(*enums.PROFILES[release - 1])), "profile": must(inner), "proof": must(PROOF, screen),
    })


def verify_profile(release: int) -> Table:
    """The verifier's profile. Release 1 shows the proof's date, both go through `requiredClaims`; only three values of `authType` sign."""
    first = release == 1
    screen = "aA1 ProfileFragment.java:158" if first else "aA2 ProfileFragment.java:246"
    named = "aA1 ProfileFragment.java:139" if first else "aA2 ProfileFragment.java:227"
    fetched = "aA1 ProfileFragment.java:141" if first else "aA2 ProfileFragment.java:229"
    asked = Table("aS1 VerifyProfile.java:115-123", {
        "id": must(TEXT, fetched), "type": may(enums.SCHEMA_TYPE), "value": may(TEXT), "presentAll": may(FLAG), "displayClaims": may(TEXTS),
        "requiredClaims": must(TEXTS, screen), "allowedIssuers": may(TEXTS),
    })
    process = Table("aS1 VerifyProfile.java:181-186", {
        "endpoints": may(TEXTS), "reqE2e": must(REQ_E2E), "verifierNonce": must(TEXT), "authType": may(enums.ANDROID_AUTH),
    })
    inner = Table("aS1 VerifyProfile.java:73-76", {
        "verifier": must(DETAIL, named), "process": must(process),
        "filter": must(Table("aS1 VerifyProfile.java:102-103", {"credentialSchemas": must(Listed(asked, filled=True), screen)})),
    })
    dated = {"proof": must(PROOF, "aA1 ProfileFragment.java:155")} if first else {}
    return Table("aS1 VerifyProfile.java:31-70", HEAD | {"type": may(Choice(*enums.PROFILES[release - 1])), "profile": must(inner)} | dated)
