import HeraldJSON
import HeraldLocks
import OpenDID_DataModel

/// Answers questions about other parties (OpenDID sheet 0, 6.5). It gets DID documents and the status of credentials from the registry. It
/// also checks the certificate that makes a server a provider.
///
/// The state machines of the protocols use it. ``GatewayTrust`` answers from the registry's gateway. Tests use an implementation that
/// answers from a table.
public protocol TrustSource: Sendable {
    /// The DID of the trust agent to which this wallet belongs.
    var tas: String { get }
    /// The pinned `assert` keys of the trust agent. Signatures of the trust agent with other keys are refused, whatever the registry says.
    /// If they are `nil`, the wallet trusts the keys in the registry.
    var tasKeys: Set<VerificationKey>? { get }

    /// Checks a signed document under a policy.
    /// - Throws: ``WalletError`` with code `verification` and the place of the first failure, with code `provider_key` if a party's keys
    ///   differ from the known ones, or with code `transport` if the registry does not answer.
    func check(
        _ document: SignedDocument, _ policy: VerificationPolicy, field: String, at now: UTCInstant
    ) async throws(WalletError)

    /// Checks that a provider has a certificate of the trust agent for a role (OpenDID sheet 6.5).
    /// - Throws: ``WalletError`` with code `certificate`, `provider_key` or `transport`, or with code `did_mismatch` if the certificate
    ///   belongs to another DID.
    func requireProvider(_ provider: Provider, role: RoleTypeEnum, at now: UTCInstant) async throws(WalletError)

    /// Returns the registry's present document of a DID, or `nil` if the registry does not know the DID.
    /// - Throws: ``WalletError`` with code `transport` if the registry does not answer, or with code `answer` if its answer cannot be read.
    func registered(_ did: String) async throws(WalletError) -> ResolvedDID?

    /// Returns the registry's present entry of a credential, or `nil` if the registry does not know the credential.
    /// - Throws: ``WalletError`` as ``registered(_:)`` does.
    func standing(ofCredential id: String) async throws(WalletError) -> CredentialStanding?

    /// Returns the schema at an address.
    /// - Throws: ``WalletError`` with code `answer`, `refused` or `transport`.
    func schema(at url: String) async throws(WalletError) -> VCSchema

    /// Returns a source that gives the same answers, and runs `action` before each request that it sends. By default, it runs `action` before
    /// it answers any question, because it cannot know which answers need a request.
    func beforeRequests(_ action: @escaping @Sendable () async -> Void) -> any TrustSource
}

extension TrustSource {
    public var tasKeys: Set<VerificationKey>? { nil }

    /// Returns a policy that accepts only the pinned keys, for documents that the trust agent signs with its `assert` key.
    func pinning(_ policy: VerificationPolicy) -> VerificationPolicy {
        tasKeys.map { policy.adding([PinnedKeyRule($0)]) } ?? policy
    }
}

/// A trust source that trusts one trust agent and asks the registry's gateway (OpenDID sheet 0, 6.5).
///
/// Certificates and the DID documents of providers are cached for ``TrustAnchors/lifetime``. If a check with cached data fails, the cached
/// data is removed and the check is repeated, so that a provider's new key is found at once. Failures are not cached.
///
/// The gateway answers look-ups for the keys of every party, and OpenDID does not sign its answers. Three things protect a wallet: pinned
/// keys (``TrustAnchors``), the keys that the wallet's vault stores when it first meets a party, and TLS.
public final class GatewayTrust: TrustSource {
    /// The keys and names that are trusted without a proof.
    public let anchors: TrustAnchors
    public var tas: String { anchors.tas }
    public var tasKeys: Set<VerificationKey>? { anchors.keys }

    private let registry: GatewayRegistry
    private let transport: any ServiceTransport
    private let addresses: ServiceAddresses
    private let memory: TrustMemory
    /// The keys of other parties that the wallet has seen. They are stored for longer than ``TrustAnchors/lifetime``.
    let providers: any ProviderKeyMemory

    /// Creates the trust source.
    /// - Parameters:
    ///   - anchors: the keys and names that are trusted without a proof.
    ///   - addresses: the addresses of the servers, and the allowed hosts.
    ///   - transport: the transport for requests.
    ///   - providers: stores the keys of providers. Defaults to a new memory in this process.
    ///   - now: returns the time, for the expiry of cached data.
    public init(
        anchors: TrustAnchors, addresses: ServiceAddresses, transport: any ServiceTransport,
        providers: any ProviderKeyMemory = RecentProviderKeys(), now: @escaping @Sendable () -> UTCInstant
    ) {
        let transport = PlainHTTPGuard(inner: transport, addresses: addresses)
        self.anchors = anchors
        self.addresses = addresses
        self.transport = transport
        self.providers = providers
        registry = GatewayRegistry(transport: transport, addresses: addresses)
        memory = TrustMemory(lifetime: anchors.lifetime, now: now)
    }

    /// Creates a source with the memory of another and its own transport.
    private init(_ other: GatewayTrust, transport: any ServiceTransport) {
        anchors = other.anchors
        addresses = other.addresses
        self.transport = transport
        providers = other.providers
        registry = GatewayRegistry(transport: transport, addresses: other.addresses)
        memory = other.memory
    }

    public func beforeRequests(_ action: @escaping @Sendable () async -> Void) -> any TrustSource {
        GatewayTrust(self, transport: PrecededTransport(inner: transport, action: action))
    }

    public func check(
        _ document: SignedDocument, _ policy: VerificationPolicy, field: String, at now: UTCInstant
    ) async throws(WalletError) {
        try await check(document, policy, as: .verification, field: field, at: now)
    }

    public func requireProvider(_ provider: Provider, role: RoleTypeEnum, at now: UTCInstant) async throws(WalletError)
    {
        let key = TrustMemory.Certificate(did: provider.did, reference: provider.certVcRef, role: role)
        if memory.holds(key) { return }
        guard addresses.allows(provider.certVcRef) else {
            throw WalletError(
                .certificate, field: "certVcRef", reason: "the host of the certificate's URL is not allowed")
        }
        let call = ServiceCall(role: nil, method: .get, url: provider.certVcRef)
        let answer = try await translating(.certificate, "certVcRef") { try await transport.send(call) }
        let certificate = try answer.read(as: VerifiableCredential.self, from: "certificate-vc")
        guard certificate.value.credentialSubject.id == provider.did else {
            throw WalletError(
                .didMismatch, field: "credentialSubject.id", reason: "the certificate belongs to another provider")
        }
        let policy = VerificationPolicy.certificate(
            of: provider.did, role: role, issuers: [anchors.tas], statuses: registry, pinned: anchors.keys,
            earlyBy: anchors.earlyBy)
        try await check(certificate.document, policy, as: .certificate, field: "certificate-vc", at: now)
        memory.remember(key)
    }

    public func registered(_ did: String) async throws(WalletError) -> ResolvedDID? {
        try await translating(.answer, "did-doc") { try await registry.newest(did, beside: anchors.tas) }
    }

    public func standing(ofCredential id: String) async throws(WalletError) -> CredentialStanding? {
        try await translating(.answer, "vc-meta") { try await registry.standing(ofCredential: id) }
    }

    public func schema(at url: String) async throws(WalletError) -> VCSchema {
        if let known = memory.schema(url) { return known }
        guard addresses.allows(url) else {
            throw WalletError(
                .answer, field: "credentialSchema.id", reason: "the host of the schema's URL is not allowed")
        }
        let answer = try await translating(.answer, "vc-schema") {
            try await transport.send(ServiceCall(role: nil, method: .get, url: url))
        }
        let schema = try answer.read(as: VCSchema.self, from: "vc-schema").value
        guard schema.id == url else {
            throw WalletError(.answer, field: "@id", reason: "the schema at this URL has another URL as its ID")
        }
        memory.remember(schema, at: url)
        return schema
    }

    /// Removes all cached data about other parties.
    public func forget() { memory.forget() }

    private func check(
        _ document: SignedDocument, _ policy: VerificationPolicy, as code: WalletError.Code, field: String,
        at now: UTCInstant
    ) async throws(WalletError) {
        let remembering = RememberingResolver(registry: registry, memory: memory)
        var (report, keys) = await verify(document, policy, at: now, remembering)
        if !report.isValid, memory.forgetUsed(by: remembering) {
            (report, keys) = await verify(
                document, policy, at: now, RememberingResolver(registry: registry, memory: memory))
        }
        if let cause = keys.failure { throw cause }
        if report.isValid { return try await keys.keep() }
        if let replaced = report.failures.first(where: { $0.code == KnownKeyRule.replaced }) {
            throw WalletError(.providerKey, field: field, reason: replaced.reason)
        }
        guard let failure = report.failures.first else {
            throw WalletError(code, field: field, reason: "no proof was checked")
        }
        if let cause = remembering.failure, failure.code == .unresolved { throw cause }
        throw WalletError.wrapping(failure, as: code, field: field)
    }

    private func verify(
        _ document: SignedDocument, _ policy: VerificationPolicy, at now: UTCInstant, _ resolver: RememberingResolver
    ) async -> (VerificationReport, KnownKeyRule) {
        let keys = KnownKeyRule(anchors, providers)
        return (await policy.adding([keys]).verify(document, at: now, resolver: resolver), keys)
    }
}
