private enum RelationsKey: Hashable {
    case related(RoomRowID, after: Int64)
    case kinds(RoomRowID, eventID: String)
}

/// The relations that syncs with one snapshot share.
extension SyncSnapshot {
    /// Returns the events of a room that have relations from events after a position.
    func related(in room: RoomRowID, after position: Int64) throws -> RelatedEvents {
        try remembered(RelationsKey.related(room, after: position)) {
            try RelatedEvents(room: room, after: position, in: db)
        }
    }

    /// Returns the kinds of bundled relations that an event has.
    func relationKinds(of eventID: String, room: RoomRowID) throws -> Set<String> {
        try remembered(RelationsKey.kinds(room, eventID: eventID)) {
            try RelationStore.kinds(of: eventID, room: room, in: db)
        }
    }
}
