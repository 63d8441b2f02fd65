import HeraldJSON
import HeraldKeys
import SDNWire

/// The deprecated calls that create and change DID documents: the client requests a text and sends its signature (SDN sheet 1.8).
package struct DIDDocuments: Sendable {
    private static let walletLimit = 32
    private static let keyLimit = 100

    private let settings: IdentitySettings
    private let store: any DIDStore
    private let challenges: any ChallengeStore
    private let limits: any IdentityLimits

    package init(
        settings: IdentitySettings, store: any DIDStore, challenges: any ChallengeStore, limits: any IdentityLimits
    ) {
        self.settings = settings
        self.store = store
        self.challenges = challenges
        self.limits = limits
    }

    /// Returns the text to sign for a new DID.
    /// - Parameter remote: the client's network, under which limits count the request.
    /// - Throws: the errors of SDN sheet 1.8 and 1.9.
    package func create(_ request: CreateDIDRequest, remote: String) async throws -> PreLoginResponse {
        let address = try WalletReference(request.address).address
        let did = SDNDID(address: address)
        try await limits.use(.challenge(remote: remote, account: did.hex))
        if try await store.document(of: did) != nil {
            throw MatrixError(.forbidden, "This wallet has a DID or had one, and it cannot get another.")
        }
        return try await open(
            Challenge(
                nonce: settings.nonce(), did: did, address: address, operation: .create, purpose: .document,
                updated: settings.now().rfc3339,
                node: settings.serverName),
            remote)
    }

    /// Returns the text to sign for a change.
    /// - Parameter remote: the client's network, under which limits count the request.
    /// - Throws: the errors of SDN sheet 1.8 and 1.9.
    package func update(_ request: DIDOperationRequest, remote: String) async throws -> PreLoginResponse {
        let change = try DIDChange(request)
        guard change.operation != .create else {
            throw WireError(.invalid, field: "operation", reason: "use did/create to create a DID")
        }
        try await limits.use(.challenge(remote: remote, account: change.did.hex))
        let document = try await store.document(of: change.did).known()
        try Self.check(change, document)
        return try await open(
            Challenge(
                nonce: settings.nonce(), did: change.did, address: change.operation == .link ? change.address : nil,
                operation: change.operation,
                purpose: .document, ids: change.ids, updated: document.updated, node: settings.serverName),
            remote)
    }

    /// Applies a signed change.
    /// - Parameter remote: the client's network, under which limits count the request.
    /// - Throws: the errors of SDN sheet 1.8 and 1.9.
    package func save(_ request: DIDOperationRequest, remote: String) async throws -> MessageResponse {
        let change = try DIDChange(request)
        let body = JSONReader(request.body)
        let updated = try body.string("updated")
        let signature = try Self.signature(body, "signature")
        let second = try body.optionalString("signature2").map { _ in try Self.signature(body, "signature2") }
        let document = try await store.document(of: change.did)
        try Self.requireCurrent(change, updated, document)
        let open = try await challenges.find(did: change.did, updated: updated, remote: remote).filter(
            change.isAnswered(by:))
        let allowed = document?.provenAddresses
        let challenge = open.first { challenge in
            settings.signers(of: challenge.message, signature).contains {
                allowed?.contains($0) ?? ($0 == challenge.address)
            }
        }
        do {
            guard let challenge else {
                throw MatrixError(.forbidden, "The signature is not from a wallet of this DID over its text.")
            }
            let isAgreed = second != nil && change.operation == .link
            if isAgreed, let second,
                !settings.signers(of: challenge.message, second).contains(where: { $0 == challenge.address })
            {
                throw MatrixError(.forbidden, "signature2 is not from the wallet that is to be linked.")
            }
            if let document, document.controllers.contains(where: { $0.address == challenge.address }), !isAgreed {
                throw Self.linkedAlready
            }
            if challenge.operation == .create { try await limits.use(.newAccount(remote: remote)) }
            try await challenges.spend(challenge)
            try await store.apply(SignedChange(challenge: challenge, isAgreed: isAgreed))
        } catch let error as MatrixError where error.code == .forbidden {
            try await limits.use(.failure(account: change.did.hex))
            throw error
        }
        return MessageResponse(message: "success")
    }

    /// Returns the document, even of a burned DID.
    /// - Throws: `WireError` if the DID is malformed; `M_NOT_FOUND` if it does not exist.
    package func document(_ request: DIDRequest) async throws -> DIDDocument {
        guard let document = try await store.document(of: SDNDID(request.did)) else {
            throw MatrixError(.notFound, "This DID does not exist.")
        }
        return document
    }

    private func open(_ challenge: Challenge, _ remote: String) async throws -> PreLoginResponse {
        try await challenges.open(challenge, remote: remote)
        return challenge.response
    }

    private static let linkedAlready = WireError(
        .invalid, field: "address", reason: "this address is linked to the DID already")

    private static func requireCurrent(_ change: DIDChange, _ updated: String, _ document: DIDDocument?) throws {
        guard change.operation != .create else {
            if document != nil { throw SignedChange.stale }
            return
        }
        let document = try document.known()
        if document.updated != updated { throw SignedChange.stale }
        try check(change, document)
    }

    private static func check(_ change: DIDChange, _ document: DIDDocument) throws {
        switch change.operation {
        case .create, .burn, .removeDevices, .replaceKeys, .deactivate, .changePassword: return
        case .link:
            // If the wallet is linked but has not signed yet, it may be linked again, so that its signature can be added.
            if let address = change.address, document.addresses.contains(address) {
                if document.provenAddresses.contains(address) { throw linkedAlready }
                return
            }
            guard document.controllers.count < walletLimit else {
                throw MatrixError(.forbidden, "A DID has at most \(walletLimit) addresses.")
            }
        case .unlink:
            let known = Set(document.controllers.map(document.keyID))
            guard known.isSuperset(of: change.ids) else {
                throw WireError(.invalid, field: "ids", reason: "this address is not linked to the DID")
            }
            let left = document.controllers.filter { !change.ids.contains(document.keyID(of: $0)) }
            guard left.contains(where: \.isProven) else {
                throw MatrixError(
                    .forbidden,
                    "The last address that has signed for itself cannot be unlinked, so burn the DID instead.")
            }
        case .linkKey:
            guard !document.keys.contains(where: { change.ids.contains($0.value) }) else {
                throw WireError(.invalid, field: "ids", reason: "this key is linked to the DID already")
            }
            guard document.keys.count < keyLimit else {
                throw MatrixError(.forbidden, "A DID has at most \(keyLimit) device keys.")
            }
        case .unlinkKey:
            guard Set(document.keys.map(document.keyID)).isSuperset(of: change.ids) else {
                throw WireError(.invalid, field: "ids", reason: "this device key is not linked to the DID")
            }
        }
    }

    private static func signature(_ body: JSONReader, _ field: String) throws -> RecoverableSignature {
        do {
            return try RecoverableSignature(text: try body.string(field), rules: .sdn)
        } catch let error as KeysError {
            throw WireError(.invalid, field: field, reason: error.reason)
        }
    }
}
