import HeraldJSON
import OpenDID_DataModel

/// Lets the program that runs the servers create offers and read their results. The endpoints `request-offer`, `request-offer-qr` and
/// `confirm-verify` do the same over HTTP (OpenDID sheet 5.2).
extension OpenDIDServices {
    /// Creates an issue offer. `ReceivedOffer.dataPayload()` converts the offer to the text of a QR code.
    /// - Parameters:
    ///   - planID: one of the issuer's plans.
    ///   - pii: the personal data of the only user who may accept the offer. Defaults to `nil`, which lets any user accept it.
    /// - Throws: ``ServiceError``, such as `SSRVISS00202` if the issuer does not have the plan.
    public func offerCredential(planID: String, pii: String? = nil) async throws(ServiceError) -> IssueOfferPayload {
        try await ask(OpenDIDEndpoints.Issuer.requestOffer, RequestIssueOffer(vcPlanId: planID, pii: pii))
            .issueOfferPayload
    }

    /// Creates an offer to present credentials. A terminal shows the offer as a QR code.
    /// - Parameters:
    ///   - device: the terminal. The verifier must have a policy for it (``VerificationSeed``).
    ///   - service: the service that the policy names.
    ///   - mode: the way in which the presentation is sent. Defaults to direct.
    ///   - validFor: the time in which a wallet may answer, in whole seconds. Defaults to the time that the policy
    ///     states.
    /// - Throws: ``ServiceError``, such as `SSRVVRF00201` if there is no such policy.
    public func requestPresentation(
        device: String, service: String, mode: PresentModeEnum = .Direct, validFor: Duration? = nil
    ) async throws(ServiceError) -> VpOfferWrapper {
        try await ask(
            OpenDIDEndpoints.Verifier.requestOfferQR,
            RequestOfferPayload(
                mode: mode, device: device, service: service,
                validSeconds: validFor.map { Int(clamping: $0.components.seconds) }))
    }

    /// Creates an offer to present credentials under a policy. The caller names the policy by its ID, as terminals of release 2 do.
    /// - Parameter policyId: the ID of one of the verifier's policies (``VerifierPolicy/policyId``).
    /// - Throws: ``ServiceError``, such as `SSRVVRF00201` if there is no such policy.
    public func requestPresentation(policyId: String) async throws(ServiceError) -> VpOfferWrapper {
        try await ask(OpenDIDEndpoints.Verifier.requestOfferQRByPolicy, RequestOfferByPolicy(policyId: policyId))
    }

    /// Returns the claims that were presented and verified for an offer, or `nil` if no presentation was accepted yet.
    /// - Throws: ``ServiceError``, such as `SSRVVRF00200` if the verifier does not know the offer.
    public func verifiedClaims(offerID: String) async throws(ServiceError) -> [VerifiableCredential.Claim]? {
        let answer = try await ask(OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: offerID))
        return answer.result ? answer.claims : nil
    }

    /// Sends a request inside the process. It needs no token, because the caller runs the servers.
    private func ask<Q: Jsonable, R: Jsonable>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q)
        async throws(ServiceError) -> R
    {
        guard let body = try? request.canonicalBytes() else { throw ServiceError(FrontError.validation) }
        let response = await handler.respond(
            to: ServiceRequest(method: endpoint.method.rawValue, path: endpoint.path, body: body, origin: .process))
        guard response.status == 200 else {
            guard let failure = try? ServiceFailureBody(jsonBytes: response.body) else {
                throw ServiceError(FrontError.notReady)
            }
            throw ServiceError(relayed: failure.code, description: failure.description)
        }
        guard let answer = try? R(jsonBytes: response.body) else { throw ServiceError(FrontError.notReady) }
        return answer
    }
}
