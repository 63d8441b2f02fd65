"""Answers as the Android apps use them, see `android_documents`."""

from __future__ import annotations

from . import enums
from .android_documents import (
    CERTIFICATE, CREDENTIAL, DID_DOC_VO, DID_DOCUMENT, LOGO, PROOF, PROVIDER, SCHEMA, issue_profile, verify_profile,
)
from .tables import BYTES, FLAG, NUMBER, TEXT, TEXTS, Bytes, Choice, Listed, Table, may, must

TX = {"txId": must(TEXT)}
SEED = Table("aS1 WalletTokenSeed.java:26-31", {
    "purpose": must(enums.SEED_PURPOSE, "aS1 WalletToken.java:172"), "pkgName": may(TEXT), "nonce": may(TEXT),
    "validUntil": must(TEXT, "aS1 WalletToken.java:171, WalletUtil.java:72-75"), "userId": may(TEXT),
})
TOKEN_DATA = Table("aS1 WalletTokenData.java:26-31", {
    "seed": must(SEED), "sha256_pii": may(TEXT), "provider": must(PROVIDER), "nonce": may(TEXT),
    "proof": must(PROOF.with_members({"proofValue": must(BYTES)}), "aS1 WalletToken.java:256"),
})
ACC_ECDH = Table("aS1 AccEcdh.java:27-34", {
    "server": may(TEXT), "serverNonce": must(BYTES, "aA1 TokenUtil.java:97"), "publicKey": must(Bytes(33), "aA1 TokenUtil.java:88"),
    "cipher": must(enums.CIPHER, "aA1 TokenUtil.java:66"), "padding": must(enums.PADDING, "aA1 TokenUtil.java:74"), "proof": may(PROOF),
})
OPTION = Table("aS1 VCPlan.java:73-77", {"allowUserInit": may(FLAG), "allowIssuerInit": may(FLAG), "delegatedIssuance": may(FLAG)})
PLAN_SCHEMA = Table("aS1 CredentialSchema.java", {"id": must(TEXT, "aA2 WebviewFragment.java:87-95"), "type": may(enums.SCHEMA_TYPE)})
PLAN = Table("aS1 VCPlan.java:28-72", {
    "vcPlanId": must(TEXT, "aA1 AddVcFragment.java:96"), "name": must(TEXT, "aA1 AddVcFragment.java:82"),
    "description": may(TEXT), "ref": may(TEXT), "logo": may(LOGO), "validFrom": may(TEXT), "validUntil": may(TEXT),
    "credentialSchema": must(PLAN_SCHEMA), "option": may(OPTION),
    "allowedIssuers": must(Listed(TEXT, filled=True), "aA1 AddVcFragment.java:96; aA2 AddVcFragment.java:116"),
    "manager": may(TEXT),
})


def messages(release: int) -> dict[str, Table]:
    """Every answer that an app of this release decodes; names are those of the iOS apps, whose Java classes are fewer."""
    offers = Choice(*enums.OFFERS[release - 1], plain=True)
    offer = must(offers, "aA2 VcListFragment.java:154") if release == 2 else may(offers)
    common = {
        "AllowCAList": Table("aS1 WalletService.java:125-138", {"count": must(NUMBER), "items": must(TEXTS)}),
        "AttestedDIDDoc": Table("aS1 AttestedDidDoc.java, WalletService.java:154-157", {
            "walletId": must(TEXT), "ownerDidDoc": may(TEXT), "provider": may(PROVIDER), "nonce": may(TEXT), "proof": may(PROOF),
        }),
        "AttestedAppInfo": Table("aS1 AttestedAppInfo.java:25-29", {
            "appId": may(TEXT), "provider": may(PROVIDER), "nonce": may(TEXT), "proof": may(PROOF),
        }),
        "WalletTokenData": TOKEN_DATA,
        "_RequestEcdh": Table("aS1 P210ResponseVo.java:28-35", {"accEcdh": must(ACC_ECDH, "aA1 TokenUtil.java:65")}),
        "_RequestCreateToken": Table("aS1 P210ResponseVo.java:28-35", {
            "iv": must(BYTES, "aA1 TokenUtil.java:63"), "encStd": must(BYTES, "aA1 TokenUtil.java:64"),
        }),
        "Proposed": Table("aS1 P132ResponseVo.java, aA1 RegUser.java:106", TX),
        "Followed": Table("aS1 BaseResponseVo.java:20", {"txId": may(TEXT)}),
        "Registered": Table("aS1 BaseResponseVo.java:20", {"txId": may(TEXT)}),
        "_ProposeUpdateDidDoc": Table("aS1 P141ResponseVo.java:6, aA1 UpdateUser.java:103-104", TX | {"authNonce": must(TEXT)}),
        "_ProposeRestoreDidDoc": Table("aS1 P142ResponseVo.java, aA1 RestoreUser.java:103-104", TX | {"authNonce": must(TEXT)}),
        "_ProposeIssueVc": Table("aS1 P210ResponseVo.java:29, aA1 IssueVc.java:108", TX | {"refId": must(TEXT)}),
        "_RequestIssueProfile": Table("aS1 P210ResponseVo.java:33-34, BaseResponseVo.java:20", {
            "txId": may(TEXT), "authNonce": must(TEXT, "aA1 ProfileFragment.java:123"), "profile": must(issue_profile(release)),
        }),
        "_RequestIssueVc": Table("aS1 P210ResponseVo.java:35, BaseResponseVo.java:20", {
            "txId": may(TEXT), "e2e": must(Table("aS1 WalletService.java:347-348", {"iv": must(BYTES), "encVc": must(BYTES)})),
        }),
        "_ProposeRevokeVc": Table("aS1 P220ResponseVo.java:28-29, BaseResponseVo.java:20", TX | {
            "issuerNonce": must(TEXT), "authType": may(enums.ANDROID_AUTH),
        }),
        "_RequestProfile": Table("aS1 P310ResponseVo.java:22, BaseResponseVo.java:20", TX | {"profile": must(verify_profile(release))}),
        "VCPlanList": Table("aS1 VCPlanList.java:25-30", {"count": may(NUMBER), "items": must(Listed(PLAN))}),
        "DataPayload": Table("aA1 VcListFragment.java:126-160", {"txId": may(TEXT), "payloadType": must(TEXT), "payload": must(BYTES)}),
        "IssueOfferPayload": Table("aS1 IssueOfferPayload.java:24-40", {
            "offerId": may(TEXT), "type": offer, "vcPlanId": must(TEXT), "issuer": must(TEXT), "validUntil": may(TEXT),
        }),
        "VerifyOfferPayload": Table("aS1 VerifyOfferPayload.java:26-50", {
            "offerId": must(TEXT), "type": offer, "mode": may(enums.ANDROID_MODE), "device": may(TEXT), "service": may(TEXT),
            "endpoints": may(TEXTS), "validUntil": may(TEXT), "locked": may(FLAG),
        }),
        "DIDDocVO": DID_DOC_VO, "DIDDocument": DID_DOCUMENT, "certificate": CERTIFICATE, "VCSchema": SCHEMA, "credential": CREDENTIAL,
    }
    return common if release == 1 else common | {
        "credential": Table("aS2 CredInfo.java:25-29, WalletService.java:437,456,467", {"vc": must(CREDENTIAL)}),
        "VCMetaVO": Table("aS2 VcStatusVo.java:6-13, aA2 CaUtil.java:233-234", {"vcId": may(TEXT), "vcMeta": must(BYTES)}),
        "VCMeta": Table("aA2 CaUtil.java:234-237, VcListItemView.java", {"status": must(TEXT)}),
    }
