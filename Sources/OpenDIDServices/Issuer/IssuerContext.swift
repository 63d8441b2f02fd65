import HeraldJSON
import HeraldKeys
import HeraldLocks
import OpenDID_DataModel

/// The objects that all parts of the issuer share: its identity, its plans and the source of claims.
struct IssuerContext: Sendable {
    let context: RoleContext
    let identity: ProviderIdentity
    let settings: IssuerSettings
    let plans: PlanCatalogue
    let stored: StoredClaims
    /// The turns of issuances if the registry is in another process (``DistantIssuance``).
    let turns = KeyedLock()

    init(_ context: RoleContext) throws {
        self.context = context
        settings = context.configuration.issuer
        try settings.validate()
        identity = try context.identity
        plans = PlanCatalogue(registry: context.registry, issuer: identity.did)
        stored = StoredClaims(database: context.database, seal: context.seal)
    }

    var database: any ServiceDatabase { context.database }
    var registry: any RegistryAccess { context.registry }
    var transactions: TransactionStore { context.transactions }
    var seal: StorageSeal { context.seal }
    var random: @Sendable (Int) -> [UInt8] { context.random }
    var did: String { identity.did }
    var certVcRef: String { identity.certVcRef }
    /// The issuer's URL in profiles (OpenDID sheet 4.2). Its path names only the role, and no endpoint.
    var endpoint: String { context.baseURL + "/" + ServiceRole.issuer.rawValue }

    func now() -> UTCInstant { context.now() }
    /// Returns a plan that this issuer may use now.
    /// - Throws: the errors of ``PlanCatalogue/entry(_:at:)``.
    func plan(_ id: String) async throws -> PlanCatalogue.Entry { try await plans.entry(id, at: now()) }
    func uuid() -> String { context.uuid() }

    /// Returns the request for a proof of a profile or a credential.
    /// - Parameter created: the time of the signature. Defaults to now.
    func proofRequest(created: UTCInstant? = nil) throws -> ProofRequest {
        try identity.proofRequest(.assert, created: created ?? now())
    }

    /// Returns a view of the status of credentials and of their holders. If the registry is in another process, this function requests the
    /// status from it.
    /// - Parameter ids: returns the IDs of the credentials whose status is needed.
    func ledger(on ids: @escaping @Sendable (any ServiceRows) throws -> [String]) async throws -> LedgerView {
        guard !registry.isHere else { return .here }
        return try await LedgerView(asking: registry, for: database.read(ids))
    }

    /// Returns a reference of 17 letters and digits (OpenDID sheet 1.4).
    func reference() -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var text: [UInt8] = []
        while text.count < 17 {
            // 248 is the largest multiple of 62 that fits in a byte. Larger bytes are skipped, because they would make some characters more
            // likely.
            text += random(24).filter { $0 < 248 }.map { alphabet[Int($0) % alphabet.count] }
        }
        return String(decoding: text.prefix(17), as: UTF8.self)
    }

    /// Checks that a request names this issuer, or names no issuer.
    /// - Throws: ``ServiceError`` 00202 if it names another issuer.
    func checkIssuer(_ named: String?) throws(ServiceError) {
        guard named == nil || named == did else { throw IssuerError.planInvalid("the plan is asked of another issuer") }
    }

    /// True if two texts encode the same nonce. The bytes are compared, because the sender of a nonce chooses the encoding (OpenDID sheet
    /// 1.1).
    func isNonce(_ text: String, _ given: String) -> Bool {
        guard let bytes = try? Multibase.decode(text, base58Limit: Multibase.shortLimit).bytes,
            let own = try? Multibase.decode(given).bytes
        else { return false }
        return ConstantTime.equals(bytes, own)
    }

    /// The ID of a person at the issuer, and the claims of the person under a plan.
    typealias PersonClaims = (userID: String, claims: [VerifiableCredential.Claim])

    /// Returns the claims of a person under a plan, from the configured source or from the records that an operator stored.
    /// - Throws: ``ServiceError`` 00301 if the person or a required claim is unknown, or if the claims are too large. 00302 if DID and PII do not match.
    ///   Also the errors of the source.
    func claims(of subject: ClaimSubject, under entry: PlanCatalogue.Entry) async throws -> PersonClaims {
        try await knownClaims(of: subject, under: entry).get()
    }

    /// Returns the claims of a person under a plan, or a failure if the issuer does not have them yet.
    /// - Returns: the failure 00301 if the person or a required claim is unknown, because the data may follow later.
    /// - Throws: the other errors of ``claims(of:under:)``.
    func knownClaims(of subject: ClaimSubject, under entry: PlanCatalogue.Entry) async throws -> Result<
        PersonClaims, ServiceError
    > {
        let data: ClaimData
        if let known = try await settings.claimSource?.claims(for: subject, plan: entry.plan, schema: entry.schema) {
            data = known
        } else {
            do {
                data = try await stored.claims(for: subject, schema: entry.schema)
            } catch let error as ServiceError where error.code == IssuerError.userUnknown {
                return .failure(error)
            }
        }
        let claims: [VerifiableCredential.Claim]
        do {
            claims = try data.claims(of: entry.schema)
        } catch {
            return .failure(
                IssuerError.userUnknown(
                    "the person's record does not fill the credential: \(error.field): \(error.reason)"))
        }
        // Claims are encoded only if they may be too large, because a usual person's claims are far from the limit.
        if claims.mostBytes > CredentialSize.limit {
            try CredentialSize.check(try JSONModelEncoder().canonicalBytes(claims).count)
        }
        return .success((data.userID, claims))
    }
}
