import OpenDID_DataModel

/// A terminal's offers and their results (OpenDID sheet 5.8, steps 0 and 6).
struct VerifyOffers: Sendable {
    /// How long an offer may hold at most, in seconds.
    static let longest: Int64 = 86_400

    let desk: VerifierDesk

    /// Makes an offer.
    /// - Parameter client: who asks, as far as that is limited. A longer life than the operator allows strangers is cut to that.
    /// - Throws: ``ServiceError`` 00201 when there is no such policy, or none for this mode; 00100 for a duration that is no duration.
    func request(_ request: RequestedOffer, for client: String? = nil) async throws -> VpOfferWrapper {
        switch request {
        case .terminal(let request):
            let policy = try desk.policy(device: request.device, service: request.service)
            guard policy.modes.contains(request.mode) else { throw VerifierError.policyUnknown("the policy is not for this mode") }
            let seconds = request.validSeconds.map(Int64.init)
            return try await offer(policy, namedBy: nil, mode: request.mode, seconds: seconds, for: client)
        case .policy(let request):
            let policy = try desk.policy(id: request.policyId)
            // Upstream's policy has one mode; Direct is the one that a terminal needs nothing for.
            let modes: [PresentModeEnum] = [.Direct, .Indirect]
            guard let mode = modes.first(where: policy.modes.contains) else { throw VerifierError.policyUnknown("the policy has no mode") }
            return try await offer(policy, namedBy: request.policyId, mode: mode, seconds: nil, for: client)
        }
    }

    private func offer(
        _ policy: VerifierPolicy, namedBy policyID: String?, mode: PresentModeEnum, seconds wanted: Int64?, for client: String?
    ) async throws -> VpOfferWrapper {
        let usual = policy.validSeconds ?? desk.context.configuration.lifetimes.verifyOffer
        var seconds = wanted ?? usual
        guard (1...Self.longest).contains(seconds) else {
            throw VerifierError.bodyInvalid("validSeconds: 1 to \(Self.longest) seconds expected")
        }
        if client != nil { seconds = min(seconds, max(usual, desk.context.configuration.limits.longestOffer)) }
        let (now, offerID) = (desk.now(), desk.context.uuid())
        let validUntil = now.adding(seconds: seconds)
        // The first profile under the offer goes on in this transaction: a user who comes late has time to answer, because it then lives on.
        let txID = try await desk.transactions.open(
            Presentations.flow, step: Presentations.Step.offer, data: PresentationState(offerID: offerID), lifetime: seconds + 1, for: client,
            writes: [{ db, txID in
                try VerifyOfferRow.insert(
                    offerID: offerID, txID: txID, device: policy.device, service: policy.service, policyID: policyID, validUntil: validUntil,
                    in: db)
            }])
        return VpOfferWrapper(txId: txID, payload: VerifyOfferPayload(
            offerId: offerID, type: .VerifyOffer, mode: mode, device: policy.device, service: policy.service,
            endpoints: [desk.endpoint], validUntil: validUntil.text, locked: false))
    }

    /// What came of an offer.
    /// - Throws: ``ServiceError`` 00200 when the offer is not known, or no longer.
    func result(_ request: ConfirmVerify) async throws -> _ConfirmVerify {
        let oldest = desk.now().adding(seconds: -desk.settings.resultLifetime)
        await desk.context.sweeper.nudge()
        let offer = try await desk.offer(request.offerId)
        guard !offer.isForgotten(before: oldest) else { throw ServiceError(VerifierError.offerInvalid) }
        return _ConfirmVerify(
            result: offer.answeredBy != nil, claims: offer.hasForgottenClaims(before: oldest) ? [] : offer.claims)
    }
}
