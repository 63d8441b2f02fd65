import GRDB
import HeraldJSON
import SDNWire

extension RoomService {
    /// Creates a room with all its first events, or nothing.
    func createRoom(_ request: CreateRoomRequest, _ caller: Caller) async throws -> RoomIDResponse {
        let creation = try preparedCreation(request, caller)
        let random = RoomIDMint(random: services.configuration.random).make(creator: creation.creator)
        if creation.mayTakeTurns {
            let now = services.now()
            try await read { db in
                try RoomRehearsal(version: creation.version, roomID: random, now: now).run(creation.drafts(in: db))
            }
        }
        let (roomID, begun) = try await services.database.write { db -> (String, FanOuts.Begun) in
            try AccessTokens.requireAlive(caller, in: db)
            let made = try make(creation, random, in: db)
            for invitation in made.invitations { try services.limits.use(invitation) }
            return (made.roomID, made.begun)
        }
        try await services.fanOuts.finish(begun)
        return RoomIDResponse(roomID: roomID)
    }

    /// Checks a request and counts it for the caller.
    func preparedCreation(_ request: CreateRoomRequest, _ caller: Caller) throws -> RoomCreation {
        let creation = try RoomCreation(
            request, creator: UserID(caller.userID), serverName: services.configuration.serverName)
        guard creation.allInvited.count <= RoomCreation.inviteLimit else {
            throw MatrixError(
                .invalidParam,
                "invite: at most \(RoomCreation.inviteLimit) users can be invited when a room is created.")
        }
        // An invitation of an address to an existing room has no `user_id` either, and is refused with the same code.
        guard !request.invitesAddresses else {
            throw MatrixError(
                .missingParam, "invite_3pid: this node invites no addresses. Invite users by their user IDs.")
        }
        guard request.initialState.count <= RoomCreation.initialStateLimit else {
            throw MatrixError(
                .invalidParam,
                "initial_state: at most \(RoomCreation.initialStateLimit) events can be set when a room is created.")
        }
        try services.limits.use(.send(user: caller.userID))
        return creation
    }

    /// Creates the room and its first events inside a write.
    /// - Parameter random: the ID of the room, if its version does not determine the ID.
    /// - Returns: also the limits that the invitations count against. The caller must use them as the last step of the write.
    func make(_ creation: RoomCreation, _ random: String, in db: Database) throws -> (
        roomID: String, begun: FanOuts.Begun, invitations: [RateLimiter.Subject]
    ) {
        let invitations = try Set(creation.allInvited).compactMap {
            try admitInvitation(of: $0, by: creation.creator.text, in: db)
        }
        var turn = try services.fanOuts.turn(of: creation.creator.text, in: db)
        let birth = try creation.birth(random, now: turn.now, in: db)
        let room = try RoomRecord.make(birth.roomID, version: creation.version, isListed: creation.isListed, in: db)
        var log = turn.log(of: room)
        let rest = try creation.begin(birth, &log, &turn)
        try turn.finish(log)
        let begun = try services.fanOuts.begin(
            CreationFanOut(room: room.rowID, rest: rest), turn, paid: creation.ownEvents)
        return (birth.roomID, begun, invitations)
    }
}

/// A checked `createRoom` request, with the order of the events that it makes (SDN sheet 7.5).
struct RoomCreation: Sendable {
    fileprivate static let inviteLimit = 100
    fileprivate static let initialStateLimit = 100

    let request: CreateRoomRequest
    let creator: UserID
    let version: RoomVersion
    let preset: RoomPreset
    let isListed: Bool
    let invited: [String]
    /// The invited users, with those that the initial state invites. The preset gives power only to ``invited``.
    let allInvited: [String]
    let alias: String?
    /// The initial power levels in an upgrade; `nil` if the preset and the request determine them.
    var powerLevels: JSONObject?

    init(_ request: CreateRoomRequest, creator: UserID, serverName: String) throws {
        self.request = request
        self.creator = creator
        guard let version = RoomVersion(rawValue: request.roomVersion ?? RoomVersion.standard.rawValue) else {
            throw MatrixError(.unsupportedRoomVersion, "room_version: this node creates rooms of versions 1 to 12.")
        }
        self.version = version
        switch request.visibility {
        case "public": self.isListed = true
        case "private", nil: self.isListed = false
        default: throw MatrixError(.invalidParam, "visibility: expected public or private.")
        }
        self.preset = try RoomPreset(named: request.preset, isPublic: isListed)
        self.invited = try request.invite.map { try MemberTarget.userID($0, field: "invite") }
        var allInvited = invited
        for (index, item) in request.initialState.enumerated() where item.isInvitation {
            allInvited.append(try UserID(item.stateKey, field: "initial_state[\(index)].state_key").text)
        }
        self.allInvited = allInvited
        if let name = request.roomAliasName {
            guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: ":")) else {
                throw MatrixError(.invalidParam, "room_alias_name: the part before the colon is expected.")
            }
            self.alias = try RoomAlias("#\(name):\(serverName)", field: "room_alias_name").text
        } else {
            self.alias = nil
        }
    }

    /// The number of events that the room itself needs, without those that the request lists one by one.
    var ownEvents: Int {
        let wished = [alias, request.name, request.topic]
        return 3 + preset.state.count + wished.count { $0 != nil }
    }

    /// True if there may be more events than fit into one turn.
    var mayTakeTurns: Bool { ownEvents + request.initialState.count + invited.count > FanOuts.eventsPerTurn }

    /// Appends as many of the first events as fit into the turn.
    /// - Returns: the events that do not fit into the turn.
    /// - Throws: `M_INVALID_ROOM_STATE` if members of the request contradict each other; another error if an event cannot be written.
    func begin(_ birth: RoomBirth, _ log: inout RoomLog, _ turn: inout FanOutTurn) throws -> [EventDraft] {
        if let alias { try RoomAliasStore.add(alias, room: log.room.rowID, creator: creator.text, in: log.db) }
        for item in request.initialState where item.type == EventType.canonicalAlias && item.stateKey.isEmpty {
            try CanonicalAlias(content: item.content.objectValue ?? [:]).requireAliases(in: log)
        }
        let drafts = try drafts(in: log.db), first = drafts.prefix(turn.left)
        for (index, draft) in first.enumerated() {
            do {
                if index == 0, let create = birth.create {
                    try turn.append(draft, as: create, to: &log)
                } else {
                    try turn.append(draft, to: &log)
                }
            } catch let error as MatrixError where error.code == .forbidden {
                throw Self.contradiction(error)
            }
        }
        return Array(drafts.dropFirst(first.count))
    }

    /// Returns the error for a request whose events were refused. The creator has full power at first, so a refusal means that members of the request
    /// contradict each other.
    static func contradiction(_ error: MatrixError) -> MatrixError {
        MatrixError(
            MatrixError.Code(rawValue: "M_INVALID_ROOM_STATE"), "The room cannot be made like this. \(error.message)")
    }

    /// Returns the first events, in order.
    func drafts(in db: Database) throws -> [EventDraft] {
        let profile = try MemberProfile.content(of: creator.text, in: db)
        var drafts: [EventDraft] = [
            createDraft,
            .member(creator.text, .join, by: creator.text, profile),
            state(
                EventType.powerLevels,
                powerLevels
                    ?? preset.powerLevels(
                        creator: creator.text, invited: invited, version, override: request.powerLevelContentOverride)
            ),
        ]
        if let alias { drafts.append(state(EventType.canonicalAlias, ["alias": .string(alias)])) }
        for (type, content) in preset.state
        where !request.initialState.contains(where: { $0.type == type && $0.stateKey.isEmpty }) {
            drafts.append(state(type, content))
        }
        for item in request.initialState {
            var content = item.content.objectValue ?? [:]
            if item.isInvitation {
                // The name and the picture are the target's own. Otherwise, the creator could choose them.
                let profile = try MemberProfile.content(of: item.stateKey, in: db)
                for member in ["displayname", "avatar_url"] { content[member] = profile[member] }
            }
            drafts.append(state(item.type, content, key: item.stateKey))
        }
        if let name = request.name { drafts.append(state(EventType.name, ["name": .string(name)])) }
        if let topic = request.topic { drafts.append(state(EventType.topic, Self.topicContent(topic))) }
        for user in invited where !user.isIdentical(to: creator.text) {
            var more = try MemberProfile.content(of: user, in: db)
            if request.isDirect == true { more["is_direct"] = true }
            drafts.append(.member(user, .invite, by: creator.text, more))
        }
        return drafts
    }

    /// Returns the ID of the room.
    /// - Parameter random: the ID, if the room version does not determine it.
    func birth(_ random: String, now: Timestamp, in db: Database) throws -> RoomBirth {
        try RoomBirth(of: createDraft, version: version, random: random, now: now, in: db)
    }

    private var createDraft: EventDraft {
        var content = request.creationContent ?? [:]
        content["room_version"] = .string(version.rawValue)
        content["creator"] = version.hasCreatorInContent ? .string(creator.text) : nil
        if version.putsCreatorsAboveLevels, preset == .trustedPrivateChat, !invited.isEmpty {
            addCreators(invited, to: &content)
        }
        return state(EventType.create, content)
    }

    /// Adds users to the additional creators, each once. Content with a wrong form stays as it is, because it is refused later.
    private func addCreators(_ users: [String], to content: inout JSONObject) {
        var list = content[AdditionalCreators.member] ?? []
        guard var creators = list.arrayValue else { return }
        var known = Set(creators.compactMap(\.stringValue).map { Array($0.utf8) })
        known.insert(Array(creator.text.utf8))
        for user in users where known.insert(Array(user.utf8)).inserted { creators.append(.string(user)) }
        list = .array(creators)
        if !creators.isEmpty { content[AdditionalCreators.member] = list }
    }

    /// Returns the content of `m.room.topic`: the text, and once more in the form that allows several media types. The second form is left out if the
    /// text is so long that the event could become too large.
    private static func topicContent(_ topic: String) -> JSONObject {
        var content: JSONObject = ["topic": .string(topic)]
        if JSONValue.string(topic).serialized().count <= EventFormat.sizeLimit / 4 {
            content["m.topic"] = ["m.text": [["body": .string(topic)]]]
        }
        return content
    }

    private func state(_ type: String, _ content: JSONObject, key: String = "") -> EventDraft {
        EventDraft(type: type, stateKey: key, sender: creator.text, content: content)
    }
}

extension CreateRoomRequest.InitialState {
    /// True if the event invites a user.
    fileprivate var isInvitation: Bool { type == EventType.member && content["membership"] == "invite" }
}

/// Adds the first events of a room that do not fit into its first turn.
struct CreationFanOut: FanOut {
    static let kind = FanOutKind.creation
    private let room: RoomRowID
    private var rest: [PlannedEvent]

    init(room: RoomRowID, rest: [EventDraft]) {
        self.room = room
        self.rest = rest.map(PlannedEvent.init)
    }

    var subject: String { String(room.rawValue) }

    mutating func advance(_ turn: inout FanOutTurn) throws -> Bool {
        guard !rest.isEmpty, let record = try RoomRecord.find(rowID: room, in: turn.db) else { return true }
        var log = turn.log(of: record)
        let next = rest.prefix(turn.left)
        for event in next { try turn.offer(event.draft(), to: &log) }
        try turn.finish(log)
        rest.removeFirst(next.count)
        return rest.isEmpty
    }
}
