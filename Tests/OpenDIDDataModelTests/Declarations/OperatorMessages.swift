import OpenDID_DataModel

extension Sample {
    static let offerIssueByQR = OfferIssueByQR(id: "text", vcPlanId: "text", issuer: "text")
    static let offerIssueByPush = OfferIssueByPush(id: "text", vcPlanId: "text", issuer: "text", holder: "text")
    static let offerIssueByEmail = OfferIssueByEmail(id: "text", vcPlanId: "text", issuer: "text", email: "text")
    static let offerIssueAnswer = _OfferIssue(
        offerId: "text", validUntil: "2024-08-28T09:30:00Z", issueOfferPayload: Sample.issueOfferPayload,
        payloadType: .ISSUE_VC,
        payload: "text")
    static let offerRestoreByPush = OfferRestoreByPush(id: "text", did: "text")
    static let offerRestoreByEmail = OfferRestoreByEmail(id: "text", did: "text", email: "text")
    static let offerRestoreAnswer = _OfferRestore(offerId: "text")
    static let sendEmail = SendEmail(senderAddress: "text", email: Sample.sendEmailMail)
    static let sendEmailMail = SendEmail.Mail(
        recipientAddress: "text", title: "text", templateType: .ISSUE_VC, contentData: ["text": "text"], content: "text"
    )
    static let sendPush = SendPush(
        notification: Sample.sendPushNotification, data: ["text": "text"], targetDids: ["text"])
    static let sendPushNotification = SendPush.Notification(title: "text", body: "text")
    static let sendEmailAnswer = _SendEmail()
    static let sendPushAnswer = _SendPush(successCount: 1, failureCount: 1)
    static let updateDidDocDeactivated = UpdateDidDocDeactivated(kycTxId: "text")
    static let updateDidDocRevoked = UpdateDidDocRevoked(kycTxId: "text")
    static let updateUserStatus = UpdateUserStatus(did: "text", status: "text")
    static let updateUserStatusAnswer = _UpdateUserStatus(txId: "text")
    static let operatorAnswer = OperatorAnswer()
    static let retrievePii = RetrievePii(userId: "text")
    static let retrievePiiAnswer = _RetrievePii(pii: "text")
    static let saveUserInfo = SaveUserInfo(userId: "text", pii: "text")
    static let saveUserInfoAnswer = _SaveUserInfo()
    static let confirmVerify = ConfirmVerify(id: "text", offerId: "text")
    static let confirmVerifyAnswer = _ConfirmVerify(result: true, claims: [Sample.verifiableCredentialClaim])
    static let serviceFailureBody = ServiceFailureBody(code: "text", description: "text")
}

extension Declarations {
    mutating func addOperatorMessages() {
        add(Sample.offerIssueByQR) {
            $0.has(\.id, String?.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String.self)
        }
        add(Sample.offerIssueByPush) {
            $0.has(\.id, String?.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String.self)
            $0.has(\.holder, String.self)
        }
        add(Sample.offerIssueByEmail) {
            $0.has(\.id, String?.self)
            $0.has(\.vcPlanId, String.self)
            $0.has(\.issuer, String.self)
            $0.has(\.email, String.self)
        }
        add(Sample.offerIssueAnswer) {
            $0.has(\.offerId, String?.self)
            $0.has(\.validUntil, String?.self)
            $0.has(\.issueOfferPayload, IssueOfferPayload?.self)
            $0.has(\.payloadType, PayloadTypeEnum?.self)
            $0.has(\.payload, String?.self)
        }
        add(Sample.offerRestoreByPush) {
            $0.has(\.id, String.self)
            $0.has(\.did, String.self)
        }
        add(Sample.offerRestoreByEmail) {
            $0.has(\.id, String.self)
            $0.has(\.did, String.self)
            $0.has(\.email, String.self)
        }
        add(Sample.offerRestoreAnswer) {
            $0.has(\.offerId, String.self)
        }
        add(Sample.sendEmail) {
            $0.has(\.senderAddress, String?.self)
            $0.has(\.email, SendEmail.Mail.self)
        }
        add(Sample.sendEmailMail) {
            $0.has(\.recipientAddress, String.self)
            $0.has(\.title, String?.self)
            $0.has(\.templateType, EmailTemplateEnum?.self)
            $0.has(\.contentData, [String: String]?.self)
            $0.has(\.content, String?.self)
        }
        add(Sample.sendPush) {
            $0.has(\.notification, SendPush.Notification.self)
            $0.has(\.data, [String: String]?.self)
            $0.has(\.targetDids, [String].self)
        }
        add(Sample.sendPushNotification) {
            $0.has(\.title, String.self)
            $0.has(\.body, String.self)
        }
        add(Sample.sendEmailAnswer) { _ in }
        add(Sample.sendPushAnswer) {
            $0.has(\.successCount, Int.self)
            $0.has(\.failureCount, Int.self)
        }
        add(Sample.updateDidDocDeactivated) {
            $0.has(\.kycTxId, String.self)
        }
        add(Sample.updateDidDocRevoked) {
            $0.has(\.kycTxId, String.self)
        }
        add(Sample.updateUserStatus) {
            $0.has(\.did, String.self)
            $0.has(\.status, String.self)
        }
        add(Sample.updateUserStatusAnswer) {
            $0.has(\.txId, String?.self)
        }
        add(Sample.operatorAnswer) { _ in }
        add(Sample.retrievePii) {
            $0.has(\.userId, String.self)
        }
        add(Sample.retrievePiiAnswer) {
            $0.has(\.pii, String.self)
        }
        add(Sample.saveUserInfo) {
            $0.has(\.userId, String.self)
            $0.has(\.pii, String.self)
        }
        add(Sample.saveUserInfoAnswer) { _ in }
        add(Sample.confirmVerify) {
            $0.has(\.id, String?.self)
            $0.has(\.offerId, String.self)
        }
        add(Sample.confirmVerifyAnswer) {
            $0.has(\.result, Bool.self)
            $0.has(\.claims, [VerifiableCredential.Claim].self)
        }
        add(Sample.serviceFailureBody) {
            $0.has(\.code, String.self)
            $0.has(\.description, String.self)
        }
    }
}
