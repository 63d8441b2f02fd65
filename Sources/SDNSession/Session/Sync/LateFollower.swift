import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

/// Reads the events of a sync from the store, for one room.
struct LateFollower {
    private let store: any MXStoreReader
    private let ignored: Set<String>

    /// Completes the changes of a sync for rooms that got a listener or a reader while the sync was being written. The changes of such a
    /// room lack the events, because nobody followed the room when writing began. The listener may have read the store before the sync was
    /// stored, and would then miss the events. This method therefore reads the events from the store and adds them to the changes. It is
    /// called only inside the gate.
    /// - Parameters:
    ///   - response: the response that was written.
    ///   - followed: the rooms that were followed when writing began.
    ///   - session: the session whose store has the events.
    static func completing(
        _ changes: SyncChanges, with response: JSONDocument, followed: WatchedRooms, in session: MXSession
    ) async -> SyncChanges {
        let everyRoom = !session.listeners.isEmpty || session.broadcast.hasSubscribers
        let late = changes.rooms.indices.filter { index in
            let roomId = changes.rooms[index].summary.roomId
            return !followed.contains(roomId)
                && (everyRoom || session.room(withRoomId: roomId)?.liveTimeline.isWatched ?? false)
        }
        guard !late.isEmpty else { return changes }
        let (store, ignored) = (session.store, session.ignored)
        // The events are read in a task of their own, because stored events are delivered even when syncing is being stopped. If they cannot be read,
        // the sync still counts as processed.
        let reading = Task {
            try await store.read { store in
                try late.map {
                    try LateFollower(store: store, ignored: ignored).complete(changes.rooms[$0], response.root)
                }
            }
        }
        guard let rooms = try? await reading.value else { return changes }
        var completed = changes
        for (index, room) in zip(late, rooms) { completed.rooms[index] = room }
        return completed
    }

    /// Completes a room's change.
    /// - Returns: the change with the events, states and receipts that listeners of the room receive.
    private func complete(_ change: RoomChange, _ response: JSONView) throws -> RoomChange {
        let roomId = change.summary.roomId
        var change = change
        var state = MXRoomState(
            roomId: roomId, events: try store.state(ofRoom: roomId), membersCount: change.summary.membersCount)
        change.stateAfter = state
        let events = try newEvents(change)
        let replaced = try store.replaced(by: events, inRoom: roomId)
        var deliveries: [RoomChange.Delivery] = []
        for event in events {
            state.undo(event, restoringFrom: replaced)
            if !IgnoredUsers.hide(event, ignored) { deliveries.append(RoomChange.Delivery(event: event, state: state)) }
        }
        change.stateBefore = state
        change.deliveries = deliveries.reversed()
        if let ephemeral = response["rooms"]?["join"]?[roomId]?["ephemeral"] {
            change.ephemeral = SyncFold.events(ephemeral, roomId: roomId)
            change.receipts = try ReadingFold<MXReceivedEvent>.receipts(ephemeral).filter { receipt in
                try store.receipts(ofUser: receipt.userId, inRoom: roomId).contains(receipt)
            }
        }
        return change
    }

    /// Returns the new events, newest first.
    private func newEvents(_ change: RoomChange) throws -> [MXEvent] {
        guard change.newCount > 0, let end = change.newEnd else { return [] }
        return try store.events(inSegment: end.segment, before: end.index, limit: change.newCount)
    }
}
