import GRDB
import HeraldJSON
import HeraldKeys
import SDNWire

/// The deprecated calls that create and change DID documents: the client requests a text and sends its signature (SDN sheet 1.8).
struct DIDDocuments: Sendable {
    private static let walletLimit = 32
    private static let keyLimit = 100

    let services: NodeServices
    let tokens: AccessTokens
    let login: DIDLogin

    private var configuration: NodeConfiguration { services.configuration }

    /// Returns the text to sign for a new DID.
    func create(_ request: CreateDIDRequest, _ call: Call) async throws -> PreLoginResponse {
        let address = try WalletReference(request.address).address
        let did = SDNDID(address: address)
        try services.limits.use(.loginChallenge(remote: call.remoteAddress, account: did.hex))
        let isThere = try await services.database.read { db in try DIDDirectory.document(of: did, in: db) != nil }
        if isThere { throw MatrixError(.forbidden, "This wallet has a DID or had one, and it cannot get another.") }
        return try open(
            Challenge(
                nonce: nonce(), did: did, address: address, operation: .create, purpose: .document,
                updated: services.now().rfc3339,
                node: configuration.serverName),
            call)
    }

    /// Returns the text to sign for a change.
    func update(_ request: DIDOperationRequest, _ call: Call) async throws -> PreLoginResponse {
        let change = try DIDChange(request)
        guard change.operation != .create else {
            throw WireError(.invalid, field: "operation", reason: "use did/create to create a DID")
        }
        try services.limits.use(.loginChallenge(remote: call.remoteAddress, account: change.did.hex))
        let document = try await services.database.read { db in try Self.require(change.did, in: db) }
        try Self.check(change, document)
        return try open(
            Challenge(
                nonce: nonce(), did: change.did, address: change.operation == .link ? change.address : nil,
                operation: change.operation,
                purpose: .document, ids: change.ids, updated: document.updated, node: configuration.serverName),
            call)
    }

    /// Applies a signed change.
    func save(_ request: DIDOperationRequest, _ call: Call) async throws -> MessageResponse {
        let change = try DIDChange(request)
        let body = JSONReader(request.body)
        let updated = try body.string("updated")
        let signature = try Self.signature(body, "signature")
        let second = try body.optionalString("signature2").map { _ in try Self.signature(body, "signature2") }
        let document = try await services.database.read { db in try DIDDirectory.document(of: change.did, in: db) }
        try Self.requireCurrent(change, updated, document)
        let open = try login.challenges.find(did: change.did, updated: updated, remote: call.remoteAddress).filter(
            change.isAnswered(by:))
        let allowed = document?.provenAddresses
        let challenge = open.first { challenge in
            login.signers(of: challenge.message, signature).contains {
                allowed?.contains($0) ?? ($0 == challenge.address)
            }
        }
        do {
            guard let challenge else {
                throw MatrixError(.forbidden, "The signature is not from a wallet of this DID over its text.")
            }
            let isAgreed = second != nil && change.operation == .link
            if isAgreed, let second,
                !login.signers(of: challenge.message, second).contains(where: { $0 == challenge.address })
            {
                throw MatrixError(.forbidden, "signature2 is not from the wallet that is to be linked.")
            }
            if let document, document.controllers.contains(where: { $0.address == challenge.address }), !isAgreed {
                throw Self.linkedAlready
            }
            if challenge.operation == .create { try services.limits.use(.account(remote: call.remoteAddress)) }
            try login.challenges.spend(challenge)
            try await apply(challenge, updated, isAgreed: isAgreed)
        } catch let error as MatrixError where error.code == .forbidden {
            try services.limits.use(.loginAccount(change.did.hex))
            throw error
        }
        return MessageResponse(message: "success")
    }

    /// Returns the document, even of a burned DID.
    func document(_ request: DIDRequest) async throws -> DIDDirectory.Document {
        let did = try SDNDID(request.did)
        guard let document = try await services.database.read({ db in try DIDDirectory.document(of: did, in: db) })
        else {
            throw MatrixError(.notFound, "This DID does not exist.")
        }
        return document
    }

    private func open(_ challenge: Challenge, _ call: Call) throws -> PreLoginResponse {
        try login.challenges.open(challenge, remote: call.remoteAddress)
        return PreLoginResponse(
            did: challenge.did.text, message: challenge.message, updated: challenge.updated,
            randomServer: challenge.nonce)
    }

    private func nonce() -> String { Hex.encode(configuration.random(16)) }

    /// - Parameter isAgreed: true if the wallet to link has signed as well.
    private func apply(_ challenge: Challenge, _ updated: String, isAgreed: Bool) async throws {
        let (did, now, userID) = (challenge.did, services.now(), login.userID(of: challenge.did))
        let (tokens, removal) = (tokens, services.removal)
        let begun = try await services.database.write { db -> FanOuts.Begun? in
            guard challenge.operation != .create else {
                guard let address = challenge.address, try DIDDirectory.document(of: did, in: db) == nil else {
                    throw Self.stale
                }
                try DIDDirectory.create(did, address: address, updated: updated, now: now, in: db)
                return nil
            }
            var begun: FanOuts.Begun?
            // This is checked again inside the write, because another change may have been stored meanwhile.
            guard let document = try DIDDirectory.document(of: did, in: db), document.updated == updated,
                !document.isBurned
            else { throw Self.stale }
            switch challenge.operation {
            case .create, .removeDevices, .deactivate, .changePassword: return nil
            case .link:
                guard let address = challenge.address else { return nil }
                try DIDDirectory.link(address, to: did, now: now, in: db)
                if isAgreed { try DIDDirectory.prove(address, of: did, in: db) }
            case .unlink:
                for controller in document.controllers where challenge.ids.contains(document.keyID(of: controller)) {
                    try DIDDirectory.unlink(controller.address, from: did, in: db)
                    begun = try tokens.endSessions(of: controller.address, userID: userID, in: db) ?? begun
                }
            case .linkKey:
                for key in challenge.ids { try DIDDirectory.link(key: key, to: did, in: db) }
            case .unlinkKey:
                for key in document.keys where challenge.ids.contains(document.keyID(of: key)) {
                    try DIDDirectory.unlink(key: key.value, from: did, in: db)
                }
            case .burn:
                try DIDDirectory.burn(did, in: db)
                try AccountStore.setState(.deactivated, of: userID, in: db)
                begun = try removal.end(.all, of: userID, in: db)
                try OpenIDTokens.end(of: userID, in: db)
            }
            try DIDDirectory.touch(document, now: now, in: db)
            return begun
        }
        if challenge.operation == .burn || challenge.operation == .unlink { tokens.tokensEnded(of: userID) }
        try await services.fanOuts.follow(begun)
        if challenge.operation == .burn { try await services.live.endTyping(userID) }
    }

    private static let linkedAlready = WireError(
        .invalid, field: "address", reason: "this address is linked to the DID already")
    private static let stale = MatrixError(.staleDID, "The DID has changed since the text was made.")

    private static func require(_ did: SDNDID, in db: Database) throws -> DIDDirectory.Document {
        guard let document = try DIDDirectory.document(of: did, in: db) else {
            throw MatrixError(.notFound, "This DID does not exist.")
        }
        if document.isBurned { throw MatrixError(.userDeactivated, "This DID has been burned.") }
        return document
    }

    private static func requireCurrent(_ change: DIDChange, _ updated: String, _ document: DIDDirectory.Document?)
        throws
    {
        guard change.operation != .create else {
            if document != nil { throw stale }
            return
        }
        guard let document else { throw MatrixError(.notFound, "This DID does not exist.") }
        if document.isBurned { throw MatrixError(.userDeactivated, "This DID has been burned.") }
        if document.updated != updated { throw stale }
        try check(change, document)
    }

    private static func check(_ change: DIDChange, _ document: DIDDirectory.Document) throws {
        switch change.operation {
        case .create, .burn, .removeDevices, .deactivate, .changePassword: return
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
