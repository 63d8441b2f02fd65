import OpenDID_DataModel

/// The issuer's offers of credentials (OpenDID sheet 5.7, step 0; 7.1).
struct IssueOffers: Sendable {
    let shared: IssuerContext

    /// Creates an offer. A lifetime that is longer than that of an offer by mail is shortened.
    /// - Throws: ``ServiceError`` 00202 if the plan is unknown, belongs to another issuer, or can only be started by users.
    func request(_ request: RequestIssueOffer) async throws -> _RequestIssueOffer {
        let entry = try await shared.plan(request.vcPlanId)
        try shared.checkIssuer(request.issuer)
        guard entry.plan.option.allowIssuerInit else {
            throw IssuerError.planInvalid("the issuer does not start issuances of this plan")
        }
        let lifetimes = shared.context.configuration.lifetimes
        let longest = max(lifetimes.issueOffer, lifetimes.sentIssueOffer)
        let wanted = request.validSeconds.map { min(max(.seconds($0), .seconds(1)), longest) }
        let validUntil = shared.now() + (wanted ?? lifetimes.issueOffer)
        let (offerID, planID) = (shared.uuid(), entry.plan.vcPlanId)
        let piiIndex = request.pii.map { UserRow.index($0, shared.seal) }
        try await shared.database.write { rows in
            try rows.insertIssueOffer(offerID, planID: planID, piiIndex: piiIndex, validUntil: validUntil)
        }
        await shared.context.sweeper.nudge()
        return _RequestIssueOffer(
            issueOfferPayload: IssueOfferPayload(
                offerId: offerID, type: .IssueOffer, vcPlanId: planID, issuer: shared.did, validUntil: validUntil.text))
    }

    /// Returns the result of an offer.
    /// - Throws: ``ServiceError`` 00200 if the offer is unknown.
    func result(of offerID: String) async throws -> IssueVcResult {
        guard let offer = try await shared.database.read({ rows in try rows.issueOffer(offerID) }) else {
            throw ServiceError(IssuerError.offerUnknown)
        }
        return IssueVcResult(txId: offer.txID, offerId: offerID, result: offer.isCompleted)
    }

    /// Returns an offer with which an issuance of a plan may start.
    /// - Throws: ``ServiceError`` 00200 if the offer is unknown or is for another plan, and 00201 if it has expired or was used.
    func usable(_ offerID: String, for planID: String) async throws -> OfferRow {
        guard let offer = try await shared.database.read({ rows in try rows.issueOffer(offerID) }),
            offer.planID == planID
        else {
            throw ServiceError(IssuerError.offerUnknown)
        }
        guard shared.now() <= offer.validUntil else { throw ServiceError(IssuerError.offerExpired) }
        guard offer.txID == nil else { throw IssuerError.offerExpired("a credential was issued under it already") }
        return offer
    }
}
