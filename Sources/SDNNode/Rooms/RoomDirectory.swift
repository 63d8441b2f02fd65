import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    func resolveAlias(_ request: RoomAliasRequest) async throws -> RoomAliasResponse {
        let roomID = try await read { db in try RoomAliasStore.resolve(RoomAlias(request.alias).text, in: db).roomID }
        return RoomAliasResponse(roomID: roomID, servers: [services.configuration.serverName])
    }

    func addAlias(_ request: SetRoomAliasRequest, _ caller: Caller) async throws -> EmptyObject {
        let asked = try RoomAlias(request.alias), alias = asked.text
        guard asked.domain == services.configuration.serverName else {
            throw MatrixError(
                .invalidParam, "room_alias: aliases of this node end in :\(services.configuration.serverName).")
        }
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            try access.requireJoined()
            guard try RoomAliasStore.room(alias, in: db) == nil else {
                // The specification requires this error for a taken alias. For the creation of a room with a taken alias, the specification
                // requires another error.
                throw StatusedError(status: 409, error: MatrixError(.unknown, "The alias \(alias) is taken."))
            }
            try RoomAliasStore.add(alias, room: access.room.rowID, creator: caller.userID, in: db)
        }
        return EmptyObject()
    }

    /// Removes an alias. The caller must have made the alias, or be allowed to set the room's canonical alias. If the canonical alias event names
    /// the alias, the alias is removed from it as well, as far as the caller may change the event.
    func removeAlias(_ request: RoomAliasRequest, _ caller: Caller) async throws -> EmptyObject {
        let alias = try RoomAlias(request.alias).text, now = services.now()
        return try await write(by: caller) { db in
            let room = try RoomAliasStore.resolve(alias, in: db)
            if try RoomAliasStore.creator(of: alias, in: db) != caller.userID {
                try Self.requireStewardship(of: room, caller, in: db)
            }
            try RoomAliasStore.remove(alias, in: db)
            guard !room.isBeingMade,
                let rest = try CanonicalAlias.current(of: room.rowID, in: db)?.without(alias)
            else { return (EmptyObject(), []) }
            var log = RoomLog(db, room: room, now: now, push: services.push)
            let draft = EventDraft(
                type: EventType.canonicalAlias, stateKey: "", sender: caller.userID, content: rest.content)
            do {
                try log.append(draft, origin: EventOrigin(deviceID: caller.deviceID, transactionID: nil))
            } catch is MatrixError {
                // The creator of an alias may remove it without the right to change the event. The event then still names it.
            }
            return (EmptyObject(), log.hasChanged ? try audiences.toWake(by: log) : [])
        }
    }

    func aliases(_ request: RoomRequest, _ caller: Caller) async throws -> RoomAliasesResponse {
        let aliases = try await read { db in
            let access = try RoomAccess(request.roomID, reader: caller.userID, in: db)
            if !access.history.isWorldReadable { try access.requireJoined() }
            return try RoomAliasStore.aliases(of: access.room.rowID, atMost: RoomAliasStore.perRoom, in: db)
        }
        return RoomAliasesResponse(aliases: aliases)
    }

    func directoryVisibility(_ request: RoomRequest) async throws -> DirectoryVisibilityResponse {
        let isListed = try await read { db in
            try RoomRows.isListed(RoomAliasStore.resolve(request.roomID, in: db).rowID, in: db)
        }
        return DirectoryVisibilityResponse(isPublic: isListed)
    }

    func setDirectoryVisibility(_ request: SetDirectoryVisibilityRequest, _ caller: Caller) async throws -> EmptyObject
    {
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            let room = try RoomAliasStore.resolve(request.roomID, in: db)
            try Self.requireStewardship(of: room, caller, in: db)
            try RoomRows.setListed(request.isPublic, room.rowID, in: db)
        }
        return EmptyObject()
    }

    /// - Throws: `M_FORBIDDEN` if the caller may not set the room's canonical alias.
    private static func requireStewardship(of room: RoomRecord, _ caller: Caller, in db: Database) throws {
        let draft = EventDraft(type: EventType.canonicalAlias, stateKey: "", sender: caller.userID, content: [:])
        let facts = try AuthorizationFacts(for: draft, room: room, in: db)
        if case .deny(let reason) = Authorization.check(draft, in: facts.state) {
            throw MatrixError(.forbidden, "Forbidden: \(reason).")
        }
    }
}
