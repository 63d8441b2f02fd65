import HeraldJSON
import OpenDID_DataModel

/// What the program that runs the servers asks of them itself: offers to show, and what came of them. Over HTTP the same is done by
/// `request-offer`, `request-offer-qr` and `confirm-verify` (OpenDID sheet 5.2).
extension OpenDIDServices {
    /// Offers a credential. `ReceivedOffer.dataPayload()` turns the answer into what a QR code shows.
    /// - Parameters:
    ///   - planID: one of the issuer's plans.
    ///   - pii: the personal data of the one user who may take it up; anybody may when `nil`.
    /// - Throws: ``ServiceError``, such as `SSRVISS00202` for a plan that the issuer does not have.
    public func offerCredential(planID: String, pii: String? = nil) async throws(ServiceError) -> IssueOfferPayload {
        try await ask(OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: planID, pii: pii)).issueOfferPayload
    }

    /// Asks for a presentation: what a terminal shows as a QR code.
    /// - Parameters:
    ///   - device: the terminal for which the verifier has a policy (``VerificationSeed``).
    ///   - service: the policy's service.
    ///   - mode: how the presentation will travel.
    ///   - validSeconds: for how long a wallet may answer; the policy's time when `nil`.
    /// - Throws: ``ServiceError``, such as `SSRVVRF00201` when there is no such policy.
    public func requestPresentation(
        device: String, service: String, mode: PresentModeEnum = .Direct, validSeconds: Int? = nil
    ) async throws(ServiceError) -> VpOfferWrapper {
        try await ask(
            OpenDIDEndpoints.Verifier.requestOfferQR,
            RequestOfferPayload(mode: mode, device: device, service: service, validSeconds: validSeconds))
    }

    /// Asks for a presentation under a policy that is named by its id, as terminals of release 2 do.
    /// - Parameter policyId: one of the verifier's (``VerifierPolicy/policyId``).
    /// - Throws: ``ServiceError``, such as `SSRVVRF00201` when there is no such policy.
    public func requestPresentation(policyId: String) async throws(ServiceError) -> VpOfferWrapper {
        try await ask(OpenDIDEndpoints.Verifier.requestOfferQRByPolicy, RequestOfferByPolicy(policyId: policyId))
    }

    /// The claims that were shown and verified under an offer; `nil` until there are any.
    /// - Throws: ``ServiceError``, such as `SSRVVRF00200` for an offer that the verifier does not know.
    public func verifiedClaims(offerID: String) async throws(ServiceError) -> [VerifiableCredential.Claim]? {
        let answer = try await ask(OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: offerID))
        return answer.result ? answer.claims : nil
    }

    /// Whoever holds this object runs the servers, so that no token is asked for.
    private func ask<Q: Jsonable, R: Jsonable>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) async throws(ServiceError) -> R {
        guard let body = try? request.canonicalBytes() else { throw ServiceError(FrontError.validation) }
        let response = await handler.respond(
            to: ServiceRequest(method: endpoint.method.rawValue, path: endpoint.path, body: body, origin: .process))
        guard response.status == 200 else {
            guard let failure = try? ServiceFailureBody(jsonBytes: response.body) else { throw ServiceError(FrontError.notReady) }
            throw ServiceError(relayed: failure.code, description: failure.description)
        }
        guard let answer = try? R(jsonBytes: response.body) else { throw ServiceError(FrontError.notReady) }
        return answer
    }
}
