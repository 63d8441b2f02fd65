import OpenDID_DataModel

/// The offers that the verifier creates for terminals, and the results of these offers (OpenDID sheet 5.8, steps 0 and 6).
struct VerifyOffers: Sendable {
    /// The longest lifetime of an offer.
    static let longest: Duration = .seconds(86_400)

    let shared: VerifierContext

    /// Creates an offer.
    /// - Parameter client: the client whose limits apply, or `nil` if none apply. If limits apply, a lifetime above the operator's limit is
    /// shortened.
    /// - Throws: ``ServiceError`` 00201 if there is no such policy, or if the policy does not allow this mode. 00100 if the lifetime is out
    /// of range.
    func request(_ request: RequestedOffer, for client: String? = nil) async throws -> VpOfferWrapper {
        switch request {
        case .terminal(let request):
            let policy = try shared.policy(device: request.device, service: request.service)
            guard policy.modes.contains(request.mode) else {
                throw VerifierError.policyUnknown("the policy is not for this mode")
            }
            let wanted = request.validSeconds.map { Duration.seconds($0) }
            return try await offer(policy, namedBy: nil, mode: request.mode, lifetime: wanted, for: client)
        case .policy(let request):
            let policy = try shared.policy(id: request.policyId)
            // A request without a mode is accepted, because upstream's policies have only one mode. The request gets the first mode in this
            // list that the policy allows. Direct is the first one, because a terminal needs no equipment for it.
            let modes: [PresentModeEnum] = [.Direct, .Indirect]
            guard let mode = modes.first(where: policy.modes.contains) else {
                throw VerifierError.policyUnknown("the policy has no mode")
            }
            return try await offer(policy, namedBy: request.policyId, mode: mode, lifetime: nil, for: client)
        }
    }

    private func offer(
        _ policy: VerifierPolicy, namedBy policyID: String?, mode: PresentModeEnum, lifetime wanted: Duration?,
        for client: String?
    ) async throws -> VpOfferWrapper {
        let usual = policy.validFor ?? shared.context.configuration.lifetimes.verifyOffer
        var lifetime = wanted ?? usual
        guard (.seconds(1)...Self.longest).contains(lifetime) else {
            throw VerifierError.bodyInvalid("validSeconds: 1 to \(Self.longest.components.seconds) seconds expected")
        }
        if client != nil { lifetime = min(lifetime, max(usual, shared.context.configuration.limits.longestOffer)) }
        let (now, offerID) = (shared.now(), shared.context.uuid())
        let validUntil = now + lifetime
        // The first profile for the offer uses this transaction, and extends its lifetime. A user who scans the QR code late therefore has
        // time to answer.
        let txID = try await shared.transactions.open(
            Presentations.flow, step: Presentations.Step.offer, data: PresentationState(offerID: offerID),
            lifetime: lifetime + .seconds(1), for: client,
            writes: [
                { rows, txID in
                    try rows.insertVerifyOffer(
                        offerID, txID: txID, device: policy.device, service: policy.service, policyID: policyID,
                        validUntil: validUntil)
                }
            ])
        return VpOfferWrapper(
            txId: txID,
            payload: VerifyOfferPayload(
                offerId: offerID, type: .VerifyOffer, mode: mode, device: policy.device, service: policy.service,
                endpoints: [shared.endpoint], validUntil: validUntil.text, locked: false))
    }

    /// Returns the result of an offer.
    /// - Throws: ``ServiceError`` 00200 if the offer is unknown, or if the result has expired.
    func result(_ request: ConfirmVerify) async throws -> _ConfirmVerify {
        let oldest = shared.now() - shared.settings.resultLifetime
        await shared.context.sweeper.nudge()
        let offer = try await shared.offer(request.offerId)
        guard !offer.isForgotten(before: oldest) else { throw ServiceError(VerifierError.offerInvalid) }
        let claims =
            offer.hasForgottenClaims(before: oldest) ? [] : try PresentedClaims.open(offer, shared.seal)
        return _ConfirmVerify(result: offer.answeredBy != nil, claims: claims)
    }
}
