import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

extension MXSession {
    /// Adds to the changes what a sync brought to rooms that somebody began to follow while it was being written. Such a follower may have read the
    /// store before the sync was in it. The events are therefore read back and told like all others. A follower who begins later finds them in the
    /// store. It is called only inside the gate.
    /// - Parameters:
    ///   - response: the response that was written.
    ///   - followed: the rooms that were followed when writing began.
    func addingLateFollowers(_ changes: SyncChanges, to response: JSONDocument, followed: WatchedRooms) async
        -> SyncChanges
    {
        let everyRoom = !listeners.isEmpty || broadcast.hasSubscribers
        let late = changes.rooms.indices.filter { index in
            let roomId = changes.rooms[index].summary.roomId
            return !followed.contains(roomId)
                && (everyRoom || room(withRoomId: roomId)?.liveTimeline.isWatched ?? false)
        }
        guard !late.isEmpty else { return changes }
        let (store, ignored) = (store, ignored)
        // In its own task, because stored events are reported even when syncing is being stopped. When they cannot be read, the sync still counts.
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
}

/// Reads back the events that a sync brought to a room.
private struct LateFollower {
    let store: any MXStoreReader
    let ignored: Set<String>

    /// Completes a change.
    /// - Returns: the change with everything that is told to those who follow the room.
    func complete(_ change: RoomChange, _ response: JSONView) throws -> RoomChange {
        let roomId = change.summary.roomId
        var change = change
        var state = MXRoomState(
            roomId: roomId, events: try store.state(ofRoom: roomId), membersCount: change.summary.membersCount)
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

    /// Returns the new events, newest first.
    private func newEvents(_ change: RoomChange) throws -> [MXEvent] {
        guard change.newCount > 0, let end = change.newEnd else { return [] }
        return try store.events(inSegment: end.segment, before: end.index, limit: change.newCount)
    }
}
