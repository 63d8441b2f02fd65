import HeraldJSON

/// The changes since a token (SDN sheet 7.3). Each part is read from the answer's bytes when it is needed.
public struct MXSyncResponse: ResponseModel {
    /// The token for the next sync.
    public let nextBatch: String
    /// True when the node was not asked, because a session syncs into the same store and gets the changes. The response is then empty.
    public let wasLeftToSession: Bool
    /// The answer itself.
    package let document: JSONDocument

    package init(document: JSONDocument) throws {
        guard let token = document.root["next_batch"] else {
            throw JSONError(.missingMember, path: "next_batch", reason: "this member is required and absent")
        }
        guard let text = token.string else {
            throw JSONError(.wrongKind, path: "next_batch", reason: "a string was expected, but this is \(token.kind)")
        }
        self.nextBatch = text
        self.wasLeftToSession = false
        self.document = document
    }

    /// Creates the empty response of a sync that was left to a session.
    package init(leftToSessionAt token: String) throws(JSONError) {
        self.nextBatch = token
        self.wasLeftToSession = true
        self.document = try JSONDocument(JSONValue.object(["next_batch": .string(token)]).serialized())
    }

    /// The changes in rooms.
    public var rooms: MXRoomsSyncResponse { MXRoomsSyncResponse(view: document.root["rooms"]) }
    /// The user's own settings that changed, such as `m.direct`.
    public var accountData: [MXEvent] { EventList.read(document.root["account_data"]?["events"]) }
    /// The `m.presence` events of users who share a room with this one.
    public var presence: [MXEvent] { EventList.read(document.root["presence"]?["events"]) }
    /// The events sent to this device alone. The node deletes them when the next sync is requested.
    public var toDevice: [MXEvent] { EventList.read(document.root["to_device"]?["events"]) }
}

/// The rooms of a sync, by room ID.
public struct MXRoomsSyncResponse: Sendable {
    let view: JSONView?

    /// The rooms that the user has joined.
    public var joined: [String: MXRoomSync] { roomSyncs("join") }
    /// The rooms that the user left or was removed from since the previous sync. If the filter asks for left rooms, rooms that the user
    /// left earlier are included.
    public var left: [String: MXRoomSync] { roomSyncs("leave") }
    /// The invitations by room ID, each with the room state that the node shows to the invited user.
    public var invited: [String: [MXEvent]] {
        var result: [String: [MXEvent]] = [:]
        for (roomId, room) in rooms("invite") {
            result[roomId] = EventList.read(room["invite_state"]?["events"], roomId: roomId)
        }
        return result
    }

    private func roomSyncs(_ section: String) -> [String: MXRoomSync] {
        var syncs: [String: MXRoomSync] = [:]
        for (roomId, room) in rooms(section) { syncs[roomId] = MXRoomSync(room, roomId: roomId) }
        return syncs
    }

    private func rooms(_ section: String) -> [String: JSONView] {
        guard let section = view?[section] else { return [:] }
        var rooms: [String: JSONView] = [:]
        for (roomId, room) in section.members { rooms[roomId] = room }
        return rooms
    }
}

/// The changes in one room.
public struct MXRoomSync: Sendable {
    /// The room. Its events have this ID, which the node leaves out of the events themselves.
    public let roomId: String
    let view: JSONView

    package init(_ view: JSONView, roomId: String) {
        self.view = view
        self.roomId = roomId
    }

    /// The state changes that precede ``timeline``.
    public var state: [MXEvent] { EventList.read(view["state"]?["events"], roomId: roomId) }
    /// The new events, oldest first.
    public var timeline: [MXEvent] { EventList.read(view["timeline"]?["events"], roomId: roomId) }
    /// True when there is a gap before ``timeline``.
    public var isLimited: Bool { view["timeline"]?["limited"]?.bool ?? false }
    /// The token at which paging backwards begins.
    public var prevBatch: String? { view["timeline"]?["prev_batch"]?.string }
    /// Typing and receipts. They are not part of the history.
    public var ephemeral: [MXEvent] { EventList.read(view["ephemeral"]?["events"], roomId: roomId) }
    /// The user's settings for this room that changed, such as `m.tag`.
    public var accountData: [MXEvent] { EventList.read(view["account_data"]?["events"], roomId: roomId) }
    /// The number of unread events that notify the user.
    public var notificationCount: UInt { UInt(clamping: view["unread_notifications"]?["notification_count"]?.int ?? 0) }
    /// The number of unread events that are highlighted, such as mentions.
    public var highlightCount: UInt { UInt(clamping: view["unread_notifications"]?["highlight_count"]?.int ?? 0) }
    /// The IDs of the users after whom the room is named; `nil` when they have not changed.
    public var heroes: [String]? { view["summary"]?["m.heroes"].map { $0.elements.compactMap(\.string) } }
    /// The number of joined members; `nil` when it has not changed.
    public var joinedMemberCount: Int? { view["summary"]?["m.joined_member_count"]?.int.flatMap(Int.init(exactly:)) }
    /// The number of invited users; `nil` when it has not changed.
    public var invitedMemberCount: Int? { view["summary"]?["m.invited_member_count"]?.int.flatMap(Int.init(exactly:)) }
}
