import HeraldLocks

/// The rooms that a client found encrypted. Encryption cannot be undone, so an entry stays true. Rooms without encryption are not remembered,
/// because they may become encrypted at any time.
final class EncryptedRooms: Sendable {
    /// The greatest number of rooms that the node called encrypted. The node is asked again about a room that is left out.
    static let limit = 1_000
    private let rooms = Mutex<Set<String>>([])
    /// The rooms that sessions of the client know. None is left out, because a node must not be able to end an encryption that is stored.
    private let stored = Mutex<Set<String>>([])

    func contains(_ roomId: String) -> Bool {
        stored.withLock { $0.contains(roomId) } || rooms.withLock { $0.contains(roomId) }
    }

    func insert(_ roomId: String) {
        rooms.withLock { rooms in
            if rooms.count >= Self.limit, let other = rooms.first { rooms.remove(other) }
            rooms.insert(roomId)
        }
    }

    func insert(stored roomIds: some Sequence<String>) { stored.withLock { $0.formUnion(roomIds) } }
}
