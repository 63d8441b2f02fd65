import HeraldJSON
import OpenDID_DataModel

/// Registers a server of another process before it requests its certificate (OpenDID sheet 5.12: "registered by the TAS operator").
/// Upstream's operator registers servers in a console. In Herald, the token that the servers share replaces the operator's approval.
struct EntityRegistration: Sendable {
    /// The longest name, in bytes.
    static let nameLimit = 256
    /// The longest URL, in bytes.
    static let urlLimit = 1_024
    let registrar: Registrar
    let registry: Registry
    let now: @Sendable () -> UTCInstant

    func add(to routes: inout RouteTable) {
        routes.on(OpenDIDEndpoints.TAS.registerEntity, access: .peers) { request, _ in
            try await register(request)
            return _RegisterEntity()
        }
    }

    private func register(_ request: RegisterEntity) async throws {
        guard [RoleTypeEnum.Issuer, .Verifier, .CAS_SERVICE, .WalletProvider].contains(request.role),
            !request.name.isEmpty
        else {
            throw TASError.bodyInvalid("role: a server's role expected, with a name")
        }
        try Self.require(request.name, "name", Self.nameLimit)
        try Self.require(request.certVcRef, "certVcRef", Self.urlLimit)
        try Self.require(request.serverUrl, "serverUrl", Self.urlLimit)
        let contents = try MultibaseEnvelope.open(
            request.didDoc, as: DIDDocument.self, field: "didDoc", byteLimit: 2 * DIDDocument.byteLimit)
        let report = await VerificationPolicy.standard(for: .providerDIDDocument)
            .verify(contents.document, at: now(), resolver: registry)
        do {
            try report.requireValid()
        } catch {
            throw TASError.keyProofInvalid(error.description)
        }
        let document = contents.value.withoutProofs
        try Self.require(document.id, "didDoc.id", DIDDocument.idByteLimit)
        try Self.require(try await registry.provider(document.id), request.role)
        var changes: [LedgerChange] = []
        if let registered = try await registry.resolve(document.id, versionId: nil) {
            guard registered.document.verificationMethod == document.verificationMethod else {
                throw TASError.userExists("the registry has a document of this DID with other keys")
            }
        } else {
            changes.append(try await registrar.enter(document, role: request.role))
        }
        let (entries, provider) = (
            changes,
            RegisteredProvider(
                did: document.id, role: request.role, name: request.name, certVcRef: request.certVcRef,
                baseURL: request.serverUrl)
        )
        try await registry.database.write { rows in
            // The entry is read inside the transaction. Another instance of the server may have received its certificate meanwhile.
            let known = try rows.provider(provider.did, for: .change)
            try Self.require(known, provider.role)
            guard try !Registry.isTaken(provider.baseURL, of: provider.role, for: provider.did, in: rows) else {
                throw TASError.providerMismatch("serverUrl: another server of this role has it")
            }
            for change in entries { try change.apply(in: rows) }
            var provider = provider
            provider.certificate = known?.certificate
            try rows.saveProvider(provider)
        }
    }

    private static func require(_ known: RegisteredProvider?, _ role: RoleTypeEnum) throws(ServiceError) {
        guard known == nil || known?.role == role else { throw TASError.providerMismatch("this DID has another role") }
    }

    private static func require(_ text: String, _ field: String, _ limit: Int) throws(ServiceError) {
        guard text.utf8.count <= limit else { throw TASError.bodyInvalid("\(field): at most \(limit) bytes expected") }
    }
}

extension OpenDIDEndpoints.TAS {
    /// Registers a server before it enrols. Upstream has no such endpoint. Its operator registers servers in a console.
    static let registerEntity = ServiceEndpoint<RegisterEntity, _RegisterEntity>(.tas, .post, "register-entity")
}

/// A server's request to be registered before it enrols.
struct RegisterEntity: ModelObject {
    var id: String
    /// The server's DID document with the proofs of its keys, in multibase.
    var didDoc: String
    var role: RoleTypeEnum
    var name: String
    var certVcRef: String
    /// The URL under which the server is reached.
    var serverUrl: String
    var unknownMembers = UnknownMembers()

    init(id: String, didDoc: String, role: RoleTypeEnum, name: String, certVcRef: String, serverUrl: String) {
        self.id = id
        self.didDoc = didDoc
        self.role = role
        self.name = name
        self.certVcRef = certVcRef
        self.serverUrl = serverUrl
    }
}

/// The answer to ``RegisterEntity``: an empty object.
struct _RegisterEntity: ModelObject {
    var unknownMembers = UnknownMembers()

    init() {}
}
