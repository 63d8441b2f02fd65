import OpenDID_DataModel

/// Offers to issue a credential (OpenDID sheet 5.7, step 0; 7.1).
struct IssueOffers: Sendable {
    let desk: IssuerDesk

    /// Makes an offer.
    /// - Throws: ``ServiceError`` 00202 for a plan that is not known, is another issuer's, or that only users may start.
    func request(_ request: RequestIssueOffer) async throws -> _RequestIssueOffer {
        let entry = try await desk.plan(request.vcPlanId)
        try desk.checkIssuer(request.issuer)
        guard entry.plan.option.allowIssuerInit else { throw IssuerError.planInvalid("the issuer does not start issuances of this plan") }
        let now = desk.now()
        let validUntil = now.adding(seconds: desk.context.configuration.lifetimes.issueOffer)
        let (offerID, planID) = (desk.uuid(), entry.plan.vcPlanId)
        let piiIndex = request.pii.map { UserRow.index($0, desk.seal) }
        try await desk.database.write { db in
            try OfferRow.insert(offerID: offerID, planID: planID, piiIndex: piiIndex, validUntil: validUntil, in: db)
        }
        await desk.context.sweeper.nudge()
        return _RequestIssueOffer(issueOfferPayload: IssueOfferPayload(
            offerId: offerID, type: .IssueOffer, vcPlanId: planID, issuer: desk.did, validUntil: validUntil.text))
    }

    /// What came of an offer.
    /// - Throws: ``ServiceError`` 00200.
    func result(of offerID: String) async throws -> IssueVcResult {
        guard let offer = try await desk.database.read({ db in try OfferRow.find(offerID, in: db) }) else {
            throw ServiceError(IssuerError.offerUnknown)
        }
        return IssueVcResult(txId: offer.txID, offerId: offerID, result: offer.isCompleted)
    }

    /// The offer under which an issuance of a plan may start.
    /// - Throws: ``ServiceError`` 00200 when it is not known or is for another plan, 00201 when it is over or was used.
    func usable(_ offerID: String, for planID: String) async throws -> OfferRow {
        guard let offer = try await desk.database.read({ db in try OfferRow.find(offerID, in: db) }), offer.planID == planID else {
            throw ServiceError(IssuerError.offerUnknown)
        }
        guard desk.now() <= offer.validUntil else { throw ServiceError(IssuerError.offerExpired) }
        guard offer.txID == nil else { throw IssuerError.offerExpired("a credential was issued under it already") }
        return offer
    }
}
