import HeraldKeys
import OpenDID_DataModel

/// Everything that a protocol's state machine may ask for: time, random numbers, trust, keys to sign with, and where the servers are.
public struct FlowTools: Sendable {
    /// The clock.
    public var now: @Sendable () -> UTCInstant
    /// Random bytes nobody can foretell.
    public var random: @Sendable (Int) -> [UInt8]
    /// What is believed of others.
    public var trust: any TrustSource
    /// The wallet's keys.
    public var keys: any FlowKeys
    /// Where the servers are.
    public var addresses: ServiceAddresses

    /// Tools one by one.
    public init(
        now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8], trust: any TrustSource,
        keys: any FlowKeys, addresses: ServiceAddresses
    ) {
        self.now = now
        self.random = random
        self.trust = trust
        self.keys = keys
        self.addresses = addresses
    }
}

/// Hands a run the wallet's signing keys and credentials. PINs stay behind it: a run's state never holds one.
public protocol FlowKeys: Sendable {
    /// What signs with a key.
    func signer(_ owner: KeyOwner, _ keyID: String, stage: KeyStage) async throws(WalletError) -> any ProofSigner
    /// The holder's credentials.
    func credentials() async throws(WalletError) -> [StoredCredential]
}

extension FlowTools {
    /// The length of every nonce and initialisation vector (OpenDID sheet 1.2).
    static let nonceByteCount = 16

    func messageID() -> String { MessageID.make(at: now(), randomBytes: random(MessageID.randomByteCount)) }

    func uuid() -> String { MessageID.uuid(randomBytes: random(MessageID.uuidByteCount)) }

    /// Text as the wallet sends bytes (OpenDID sheet 1.1).
    func text(_ bytes: [UInt8]) -> String { Multibase.encode(bytes, as: .base58btc) }

    /// A new nonce, as text.
    func nonce() -> String { text(random(Self.nonceByteCount)) }

    /// A key for one agreement.
    func agreementKey(_ curve: EllipticCurveType) -> AgreementKey {
        var generator = RandomBytesGenerator(random: random)
        return AgreementKey(curve: curve, using: &generator)
    }

    func call<Q: Jsonable & Sendable, R>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) throws(WalletError) -> ServiceCall {
        try translating(.parameter, endpoint.name) { try addresses.call(endpoint, request) }
    }

    /// How to sign with a key of a document.
    func proof(
        _ owner: KeyOwner, _ keyID: String, of document: DIDDocument, for purpose: ProofPurpose, stage: KeyStage = .active
    ) async throws(WalletError) -> ProofRequest {
        ProofRequest(
            signer: try await keys.signer(owner, keyID, stage: stage), keyID: keyID, of: document, purpose: purpose, created: now())
    }

    /// Signs a document with one key.
    func sign<Document: ProofContainer & Jsonable & Sendable>(_ document: Document, by request: ProofRequest) async throws(WalletError) -> Document {
        try await translating(.signing) { try await document.signed(by: request) }
    }

    /// Checks a signed document that a server sent.
    func check(_ document: SignedDocument, _ policy: VerificationPolicy, _ field: String) async throws(WalletError) {
        try await trust.check(document, policy, field: field, at: now())
    }

    func requireProvider(_ provider: Provider, _ role: RoleTypeEnum) async throws(WalletError) {
        try await trust.requireProvider(provider, role: role, at: now())
    }
}

/// Draws a key from the run's source of random numbers.
private struct RandomBytesGenerator: RandomNumberGenerator {
    let random: @Sendable (Int) -> [UInt8]

    mutating func next() -> UInt64 { random(8).reduce(0) { $0 << 8 | UInt64($1) } }
}
