import SDNWire

extension RoomService {
    /// Shows a room in the syncs of the caller's device, although the caller is no member. It ends when the user joins or is banned, and the room is
    /// shown only as long as everyone may read it.
    /// - Throws: `M_NOT_FOUND` if the room does not exist; `M_FORBIDDEN` if not everyone may read it.
    func peek(_ request: RoomActionRequest, _ caller: Caller) async throws -> RoomIDResponse {
        let (room, isNew) = try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            let room = try RoomAliasStore.resolve(request.roomIDOrAlias, in: db).complete()
            let history = try HistoryAccess(user: caller.userID, room: room.rowID, in: db)
            if history.isJoined { return (room, false) }
            guard history.isWorldReadable, history.membership(at: .max) != .ban else {
                throw MatrixError(.forbidden, "Only members may read this room.")
            }
            try PeekStore.begin(room.rowID, of: caller, in: db)
            return (room, true)
        }
        if isNew {
            audiences.forget(room.rowID)
            services.notifier.wake(users: [caller.userID])
        }
        return RoomIDResponse(roomID: room.roomID)
    }

    /// Ends ``peek(_:_:)``. It is no error if the device does not peek into the room.
    func unpeek(_ request: RoomActionRequest, _ caller: Caller) async throws -> EmptyObject {
        try await services.database.write { db in
            if let room = try RoomRecord.find(request.roomIDOrAlias, in: db) {
                try PeekStore.end(room.rowID, of: caller, in: db)
            }
        }
        return EmptyObject()
    }
}
