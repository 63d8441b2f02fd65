import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// M210 at the issuer: inspect, profile, issue, complete (OpenDID sheet 5.7). Only the trust agent calls it. The holder's proofs are in the
/// encrypted request and its channel.
struct CredentialIssuance: Sendable {
    /// The name of the protocol in transactions.
    static let flow = "M210"

    /// The steps, named by their endpoints.
    enum Step {
        static let inspect = OpenDIDEndpoints.Issuer.inspectProposeIssue.name
        static let profile = OpenDIDEndpoints.Issuer.generateIssueProfile.name
        static let issue = OpenDIDEndpoints.Issuer.issueVC.name
        static let complete = OpenDIDEndpoints.Issuer.completeVC.name
    }

    let shared: IssuerContext
    let offers: IssueOffers

    /// Step 1: checks that a credential of this plan may be issued, and opens the transaction.
    /// - Throws: ``ServiceError`` 00202 for the plan, and 00200 or 00201 for the offer.
    func inspect(_ request: InspectProposeIssue) async throws -> _InspectProposeIssue {
        let entry = try await shared.plan(request.vcPlanId)
        try shared.checkIssuer(request.issuer)
        if let offerID = request.offerId {
            _ = try await offers.usable(offerID, for: entry.plan.vcPlanId)
        } else if !entry.plan.option.allowUserInit {
            throw IssuerError.planInvalid("a credential of this plan needs an offer")
        }
        let refID = shared.reference()
        let txID = try await shared.transactions.open(
            Self.flow, step: Step.inspect,
            data: IssuanceState(planID: entry.plan.vcPlanId, refID: refID, offerID: request.offerId))
        return _InspectProposeIssue(txId: txID, refId: refID)
    }

    /// Step 10: records that the wallet has the credential.
    /// - Throws: ``ServiceError`` 00207 if the request names another credential.
    func complete(_ request: CompleteVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_CompleteVc> {
        try await shared.transactions.step(
            request.txId, flows: [Self.flow], step: Step.complete, after: [Step.issue], request: call.body
        ) { (state: IssuanceState, _) in
            guard case .issued(let vcID) = state.stage, request.vcId == vcID else {
                throw ServiceError(IssuerError.credentialMismatch)
            }
            let offerID = state.offerID
            return StepOutcome(
                _CompleteVc(txId: request.txId), data: state,
                writes: [
                    { db in
                        if let offerID { try OfferRow.complete(offerID, in: db) }
                    }
                ])
        }
    }
}
