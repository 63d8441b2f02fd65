import OpenDID_DataModel

/// What every part of the verifier works with: who it is, and what it asks for.
struct VerifierDesk: Sendable {
    let context: RoleContext
    let identity: ProviderIdentity
    let settings: VerifierSettings
    /// Those of the settings first.
    let policies: [VerifierPolicy]

    init(_ context: RoleContext) throws {
        self.context = context
        settings = context.configuration.verifier
        identity = try context.identity
        policies = settings.policies + VerifierPolicy.policies(context.configuration.seed.verifications)
        for policy in policies where policy.requirements.isEmpty {
            throw ServicesError(
                .configuration, field: "verifier.policies.\(policy.device).\(policy.service)", reason: "a policy has to ask for a credential")
        }
        var known: Set<String> = []
        for policy in policies where !known.insert(policy.knownID).inserted {
            throw ServicesError(.configuration, field: "verifier.policies.\(policy.knownID)", reason: "two policies have this id")
        }
    }

    var database: ServiceDatabase { context.database }
    var registry: any RegistryAccess { context.registry }
    var transactions: TransactionStore { context.transactions }
    var seal: StorageSeal { context.seal }
    /// What offers and profiles name: upstream's samples have the whole path here, and wallets cut off its last part (OpenDID sheet 7.3).
    var endpoint: String { context.baseURL + OpenDIDEndpoints.Verifier.requestVerify.path }

    func now() -> UTCInstant { context.now() }

    /// - Throws: ``ServiceError`` 00201.
    func policy(device: String, service: String) throws(ServiceError) -> VerifierPolicy {
        if let policy = policies.first(where: { $0.device == device && $0.service == service }) { return policy }
        // Upstream's release 1 makes no difference between large and small letters here (did-verifier-server, FileLoaderService).
        let wanted = [device, service].map { $0.lowercased() }
        guard let policy = policies.first(where: { [$0.device, $0.service].map { $0.lowercased() } == wanted }) else {
            throw ServiceError(VerifierError.policyUnknown)
        }
        return policy
    }

    /// The policy that release 2 calls by this id.
    /// - Throws: ``ServiceError`` 00201.
    func policy(id: String) throws(ServiceError) -> VerifierPolicy {
        guard let policy = policies.first(where: { $0.knownID == id }) else {
            throw VerifierError.policyUnknown("policyId: there is none of this id")
        }
        return policy
    }

    /// The policy under which an offer was made, as it is now.
    /// - Throws: ``ServiceError`` 00201 when there is none any more.
    func policy(of offer: VerifyOfferRow) throws(ServiceError) -> VerifierPolicy {
        guard let id = offer.policyID else { return try policy(device: offer.device, service: offer.service) }
        return try policy(id: id)
    }

    /// The offer, when a wallet may still answer it.
    /// - Throws: ``ServiceError`` 00200 when it is not known, is over, or was answered.
    func openOffer(_ offerID: String) async throws -> VerifyOfferRow {
        let offer = try await offer(offerID)
        guard now() <= offer.validUntil else { throw VerifierError.offerInvalid("the offer has expired") }
        guard offer.answeredBy == nil else { throw VerifierError.offerInvalid("a presentation was accepted under it already") }
        return offer
    }

    /// - Throws: ``ServiceError`` 00200.
    func offer(_ offerID: String) async throws -> VerifyOfferRow {
        let seal = seal
        guard let offer = try await database.read({ db in try VerifyOfferRow.find(offerID, in: db, seal) }) else {
            throw ServiceError(VerifierError.offerInvalid)
        }
        return offer
    }
}
