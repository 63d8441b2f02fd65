import SDNWire
import Synchronization

/// The address and time of each device's last request. They are in memory, because every request changes them. ``LastSeenSweep`` writes them to the
/// database.
final class DevicesLastSeen: Sendable {
    struct Record: Sendable {
        let user: String
        let device: String
        let address: String
        let time: Timestamp
        fileprivate var isWritten = false
    }

    private struct Key: Hashable {
        let user: String
        let device: String
    }

    /// The most devices with records in memory. Above this limit, all records in memory are dropped. The database still has the records that were
    /// written last.
    private static let capacity = 50_000
    private let lastSeen = Mutex<[Key: Record]>([:])

    func note(_ caller: Caller, address: String, time: Timestamp) {
        let record = Record(user: caller.userID, device: caller.deviceID, address: address, time: time)
        lastSeen.withLock { lastSeen in
            if lastSeen.count >= Self.capacity { lastSeen = [:] }
            lastSeen[Key(user: record.user, device: record.device)] = record
        }
    }

    func last(_ user: String, _ device: String) -> Record? {
        lastSeen.withLock { $0[Key(user: user, device: device)] }
    }

    /// Returns the records that are not in the database.
    var unwritten: [Record] { lastSeen.withLock { $0.values.filter { !$0.isWritten } } }

    /// Marks records as written, unless the device has sent a request meanwhile.
    func markWritten(_ records: some Sequence<Record>) {
        lastSeen.withLock { lastSeen in
            for record in records {
                let key = Key(user: record.user, device: record.device)
                guard let now = lastSeen[key], now.time == record.time, now.address == record.address else { continue }
                lastSeen[key]?.isWritten = true
            }
        }
    }
}
