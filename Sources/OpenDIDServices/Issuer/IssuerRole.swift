import HeraldJSON
import OpenDID_DataModel

/// The issuer (OpenDID sheet 5.2, 5.7, 5.9). It issues credentials to holders whom the trust agent has identified, and revokes credentials
/// at their holders' request.
package struct IssuerRole: RoleModule {
    package static var role: ServiceRole { .issuer }

    private let shared: IssuerContext

    /// Creates the issuer, and stores the users of the seed.
    package init(_ context: RoleContext) async throws {
        shared = try IssuerContext(context)
        for user in context.configuration.seed.users { try await save(IssuerUser(user)) }
    }

    package func expiredRows() -> [ExpiredRows] {
        [
            ExpiredRows { rows, now, limit in
                try rows.deleteIssueOffers(validBefore: now - OfferRow.memory, limit: limit)
            }
        ]
    }

    package func askedRows() -> [AskedRows] {
        guard !shared.registry.isHere else { return [] }
        return [
            ReplacedCredentials(database: shared.database, registry: shared.registry, now: shared.context.now).asked
        ]
    }

    package func addRoutes(to routes: inout RouteTable) {
        addIssuance(to: &routes)
        addRevocation(to: &routes)
        routes.on(OpenDIDEndpoints.Issuer.vcSchema) { query, _ in
            let name = try query.required("name")
            guard let schema = try await shared.registry.schema(named: name, owner: shared.did) else {
                throw ServiceError(IssuerError.schemaUnknown)
            }
            return schema
        }
        for endpoint in [OpenDIDEndpoints.Issuer.saveUser, OpenDIDEndpoints.Issuer.saveDemoUser] {
            routes.on(endpoint, access: .operatorOrTrustedNetwork) { request, _ in
                guard request.pii != nil else {
                    throw JSONError(.missingMember, path: "pii", reason: "the member is missing")
                }
                let user = request.user
                guard user.pii != nil || user.did != nil else {
                    throw JSONError(
                        .missingMember, path: "did", reason: "the member is missing, and no user has this pii")
                }
                try await save(user)
                return _SaveIssuerUser()
            }
        }
        routes.on(OpenDIDEndpoints.Issuer.saveVCData, access: .operatorOrTrustedNetwork) { request, _ in
            let user = request.user
            guard user.did != nil else { throw JSONError(.missingMember, path: "did", reason: "the member is missing") }
            try await save(user)
            return _SaveIssuerUser()
        }
    }

    private func addIssuance(to routes: inout RouteTable) {
        let offers = IssueOffers(shared: shared)
        let issuance = CredentialIssuance(shared: shared, offers: offers)
        // An offer permits an issuance, and the issuer trusts the trust agent's statement about a holder. Therefore only the servers and
        // the operator may call the endpoints with the access `peers`. Upstream's issuer lets any client call them (OpenDID sheet 9).
        routes.on(OpenDIDEndpoints.Issuer.requestOffer, access: .peers) { request, _ in
            try await offers.request(request)
        }
        routes.on(OpenDIDEndpoints.Issuer.issueVCResult) { query, _ in
            try await offers.result(of: try query.required("offerId"))
        }
        routes.on(OpenDIDEndpoints.Issuer.inspectProposeIssue, access: .peers) { request, call in
            try call.requireMessageID()
            return try await issuance.inspect(request)
        }
        addStep(OpenDIDEndpoints.Issuer.generateIssueProfile, to: &routes) { try await issuance.profile($0, $1) }
        addStep(OpenDIDEndpoints.Issuer.issueVC, to: &routes) { try await issuance.issue($0, $1) }
        addStep(OpenDIDEndpoints.Issuer.completeVC, to: &routes) { try await issuance.complete($0, $1) }
    }

    private func addRevocation(to routes: inout RouteTable) {
        let revocation = CredentialRevocation(shared: shared)
        routes.on(OpenDIDEndpoints.Issuer.inspectProposeRevoke, access: .peers) { request, call in
            try call.requireMessageID()
            return try await revocation.inspect(request)
        }
        addStep(OpenDIDEndpoints.Issuer.revokeVC, to: &routes) { try await revocation.revoke($0, $1) }
        addStep(OpenDIDEndpoints.Issuer.completeRevoke, to: &routes) { try await revocation.complete($0, $1) }
        for endpoint in [OpenDIDEndpoints.Issuer.updateVCStatus, OpenDIDEndpoints.Issuer.updateStatus] {
            routes.on(endpoint, access: .operatorOnly) { request, _ in try await revocation.update(request) }
        }
    }

    /// Adds a step that only the trust agent may call.
    private func addStep<Q: Decodable & Sendable, R: Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, to routes: inout RouteTable,
        _ handler: @escaping @Sendable (Q, ReceivedCall) async throws -> EncodedAnswer<R>
    ) {
        routes.onStep(endpoint, access: .peers) { request, call in
            try call.requireMessageID()
            return try await handler(request, call)
        }
    }

    /// Stores a person's record.
    /// - Throws: ``ServiceError`` 00302 if PII and DID belong to two records.
    private func save(_ user: IssuerUser) async throws {
        let (id, seal) = (shared.uuid(), shared.seal)
        let isSaved = try await shared.database.write { rows in try UserRow.save(user, newID: id, in: rows, seal) }
        guard isSaved else { throw IssuerError.holderInvalid("PII and DID belong to two records") }
    }
}
