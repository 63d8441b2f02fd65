import Synchronization

/// The address and time of each device's last request. They are in memory, because every request changes them. The node writes them to the database
/// when it stops.
final class DevicesLastSeen: Sendable {
    struct Record: Sendable {
        let address: String
        let time: Timestamp
    }

    private struct Key: Hashable {
        let user: String
        let device: String
    }

    /// The most devices with records in memory. Above this limit, all records in memory are dropped. The database still has the records that were
    /// written when the node last stopped.
    private static let capacity = 50_000
    private let lastSeen = Mutex<[Key: Record]>([:])

    func note(_ caller: Caller, address: String, time: Timestamp) {
        lastSeen.withLock { lastSeen in
            if lastSeen.count >= Self.capacity { lastSeen = [:] }
            lastSeen[Key(user: caller.userID, device: caller.deviceID)] = Record(address: address, time: time)
        }
    }

    func last(_ user: String, _ device: String) -> Record? {
        lastSeen.withLock { $0[Key(user: user, device: device)] }
    }

    /// Writes the values to the database, so that they survive a restart.
    func flush(into database: NodeDatabase) async {
        let known = lastSeen.withLock { $0 }
        let lastSeen = known.map { (user: $0.user, device: $0.device, record: $1) }
        try? await database.write { db in try DeviceStore.note(lastSeen, in: db) }
    }
}
