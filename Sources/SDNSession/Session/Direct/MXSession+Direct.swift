import HeraldLocks
import HeraldJSON
import SDNValues

extension MXSession {
    private static let direct = "m.direct"

    /// The rooms that are marked as direct chats (`m.direct`), by user.
    public var directRooms: [String: [String]] {
        var rooms: [String: [String]] = [:]
        for (userId, list) in accountData(ofType: MXSession.direct)?.content ?? [:] {
            rooms[userId] = list.arrayValue?.compactMap(\.stringValue)
        }
        return rooms
    }

    /// Returns a direct chat that the session's user and another user have both joined; `nil` when the session knows of none. If there are
    /// several, returns the most recently active one.
    public func directJoinedRoom(withUserId userId: String) -> MXRoom? { directJoinedRooms(withUserId: userId).first }

    /// Returns the joined direct chats with a user, the most recently active first.
    private func directJoinedRooms(withUserId userId: String) -> [MXRoom] {
        let unmarked = shared.withLock { $0.unmarkedDirectRooms.filter { $0.value == userId }.map(\.key) }
        return Set((directRooms[userId] ?? []) + unmarked).compactMap { room(withRoomId: $0) }
            .filter { $0.summary.membership == .join }
            .sorted { ($0.summary.lastActivity, $1.roomId) > ($1.summary.lastActivity, $0.roomId) }
    }

    /// Returns the existing direct chat with a user, unless the user has left it. Otherwise creates a room that is marked as direct, and invites the
    /// user. Simultaneous calls create only one room.
    /// - Throws: the errors of ``createRoom(parameters:)-(MXRoomCreationParameters)``, or ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func getOrCreateDirectJoinedRoom(with userId: String) async throws -> MXRoom {
        try await directGate.runUnlessCancelled {
            for room in self.directJoinedRooms(withUserId: userId) {
                // A user without a known member event may be in the room, because members are loaded lazily.
                guard try await room.state().members.member(withUserId: userId)?.isPresent ?? true else { continue }
                if self.shared.withLock({ $0.unmarkedDirectRooms[room.roomId] != nil }) {
                    try? await self.setDirect(room.roomId, with: userId)
                }
                return room
            }
            return try await self.createRoom(parameters: .parametersForDirectRoom(withUser: userId))
        }
    }

    /// Returns a new room when a sync has brought it. If it is for a direct chat, the room is marked. An error of the mark is ignored, because the
    /// room exists and the other user is invited. The session remembers such a room, so that the next call for this user marks it and
    /// creates no other room.
    func created(_ roomId: String, directWith userId: String?) async throws -> MXRoom {
        if let userId { shared.withLock { $0.unmarkedDirectRooms[roomId] = userId } }
        let room = try await listed(roomId, as: .join)
        if let userId { try? await setDirect(roomId, with: userId) }
        return room
    }

    /// Marks a room as a direct chat with a user, or removes the mark.
    func setDirect(_ roomId: String, with userId: String?) async throws {
        try await changeAccountData(ofType: MXSession.direct) { content in
            for (user, list) in content {
                let rooms = list.arrayValue ?? []
                let others = rooms.filter { $0.stringValue != roomId }
                guard others.count != rooms.count, user != userId else { continue }
                content[user] = others.isEmpty ? nil : .array(others)
            }
            guard let userId else { return }
            let rooms = content[userId]?.arrayValue ?? []
            if !rooms.contains(.string(roomId)) { content[userId] = .array(rooms + [.string(roomId)]) }
        }
        shared.withLock { $0.unmarkedDirectRooms[roomId] = nil }
    }

    /// Returns the user with whom a room is a direct chat.
    func directUser(ofRoom roomId: String) -> String? { shared.withLock { $0.directUsers[roomId] } }

    /// Updates the table that contains the user of each direct chat, and reports the rooms whose entry has changed.
    func followDirectRooms(_ direct: [String: [String]]) {
        var users: [String: String] = [:]
        // If a room has several users, the first one by user ID is used, so that it is always the same one.
        for (userId, rooms) in direct.sorted(by: { $0.key > $1.key }) {
            for room in rooms { users[room] = userId }
        }
        shared.withLock { $0.directUsers = users }
        for room in rooms where room.summary.directUserId != users[room.roomId] {
            room.update(room.summary)
            tell(summaryOf: room)
        }
    }
}

extension MXRoom {
    /// True when the room is marked as a direct chat.
    public var isDirect: Bool { directUserId != nil }
    /// The user with whom the room is a direct chat; `nil` when the room is not a direct chat.
    public var directUserId: String? { mxSession.directUser(ofRoom: roomId) }

    /// Marks the room as a direct chat, or removes the mark.
    /// - Parameters:
    ///   - isDirect: true if the room is a direct chat.
    ///   - userId: the other user. Defaults to the other member who was invited or joined first.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` when there is no other member, or the errors of the node.
    public func setIsDirect(_ isDirect: Bool, withUserId userId: String? = nil) async throws {
        guard isDirect else { return try await mxSession.setDirect(roomId, with: nil) }
        var other = userId
        if other == nil { other = try await otherMember() }
        guard let other else {
            throw SDNSDKError(.invalidArgument, field: "userId", reason: "a direct chat needs at least one other user")
        }
        try await mxSession.setDirect(roomId, with: other)
    }

    private func otherMember() async throws -> String? {
        let own = try mxSession.requireUserId()
        return try await state().members.members.filter { $0.isPresent && $0.userId != own }
            .min { ($0.originalEvent.originServerTs, $0.userId) < ($1.originalEvent.originServerTs, $1.userId) }?.userId
            ?? summary.heroes.first?.userId
    }
}

extension MXRoomSummary {
    /// Returns the summary with what the session knows from other sources: the user of a direct chat, and the spaces that contain the room. The
    /// stored values may be older.
    func placed(by session: MXSession) -> MXRoomSummary {
        let (user, spaces) = (session.directUser(ofRoom: roomId), session.spaces(naming: roomId))
        guard user != directUserId || !spaces.isEmpty || details["in_spaces"] != nil else { return self }
        var summary = self
        summary.set(.directUser, user.map(JSONValue.string))
        summary.set(
            .inSpaces, spaces.isEmpty ? nil : .object(JSONObject(uniqueKeysWithValues: spaces.map { ($0, true) })))
        return summary
    }

    /// True when the room is marked as a direct chat (`m.direct`).
    public var isDirect: Bool { directUserId != nil }
    /// The user with whom the room is a direct chat; `nil` when the room is not a direct chat.
    public var directUserId: String? { details["direct_user"]?.stringValue }
    /// True when the room is an invite to a direct chat.
    public var isInvitedDirectly: Bool { details["invited_directly"]?.boolValue ?? false }
}
