import Logging
import SDNWire

/// Writes the address and time of each device's last request to the database, so that they survive a restart, and a crash but for the last minutes.
struct LastSeenSweep: Sendable {
    let services: NodeServices

    /// The time between two sweeps.
    private static let interval = Duration.seconds(600)
    /// The most records of one write, so that other writes get their turn.
    private static let writtenAtOnce = 500
    /// The queue of the writer in which the records wait.
    private static let queue = "last seen"

    /// Sweeps until the task is cancelled.
    func run() async {
        while (try? await Task.sleep(for: Self.interval)) != nil { await sweep() }
    }

    /// Writes all records that are not in the database.
    func sweep() async {
        var left = services.lastSeen.unwritten[...]
        while !left.isEmpty {
            let records = left.prefix(Self.writtenAtOnce)
            left = left.dropFirst(records.count)
            do {
                try await services.database.write(queue: Self.queue) { db in try DeviceStore.note(records, in: db) }
                services.lastSeen.markWritten(records)
            } catch {
                // The next sweep tries again.
                services.logger.error(
                    "the times of the devices' last requests were not written",
                    metadata: ["error": "\(type(of: error))"])
                return
            }
        }
    }
}
