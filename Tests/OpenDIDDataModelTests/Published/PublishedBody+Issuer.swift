import OpenDID_DataModel

extension PublishedBody {
    private static let tx = #""txId":"4b6f0d77-2f55-4c33-9a10-0e5f6a7b8c9d""#
    private static let id = #""id":"20260412093011456000c0ffee01""#
    private static let offerID = "9b8a7c6d-5e4f-4a3b-8c2d-1e0f9a8b7c6d"
    private static let vcID = #""vcId":"1f2e3d4c-5b6a-4978-8899-aabbccddeeff""#
    private static let nonce = "mAAECAwQFBgcICQoLDA0ODw"
    private static let signature = proof("assertionMethod", "pin", of: "did:omn:reader")
    private static let profile = #"""
        {"description":"A reader's card","encoding":"UTF-8","id":"aa0b1c2d-3e4f-4051-8263-748596a7b8c9","language":"en","profile":{\#
        "credentialSchema":{"id":"http://library.example/issuer/api/v1/vc/vcschema?name=card","type":"OsdSchemaCredential"},\#
        "issuer":{"certVcRef":"http://library.example/issuer/api/v1/certificate-vc","did":"did:omn:library","name":"Library"},\#
        "process":{"endpoints":["http://library.example/issuer"],"issuerNonce":"\#(nonce)","reqE2e":{"cipher":"AES-256-CBC",\#
        "curve":"Secp256r1","nonce":"\#(nonce)","padding":"PKCS5","publicKey":"mAgAB"}}},\#
        "proof":{"created":"2026-04-12T09:30:11.000456Z","proofPurpose":"assertionMethod","proofValue":"mIAAB",\#
        "type":"Secp256r1Signature2018","verificationMethod":"did:omn:library#assert"},"title":"Card","type":"IssueProfile"}
        """#

    /// did-issuer-server, docs/api/Issuer_API.md.
    static let issuer: [PublishedBody] =
        issuance + revocation + [
            PublishedBody(
                "Issuer 6.1.3 request", SaveIssuerUser.self,
                #"""
                {"address":"1 Quiet Lane","birthdate":"1999-09-09","firstname":"Ada","issueDate":"2026-01-02","lastname":"Reader",\#
                "licenseNum":"99-000111-22","pii":"reader one"}
                """#),
            PublishedBody("Issuer 6.1.3 response", _SaveIssuerUser.self, "{}"),
            PublishedBody(
                "Issuer 6.2.3 request", SaveIssuerUser.self,
                #"""
                {"address":"1 Quiet Lane","birthdate":"1999-09-09","did":"did:omn:reader","firstname":"Ada","issueDate":"2026-01-02",\#
                "lastname":"Reader","licenseNum":"99-000111-22"}
                """#),
            PublishedBody("Issuer 6.2.3 response", _SaveIssuerUser.self, "{}"),
            PublishedBody("Issuer 6.3.3 request", IssueCertificateVc.self, "{}"),
            PublishedBody("Issuer 6.3.3 response", _IssueCertificateVc.self, "{}"),
            PublishedBody(
                "Issuer 6.6.3 request", UpdateVcStatus.self, #"{\#(vcID),"vcStatus":"INACTIVE"}"#,
                required: ["vcId", "vcStatus"]),
            PublishedBody("Issuer 6.6.3 response", _UpdateVcStatus.self, "{\(tx)}"),
        ]

    private static let issuance = [
        PublishedBody(
            "Issuer 4.1.3 request", RequestIssueOffer.self, #"{"vcPlanId":"vcplanid000000000042"}"#,
            required: ["vcPlanId"]),
        PublishedBody(
            "Issuer 4.1.3 response", _RequestIssueOffer.self,
            #"""
            {"issueOfferPayload":{"issuer":"did:omn:library","offerId":"\#(offerID)","type":"IssueOffer",\#
            "validUntil":"2031-05-06T07:08:09Z","vcPlanId":"vcplanid000000000042"}}
            """#, required: ["issueOfferPayload", "issueOfferPayload.vcPlanId"]),
        PublishedBody(
            "Issuer 4.2.3 request", InspectProposeIssue.self,
            #"{\#(id),"issuer":"did:omn:library","offerId":"\#(offerID)","vcPlanId":"vcplanid000000000042"}"#,
            required: ["id", "vcPlanId"]),
        PublishedBody(
            "Issuer 4.2.3 response", _InspectProposeIssue.self, #"{"refId":"20260412093011456789",\#(tx)}"#,
            required: ["txId", "refId"]),
        PublishedBody(
            "Issuer 4.3.3 request", GenerateIssueProfile.self,
            #"{"holder":{"did":"did:omn:reader","pii":"reader one"},\#(id),\#(tx)}"#,
            required: ["id", "txId", "holder", "holder.did"]),
        PublishedBody(
            "Issuer 4.3.3 response", _GenerateIssueProfile.self, #"{"profile":\#(profile),\#(tx)}"#,
            required: ["txId", "profile", "profile.profile.process.issuerNonce", "profile.proof.created"]),
        PublishedBody(
            "Issuer 4.4.3 request", IssueVc.self,
            #"{"accE2e":{"iv":"uDw4NDAsKCQgHBgUEAwIBAA","publicKey":"mAgAB"},"encReqVc":"mQUJD",\#(tx)}"#,
            required: ["txId", "accE2e", "accE2e.publicKey", "accE2e.iv", "encReqVc"]),
        PublishedBody(
            "Issuer 4.4.3 response", _IssueVc.self, #"{"e2e":{"encVc":"mREVG","iv":"mDw4NDAsKCQgHBgUEAwIBAA"},\#(tx)}"#,
            required: ["txId", "e2e", "e2e.iv", "e2e.encVc"]),
        PublishedBody(
            "Issuer 4.5.3 request", CompleteVc.self, "{\(id),\(tx),\(vcID)}", required: ["id", "txId", "vcId"]),
        PublishedBody("Issuer 4.5.3 response", _CompleteVc.self, "{\(tx)}", required: ["txId"]),
        PublishedBody(
            "Issuer 4.6.3 response", IssueVcResult.self, #"{"offerId":"\#(offerID)","result":false,\#(tx)}"#,
            required: ["offerId", "result"]),
    ]

    private static let revocation = [
        PublishedBody("Issuer 5.1.3 request", InspectProposeRevoke.self, "{\(id),\(vcID)}", required: ["id", "vcId"]),
        PublishedBody(
            "Issuer 5.1.3 response", _InspectProposeRevoke.self, #"{"authType":4,"issuerNonce":"\#(nonce)",\#(tx)}"#,
            required: ["txId", "issuerNonce", "authType"]),
        PublishedBody(
            "Issuer 5.2.3 request", RevokeVc.self,
            #"{\#(id),"request":{"issuerNonce":"\#(nonce)","proof":\#(signature),\#(vcID)},\#(tx)}"#,
            required: ["id", "txId", "request", "request.vcId", "request.issuerNonce"]),
        PublishedBody("Issuer 5.2.3 response", _RevokeVc.self, "{\(tx)}", required: ["txId"]),
        PublishedBody("Issuer 5.3.3 request", CompleteRevoke.self, "{\(id),\(tx)}", required: ["id", "txId"]),
        PublishedBody("Issuer 5.3.3 response", _CompleteRevoke.self, "{\(tx)}", required: ["txId"]),
    ]
}
