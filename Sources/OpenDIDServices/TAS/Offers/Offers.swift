import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

// Offers that reach a wallet by push message, e-mail or QR code (OpenDID sheet 5.7, 5.10, 7). The operator creates them.
extension TrustAgent {
    func offerRestoreByPush(_ request: OfferRestoreByPush, _ call: ReceivedCall) async throws -> _OfferRestore {
        let offer = try await newRestoreOffer(for: request.did)
        try await push(
            DataPayload(offer), to: request.did, title: "Restore your DID",
            body: "Open your wallet to take it back into use.")
        return _OfferRestore(offerId: offer.offerId)
    }

    func offerRestoreByEmail(_ request: OfferRestoreByEmail, _ call: ReceivedCall) async throws -> _OfferRestore {
        try requireAddress(request.email)
        let offer = try await newRestoreOffer(for: request.did)
        try await mail(DataPayload(offer), to: request.email, title: "Restore your DID")
        return _OfferRestore(offerId: offer.offerId)
    }

    func offerIssueByQR(_ request: OfferIssueByQR, _ call: ReceivedCall) async throws -> _OfferIssue {
        let offer = try await newIssueOffer(request.vcPlanId, of: request.issuer, message: request.id, lifetime: nil)
        return _OfferIssue(offer, shown: try DataPayload(offer), isForCode: true)
    }

    func offerIssueByPush(_ request: OfferIssueByPush, _ call: ReceivedCall) async throws -> _OfferIssue {
        guard let user = try await read({ rows in try rows.userRecord(request.holder, for: .read) }) else {
            throw ServiceError(TASError.userNotRegistered)
        }
        try requireStatus(.activated, of: user)
        let offer = try await newSentOffer(request.vcPlanId, of: request.issuer, message: request.id)
        let data = try DataPayload(offer)
        try await push(data, to: request.holder, title: "A credential for you", body: "Open your wallet to receive it.")
        return _OfferIssue(offer, shown: data)
    }

    func offerIssueByEmail(_ request: OfferIssueByEmail, _ call: ReceivedCall) async throws -> _OfferIssue {
        try requireAddress(request.email)
        let offer = try await newSentOffer(request.vcPlanId, of: request.issuer, message: request.id)
        let data = try DataPayload(offer)
        try await mail(data, to: request.email, title: "A credential for you")
        return _OfferIssue(offer, shown: data)
    }

    /// Creates an offer to restore a DID. The DID must be deactivated.
    private func newRestoreOffer(for did: String) async throws -> RestoreDidOfferPayload {
        let id = context.uuid()
        let until = now + context.configuration.lifetimes.restoreOffer
        try await write { rows in
            guard let user = try rows.userRecord(did, for: .change) else {
                throw ServiceError(TASError.userNotRegistered)
            }
            guard user.status == .deactivated else { throw ServiceError(TASError.userNotDeactivated) }
            try rows.insert(RestoreOfferRecord(offerID: id, did: did), validUntil: until)
        }
        return RestoreDidOfferPayload(offerId: id, did: did)
    }

    /// Creates an offer to send by mail or push message, which may be read hours later.
    private func newSentOffer(_ plan: String, of issuer: String, message id: String?) async throws -> IssueOfferPayload
    {
        try await newIssueOffer(
            plan, of: issuer, message: id, lifetime: context.configuration.lifetimes.sentIssueOffer)
    }

    private func newIssueOffer(_ plan: String, of issuer: String, message id: String?, lifetime: Duration?) async throws
        -> IssueOfferPayload
    {
        let offer = RequestIssueOffer(
            id: id, vcPlanId: plan, issuer: issuer,
            validSeconds: lifetime.map { Int(clamping: $0.components.seconds) })
        return try await ask(issuer, OpenDIDEndpoints.Issuer.requestOffer, offer).issueOfferPayload
    }

    private func push(_ data: DataPayload, to did: String, title: String, body: String) async throws {
        // The title and the body are sent twice, because upstream's Android app shows those in the data and its iOS app shows those in the
        // notification.
        let message = SendPush(
            notification: SendPush.Notification(title: title, body: body),
            data: ["offerData": try data.toJson(), "title": title, "body": body], targetDids: [did])
        _ = try await context.peers.call(
            OpenDIDEndpoints.Notification.sendPush, message, unreachable: TASError.peerUnreachable)
    }

    private func mail(_ data: DataPayload, to address: String, title: String) async throws {
        let message = SendEmail(
            senderAddress: "no-reply@localhost",
            email: SendEmail.Mail(
                recipientAddress: address, title: title, contentData: ["offerData": try data.toJson()]))
        _ = try await context.peers.call(
            OpenDIDEndpoints.Notification.sendEmail, message, unreachable: TASError.peerUnreachable)
    }

    private func requireAddress(_ address: String) throws(ServiceError) {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), address.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else {
            throw TASError.bodyInvalid("email: a mail address expected")
        }
    }
}

extension _OfferIssue {
    /// Creates the answer to a request for an issue offer.
    /// - Parameter isForCode: true if the answer also contains the offer itself, as upstream's answer for a QR code does. Defaults to
    /// `false`.
    init(_ offer: IssueOfferPayload, shown data: DataPayload, isForCode: Bool = false) {
        self.init(
            offerId: offer.offerId, validUntil: offer.validUntil, issueOfferPayload: isForCode ? offer : nil,
            payloadType: data.payloadType,
            payload: data.payload)
    }
}

extension DataPayload {
    /// Creates the form of a restore offer that a QR code, a push message or an e-mail contains (OpenDID sheet 7.2).
    init(_ offer: RestoreDidOfferPayload) throws(JSONError) {
        self.init(payloadType: .RESTORE_DID, payload: try MultibaseEnvelope.seal(offer, as: .base64))
    }

    /// Creates the form of an issue offer that a QR code, a push message or an e-mail contains.
    init(_ offer: IssueOfferPayload) throws(JSONError) {
        self.init(payloadType: .ISSUE_VC, payload: try MultibaseEnvelope.seal(offer, as: .base64))
    }
}

extension OpenDIDEndpoints.TAS {
    package static let offerRestoreByPush = ServiceEndpoint<OfferRestoreByPush, _OfferRestore>(
        .tas, .post, "offer-restore-did/push")
    package static let offerRestoreByEmail = ServiceEndpoint<OfferRestoreByEmail, _OfferRestore>(
        .tas, .post, "offer-restore-did/email")
    package static let offerIssueByQR = ServiceEndpoint<OfferIssueByQR, _OfferIssue>(.tas, .post, "offer-issue-vc/qr")
    package static let offerIssueByPush = ServiceEndpoint<OfferIssueByPush, _OfferIssue>(
        .tas, .post, "offer-issue-vc/push")
    package static let offerIssueByEmail = ServiceEndpoint<OfferIssueByEmail, _OfferIssue>(
        .tas, .post, "offer-issue-vc/email")
}
