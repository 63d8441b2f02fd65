"""Answers as the iOS apps decode them. The lines are release 1's, see `ios_documents`."""

from __future__ import annotations

from . import enums
from .ios_documents import (
    CERTIFICATE, CREDENTIAL, DID_DOC_VO, DID_DOCUMENT, ISSUE_SCHEMA_REF, LOGO, PROOF, PROVIDER, SCHEMA, issue_profile, verify_profile,
)
from .tables import BYTES, FLAG, NUMBER, TEXT, TEXTS, Bytes, Choice, Listed, Table, may, must

TX = {"txId": must(TEXT)}
SEED = Table("iS1 WalletTokenSeed.swift:19-24", {
    "purpose": must(enums.SEED_PURPOSE), "pkgName": must(TEXT), "nonce": must(TEXT), "validUntil": must(TEXT), "userId": may(TEXT),
})
# The value of the proof is taken by force.
TOKEN_DATA = Table("iS1 WalletTokenData.swift:19-24", {
    "seed": must(SEED), "sha256_pii": must(TEXT), "provider": must(PROVIDER), "nonce": must(TEXT),
    "proof": must(PROOF.with_members({"proofValue": must(BYTES)}), "iS1 WalletToken.swift:137; iS2 WalletToken.swift:130"),
})
ACC_ECDH = Table("iS1 EcdhAccData.swift:28-34", {
    "server": must(TEXT), "serverNonce": must(BYTES), "publicKey": must(Bytes(33), "iS1 CryptoUtils.swift:140-160"), "cipher": must(TEXT),
    "padding": must(TEXT), "proof": may(PROOF),
})
SERVER_TOKEN = Table("iS1 ServerTokenData.swift:19-26", {
    "purpose": must(enums.IOS_TOKEN_PURPOSE), "walletId": must(TEXT), "appId": must(TEXT), "validUntil": must(TEXT),
    "provider": must(PROVIDER), "nonce": must(TEXT), "proof": may(PROOF),
})
OPTION = Table("iS1 VCPlan.swift:19-22", {"allowUserInit": must(FLAG), "allowIssuerInit": must(FLAG), "delegatedIssuance": must(FLAG)})
VERIFY_OFFER = {
    "offerId": must(TEXT), "mode": must(enums.IOS_MODE), "device": must(TEXT), "service": must(TEXT), "endpoints": must(TEXTS),
    # A default value makes no member optional for the decoder.
    "validUntil": must(TEXT), "locked": must(FLAG),
}


def plan_list(release: int) -> Table:
    """The plans; the first of the allowed issuers is taken by force on selection."""
    selection = ("iA1 AddVcViewController.swift:135", "iA2 AddVcViewController.swift:111")[release - 1]
    plan = Table("iS1 VCPlan.swift:25-38", {
        "vcPlanId": must(TEXT), "name": must(TEXT), "description": must(TEXT), "url": may(TEXT), "logo": may(LOGO), "validFrom": may(TEXT),
        "validUntil": may(TEXT), "tags": may(TEXTS), "credentialSchema": must(ISSUE_SCHEMA_REF), "option": must(OPTION),
        "delegate": may(TEXT), "allowedIssuers": must(Listed(TEXT, filled=True), selection), "manager": must(TEXT),
    })
    if release == 2:
        definition = Table("iS2 VCPlan.swift:27-31", {"id": must(TEXT), "schemaId": must(TEXT)})
        plan = plan.with_members({"credentialDefinition": may(definition)}, "iS2 VCPlan.swift:25-49")
    return Table("iS1 VCPlanList.swift:19-21", {"count": must(NUMBER), "items": must(Listed(plan))})


def messages(release: int) -> dict[str, Table]:
    """Every answer that an app of this release decodes, by its name there."""
    offers = Choice(*enums.OFFERS[release - 1])
    common = {
        "AllowCAList": Table("iS1 AllowCAList.swift:19-21", {"count": must(NUMBER), "items": must(TEXTS)}),
        "AttestedDIDDoc": Table("iS1 AttestedDIDDoc.swift:19-24", {
            "walletId": must(TEXT), "ownerDidDoc": must(TEXT), "provider": must(PROVIDER), "nonce": must(TEXT), "proof": may(PROOF),
        }),
        "AttestedAppInfo": Table("iS1 AttestedAppInfo.swift:19-23", {
            "appId": must(TEXT), "provider": must(PROVIDER), "nonce": must(TEXT), "proof": may(PROOF),
        }),
        "WalletTokenData": TOKEN_DATA,
        "_RequestEcdh": Table("iS1 RequestEcdh.swift:31-33", TX | {"accEcdh": must(ACC_ECDH)}),
        "_RequestCreateToken": Table("iS1 RequestCreateToken.swift:31-34", TX | {"iv": must(BYTES), "encStd": must(BYTES)}),
        "ServerTokenData": SERVER_TOKEN,
        "Proposed": Table("iS1 ProposeRegisterUser.swift:27-28", TX),
        "Followed": Table("iS1 RequestRegisterPii.swift:33-34, RequestRegisterUser.swift:32-33 and the like", TX),
        "_ProposeUpdateDidDoc": Table("iS1 ProposeUpdateDidDoc.swift:29-31", TX | {"authNonce": must(TEXT)}),
        "_ProposeRestoreDidDoc": Table("iS1 ProposeRestoreDidDoc.swift:31-33", TX | {"authNonce": must(TEXT)}),
        "_ProposeIssueVc": Table("iS1 ProposeIssueVc.swift:33-35", TX | {"refId": must(TEXT)}),
        "_RequestIssueProfile": Table("iS1 RequestIssueProfile.swift:30-33", TX | {
            "authNonce": must(TEXT), "profile": must(issue_profile(release)),
        }),
        "_RequestIssueVc": Table("iS1 RequestIssueVc.swift:49-52", TX | {
            "e2e": must(Table("iS1 RequestIssueVc.swift:37-41", {"iv": must(BYTES), "encVc": must(BYTES)})),
        }),
        "_ProposeRevokeVc": Table("iS1 ProposeRevokeVc.swift:29-32", TX | {"issuerNonce": must(TEXT), "authType": must(NUMBER)}),
        "_RequestProfile": Table("iS1 RequestProfile.swift:31-33", TX | {"profile": must(verify_profile(release))}),
        "VCPlanList": plan_list(release),
        "DataPayload": Table("iS1 DataPayload.swift:19-22", {"txId": may(TEXT), "payloadType": must(TEXT), "payload": must(BYTES)}),
        "IssueOfferPayload": Table("iS1 IssueOfferPayload.swift:19-24", {
            "offerId": may(TEXT), "type": must(offers), "vcPlanId": must(TEXT), "issuer": must(TEXT), "validUntil": may(TEXT),
        }),
        "VerifyOfferPayload": Table("iS1 VerifyOfferPayload.swift:29-37", VERIFY_OFFER | {"type": must(offers)}),
        "DIDDocVO": DID_DOC_VO, "DIDDocument": DID_DOCUMENT, "certificate": CERTIFICATE, "VCSchema": SCHEMA, "credential": CREDENTIAL,
    }
    return common if release == 1 else common | {
        # A nil of the other kind of credential is fine; anything else meets metadata that is not there, by force.
        "credential": Table("iS2 CredInfo.swift:20-24", {"vc": must(CREDENTIAL)}),
        "Registered": Table("iS2 ResponseTxId.swift:22, WalletService.swift:362", TX),
        "VCMetaVO": Table("iA2 VCStatusGetter.swift:23-27", {"vcId": must(TEXT), "vcMeta": must(BYTES)}),
        "VCMeta": Table("iS2 VCMeta.swift:19-30", {
            "id": must(TEXT), "issuer": must(PROVIDER), "subject": must(TEXT), "credentialSchema": must(ISSUE_SCHEMA_REF),
            "status": must(Choice("ACTIVE", "INACTIVE", "REVOKED")), "issuanceDate": must(TEXT), "validFrom": must(TEXT),
            "validUntil": must(TEXT), "formatVersion": must(TEXT), "language": must(TEXT),
        }),
    }
