import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

// Changes of the registry that servers of other processes request. DID documents cannot be registered in this way, because only the trust
// agent registers them.
extension TrustAgent {
    /// Makes all changes that an enrolled provider signed, or none of them. The nonce counts as used even if the changes are refused. A
    /// refused request therefore cannot be repeated later, when the registry would accept it.
    /// - Throws: ``ServiceError``: 14000 or 14001 if the provider has no such rights, 14002, 18510 or 18511 without a valid certificate, 16510, 16511 or
    ///   16519 for the proof, 12007 if an entry belongs to another provider, and 12004 for a malformed change.
    func changeRegistry(_ request: ChangeRegistry, _ call: ReceivedCall) async throws -> _ChangeRegistry {
        try call.requireMessageID()
        guard (1...ChangeRegistry.limit).contains(request.changes.count) else {
            throw TASError.bodyInvalid("changes: 1 to \(ChangeRegistry.limit) expected")
        }
        let provider = try await requireChanger(request.provider.did)
        guard let document = call.document else { throw ServiceError(TASError.bodyInvalid) }
        let used = try await checks.registryChange(request, document)
        let (asked, moment) = (request.changes, now)
        let refusal: (any Error)? = try await write { rows in
            guard try rows.insert(used) else {
                throw TASError.clientNonceInvalid("this nonce was used in an earlier message")
            }
            do {
                try rows.undoingOnError {
                    for change in asked { try RegistryChange(change, of: provider).apply(at: moment, in: rows) }
                }
                return nil
            } catch let error where error is RegistryError || error is ServiceError {
                return error
            }
        }
        guard let refusal else { return _ChangeRegistry() }
        guard let error = refusal as? RegistryError else { throw refusal }
        return _ChangeRegistry(refusal: _ChangeRegistry.Refusal(error))
    }

    /// Checks that a DID belongs to an enrolled issuer or app provider, and returns its entry.
    private func requireChanger(_ did: String) async throws -> RegisteredProvider {
        guard let provider = try await registry.provider(did), provider.role == .CAS_SERVICE else {
            return try await requireIssuer(did)
        }
        try await requireCertificate(of: did, role: .CAS_SERVICE)
        return provider
    }
}

/// One change that a provider may make. An issuer may change its own credentials, schemas and plans. An app provider may change the list of
/// allowed apps.
struct RegistryChange: Sendable {
    /// The largest size of a schema or plan, in bytes. A schema or plan must fit into one answer to another server.
    static let byteLimit = 512 << 10
    /// The largest size of a credential's record, in bytes.
    static let credentialLimit = 16 << 10
    /// The longest name, in bytes.
    static let nameLimit = 256
    /// The most schemas of one issuer. The same limit applies to its plans.
    static let entriesPerIssuer = 256
    /// The largest total size of one issuer's schemas, in bytes. The same limit applies to its plans.
    static let bytesPerIssuer = 16 << 20
    /// The most apps that may use one wallet.
    static let appsPerWallet = 256
    /// The most apps of all wallets together. This limit exists because an app provider may name any wallet.
    static let apps = 4_096

    private enum Kind: Sendable {
        case credential(VCMeta), status(ChangeRegistry.Status), schema(ChangeRegistry.Schema), plan(VCPlan), app(
            ChangeRegistry.App)
    }

    private let kind: Kind
    private let provider: RegisteredProvider

    /// Creates the change, after making the checks that do not need the registry.
    /// - Throws: ``ServiceError``.
    init(_ change: ChangeRegistry.Change, of provider: RegisteredProvider) throws {
        let kinds: [Kind?] = [
            change.credential.map { .credential($0) }, change.status.map { .status($0) },
            change.schema.map { .schema($0) },
            change.plan.map { .plan($0) }, change.app.map { .app($0) },
        ]
        let given = kinds.compactMap(\.self)
        guard let kind = given.first, given.count == 1 else {
            throw TASError.bodyInvalid("changes: one member of each expected")
        }
        (self.kind, self.provider) = (kind, provider)
        var isApp = false
        if case .app = kind { isApp = true }
        guard isApp == (provider.role == .CAS_SERVICE) else {
            throw TASError.providerMismatch("a change of this kind is for another role")
        }
        try check()
    }

    /// Makes the checks that do not need the registry.
    private func check() throws {
        switch kind {
        case .credential(let meta):
            guard meta.issuer.did == provider.did else {
                throw TASError.providerMismatch("the credential names another issuer")
            }
            try Self.require(try meta.canonicalBytes().count <= Self.credentialLimit, "credential: it is too large")
            // The registry's indexes take no longer texts.
            try Self.require(meta.id.utf8.count <= FindAll.idLimit, "credential.id: it is too long")
            try Self.require(meta.subject.utf8.count <= FindAll.idLimit, "credential.subject: it is too long")
        case .status: break
        case .schema(let named):
            try Self.require(named.name.utf8.count <= Self.nameLimit, "schema.name: it is too long")
            try Self.require(try named.schema.canonicalBytes().count <= Self.byteLimit, "schema: it is too large")
            guard named.schema.id == SchemaSeed.url(of: named.name, issuerURL: provider.baseURL) else {
                throw TASError.providerMismatch("the schema's id is not the issuer's URL of it")
            }
        case .plan(let plan):
            try Self.require(plan.vcPlanId.utf8.count <= Self.nameLimit, "plan.vcPlanId: it is too long")
            try Self.require(try plan.canonicalBytes().count <= Self.byteLimit, "plan: it is too large")
            guard plan.allowedIssuers == [provider.did] else {
                throw TASError.providerMismatch("plan.allowedIssuers: the issuer itself and no other expected")
            }
        case .app(let app):
            try Self.require(
                !app.package.isEmpty && app.package.utf8.count <= Self.nameLimit, "app.package: a name expected")
            try Self.require(app.wallet.utf8.count <= Self.nameLimit, "app.wallet: it is too long")
        }
    }

    private static func require(_ holds: Bool, _ what: String) throws(ServiceError) {
        guard holds else { throw TASError.bodyInvalid(what) }
    }

    /// Makes the change in the registry.
    /// - Throws: ``RegistryError`` if the registry refuses the change, ``ServiceError`` 12007 if an entry belongs to another provider, and
    /// 12004 above a limit.
    func apply(at now: UTCInstant, in rows: any ServiceRows) throws {
        switch kind {
        case .credential(let meta):
            try LedgerChange.enterCredential(meta, at: now).apply(in: rows)
        case .status(let status):
            if let known = try LedgerReading.meta(of: status.vcId, for: .change, in: rows),
                known.issuer.did != provider.did
            {
                throw TASError.providerMismatch("the credential is another issuer's")
            }
            try LedgerChange.setCredentialStatus(id: status.vcId, status.vcStatus, at: now).apply(in: rows)
        case .schema(let named):
            if let owner = try rows.schemaOwner(named.schema.id), owner != provider.did {
                throw TASError.providerMismatch("the schema is another issuer's")
            }
            try Registry.save(named.schema, name: named.name, owner: provider.did, in: rows)
            try requireRoom("schema", try rows.schemaTotal(owner: provider.did))
        case .plan(let plan):
            guard try rows.schemaOwner(plan.credentialSchema.id) == provider.did,
                try Registry.isFree(plan: plan.vcPlanId, for: provider.did, in: rows)
            else {
                throw TASError.providerMismatch("the plan, or its schema, is another issuer's")
            }
            try Registry.save(plan, owner: provider.did, in: rows)
            try requireRoom("plan", try rows.planTotal(owner: provider.did))
        case .app(let app):
            try rows.allowApp(app.package, wallet: app.wallet)
            try Self.require(
                try rows.appCount(wallet: app.wallet) <= Self.appsPerWallet,
                "app: \(Self.appsPerWallet) for one wallet at most")
            try Self.require(try rows.appCount() <= Self.apps, "app: \(Self.apps) at most")
        }
    }

    /// Checks that a provider's entries do not exceed the limits.
    /// - Parameter size: the number and the size of the entries, including the new one.
    private func requireRoom(_ member: String, _ size: CatalogueTotal) throws(ServiceError) {
        try Self.require(
            size.entries <= Self.entriesPerIssuer, "\(member): \(Self.entriesPerIssuer) of one issuer at most")
        try Self.require(
            size.bytes <= Self.bytesPerIssuer, "\(member): \(Self.bytesPerIssuer) bytes of one issuer at most")
    }
}
