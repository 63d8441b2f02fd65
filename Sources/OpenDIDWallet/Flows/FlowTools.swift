import HeraldKeys
import OpenDID_DataModel

/// The tools of a protocol's state machine: time, random numbers, trust, keys for signing, and the addresses of the servers.
public struct FlowTools: Sendable {
    /// Returns the time.
    public var now: @Sendable () -> UTCInstant
    /// Returns unpredictable bytes.
    public var random: @Sendable (Int) -> [UInt8]
    /// The source of trust in other parties.
    public var trust: any TrustSource
    /// The wallet's keys.
    public var keys: any FlowKeys
    /// The addresses of the servers.
    public var addresses: ServiceAddresses

    /// Creates the tools of a run.
    /// - Parameters:
    ///   - now: returns the time.
    ///   - random: returns the given number of unpredictable bytes.
    ///   - trust: the source of trust in other parties.
    ///   - keys: gives the run the wallet's keys and credentials.
    ///   - addresses: the addresses of the servers.
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

/// Gives a run the wallet's signing keys and credentials. PINs stay in the type that implements this protocol. The state of a run never
/// contains a PIN.
public protocol FlowKeys: Sendable {
    /// Returns a signer for a key.
    /// - Throws: ``WalletError`` if the key is missing or cannot be unlocked.
    func signer(_ owner: KeyOwner, _ keyID: String, stage: KeyStage) async throws(WalletError) -> any ProofSigner
    /// Returns the holder's credentials.
    /// - Throws: ``WalletError`` if they cannot be read.
    func credentials() async throws(WalletError) -> [StoredCredential]
    /// Returns the holder's credential with this ID, or `nil` if there is none. By default, it is searched in ``credentials()``.
    /// - Throws: ``WalletError`` if it cannot be read.
    func credential(_ id: String) async throws(WalletError) -> StoredCredential?
}

extension FlowKeys {
    /// Searches the credential in ``credentials()``.
    public func credential(_ id: String) async throws(WalletError) -> StoredCredential? {
        try await credentials().first { $0.id == id }
    }
}

extension FlowTools {
    /// The length of every nonce and initialisation vector (OpenDID sheet 1.2).
    static let nonceByteCount = 16

    func messageID() -> String { MessageID.make(at: now(), randomBytes: random(MessageID.randomByteCount)) }

    func uuid() -> String { MessageID.uuid(randomBytes: random(MessageID.uuidByteCount)) }

    /// Encodes bytes in the multibase form that the wallet sends (OpenDID sheet 1.1).
    func text(_ bytes: [UInt8]) -> String { Multibase.encode(bytes, as: .base58btc) }

    /// Returns a new nonce as text.
    func nonce() -> String { text(random(Self.nonceByteCount)) }

    /// Returns a new key for one key agreement.
    func agreementKey(_ curve: EllipticCurveType) -> AgreementKey {
        var generator = BytesGenerator(random)
        return AgreementKey(curve: curve, using: &generator)
    }

    func call<Q: Jsonable & Sendable, R>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q) throws(WalletError)
        -> ServiceCall
    {
        try translating(.parameter, endpoint.name) { try addresses.call(endpoint, request) }
    }

    /// Returns the request for a proof with a key of a DID document: the signer, the key and the purpose.
    func proof(
        _ owner: KeyOwner, _ keyID: String, of document: DIDDocument, for purpose: ProofPurpose,
        stage: KeyStage = .active
    ) async throws(WalletError) -> ProofRequest {
        ProofRequest(
            signer: try await keys.signer(owner, keyID, stage: stage), keyID: keyID, of: document, purpose: purpose,
            created: now())
    }

    /// Signs a document with one key.
    func sign<Document: ProofContainer & Jsonable & Sendable>(_ document: Document, by request: ProofRequest)
        async throws(WalletError) -> Document
    {
        try await translating(.signing) { try await document.signed(by: request) }
    }

    /// Checks a signed document of a server.
    func check(_ document: SignedDocument, _ policy: VerificationPolicy, _ field: String) async throws(WalletError) {
        try await trust.check(document, policy, field: field, at: now())
    }

    func requireProvider(_ provider: Provider, _ role: RoleTypeEnum) async throws(WalletError) {
        try await trust.requireProvider(provider, role: role, at: now())
    }
}

extension FlowTools {
    /// Returns the first version of a DID document, with a new DID and without proofs. The document lists the given keys of the vault.
    func newDocument(listing keys: [KeyInfo]) throws(WalletError) -> DIDDocument {
        var entries: [DIDKeyEntry] = []
        for key in keys { entries.append(try key.documentEntry()) }
        return try translating(.parameter, "document") {
            try DIDDocument(
                did: DID(randomBytes: random(DID.randomByteCount)), controller: trust.tas, keys: entries, created: now()
            )
        }
    }

    /// Returns the wallet's identity, signed by the device (OpenDID sheet 5.5, S4).
    func walletInfo(_ snapshot: WalletSnapshot) async throws(WalletError) -> SignedWalletInfo {
        let unsigned = SignedWalletInfo(wallet: try snapshot.wallet(), nonce: nonce())
        let request = try await proof(
            .device, DIDKeyName.assert.rawValue, of: snapshot.requireDevice(), for: .assertionMethod)
        return try await sign(unsigned, by: request)
    }

    /// Returns the document with every proof that its owner must add.
    /// - Parameter stage: a function that returns the stage of a key, by the key's name.
    func signing(
        _ document: DIDDocument, as kind: KeyProofsRule.Owner, owner: KeyOwner, stage: (String) -> KeyStage
    ) async throws(WalletError) -> DIDDocument {
        var signers: [String: any ProofSigner] = [:]
        for (keyID, _) in document.neededProofs(of: kind) where signers[keyID] == nil {
            signers[keyID] = try await keys.signer(owner, keyID, stage: stage(keyID))
        }
        let (ready, created) = (signers, now())
        return try await translating(.signing, "document") {
            try await document.signed(as: kind, with: ready, created: created)
        }
    }

    /// Returns a holder's document in an envelope of this wallet (OpenDID sheet 5.6, step 7).
    func envelope(_ document: DIDDocument, _ snapshot: WalletSnapshot) async throws(WalletError) -> SignedDIDDoc {
        let wallet = try snapshot.wallet()
        let unsigned = try translating(.parameter, "ownerDidDoc") {
            try SignedDIDDoc(owner: document, wallet: wallet, nonce: nonce())
        }
        let request = try await proof(
            .device, DIDKeyName.assert.rawValue, of: snapshot.requireDevice(), for: .assertionMethod)
        return try await sign(unsigned, by: request)
    }

    /// Returns the holder's answer to a nonce, signed with a registered key (OpenDID sheet 5.11).
    func didAuth(_ nonce: String, _ snapshot: WalletSnapshot, _ authentication: HolderAuthentication)
        async throws(WalletError) -> DIDAuth
    {
        let holder = try snapshot.requireHolder()
        let request = try await proof(.holder, authentication.single(), of: holder, for: .authentication)
        return try await sign(DIDAuth(did: holder.id, authNonce: nonce), by: request)
    }
}
