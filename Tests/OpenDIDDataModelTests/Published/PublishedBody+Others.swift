import OpenDID_DataModel

extension PublishedBody {
    private static let document = "meyJpZCI6ImRpZDpvbW46cmVhZGVyIn0"
    private static let meta = "meyJpZCI6IjEifQ"
    private static let vcID = #""vcId":"1f2e3d4c-5b6a-4978-8899-aabbccddeeff""#
    private static let sealed = #""invokerNonce":"7","signature":"mIAAB""#
    private static let times = #""created":"2026-02-03T04:05:06Z""#

    /// The app provider's, the wallet provider's and the verifier's documents (release 2.0, docs/api), and the ledger service's.
    static let others: [PublishedBody] = servers + ledger

    private static let servers = [
        PublishedBody("CAS 4.1.3 request", IssueCertificateVc.self, "{}"),
        PublishedBody("CAS 4.1.3 response", _IssueCertificateVc.self, "{}"),
        PublishedBody(
            "CAS 4.5.3 request", SaveUserInfo.self, #"{"pii":"5e884898da280471","userId":"reader-1"}"#,
            required: ["userId", "pii"]),
        PublishedBody("CAS 4.5.3 response", _SaveUserInfo.self, "{}"),
        PublishedBody("CAS 4.6.3 request", RetrievePii.self, #"{"userId":"reader-1"}"#, required: ["userId"]),
        PublishedBody("CAS 4.6.3 response", _RetrievePii.self, #"{"pii":"5e884898da280471"}"#, required: ["pii"]),
        PublishedBody("Wallet 4.1.3 request", IssueCertificateVc.self, "{}"),
        PublishedBody("Wallet 4.1.3 response", _IssueCertificateVc.self, "{}"),
        PublishedBody(
            "Verifier 4.4.3 request", ConfirmVerify.self, #"{"offerId":"2c1b0a99-8877-4665-8443-322110ffeedd"}"#,
            required: ["offerId"]),
        PublishedBody(
            "Verifier 4.4.3 response", _ConfirmVerify.self,
            #"""
            {"claims":[{"caption":"Family name","code":"org.iso.18013.5.family_name","format":"plain","hideValue":false,"type":"text",\#
            "value":"Reader"},{"caption":"Given name","code":"org.iso.18013.5.given_name","format":"plain","hideValue":true,\#
            "type":"text","value":"Ada"}],"result":true}
            """#, required: ["result", "claims[0].code", "claims[1].value"]),
        PublishedBody("Verifier 6.1.3 request", IssueCertificateVc.self, "{}"),
        PublishedBody("Verifier 6.1.3 response", _IssueCertificateVc.self, "{}"),
    ]

    private static let ledger = [
        PublishedBody(
            "Ledger 4.1.3 request", PrintedLedgerDidDoc.self, #"{"didDoc":"\#(document)",\#(sealed)}"#,
            required: ["didDoc", "signature", "invokerNonce"]),
        PublishedBody(
            "Ledger 4.1.3 response", _PrintedLedgerEntry.self,
            #"{"did":"did:omn:reader","status":"SUCCESS","txId":"0xfeed"}"#,
            required: ["txId", "status"]),
        PublishedBody(
            "Ledger 4.2.3 response", _PrintedLedgerDidDocState.self,
            #"""
            {\#(times),"didDoc":"\#(document)","status":"ACTIVE","updated":"2026-02-03T04:05:07Z","versionId":"v1.0"}
            """#, required: ["didDoc", "status", "versionId", "created", "updated"]),
        PublishedBody(
            "Ledger 4.3.1", PrintedLedgerDidDoc.self, #"{"did":"did:omn:reader","didDoc":"\#(document)",\#(sealed)}"#,
            required: ["didDoc", "signature", "invokerNonce"]),
        PublishedBody(
            "Ledger 4.3.2", _PrintedLedgerEntry.self,
            #"{"did":"did:omn:reader","status":"SUCCESS","txId":"0xfeed","versionId":"2"}"#,
            required: ["txId", "status"]),
        PublishedBody(
            "Ledger 4.4.1", PrintedLedgerVcMeta.self, #"{\#(sealed),\#(vcID),"vcMeta":"\#(meta)"}"#,
            required: ["vcId", "vcMeta", "signature", "invokerNonce"]),
        PublishedBody(
            "Ledger 4.4.2", _PrintedLedgerEntry.self, #"{"status":"SUCCESS","txId":"0xfeed",\#(vcID)}"#,
            required: ["txId", "status"]),
        PublishedBody(
            "Ledger 4.5.3 response", _PrintedLedgerVcMetaState.self,
            #"{\#(times),"status":"ACTIVE",\#(vcID),"vcMeta":"\#(meta)"}"#,
            required: ["vcId", "vcMeta", "status", "created"]),
    ]
}
