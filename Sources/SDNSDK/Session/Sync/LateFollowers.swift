import HeraldJSON
import SDNWire

extension MXSession {
    /// Somebody may have begun to follow a room while a sync was being written, and have looked into the store before it was there. What the
    /// sync brought to such rooms is read back, so that it is told like everything else. Whoever begins later finds it in the store. Only
    /// inside the gate.
    /// - Parameters:
    ///   - response: what was written.
    ///   - followed: who followed what when the sync began to be written.
    func addingLateFollowers(_ changes: SyncChanges, to response: JSONDocument, followed: WatchedRooms) async -> SyncChanges {
        let everyRoom = !listeners.isEmpty || broadcast.hasSubscribers
        let late = changes.rooms.indices.filter { index in
            let roomId = changes.rooms[index].summary.roomId
            return !followed.contains(roomId) && (everyRoom || room(withRoomId: roomId)?.liveTimeline.isWatched ?? false)
        }
        guard !late.isEmpty else { return changes }
        let (store, ignored) = (store, ignored)
        // In a task of its own, because what is stored is told, even when syncing is being stopped. When it cannot be read, the sync counts
        // all the same.
        let reading = Task {
            try await store.read { store in
                try late.map { try LateFollower(store: store, ignored: ignored).complete(changes.rooms[$0], response.root) }
            }
        }
        guard let rooms = try? await reading.value else { return changes }
        var completed = changes
        for (index, room) in zip(late, rooms) { completed.rooms[index] = room }
        return completed
    }
}

/// Reads back what a sync brought to a room.
private struct LateFollower {
    let store: any MXStoreReader
    let ignored: Set<String>

    /// - Returns: the change with everything that is told to those who follow the room.
    func complete(_ change: RoomChange, _ response: JSONView) throws -> RoomChange {
        let roomId = change.summary.roomId
        var change = change
        var state = MXRoomState(roomId: roomId, events: try store.state(ofRoom: roomId), membersCount: change.summary.membersCount)
        change.stateAfter = state
        let events = try newEvents(change)
        let replaced = try store.replaced(by: events, inRoom: roomId)
        var deliveries: [RoomChange.Delivery] = []
        for event in events {
            state.undo(event, restoring: event.unsignedData.replacesState.flatMap { replaced[$0] })
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

    /// Newest first.
    private func newEvents(_ change: RoomChange) throws -> [MXEvent] {
        guard change.newCount > 0, let end = change.newEnd else { return [] }
        return try store.events(inSegment: end.segment, before: end.index, limit: change.newCount)
    }
}
