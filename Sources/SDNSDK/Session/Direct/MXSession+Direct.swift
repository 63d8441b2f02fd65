import HeraldJSON
import Synchronization

extension MXSession {
    private static let direct = "m.direct"

    /// For each user the rooms that are marked as direct chats with them (`m.direct`).
    public var directRooms: [String: [String]] {
        var rooms: [String: [String]] = [:]
        for (userId, list) in accountData(ofType: MXSession.direct)?.content ?? [:] {
            rooms[userId] = list.arrayValue?.compactMap(\.stringValue)
        }
        return rooms
    }

    /// A direct chat with a user in which both are, as far as is known: the one that was active last. `nil` when there is none.
    public func directJoinedRoom(withUserId userId: String) -> MXRoom? { directJoinedRooms(withUserId: userId).first }

    /// The one that was active last first.
    private func directJoinedRooms(withUserId userId: String) -> [MXRoom] {
        (directRooms[userId] ?? []).compactMap { room(withRoomId: $0) }.filter { $0.summary.membership == .join }
            .sorted { ($0.summary.lastActivity, $1.roomId) > ($1.summary.lastActivity, $0.roomId) }
    }

    /// The direct chat with a user: the one there is and that the user has not left, or a new one to which the user is invited and which
    /// is marked as direct. Calls at the same time make one room.
    public func getOrCreateDirectJoinedRoom(with userId: String) async throws -> MXRoom {
        try await directGate.run {
            for room in self.directJoinedRooms(withUserId: userId) {
                // With lazily loaded members somebody who is not known may be there.
                if try await room.state().members.member(withUserId: userId)?.isPresent ?? true { return room }
            }
            return try await self.createRoom(parameters: .parametersForDirectRoom(withUser: userId))
        }
    }

    /// Marks a room as a direct chat with a user, or as none with anybody.
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
    }

    /// Whom a room is a direct chat with.
    func directUser(ofRoom roomId: String) -> String? { shared.withLock { $0.directUsers[roomId] } }

    /// Builds the way back from rooms to users, and tells the rooms that it changed for.
    func followDirectRooms(_ direct: [String: [String]]) {
        var users: [String: String] = [:]
        // Of several users the first one in the alphabet, so that it is the same one each time.
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
    /// Whether the room is marked as a direct chat.
    public var isDirect: Bool { directUserId != nil }
    /// Whom the room is a direct chat with; `nil` when it is none.
    public var directUserId: String? { mxSession.directUser(ofRoom: roomId) }

    /// Marks the room as a direct chat, or takes the mark away.
    /// - Parameters:
    ///   - isDirect: whether it is one.
    ///   - userId: whom it is with; `nil` means the member who was invited or joined first, besides the user.
    /// - Throws: ``SDNSDKError`` with code `invalidArgument` when there is nobody to be direct with; what the node answers.
    public func setIsDirect(_ isDirect: Bool, withUserId userId: String? = nil) async throws {
        guard isDirect else { return try await mxSession.setDirect(roomId, with: nil) }
        var other = userId
        if other == nil { other = try await otherMember() }
        guard let other else {
            throw SDNSDKError(.invalidArgument, field: "userId", reason: "a direct chat is one with somebody")
        }
        try await mxSession.setDirect(roomId, with: other)
    }

    private func otherMember() async throws -> String? {
        let own = mxSession.myUserId
        return try await state().members.members.filter { $0.isPresent && $0.userId != own }
            .min { ($0.originalEvent.originServerTs, $0.userId) < ($1.originalEvent.originServerTs, $1.userId) }?.userId ?? summary.heroes.first?.userId
    }
}

extension MXRoomSummary {
    /// With what the session knows now about the room from elsewhere: whom it is a direct chat with, which spaces name it. What is
    /// stored of that may be older.
    func placed(by session: MXSession) -> MXRoomSummary {
        let (user, spaces) = (session.directUser(ofRoom: roomId), session.spaces(naming: roomId))
        guard user != directUserId || !spaces.isEmpty || details["in_spaces"] != nil else { return self }
        var summary = self
        summary.set(.directUser, user.map(JSONValue.string))
        summary.set(.inSpaces, spaces.isEmpty ? nil : .object(JSONObject(uniqueKeysWithValues: spaces.map { ($0, true) })))
        return summary
    }

    /// Whether the room is marked as a direct chat (`m.direct`).
    public var isDirect: Bool { directUserId != nil }
    /// Whom the room is a direct chat with; `nil` when it is none.
    public var directUserId: String? { details["direct_user"]?.stringValue }
    /// Of an invite: whether it is to a direct chat.
    public var isInvitedDirectly: Bool { details["invited_directly"]?.boolValue ?? false }
}
