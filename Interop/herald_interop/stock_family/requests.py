"""The classes that upstream's controllers fill from a body, field by field with their annotations."""

from __future__ import annotations

from .binding import Shape, one_of, part, text

ID, TX_ID, TOKEN = text("id cannot be null"), text("txId cannot be null"), text("serverToken cannot be null")
FREE = text()
CIPHERS = ("AES-128-CBC", "AES-128-ECB", "AES-256-CBC", "AES-256-ECB")

# did-ta-server V1.0.0 base/datamodel/data/Proof.java:35-42 with enums/ProofType.java:25-31 and enums/ProofPurpose.java:25-35
PROOF: Shape = {
    "type": one_of("RsaSignature2018", "Secp256k1Signature2018", "Secp256r1Signature2018", message="proof.type cannot be null"),
    "created": text("proof.created cannot be null"), "verificationMethod": text("proof.verificationMethod cannot be null"),
    "proofPurpose": one_of(
        "assertionMethod", "authentication", "keyAgreement", "capabilityInvocation", "capabilityDelegation",
        message="proof.proofPurpose cannot be null"),
    "proofValue": FREE,
}
# did-ta-server V1.0.0 base/datamodel/data/Provider.java:33-35
PROVIDER: Shape = {"did": text("provider.did cannot be null"), "certVcRef": text("provider.certVcRef cannot be null")}
# did-ta-server V1.0.0 base/datamodel/data/Wallet.java:39-42
WALLET: Shape = {"id": text("wallet.id cannot be null"), "did": text("wallet.did cannot be null")}
# did-ta-server V1.0.0 base/datamodel/data/EcdhReqData.java:35-45, Candidate.java:41, enums/EccCurveType.java:27-31
ECDH: Shape = {
    "client": text("reqEcdh.client cannot be null"), "clientNonce": text("reqEcdh.clientNonce cannot be null"),
    "curve": one_of("Secp256k1", "Secp256r1", message="reqEcdh.curve cannot be null"),
    "publicKey": text("reqEcdh.publicKey cannot be null"),
    "candidate": part({"ciphers": one_of(*CIPHERS, message="candidate.ciphers must not be empty", many=True, filled=True)}),
    "proof": part(PROOF),
}
# did-ta-server V1.0.0 base/datamodel/data/ServerTokenSeed.java:40-44, SignedWalletInfo.java:39-43, AttestedAppInfo.java:39-45
SEED: Shape = {
    "purpose": one_of(5, 6, 7, 8, 9, 10, 13, message="seed.purpose cannot be null"),
    "walletInfo": part({"wallet": part(WALLET), "nonce": text("walletInfo.nonce cannot be null"), "proof": part(PROOF)}),
    "caAppInfo": part({
        "appId": text("caAppInfo.appId cannot be null"), "provider": part(PROVIDER), "nonce": text("caAppInfo.nonce cannot be null"),
        "proof": part(PROOF),
    }),
}
# did-ta-server V1.0.0 base/datamodel/data/SignedDidDoc.java:34-40
SIGNED_DOCUMENT: Shape = {
    "ownerDidDoc": text("signedDidDoc.ownerDidDoc cannot be null"), "wallet": part(WALLET),
    "nonce": text("signedDidDoc.nonce cannot be null"), "proof": part(PROOF),
}
# did-ta-server V1.0.0 base/datamodel/data/AttestedDidDoc.java:35-43; the wallet provider's `did` has no field and is dropped
ATTESTED_DOCUMENT: Shape = {
    "walletId": text("attestedDidDoc.walletId cannot be null"), "ownerDidDoc": text("attestedDidDoc.ownerDiddoc cannot be null"),
    "provider": part(PROVIDER), "nonce": text("attestedDidDoc.nonce cannot be null"), "proof": part(PROOF),
}
# did-ta-server V1.0.0 base/datamodel/data/DidAuth.java:34-38; the first message names another member than it means
DID_AUTH: Shape = {"did": text("didAuth.id cannot be null"), "authNonce": text("didAuth.authNonce cannot be null"), "proof": part(PROOF)}
# did-ta-server V1.0.0 base/datamodel/data/AccE2e.java:34-38
ACC_E2E: Shape = {"publicKey": text("accE2e.publicKey cannot be null"), "iv": text("accE2e.iv cannot be null"), "proof": part(PROOF)}
# did-ta-server V1.0.0 base/datamodel/data/ReqRevokeVc.java:41-47
REVOCATION: Shape = {
    "vcId": text("request.vcId cannot be null"), "issuerNonce": text("request.issuerNonce cannot be null"), "proof": part(PROOF),
    "proofs": part(PROOF, many=True),
}
CONFIRM: Shape = {"id": ID, "txId": TX_ID, "serverToken": TOKEN}
DID, PLAN = text("did cannot be null"), text("vcPlanId cannot be null")

# did-ta-server V1.0.0 tas/v1/dto/**; the second release has the same members (stored versions of 610aea4)
TAS: dict[str, Shape] = {
    "request-ecdh": {"id": ID, "txId": TX_ID, "reqEcdh": part(ECDH)},
    "request-create-token": {"id": ID, "txId": TX_ID, "seed": part(SEED)},
    "request-register-wallet": {"id": ID, "attestedDidDoc": part(ATTESTED_DOCUMENT)},
    "propose-register-user": {"id": ID},
    # Nothing is required here (RetrieveKycReqDto.java:36-39). kycToken came after the second release (stored version 1a74c8b).
    "retrieve-kyc": {"id": FREE, "txId": FREE, "serverToken": FREE, "kycTxId": FREE},
    "request-register-user": {**CONFIRM, "signedDidDoc": part(SIGNED_DOCUMENT)},
    "confirm-register-user": CONFIRM,
    "propose-update-diddoc": {"id": ID, "did": DID},
    "request-update-diddoc": {**CONFIRM, "didAuth": part(DID_AUTH), "signedDidDoc": part(SIGNED_DOCUMENT)},
    "confirm-update-diddoc": CONFIRM,
    "update-diddoc-deactivated": {"kycTxId": text("kycTxId cannot be null")},
    "offer-restore-did/push": {"id": ID, "did": DID},
    "propose-restore-diddoc": {"id": ID, "offerId": text("offerId cannot be null"), "did": DID},
    "request-restore-diddoc": {**CONFIRM, "didAuth": part(DID_AUTH)},
    "confirm-restore-diddoc": CONFIRM,
    "offer-issue-vc/qr": {"id": FREE, "vcPlanId": PLAN, "issuer": FREE},
    "propose-issue-vc": {"id": ID, "vcPlanId": PLAN, "issuer": FREE, "offerId": FREE},
    "request-issue-profile": CONFIRM,
    "request-issue-vc": {**CONFIRM, "didAuth": part(DID_AUTH), "accE2e": part(ACC_E2E), "encReqVc": text("encReqVc cannot be null")},
    "confirm-issue-vc": {**CONFIRM, "vcId": text("vcId cannot be null")},
    "propose-revoke-vc": {"id": ID, "vcId": text("vcId cannot be null")},
    "request-revoke-vc": {**CONFIRM, "request": part(REVOCATION, "request cannot be null")},
    "confirm-revoke-vc": CONFIRM,
    # pushToken may be "" (UpdatePushTokenReqDto.java:39-47); proof has no @Valid and is never checked.
    "update-push-token": {
        "id": ID, "did": DID, "appId": text("appId cannot be null"), "pushToken": text("pushToken cannot be null"),
        "proof": part(PROOF, valid=False),
    },
}
# did-verifier-server V1.0.0 base/datamodel/data/AccE2e.java:36-39: @NotEmpty, and a proof that consists of texts and is not validated
VERIFIER_ACC_E2E: Shape = {
    "publicKey": text("publicKey cannot be null", filled=True), "iv": text("iv cannot be null", filled=True),
    "proof": part(dict.fromkeys(("type", "created", "verificationMethod", "proofPurpose", "proofValue"), FREE), valid=False),
}
# did-verifier-server V1.0.0 verifier/v1/dto: RequestProfileReqDto.java:33-36, RequestVerifyReqDto.java:35-40, ConfirmVerifyReqDto.java:31
VERIFIER: dict[str, Shape] = {
    "request-profile": {"id": ID, "txId": FREE, "offerId": text("offerId cannot be null")},
    "request-verify": {"id": ID, "txId": FREE, "accE2e": part(VERIFIER_ACC_E2E), "encVp": text("encVp cannot be null")},
    "confirm-verify": {"offerId": FREE},
}
# did-verifier-server V1.0.0 RequestOfferReqDto.java:38-59
OFFER_BY_SERVICE: Shape = {
    "id": FREE, "mode": one_of("Direct", "Indirect", message="mode cannot be null"), "device": text("device cannot be null"),
    "service": text("service cannot be null"),
}
# did-verifier-server V2.0.0 RequestOfferReqDto.java:37-44
OFFER_BY_POLICY: Shape = {"id": FREE, "policyId": text("policy id cannot be null")}
# did-ca-server V1.0.0 WalletTokenSeed.java:38-64, ReqAttestedAppInfo.java:37 (whose message is Bean Validation's own), SaveUserInfoDto.java:34-39
CAS: dict[str, Shape] = {
    "request-wallet-tokendata": {
        "purpose": one_of(*range(1, 15), message="purpose is required"), "pkgName": text("pkgName is required"),
        "nonce": text("nonce is required"), "validUntil": text("validUntil is required"), "userId": FREE,
    },
    "request-attested-appinfo": {"appId": text("must not be null")},
    "save-user-info": {"userId": FREE, "pii": FREE},
    "retrieve-pii": {"userId": FREE},
}
# did-issuer-server V1.0.0 issuer/v1/dto/demo/InsertUserReqDto.java:31-39
ISSUER_USER: Shape = dict.fromkeys(
    ("did", "firstname", "lastname", "userName", "birthdate", "address", "licenseNum", "issueDate", "pii"), FREE)
