import SDNSDK
import Synchronization

/// Reads a room's history by pagination.
enum RoomHistory {
    /// Paginates from the newest event to the beginning of the room, or of what is stored.
    /// - Returns: the events, newest first.
    static func walk(_ room: MXRoom, pageSize: UInt, onlyFromStore: Bool = false) async throws -> [MXEvent] {
        let collected = Collected()
        let timeline = room.liveTimeline
        let listener = timeline.listenToEvents { event, direction, _ in
            if direction == .backwards { collected.add(event) }
        }
        defer { timeline.removeListener(listener) }
        timeline.resetPagination()
        var before = -1
        // A page that brings nothing is the end of the stored events. Without the node there is no other sign.
        while timeline.canPaginate(.backwards), collected.count > before {
            before = collected.count
            try await timeline.paginate(pageSize, direction: .backwards, onlyFromStore: onlyFromStore)
        }
        return collected.events
    }

    private final class Collected: Sendable {
        private let list = Mutex<[MXEvent]>([])
        var count: Int { list.withLock { $0.count } }
        var events: [MXEvent] { list.withLock { $0 } }
        func add(_ event: MXEvent) { list.withLock { $0.append(event) } }
    }
}
