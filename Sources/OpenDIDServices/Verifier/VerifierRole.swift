import OpenDID_DataModel

/// The verifier (OpenDID sheet 5.2, 5.8): asks a holder's wallet for credentials on behalf of a terminal. Its certificate is served with
/// those of all servers.
package struct VerifierRole: RoleModule {
    package static var role: ServiceRole { .verifier }
    package static var migrations: [ServiceMigration] { VerifierTables.migrations }

    private let desk: VerifierDesk

    package init(_ context: RoleContext) async throws { desk = try VerifierDesk(context) }

    package func addRoutes(to routes: inout RouteTable) {
        let (offers, presentations) = (VerifyOffers(desk: desk), Presentations(desk: desk))
        routes.on(OpenDIDEndpoints.Verifier.requestOfferQR, charge: .opening) { request, call in try await offers.request(request, for: call.client) }
        routes.onStep(OpenDIDEndpoints.Verifier.requestProfile, charge: .opening) { request, call in
            try call.requireMessageID()
            return try await presentations.profile(request, call)
        }
        // The presentation of large credentials.
        routes.onStep(OpenDIDEndpoints.Verifier.requestVerify, charge: .presentation, bodyLimit: BodySize.large) { request, call in
            try call.requireMessageID()
            return try await presentations.verify(request, call)
        }
        // An offer's id is no secret, it stands in a QR code; what was shown under it is for the terminal alone.
        routes.on(OpenDIDEndpoints.Verifier.confirmVerify, access: .peers) { request, _ in try await offers.result(request) }
    }

    package func expiredRows() -> [ExpiredRows] { VerifierTables.expired(after: desk.settings.resultLifetime) }
}
