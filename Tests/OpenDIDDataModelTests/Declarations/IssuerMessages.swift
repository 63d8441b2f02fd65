import OpenDID_DataModel

extension Sample {
    static let inspectProposeIssue = InspectProposeIssue(id: "text", vcPlanId: "text", issuer: "text", offerId: "text")
    static let inspectProposeIssueAnswer = _InspectProposeIssue(txId: "text", refId: "text")
    static let issueHolder = IssueHolder(did: "text", pii: "text")
    static let generateIssueProfile = GenerateIssueProfile(id: "text", txId: "text", holder: Sample.issueHolder)
    static let generateIssueProfileAnswer = _GenerateIssueProfile(txId: "text", profile: Sample.issueProfile)
    static let issueVc = IssueVc(id: "text", txId: "text", accE2e: Sample.accE2e, encReqVc: "text")
    static let issueVcAnswer = _IssueVc(txId: "text", e2e: Sample.e2E)
    static let completeVc = CompleteVc(id: "text", txId: "text", vcId: "text")
    static let completeVcAnswer = _CompleteVc(txId: "text")
    static let inspectProposeRevoke = InspectProposeRevoke(id: "text", vcId: "text")
    static let inspectProposeRevokeAnswer = _InspectProposeRevoke(txId: "text", issuerNonce: "text", authType: .pin)
    static let revokeVc = RevokeVc(id: "text", txId: "text", request: Sample.reqRevokeVc)
    static let revokeVcAnswer = _RevokeVc(txId: "text")
    static let completeRevoke = CompleteRevoke(id: "text", txId: "text")
    static let completeRevokeAnswer = _CompleteRevoke(txId: "text")
    static let requestIssueOffer = RequestIssueOffer(
        id: "text", vcPlanId: "text", issuer: "text", pii: "text", validSeconds: 1)
    static let requestIssueOfferAnswer = _RequestIssueOffer(txId: "text", issueOfferPayload: Sample.issueOfferPayload)
    static let issueVcResult = IssueVcResult(txId: "text", offerId: "text", result: true)
    static let updateVcStatus = UpdateVcStatus(vcId: "text", vcStatus: .ACTIVE)
    static let updateVcStatusAnswer = _UpdateVcStatus(txId: "text")
    static let saveIssuerUser = SaveIssuerUser(
        pii: "text", did: "text", claims: ["text": "text"], i18n: ["text": ["text": "text"]])
    static let saveIssuerUserAnswer = _SaveIssuerUser()
}

extension Declarations {
    mutating func addIssuerMessages() {
        add(Sample.inspectProposeIssue) {
            $0.has(\.id, String.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String?.self)
            $0.has(\.offerId, String?.self)
        }
        add(Sample.inspectProposeIssueAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.refId, String.self)
        }
        add(Sample.issueHolder) {
            $0.has(\.did, String.self)
            $0.has(\.pii, String?.self)
        }
        add(Sample.generateIssueProfile) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.holder, IssueHolder.self)
        }
        add(Sample.generateIssueProfileAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.profile, IssueProfile.self)
        }
        add(Sample.issueVc) {
            $0.has(\.id, String?.self)
            $0.has(\.txId, String.self)
            $0.has(\.accE2e, AccE2e.self)
            $0.has(\.encReqVc, String.self)
        }
        add(Sample.issueVcAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.e2e, E2E.self)
        }
        add(Sample.completeVc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.vcId, String.self)
        }
        add(Sample.completeVcAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.inspectProposeRevoke) {
            $0.has(\.id, String.self)
            $0.has(\.vcId, String.self)
        }
        add(Sample.inspectProposeRevokeAnswer) {
            $0.has(\.txId, String.self)
            $0.has(\.issuerNonce, String.self)
            $0.has(\.authType, VerifyAuthType.self)
        }
        add(Sample.revokeVc) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
            $0.has(\.request, ReqRevokeVc.self)
        }
        add(Sample.revokeVcAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.completeRevoke) {
            $0.has(\.id, String.self)
            $0.has(\.txId, String.self)
        }
        add(Sample.completeRevokeAnswer) {
            $0.has(\.txId, String.self)
        }
        add(Sample.requestIssueOffer) {
            $0.has(\.id, String?.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String?.self)
            $0.has(\.pii, String?.self)
            $0.has(\.validSeconds, Int?.self)
        }
        add(Sample.requestIssueOfferAnswer) {
            $0.has(\.txId, String?.self)
            $0.has(\.issueOfferPayload, IssueOfferPayload.self)
        }
        add(Sample.issueVcResult) {
            $0.has(\.txId, String?.self)
            $0.has(\.offerId, String.self)
            $0.has(\.result, Bool.self)
        }
        add(Sample.updateVcStatus) {
            $0.has(\.vcId, String.self)
            $0.has(\.vcStatus, VCStatusEnum.self)
        }
        add(Sample.updateVcStatusAnswer) {
            $0.has(\.txId, String?.self)
        }
        add(Sample.saveIssuerUser) {
            $0.has(\.pii, String?.self)
            $0.has(\.did, String?.self)
            $0.has(\.claims, [String: String]?.self)
            $0.has(\.i18n, [String: [String: String]]?.self)
        }
        add(Sample.saveIssuerUserAnswer) { _ in }
    }
}
