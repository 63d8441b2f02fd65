import OpenDID_DataModel

extension PublishedBody {
    private static let tx = #""txId":"0c1f7f2e-93a1-4f7e-8a35-2f6f1d1b7a01""#
    private static let id = #""id":"20260311101530123000a1b2c3d4""#
    private static let signature = proof("authentication", "auth")
    private static let offerID = "5f1d9a30-6a0e-4d0c-9a1e-77c2f0b4d9aa"
    private static let until = "2031-05-06T07:08:09.123456Z"
    private static let offer = #"""
        {"issuer":"did:omn:library","offerId":"\#(offerID)","type":"IssueOffer","validUntil":"\#(until)","vcPlanId":"vcplanid000000000042"}
        """#

    /// did-ta-server, docs/api/TAS_API_ko.md.
    static let trustAgent: [PublishedBody] =
        enrolment + offers + notifications + [
            PublishedBody(
                "TAS 12.9.3 request", UpdateDidDocDeactivated.self, #"{"kycTxId":"a1b2c3d4"}"#, required: ["kycTxId"]),
            PublishedBody("TAS 12.9.3 response", OperatorAnswer.self, "{}"),
            PublishedBody(
                "TAS 12.10.3 request", UpdateDidDocRevoked.self, #"{"kycTxId":"e5f60718"}"#, required: ["kycTxId"]),
            PublishedBody("TAS 12.10.3 response", OperatorAnswer.self, "{}"),
        ]

    private static let enrolment = [
        PublishedBody(
            "TAS 4.1.3 request", RequestEnrollTas.self, #"{\#(id),"request":{"password":"correct horse"}}"#,
            required: ["id", "request.password"]),
        PublishedBody(
            "TAS 4.1.3 response", _RequestEnrollTas.self, #"{"certVcRef":"https://trust.example/certificate",\#(tx)}"#,
            required: ["txId", "certVcRef"]),
        PublishedBody("TAS 5.1.3 request", ProposeEnrollEntity.self, "{\(id)}", required: ["id"]),
        PublishedBody(
            "TAS 5.1.3 response", _ProposeEnrollEntity.self, #"{"authNonce":"mAAECAwQFBgcICQoLDA0ODw",\#(tx)}"#,
            required: ["txId", "authNonce"]),
        PublishedBody(
            "TAS 5.3.3 request", RequestEnrollEntity.self,
            #"""
            {"didAuth":{"authNonce":"mAAECAwQFBgcICQoLDA0ODw","did":"did:omn:library","proof":\#(signature)},\#(id),\#(tx)}
            """#, required: ["id", "txId", "didAuth", "didAuth.did", "didAuth.authNonce", "didAuth.proof.created"]),
        PublishedBody(
            "TAS 5.3.3 response", _RequestEnrollEntity.self,
            #"{"encVc":"mQUJD","iv":"mDw4NDAsKCQgHBgUEAwIBAA",\#(tx)}"#,
            required: ["txId", "iv", "encVc"]),
        PublishedBody(
            "TAS 5.4.3 request", ConfirmEnrollEntity.self,
            #"{\#(id),\#(tx),"vcId":"7d1c4f20-1111-4222-8333-944455566677"}"#,
            required: ["id", "txId", "vcId"]),
        PublishedBody("TAS 5.4.3 response", _ConfirmEnrollEntity.self, "{\(tx)}", required: ["txId"]),
    ]

    private static let offers = [
        PublishedBody(
            "TAS 9.1.3 request", OfferRestoreByPush.self, #"{"did":"did:omn:reader",\#(id)}"#, required: ["id", "did"]),
        PublishedBody("TAS 9.1.3 response", _OfferRestore.self, #"{"offerId":"\#(offerID)"}"#, required: ["offerId"]),
        PublishedBody(
            "TAS 9.2.3 request", OfferRestoreByEmail.self,
            #"{"did":"did:omn:reader","email":"reader@example.net",\#(id)}"#,
            required: ["id", "did", "email"]),
        PublishedBody("TAS 9.2.3 response", _OfferRestore.self, #"{"offerId":"\#(offerID)"}"#, required: ["offerId"]),
        PublishedBody(
            "TAS 10.1.3 request", OfferIssueByQR.self,
            #"{\#(id),"issuer":"did:omn:library","vcPlanId":"vcplanid000000000042"}"#,
            required: ["vcPlanId", "issuer"]),
        PublishedBody(
            "TAS 10.1.3 response", _OfferIssue.self,
            #"{"issueOfferPayload":\#(offer),"offerId":"\#(offerID)","validUntil":"\#(until)"}"#,
            required: ["issueOfferPayload.type", "issueOfferPayload.vcPlanId", "issueOfferPayload.issuer"]),
        PublishedBody(
            "TAS 10.2.3 request", OfferIssueByPush.self,
            #"{"holder":"did:omn:reader",\#(id),"issuer":"did:omn:library","vcPlanId":"vcplanid000000000042"}"#,
            required: ["vcPlanId", "issuer", "holder"]),
        PublishedBody("TAS 10.2.3 response", _OfferIssue.self, #"{"offerId":"\#(offerID)","validUntil":"\#(until)"}"#),
        PublishedBody(
            "TAS 10.3.3 request", OfferIssueByEmail.self,
            #"{"email":"reader@example.net",\#(id),"issuer":"did:omn:library","vcPlanId":"vcplanid000000000042"}"#,
            required: ["vcPlanId", "issuer", "email"]),
        PublishedBody("TAS 10.3.3 response", _OfferIssue.self, #"{"offerId":"\#(offerID)","validUntil":"\#(until)"}"#),
    ]

    private static let notifications = [
        PublishedBody(
            "TAS 12.4.3 request", SendEmail.self,
            #"""
            {"email":{"contentData":{"issuerName":"Library","qrExpiredDate":"\#(until)","qrImg":"data:image/png;base64,iVBORw0KGgo="},\#
            "recipientAddress":"reader@example.net","templateType":"ISSUE_VC","title":"Your card"},"senderAddress":"desk@example.net"}
            """#, required: ["email", "email.recipientAddress"]),
        PublishedBody("TAS 12.4.3 response", _SendEmail.self, "{}"),
        PublishedBody(
            "TAS 12.5.3 request", SendPush.self,
            #"""
            {"data":{"payload":"{\"offerId\":\"7\",\"type\":\"IssueOffer\"}","payloadType":"ISSUE_VC"},\#
            "notification":{"body":"Your card is ready.","title":"Library"},"targetDids":["did:omn:reader"]}
            """#, required: ["notification", "notification.title", "notification.body", "targetDids"]),
        PublishedBody(
            "TAS 12.5.3 response", _SendPush.self, #"{"failureCount":1,"successCount":2}"#,
            required: ["successCount", "failureCount"]),
    ]

    static func proof(_ purpose: String, _ key: String, of did: String = "did:omn:library") -> String {
        #"""
        {"created":"2026-03-11T10:15:30.000123Z","proofPurpose":"\#(purpose)","proofValue":"mIAAB","type":"Secp256r1Signature2018",\#
        "verificationMethod":"\#(did)?versionId=1#\#(key)"}
        """#
    }
}
