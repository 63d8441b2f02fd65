import GRDB

/// A snapshot of the database, with what is the same for all syncs that read from it. Most of the syncs that a message wakes have the same token and
/// need the same room and the same events. Each folder adds methods for what it reads.
///
/// The memory ends with the snapshot, so it never holds anything that has changed. It belongs to the thread that reads.
final class SyncSnapshot {
    /// The range of a room's history or of the stream: `lower` < position ≤ `upper`. The room of a range of the stream is ``RoomRowID/noRoom``.
    struct Range: Hashable {
        let room: RoomRowID
        let lower: Int64
        let upper: Int64
    }

    /// The most bytes of content of the events that are kept.
    private static let byteLimit = 1 << 20

    let db: Database
    /// True until the first read has ended. The snapshot is then as new as the database.
    var isNew = true
    /// The bytes of content that may still be kept.
    var bytesLeft = byteLimit
    /// The results of earlier reads, by the types of their keys and values.
    private var known: [ObjectIdentifier: AnyObject] = [:]

    private final class Results<Key: Hashable, Value> {
        var values: [Key: Value] = [:]
    }

    init(_ db: Database) { self.db = db }

    /// Returns what an earlier read of the snapshot has found, or reads it.
    /// - Parameter key: says what is read. Its type is the reader's own, so that keys of two folders never meet.
    func remembered<Key: Hashable, Value>(_ key: Key, _ read: () throws -> Value) rethrows -> Value {
        let kind = ObjectIdentifier(Results<Key, Value>.self)
        let results = known[kind] as? Results<Key, Value> ?? Results()
        if let value = results.values[key] { return value }
        let value = try read()
        results.values[key] = value
        known[kind] = results
        return value
    }
}
