import OpenDID_DataModel

/// A terminal's offers and their results (OpenDID sheet 5.8, steps 0 and 6).
struct VerifyOffers: Sendable {
    /// How long an offer may hold at most, in seconds.
    static let longest: Int64 = 86_400

    let desk: VerifierDesk

    /// Makes an offer.
    /// - Throws: ``ServiceError`` 00201 when there is no policy for device and service, or none for this mode; 00100 for a duration that is
    ///   no duration.
    func request(_ request: RequestOfferPayload) async throws -> VpOfferWrapper {
        let policy = try desk.policy(device: request.device, service: request.service)
        guard policy.modes.contains(request.mode) else { throw VerifierError.policyUnknown("the policy is not for this mode") }
        let seconds = request.validSeconds.map(Int64.init) ?? policy.validSeconds ?? desk.context.configuration.lifetimes.verifyOffer
        guard (1...Self.longest).contains(seconds) else {
            throw VerifierError.bodyInvalid("validSeconds: 1 to \(Self.longest) seconds expected")
        }
        let (now, offerID) = (desk.now(), desk.context.uuid())
        let validUntil = now.adding(seconds: seconds)
        let oldest = now.adding(seconds: -desk.settings.resultLifetime)
        // The first profile under the offer goes on in this transaction: a user who comes late has time to answer.
        let lifetime = max(seconds, desk.context.configuration.lifetimes.verifierTransaction)
        let txID = try await desk.transactions.open(
            Presentations.flow, step: Presentations.Step.offer, data: PresentationState(offerID: offerID), lifetime: lifetime,
            writes: [{ db, txID in
                try VerifyOfferRow.forget(before: oldest, in: db)
                try VerifyOfferRow.insert(
                    offerID: offerID, txID: txID, device: policy.device, service: policy.service, validUntil: validUntil, in: db)
            }])
        return VpOfferWrapper(txId: txID, payload: VerifyOfferPayload(
            offerId: offerID, type: .VerifyOffer, mode: request.mode, device: policy.device, service: policy.service,
            endpoints: [desk.endpoint], validUntil: validUntil.text, locked: false))
    }

    /// What came of an offer.
    /// - Throws: ``ServiceError`` 00200 when the offer is not known, or no longer.
    func result(_ request: ConfirmVerify) async throws -> _ConfirmVerify {
        let oldest = desk.now().adding(seconds: -desk.settings.resultLifetime)
        try await desk.database.write { db in try VerifyOfferRow.forget(before: oldest, in: db) }
        let offer = try await desk.offer(request.offerId)
        return _ConfirmVerify(result: offer.answeredBy != nil, claims: offer.claims)
    }
}
