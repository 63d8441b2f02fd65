import OpenDID_DataModel

/// The verifier (OpenDID sheet 5.2, 5.8). It requests credentials from a holder's wallet for a terminal.
package struct VerifierRole: RoleModule {
    package static var role: ServiceRole { .verifier }
    package static var migrations: [ServiceMigration] { VerifierTables.migrations }

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
        // A presentation of large credentials needs a large body.
        routes.onStep(OpenDIDEndpoints.Verifier.requestVerify, charge: .presentation, bodyLimit: BodySize.large) {
            request, call in
            try call.requireMessageID()
            return try await presentations.verify(request, call)
        }
        addProofs(to: &routes)
        routes.on(OpenDIDEndpoints.Verifier.policies, access: .operatorOrTrustedNetwork) { _, _ in
            shared.policies.map { ListedPolicy(policyTitle: $0.title, policyId: $0.knownID) }
        }
        // An offer's ID is in a QR code and therefore no secret. Only the terminal may read the presented claims.
        routes.on(OpenDIDEndpoints.Verifier.confirmVerify, access: .peersOrTrustedNetwork) { request, _ in
            try await offers.result(request)
        }
    }

    /// Zero-knowledge proofs are not supported. No policy requires one, so that there is no profile to answer.
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

    package func expiredRows() -> [ExpiredRows] { VerifierTables.expired(after: shared.settings.resultLifetime) }
}

extension OpenDIDEndpoints.Verifier {
    /// Returns the result of an offer. Terminals poll it.
    package static let confirmVerify = ServiceEndpoint<ConfirmVerify, _ConfirmVerify>(
        .verifier, .post, "confirm-verify")
}
