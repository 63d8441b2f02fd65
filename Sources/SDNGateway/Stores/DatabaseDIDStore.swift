import HeraldKeys
import SDNIdentity
import SDNWire

/// The directory of DIDs in a gateway's database.
package struct DatabaseDIDStore: DIDStore {
    /// The time that the instance with the change has to end the sessions, before another one tries.
    private static let endingDelay = Duration.seconds(60)

    private let database: any GatewayDatabase
    private let serverName: String

    /// - Parameter serverName: the domain of user IDs.
    package init(_ database: any GatewayDatabase, serverName: String) {
        self.database = database
        self.serverName = serverName
    }

    package func dids(of address: EthereumAddress) async throws -> [SDNDID] {
        try await database.read { rows in try rows.dids(of: address) }
    }

    package func document(of did: SDNDID) async throws -> DIDDocument? {
        try await database.read { rows in try rows.document(of: did) }
    }

    package func document(ofUser userID: String) async throws -> DIDDocument? {
        let user = try UserID(userID)
        guard user.domain == serverName, let did = user.did else { return nil }
        return try await document(of: did)
    }

    package func standing(of address: EthereumAddress) async throws -> WalletStanding {
        try await database.read { rows in
            if let first = try rows.dids(of: address).first, let document = try rows.document(of: first) {
                return .controls(document)
            }
            return try rows.document(of: SDNDID(address: address)).map { .former($0) } ?? .new
        }
    }

    /// Returns the document. The homeserver knows which accounts are locked, and says so when the gateway requests a session.
    package func documentForLogin(of did: SDNDID) async throws -> DIDDocument? {
        let document = try await document(of: did)
        if document?.isBurned == true {
            throw MatrixError(.userDeactivated, "This account has been deactivated.")
        }
        return document
    }

    /// Applies a signed change. If a wallet that could log in loses that right, it also notes that the user's sessions are to be ended.
    package func apply(_ change: SignedChange) async throws {
        let user = UserID(did: change.did, domain: serverName).text
        try await database.write { rows in
            try rows.lock(Self.lock(of: change.did))
            let now = try rows.now(), document = try rows.document(of: change.did)
            let edits = try change.edits(of: document, now: now)
            for edit in edits { try rows.write(edit, to: change.did, now: now) }
            if edits.contains(where: { Self.endsSessions($0, of: document) }) {
                try rows.addEnding(of: user, dueAt: now + Self.endingDelay)
            }
        }
    }

    /// A wallet that has not signed for itself has opened no session.
    private static func endsSessions(_ edit: DIDEdit, of document: DIDDocument?) -> Bool {
        switch edit {
        case .burn: true
        case .unlink(let address): document?.provenAddresses.contains(address) ?? false
        default: false
        }
    }

    /// Records a login, and creates its DID if it does not exist.
    /// - Throws: `M_FORBIDDEN` if the document has changed since the challenge was made.
    package func record(_ login: VerifiedLogin) async throws {
        try await database.write { rows in
            try rows.lock(Self.lock(of: login.did))
            let now = try rows.now()
            for edit in try login.edits(of: rows.document(of: login.did)) {
                try rows.write(edit, to: login.did, now: now)
            }
        }
    }

    private static func lock(of did: SDNDID) -> String { "did/\(did.hex)" }
}
