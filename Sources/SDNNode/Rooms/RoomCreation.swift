import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Makes a room with all its first events, or nothing.
    func createRoom(_ request: CreateRoomRequest, _ caller: Caller) async throws -> RoomIDResponse {
        let creation = try preparedCreation(request, caller)
        let now = services.now()
        return try await write { db in
            let (roomID, users) = try make(creation, now: now, in: db)
            return (RoomIDResponse(roomID: roomID), users)
        }
    }

    /// Checks a request and charges it to the caller.
    func preparedCreation(_ request: CreateRoomRequest, _ caller: Caller) throws -> RoomCreation {
        try Tourists.refuse(caller)
        let creation = try RoomCreation(request, creator: UserID(caller.userID), serverName: services.configuration.serverName)
        // After the checks, because the price depends on what was asked for.
        try services.limits.use(.send(user: caller.userID), cost: 1 + creation.invited.count + request.initialState.count)
        return creation
    }

    /// Makes the room inside a write. - Returns: its id, and the users to wake after the commit.
    func make(_ creation: RoomCreation, now: Int64, in db: Database) throws -> (roomID: String, users: Set<String>) {
        for user in Set(creation.invited) { try admitInvitation(of: user, by: creation.creator.text, in: db) }
        let roomID = RoomIDMint(random: services.configuration.random).make(creator: creation.creator)
        let room = try RoomRecord.make(roomID, version: creation.version, isListed: creation.isListed, in: db)
        var log = RoomLog(db, room: room, now: now, push: services.push)
        try creation.run(&log)
        return (roomID, try audiences.toWake(by: log))
    }
}

/// A checked `createRoom` request, and the order of the events it makes (SDN sheet 7.5).
struct RoomCreation: Sendable {
    /// Each makes an event in the one write that makes the room, during which everybody else's writes wait.
    private static let inviteLimit = 100
    private static let initialStateLimit = 100

    let request: CreateRoomRequest
    let creator: UserID
    let version: RoomVersion
    let preset: RoomPreset
    let isListed: Bool
    let invited: [String]
    let alias: String?

    init(_ request: CreateRoomRequest, creator: UserID, serverName: String) throws {
        self.request = request
        self.creator = creator
        guard let version = RoomVersion(rawValue: request.roomVersion ?? RoomVersion.standard.rawValue), version.isCreatable else {
            throw MatrixError(.unsupportedRoomVersion, "room_version: this node makes rooms of version 10 and 11.")
        }
        self.version = version
        switch request.visibility {
        case "public": self.isListed = true
        case "private", nil: self.isListed = false
        default: throw MatrixError(.invalidParam, "visibility: expected public or private.")
        }
        self.preset = try RoomPreset(named: request.preset, isPublic: isListed)
        guard request.invite.count <= Self.inviteLimit else {
            throw MatrixError(.invalidParam, "invite: at most \(Self.inviteLimit) users are invited while a room is made.")
        }
        guard request.initialState.count <= Self.initialStateLimit else {
            throw MatrixError(.invalidParam, "initial_state: at most \(Self.initialStateLimit) pieces are set while a room is made.")
        }
        self.invited = try request.invite.map { try MemberTarget.userID($0, field: "invite") }
        if let name = request.roomAliasName {
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: ":")) else { throw MatrixError(.invalidParam, "room_alias_name: the part before the colon is expected.") }
            self.alias = try RoomAlias("#\(name):\(serverName)", field: "room_alias_name").text
        } else {
            self.alias = nil
        }
    }

    func run(_ log: inout RoomLog) throws {
        do {
            try append(to: &log)
        } catch let error as MatrixError where error.code == .forbidden {
            // Nobody forbids the creator anything: the wishes contradict each other.
            throw MatrixError(MatrixError.Code(rawValue: "M_INVALID_ROOM_STATE"), "The room cannot be made like this. \(error.message)")
        }
    }

    private func append(to log: inout RoomLog) throws {
        try set(EventType.create, createContent, &log)
        try log.append(.member(creator.text, .join, by: creator.text, MemberProfile.content(of: creator.text, in: log.db)))
        try set(
            EventType.powerLevels,
            preset.powerLevels(creator: creator.text, invited: invited, override: request.powerLevelContentOverride), &log)
        if let alias {
            try RoomDirectory.add(alias, room: log.room.nid, creator: creator.text, in: log.db)
            try set(EventType.canonicalAlias, ["alias": .string(alias)], &log)
        }
        for (type, content) in preset.state where !request.initialState.contains(where: { $0.type == type && $0.stateKey.isEmpty }) {
            try set(type, content, &log)
        }
        for item in request.initialState {
            let content = item.content.objectValue ?? [:]
            if item.type == EventType.canonicalAlias, item.stateKey.isEmpty { try RoomService.requireAliases(of: content, in: log) }
            try set(item.type, content, key: item.stateKey, &log)
        }
        if let name = request.name { try set(EventType.name, ["name": .string(name)], &log) }
        if let topic = request.topic { try set(EventType.topic, ["topic": .string(topic)], &log) }
        for user in invited where !user.isIdentical(to: creator.text) {
            var more = try MemberProfile.content(of: user, in: log.db)
            if request.isDirect == true { more["is_direct"] = true }
            try log.append(.member(user, .invite, by: creator.text, more))
        }
    }

    private var createContent: JSONObject {
        var content = request.creationContent ?? [:]
        content["room_version"] = .string(version.rawValue)
        content["creator"] = version.hasCreatorInContent ? .string(creator.text) : nil
        return content
    }

    private func set(_ type: String, _ content: JSONObject, key: String = "", _ log: inout RoomLog) throws {
        try log.append(EventDraft(type: type, stateKey: key, sender: creator.text, content: content))
    }
}
