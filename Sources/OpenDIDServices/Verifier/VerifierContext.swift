import HeraldPeer
import OpenDID_DataModel

/// The objects that all parts of the verifier share: its identity and its policies.
struct VerifierContext: Sendable {
    let context: RoleContext
    let identity: ProviderIdentity
    let settings: VerifierSettings
    /// The policies. Those of the settings come before those of the seed.
    let policies: [VerifierPolicy]
    let policyFaults: PolicyFaultLog
    /// The decoded certificates of issuers, by their bytes. Each check of a presentation reads them.
    let readCertificates = CatalogueMemory()
    /// Limits the number of long base58 texts that are decoded at once, because the time grows with the square of the length.
    let longPresentations = BuildTurns(
        limits: AnswerLimits(buildsAtOnce: Self.longAtOnce, buildsPerAddress: Self.longPerAddress))
    /// The number of encrypted presentations over 150,000 characters of base58 that are decoded at once, for all clients and for one address.
    static let longAtOnce = 2, longPerAddress = 1

    init(_ context: RoleContext) throws {
        self.context = context
        settings = context.configuration.verifier
        identity = try context.identity
        policyFaults = PolicyFaultLog(logger: context.logger)
        policies = settings.policies + VerifierPolicy.policies(context.configuration.seed.verifications)
        for policy in policies where policy.requirements.isEmpty {
            throw ServicesError(
                .configuration, field: "verifier.policies.\(policy.device).\(policy.service)",
                reason: "a policy has to ask for a credential")
        }
        var known: Set<String> = []
        for policy in policies where !known.insert(policy.knownID).inserted {
            throw ServicesError(
                .configuration, field: "verifier.policies.\(policy.knownID)", reason: "two policies have this id")
        }
    }

    var database: any ServiceDatabase { context.database }
    var registry: any RegistryAccess { context.registry }
    var transactions: TransactionStore { context.transactions }
    var seal: StorageSeal { context.seal }
    /// The verifier's address in offers and profiles. As in upstream's samples, it contains the whole path of a call. Wallets remove the
    /// last part of the path (OpenDID sheet 7.3).
    var endpoint: String { context.baseURL + OpenDIDEndpoints.Verifier.requestVerify.path }

    func now() -> UTCInstant { context.now() }

    /// Returns the policy for a device and a service.
    /// - Throws: ``ServiceError`` 00201 if there is no such policy.
    func policy(device: String, service: String) throws(ServiceError) -> VerifierPolicy {
        if let policy = policies.first(where: { $0.device == device && $0.service == service }) { return policy }
        // Upper and lower case are not distinguished, as in release 1 of upstream (did-verifier-server, FileLoaderService).
        let wanted = [device, service].map { $0.lowercased() }
        guard let policy = policies.first(where: { [$0.device, $0.service].map { $0.lowercased() } == wanted }) else {
            throw ServiceError(VerifierError.policyUnknown)
        }
        return policy
    }

    /// Returns the policy with an ID. Terminals of release 2 name a policy by its ID.
    /// - Throws: ``ServiceError`` 00201 if there is no such policy.
    func policy(id: String) throws(ServiceError) -> VerifierPolicy {
        guard let policy = policies.first(where: { $0.knownID == id }) else {
            throw VerifierError.policyUnknown("policyId: no policy has this ID")
        }
        return policy
    }

    /// Returns the policy under which an offer was created, in its present form.
    /// - Throws: ``ServiceError`` 00201 if the policy no longer exists.
    func policy(of offer: VerifyOfferRow) throws(ServiceError) -> VerifierPolicy {
        guard let id = offer.policyID else { return try policy(device: offer.device, service: offer.service) }
        return try policy(id: id)
    }

    /// Returns an offer that a wallet may still answer.
    /// - Throws: ``ServiceError`` 00200 if the offer is unknown, has expired, or was answered.
    func openOffer(_ offerID: String) async throws -> VerifyOfferRow {
        let offer = try await offer(offerID)
        guard now() <= offer.validUntil else { throw VerifierError.offerInvalid("the offer has expired") }
        guard offer.answeredBy == nil else {
            throw VerifierError.offerInvalid("a presentation was accepted under it already")
        }
        return offer
    }

    /// Returns an offer.
    /// - Throws: ``ServiceError`` 00200 if the offer is unknown.
    func offer(_ offerID: String) async throws -> VerifyOfferRow {
        guard let offer = try await database.read({ rows in try rows.verifyOffer(offerID) }) else {
            throw ServiceError(VerifierError.offerInvalid)
        }
        return offer
    }
}
