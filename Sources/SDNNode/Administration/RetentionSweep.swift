import HeraldJSON
import Logging
import SDNWire

/// Deletes messages that are older than the node or their room keeps them. It looks once an hour, and deletes a few messages at once, so that other
/// writes get their turn.
struct RetentionSweep: Sendable {
    let services: NodeServices

    /// The time between two sweeps.
    static let interval = Duration.seconds(3_600)
    /// The most rooms that one read returns.
    private static let roomsPerRead = 100
    /// The queue of the writer in which the deletions wait.
    private static let queue = "retention"

    private var settings: RetentionSettings { services.configuration.retention }

    /// Sweeps until the task is cancelled. It returns at once if the node keeps all messages.
    func run() async {
        guard settings.longest != nil || settings.allowsRooms else { return }
        while !Task.isCancelled {
            do {
                _ = try await sweep()
            } catch {
                services.logger.error("old messages were not deleted", metadata: ["error": "\(type(of: error))"])
            }
            try? await Task.sleep(for: Self.interval)
        }
    }

    /// Deletes all messages whose time is over.
    /// - Returns: the number of deleted messages.
    func sweep() async throws -> Int {
        let now = services.now(), settings = settings
        var last = RoomRowID.noRoom, sum = 0
        while !Task.isCancelled {
            let rooms = try await services.database.read { [last] db in
                try settings.longest == nil
                    ? RetentionRows.roomsWithPolicy(after: last, limit: Self.roomsPerRead, in: db)
                    : RetentionRows.rooms(after: last, limit: Self.roomsPerRead, in: db)
            }
            for (room, content) in rooms {
                last = room
                let chosen = content["max_lifetime"]?.intValue
                guard let lifetime = settings.lifetime(chosen: chosen) else { continue }
                sum += try await purge(room, before: now - lifetime)
            }
            guard rooms.count == Self.roomsPerRead else { break }
        }
        return sum
    }

    private func purge(_ room: RoomRowID, before time: Timestamp) async throws -> Int {
        let end = try await services.database.read { db in
            try RoomRecord.find(rowID: room, in: db).map {
                try HistoryPurgeRows.firstEvent(since: time, in: $0, db) ?? .max
            }
        }
        guard let end else { return 0 }
        var place: Int64 = -1, sum = 0
        while !Task.isCancelled {
            // The search for a message may pass very many state events, so it does not occupy the writer.
            guard
                let next = try await services.database.read({ [place] db in
                    try HistoryPurgeRows.firstMessage(of: room, after: place, before: end, in: db)
                })
            else { break }
            let slice = try await services.database.write(queue: Self.queue) { db -> HistoryPurgeRows.Slice? in
                try RoomRecord.find(rowID: room, in: db).map {
                    try HistoryPurgeRows.remove(from: $0, after: next - 1, before: end, in: db)
                }
            }
            guard let slice, slice.place > place else { break }
            place = slice.place
            sum += slice.removed
            if slice.isDone { break }
        }
        return sum
    }
}
