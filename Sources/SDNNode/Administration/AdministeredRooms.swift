import HeraldJSON
import SDNWire

/// The operator's actions on rooms.
struct AdministeredRooms: Sendable {
    let services: NodeServices

    private static let notFound = MatrixError(.notFound, "This room does not exist on this node.")

    /// The queue of the writer in which the operator's work waits.
    static let queue = "operator"

    /// Returns a page of the node's rooms, in the order in which they were made.
    func list(_ page: OperatorPage) async throws -> JSONValue {
        let after = try page.number
        return try await services.database.read { db in
            let rooms = try AdministeredRows.rooms(after: after, limit: page.limit + 1, in: db)
            return .object(
                page.answer("rooms", rooms.map { .object($0.members) }, next: { String(rooms[$0].rowID.rawValue) }))
        }
    }

    /// Returns the facts about a room.
    /// - Throws: `M_NOT_FOUND` if there is no such room.
    func details(of roomID: String) async throws -> JSONValue {
        try await services.database.read { db in
            guard let room = try RoomRecord.find(roomID, in: db),
                let listed = try AdministeredRows.rooms(
                    after: room.rowID.rawValue - 1, limit: 1, in: db
                ).first, listed.rowID == room.rowID
            else { throw Self.notFound }
            var facts = listed.members
            facts["invited_members"] = .int(try RoomRows.counts(room.rowID, in: db).invited)
            facts["aliases"] = .array(
                try RoomAliasStore.aliases(of: room.rowID, atMost: RoomAliasStore.perRoom, in: db).map(JSONValue.string)
            )
            for (member, type, key) in [
                ("topic", EventType.topic, "topic"), ("join_rule", EventType.joinRules, "join_rule"),
                ("history_visibility", EventType.historyVisibility, "history_visibility"),
                ("canonical_alias", EventType.canonicalAlias, "alias"),
            ] {
                let content = try StateStore.event(type, room: room.rowID, in: db)?.contentObject
                if let value = content?[key], case .string = value { facts[member] = value }
            }
            if let creation = try StateStore.event(EventType.create, room: room.rowID, in: db) {
                facts["creator"] = .string(creation.sender)
                facts["created_at"] = .int(creation.timestamp.milliseconds)
            }
            facts["is_encrypted"] = .bool(
                try StateStore.entry("m.room.encryption", room: room.rowID, in: db) != nil)
            return .object(facts)
        }
    }

    /// The first event that stays when older messages are deleted.
    enum Cutoff: Sendable {
        case event(String)
        case time(Timestamp)
    }

    /// Deletes the messages of a room before an event or a time. State events stay. The work goes on in the background, also after a restart.
    /// - Returns: true if the work goes on.
    /// - Throws: `M_NOT_FOUND` if there is no such room or event.
    func purge(_ roomID: String, before cutoff: Cutoff) async throws -> Bool {
        let services = services
        let begun = try await services.database.write(queue: Self.queue) { db in
            guard let room = try RoomRecord.find(roomID, in: db) else { throw Self.notFound }
            let end: Int64
            switch cutoff {
            case .event(let id):
                guard let event = try EventStore.event(id: id, room: room.rowID, in: db) else {
                    throw MatrixError(.notFound, "There is no such event in this room.")
                }
                end = event.ord
            case .time(let time): end = try HistoryPurgeRows.firstEvent(since: time, in: room, db) ?? .max
            }
            return try services.fanOuts.begin(
                PurgeFanOut(of: room.rowID, before: end), FanOutTurn(db, user: Self.queue, services: services))
        }
        try await services.fanOuts.follow(begun)
        return begun.isPending
    }

    /// Closes a room: nobody can join it or write in it any more, no list contains it, and all members leave. The work goes on in the background, also
    /// after a restart.
    /// - Parameter purges: true to delete the room's messages too.
    /// - Returns: true if the work goes on.
    /// - Throws: `M_NOT_FOUND` if there is no such room.
    func close(_ roomID: String, purges: Bool) async throws -> Bool {
        let services = services
        let begun = try await services.database.write(queue: Self.queue) { db in
            guard let room = try RoomRecord.find(roomID, in: db) else { throw Self.notFound }
            try RoomRows.close(room.rowID, in: db)
            try RoomAliasStore.removeAll(of: room.rowID, in: db)
            return try services.fanOuts.begin(
                ClosingFanOut(of: room.rowID, purges: purges), FanOutTurn(db, user: Self.queue, services: services))
        }
        try await services.fanOuts.follow(begun)
        return begun.isPending
    }
}
