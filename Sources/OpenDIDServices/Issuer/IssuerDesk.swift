import GRDB
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// What every part of the issuer works with: who it is, what it issues, and its claims.
struct IssuerDesk: Sendable {
    let context: RoleContext
    let identity: ProviderIdentity
    let settings: IssuerSettings
    let plans: PlanCatalogue
    let stored: StoredClaims
    /// Issuances that wait for the registry of another process take turns by person and offer.
    let turns = KeyedLock()

    init(_ context: RoleContext) throws {
        self.context = context
        settings = context.configuration.issuer
        try settings.validate()
        identity = try context.identity
        plans = PlanCatalogue(registry: context.registry, issuer: identity.did)
        stored = StoredClaims(database: context.database, seal: context.seal)
    }

    var database: ServiceDatabase { context.database }
    var registry: any RegistryAccess { context.registry }
    var transactions: TransactionStore { context.transactions }
    var seal: StorageSeal { context.seal }
    var random: @Sendable (Int) -> [UInt8] { context.random }
    var did: String { identity.did }
    var certVcRef: String { identity.certVcRef }
    /// What a profile names as the issuer's address (OpenDID sheet 4.2): without the part of the path that is the protocol's.
    var endpoint: String { context.baseURL + "/" + ServiceRole.issuer.rawValue }

    func now() -> UTCInstant { context.now() }
    /// - Throws: as ``PlanCatalogue/entry(_:at:)``.
    func plan(_ id: String) async throws -> PlanCatalogue.Entry { try await plans.entry(id, at: now()) }
    func uuid() -> String { context.uuid() }

    /// How profiles and credentials are signed.
    /// - Parameter created: when. Defaults to now.
    func proofRequest(created: UTCInstant? = nil) throws -> ProofRequest { try identity.proofRequest(.assert, created: created ?? now()) }

    /// What the registry says of credentials and of the DIDs that they are about; asked for where it is another process's.
    /// - Parameter ids: reads which credentials it is about.
    func ledger(on ids: @escaping @Sendable (Database) throws -> [String]) async throws -> LedgerView {
        guard !registry.isHere else { return .here }
        let wanted = try await database.read(ids)
        let credentials = wanted.isEmpty ? [:] : try await registry.credentials(wanted)
        let holders = Set(credentials.values.map(\.subject))
        return .asked(credentials: credentials, holders: holders.isEmpty ? [:] : try await registry.statuses(of: holders.sorted()))
    }

    /// A reference of 17 letters and digits (OpenDID sheet 1.4).
    func reference() -> String {
        let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        var text: [UInt8] = []
        while text.count < 17 {
            // 248 is the largest multiple of 62 in a byte; what lies above would make some characters likelier.
            text += random(24).filter { $0 < 248 }.map { alphabet[Int($0) % alphabet.count] }
        }
        return String(decoding: text.prefix(17), as: UTF8.self)
    }

    /// - Throws: ``ServiceError`` 00202 when a request names another issuer.
    func checkIssuer(_ named: String?) throws(ServiceError) {
        guard named == nil || named == did else { throw IssuerError.planInvalid("the plan is asked of another issuer") }
    }

    /// Whether a nonce came back: receivers compare bytes, the encoding is the sender's choice (OpenDID sheet 1.1).
    func isNonce(_ text: String, _ given: String) -> Bool {
        guard let bytes = try? Multibase.decode(text, base58Limit: Multibase.shortLimit).bytes, let own = try? Multibase.decode(given).bytes
        else { return false }
        return ConstantTime.equals(bytes, own)
    }

    /// The claims of a person under a plan.
    typealias PersonClaims = (userID: String, claims: [VerifiableCredential.Claim])

    /// Looks for the claims of a person under a plan: in the settings' source, or else in the stored records.
    /// - Throws: ``ServiceError`` 00301 when nobody knows the person or a claim that the plan needs, or the claims are too large, 00302 when DID
    ///   and PII do not go together; what the source throws.
    func claims(of subject: ClaimSubject, under entry: PlanCatalogue.Entry) async throws -> PersonClaims {
        try await knownClaims(of: subject, under: entry).get()
    }

    /// Looks for the same claims.
    /// - Returns: 00301 as a failure when nobody knows the person, or a claim that the plan needs: that may be told later.
    /// - Throws: as ``claims(of:under:)`` for everything else.
    func knownClaims(of subject: ClaimSubject, under entry: PlanCatalogue.Entry) async throws -> Result<PersonClaims, ServiceError> {
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
            return .failure(IssuerError.userUnknown("the person's record does not fill the credential: \(error.field): \(error.reason)"))
        }
        try CredentialSize.check(try JSONModelEncoder().canonicalBytes(claims).count)
        return .success((data.userID, claims))
    }
}
