import HeraldKeys
import SDNIdentity
import SDNWire
import Synchronization

/// A directory of DIDs without a database, which also records the sessions that logins open. Its lock stands for a database's transactions.
final class MemoryDirectory: DIDStore, DIDSessions {
    private struct Entry {
        var created: String
        var updated: String
        var controllers: [DIDDocument.Controller] = []
        var keys: [DIDDocument.DeviceKey] = []
        var isBurned = false
        var lastNumber: Int64 = 0
    }

    private struct State {
        var entries: [SDNDID: Entry] = [:]
        var sessions: [VerifiedLogin] = []
        /// The number of each use, across all DIDs.
        var uses: [SDNDID: [EthereumAddress: Int]] = [:]
        var nextUse = 0
    }

    private struct Unwritable: Error {}

    private let state = Mutex(State())
    private let now: @Sendable () -> Timestamp

    init(now: @escaping @Sendable () -> Timestamp) { self.now = now }

    /// The logins that opened a session.
    var logins: [VerifiedLogin] { state.withLock(\.sessions) }

    func dids(of address: EthereumAddress) async throws -> [SDNDID] { state.withLock { Self.dids(of: address, $0) } }

    func document(of did: SDNDID) async throws -> DIDDocument? { state.withLock { Self.document(of: did, $0) } }

    func document(ofUser userID: String) async throws -> DIDDocument? {
        guard let did = try UserID(userID).did else { return nil }
        return try await document(of: did)
    }

    func standing(of address: EthereumAddress) async throws -> WalletStanding {
        state.withLock { state in
            if let did = Self.dids(of: address, state).first, let document = Self.document(of: did, state) {
                return .controls(document)
            }
            return Self.document(of: SDNDID(address: address), state).map { .former($0) } ?? .new
        }
    }

    func documentForLogin(of did: SDNDID) async throws -> DIDDocument? {
        let document = try await document(of: did)
        if document?.isBurned == true {
            throw MatrixError(.userDeactivated, "This account has been deactivated.")
        }
        return document
    }

    func apply(_ change: SignedChange) async throws {
        let now = now()
        try state.withLock { state in
            for edit in try change.edits(of: Self.document(of: change.did, state), now: now) {
                try Self.write(edit, to: change.did, &state)
            }
        }
    }

    func open(_ login: VerifiedLogin) async throws -> LoginResponse {
        try state.withLock { state in
            for edit in try login.edits(of: Self.document(of: login.did, state)) {
                try Self.write(edit, to: login.did, &state)
            }
            state.sessions.append(login)
            return LoginResponse(
                accessToken: "token\(state.sessions.count)", userID: UserID(did: login.did).text,
                deviceID: login.deviceID ?? "NEW")
        }
    }

    private static func dids(of address: EthereumAddress, _ state: State) -> [SDNDID] {
        let controlled = state.entries.filter { _, entry in
            !entry.isBurned && entry.controllers.contains { $0.address == address && $0.isProven }
        }
        return controlled.keys.sorted {
            (state.uses[$0]?[address] ?? 0, $1.hex) > (state.uses[$1]?[address] ?? 0, $0.hex)
        }
    }

    private static func document(of did: SDNDID, _ state: State) -> DIDDocument? {
        state.entries[did].map {
            DIDDocument(
                did: did, created: $0.created, updated: $0.updated, controllers: $0.controllers, keys: $0.keys,
                isBurned: $0.isBurned)
        }
    }

    private static func write(_ edit: DIDEdit, to did: SDNDID, _ state: inout State) throws {
        if case .create(let address, let updated) = edit {
            guard state.entries[did] == nil else { throw Unwritable() }
            var entry = Entry(created: updated, updated: updated)
            link(address, &entry)
            state.entries[did] = entry
            return
        }
        guard var entry = state.entries[did] else { throw Unwritable() }
        switch edit {
        case .create: throw Unwritable()
        case .use(let address):
            prove(address, &entry)
            state.nextUse += 1
            state.uses[did, default: [:]][address] = state.nextUse
        case .link(let address): link(address, &entry)
        case .prove(let address): prove(address, &entry)
        case .unlink(let address):
            entry.controllers.removeAll { $0.address == address }
            state.uses[did]?[address] = nil
        case .linkKey(let key):
            entry.lastNumber += 1
            entry.keys.append(DIDDocument.DeviceKey(value: key, number: entry.lastNumber))
        case .unlinkKey(let key): entry.keys.removeAll { $0.value == key }
        case .burn: entry.isBurned = true
        case .touch(let updated): entry.updated = updated
        }
        state.entries[did] = entry
    }

    private static func link(_ address: EthereumAddress, _ entry: inout Entry) {
        guard !entry.controllers.contains(where: { $0.address == address }) else { return }
        entry.lastNumber += 1
        entry.controllers.append(
            DIDDocument.Controller(address: address, number: entry.lastNumber, isProven: false))
    }

    private static func prove(_ address: EthereumAddress, _ entry: inout Entry) {
        entry.controllers = entry.controllers.map {
            $0.address == address
                ? DIDDocument.Controller(address: address, number: $0.number, isProven: true) : $0
        }
    }
}
