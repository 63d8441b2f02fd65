import OpenDID_DataModel

extension Sample {
    static let proposeIssueVc = ProposeIssueVc(id: "1f0b", vcPlanId: "text", issuer: "did:omn:issuer", offerId: "text")
    static let proposeIssueVcAnswer = _ProposeIssueVc(txId: "text", refId: "text")
    static let requestIssueProfile = RequestIssueProfile(id: "1f0b", txId: "text", serverToken: "text")
    static let requestIssueProfileAnswer = _RequestIssueProfile(
        txId: "text", authNonce: "text", profile: Sample.issueProfile)
    static let requestIssueVc = RequestIssueVc(
        id: "1f0b", txId: "text", serverToken: "text", didAuth: Sample.didAuth, accE2e: Sample.accE2e, encReqVc: "text")
    static let requestIssueVcAnswer = _RequestIssueVc(txId: "text", e2e: Sample.e2E)
    static let confirmIssueVc = ConfirmIssueVc(id: "1f0b", txId: "text", serverToken: "text", vcId: "text")
    static let confirmIssueVcAnswer = _ConfirmIssueVc(txId: "text")
    static let requestProfile = RequestProfile(id: "1f0b", txId: "text", offerId: "text")
    static let requestProfileAnswer = _RequestProfile(txId: "text", profile: Sample.verifyProfile)
    static let requestVerify = RequestVerify(id: "1f0b", txId: "text", accE2e: Sample.accE2e, encVp: "text")
    static let requestVerifyAnswer = _RequestVerify(txId: "text")
    static let proposeRevokeVc = ProposeRevokeVc(id: "1f0b", vcId: "text")
    static let proposeRevokeVcAnswer = _ProposeRevokeVc(txId: "text", issuerNonce: "text", authType: [.pin, .bio])
    static let requestRevokeVc = RequestRevokeVc(
        id: "1f0b", txId: "text", serverToken: "text", request: Sample.reqRevokeVc)
    static let requestRevokeVcAnswer = _RequestRevokeVc(txId: "text")
    static let confirmRevokeVc = ConfirmRevokeVc(id: "1f0b", txId: "text", serverToken: "text")
    static let confirmRevokeVcAnswer = _ConfirmRevokeVc(txId: "text")
}

extension Declarations {
    mutating func addCredentialMessages() {
        add(Sample.proposeIssueVc) {
            $0.has(\.id, String.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String.self)
            $0.has(\.offerId, String?.self)
        }
        add(Sample.proposeIssueVcAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.refId, String.self)
        }
        add(Sample.requestIssueProfile) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
        }
        add(Sample.requestIssueProfileAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.authNonce, String.self)
            $0.has(\.profile, IssueProfile.self)
        }
        add(Sample.requestIssueVc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
            $0.has(\.didAuth, DIDAuth.self)
            $0.has(\.accE2e, AccE2e.self)
            $0.has(\.encReqVc, String.self)
        }
        add(Sample.requestIssueVcAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.e2e, E2E.self)
        }
        add(Sample.confirmIssueVc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
            $0.has(\.vcId, String.self)
        }
        add(Sample.confirmIssueVcAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.requestProfile) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String?.self)
            $0.has(\.offerId, String.self)
        }
        add(Sample.requestProfileAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.profile, VerifyProfile.self)
        }
        add(Sample.requestVerify) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String?.self)
            $0.has(\.accE2e, AccE2e.self)
            $0.has(\.encVp, String.self)
        }
        add(Sample.requestVerifyAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.proposeRevokeVc) {
            $0.has(\.id, String.self)
            $0.has(\.vcId, String.self)
        }
        add(Sample.proposeRevokeVcAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.issuerNonce, String.self)
            $0.has(\.authType, VerifyAuthType.self)
        }
        add(Sample.requestRevokeVc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
            $0.has(\.request, ReqRevokeVc.self)
        }
        add(Sample.requestRevokeVcAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.confirmRevokeVc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.serverToken, String.self)
        }
        add(Sample.confirmRevokeVcAnswer) {
            $0.has(\.txId, String.self)
        }
    }
}
