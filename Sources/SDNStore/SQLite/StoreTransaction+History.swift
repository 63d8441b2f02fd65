import SDNValues

/// Parts of a room's history that an index finds.
extension StoreTransaction {
    func events(
        relatedTo eventId: String, inRoom roomId: String, by relationType: String, from oldest: MXTimelinePosition?,
        before end: MXTimelinePosition?, limit: Int
    ) throws -> [MXPlacedEvent] {
        guard limit > 0, let room = try rowID(ofRoom: roomId) else { return [] }
        let statement = try statement(.newestRelated)
        statement.bind(room, at: 1)
        statement.bind(eventId, at: 2)
        statement.bind(relationType, at: 3)
        statement.bind(oldest.map(StorePlace.bound) ?? .min, at: 4)
        statement.bind(end.map(StorePlace.bound) ?? .max, at: 5)
        statement.bind(Int64(limit), at: 6)
        return try statement.all(capacity: min(limit, 100)) { row in
            MXPlacedEvent(event: try timelineEvent(row, roomId: roomId), place: StorePlace.position(try row.int(1)))
        }
    }

    func stateChanges(
        inRoom roomId: String, from oldest: MXTimelinePosition, before end: MXTimelinePosition, limit: Int
    ) throws -> MXStateChanges {
        guard let room = try rowID(ofRoom: roomId) else { return MXStateChanges(events: [], start: oldest) }
        let wanted = max(limit, 1)
        let statement = try statement(.stateChanges)
        statement.bind(room, at: 1)
        statement.bind(StorePlace.bound(oldest), at: 2)
        statement.bind(StorePlace.bound(end), at: 3)
        statement.bind(Int64(wanted), at: 4)
        let found = try statement.all(capacity: min(wanted, 100)) { row in
            (event: try timelineEvent(row, roomId: roomId), place: StorePlace.position(try row.int(1)))
        }
        // Fewer than wanted are all that there are.
        let start = found.count < wanted ? oldest : found.last?.place ?? oldest
        return MXStateChanges(events: found.map(\.event), start: start)
    }
}
