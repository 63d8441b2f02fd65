import OpenDID_DataModel

/// The verifier (OpenDID sheet 5.2, 5.8). It requests credentials from a holder's wallet for a terminal.
package struct VerifierRole: RoleModule {
    package static var role: ServiceRole { .verifier }

    private let shared: VerifierContext

    package init(_ context: RoleContext) async throws { shared = try VerifierContext(context) }

    package func addRoutes(to routes: inout RouteTable) {
        let (offers, presentations) = (VerifyOffers(shared: shared), Presentations(shared: shared))
        routes.on(RequestedOffer.endpoint, charge: .opening) { request, call in
            try await offers.request(request, for: call.client)
        }
        routes.onStep(OpenDIDEndpoints.Verifier.requestProfile, charge: .opening) { request, call in
            try call.requireMessageID()
            return try await presentations.profile(request, call)
        }
        // The limit for the body is high, because a presentation may contain large credentials.
        routes.onStep(OpenDIDEndpoints.Verifier.requestVerify, charge: .presentation, bodyLimit: BodySize.large) {
            request, call in
            try call.requireMessageID()
            return try await presentations.verify(request, call)
        }
        addProofs(to: &routes)
        routes.on(OpenDIDEndpoints.Verifier.policies, access: .operatorOrTrustedNetwork) { _, _ in
            shared.policies.map { ListedPolicy(policyTitle: $0.title, policyId: $0.knownID) }
        }
        // The ID of an offer is in a QR code, so it is not secret. Only the terminal may read the presented claims, so this endpoint
        // requires a token.
        routes.on(OpenDIDEndpoints.Verifier.confirmVerify, access: .peersOrTrustedNetwork) { request, _ in
            try await offers.result(request)
        }
    }

    /// Adds the endpoints for zero-knowledge proofs, which are not supported. They refuse every request, because no policy requires such a
    /// proof.
    private func addProofs(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.Verifier.requestProofRequestProfile) { _, call in
            try call.requireMessageID()
            throw VerifierError.proofPolicyUnknown("zero-knowledge proofs are not offered")
        }
        routes.on(OpenDIDEndpoints.Verifier.requestVerifyProof) { _, call in
            try call.requireMessageID()
            throw VerifierError.proofProfileUnknown("zero-knowledge proofs are not offered")
        }
    }

    package func expiredRows() -> [ExpiredRows] {
        let memory = shared.settings.resultLifetime
        return [
            ExpiredRows { rows, now, limit in
                try rows.deletePresentedClaims(acceptedBefore: now - memory, limit: limit)
            },
            ExpiredRows { rows, now, limit in try rows.deleteVerifyOffers(validBefore: now - memory, limit: limit) },
        ]
    }
}

extension OpenDIDEndpoints.Verifier {
    /// Returns the result of an offer. Terminals call it repeatedly until there is a result.
    package static let confirmVerify = ServiceEndpoint<ConfirmVerify, _ConfirmVerify>(
        .verifier, .post, "confirm-verify")
}
