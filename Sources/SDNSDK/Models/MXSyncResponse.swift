import HeraldJSON

/// What is new since a token (SDN sheet 7.3). Parts are read from the answer's bytes when they are asked for.
public struct MXSyncResponse: ResponseModel {
    /// The token for the next sync.
    public let nextBatch: String
    /// The answer itself.
    package let document: JSONDocument

    package init(document: JSONDocument) throws {
        guard let token = document.root["next_batch"] else {
            throw JSONError(.missingMember, path: "next_batch", reason: "this member is required and absent")
        }
        guard let text = token.string else {
            throw JSONError(.wrongKind, path: "next_batch", reason: "a string was expected, this is \(token.kind)")
        }
        self.nextBatch = text
        self.document = document
    }

    /// What is new in rooms.
    public var rooms: MXRoomsSyncResponse { MXRoomsSyncResponse(view: document.root["rooms"]) }
    /// The user's own settings that changed, such as `m.direct`.
    public var accountData: [MXEvent] { EventList.read(document.root["account_data"]?["events"]) }
    /// `m.presence` events of users who share a room with this one.
    public var presence: [MXEvent] { EventList.read(document.root["presence"]?["events"]) }
    /// Events sent to this device alone; the node forgets them when the next sync is asked for.
    public var toDevice: [MXEvent] { EventList.read(document.root["to_device"]?["events"]) }
}

/// The rooms of a sync, by room id.
public struct MXRoomsSyncResponse: Sendable {
    let view: JSONView?

    /// Rooms that the user is in.
    public var joined: [String: MXRoomSync] { rooms("join").mapValues(MXRoomSync.init) }
    /// Rooms that the user left or was taken out of, when the filter asks for them or it has just happened.
    public var left: [String: MXRoomSync] { rooms("leave").mapValues(MXRoomSync.init) }
    /// Of each invitation the state that the node shows to the invited.
    public var invited: [String: [MXEvent]] {
        var result: [String: [MXEvent]] = [:]
        for (roomId, room) in rooms("invite") { result[roomId] = EventList.read(room["invite_state"]?["events"], roomId: roomId) }
        return result
    }

    private func rooms(_ section: String) -> [String: JSONView] {
        guard let section = view?[section] else { return [:] }
        var rooms: [String: JSONView] = [:]
        for (roomId, room) in section.members { rooms[roomId] = room }
        return rooms
    }
}

/// What is new in one room.
public struct MXRoomSync: Sendable {
    let view: JSONView

    init(_ view: JSONView) { self.view = view }

    /// State before the timeline.
    public var state: [MXEvent] { EventList.read(view["state"]?["events"]) }
    /// Oldest first.
    public var timeline: [MXEvent] { EventList.read(view["timeline"]?["events"]) }
    /// Whether there is a gap before ``timeline``.
    public var isLimited: Bool { view["timeline"]?["limited"]?.bool ?? false }
    /// Where paging backwards begins.
    public var prevBatch: String? { view["timeline"]?["prev_batch"]?.string }
    /// Typing and receipts; nothing of it is history.
    public var ephemeral: [MXEvent] { EventList.read(view["ephemeral"]?["events"]) }
    /// The user's settings for this room that changed, such as `m.tag`.
    public var accountData: [MXEvent] { EventList.read(view["account_data"]?["events"]) }
    /// How many unread events notify the user.
    public var notificationCount: UInt { UInt(clamping: view["unread_notifications"]?["notification_count"]?.int ?? 0) }
    /// How many unread events do so with emphasis, such as mentions.
    public var highlightCount: UInt { UInt(clamping: view["unread_notifications"]?["highlight_count"]?.int ?? 0) }
    /// User ids to name the room after; `nil` when they have not changed.
    public var heroes: [String]? { view["summary"]?["m.heroes"].map { $0.elements.compactMap(\.string) } }
    /// `nil` when it has not changed.
    public var joinedMemberCount: Int? { view["summary"]?["m.joined_member_count"]?.int.flatMap(Int.init(exactly:)) }
    /// `nil` when it has not changed.
    public var invitedMemberCount: Int? { view["summary"]?["m.invited_member_count"]?.int.flatMap(Int.init(exactly:)) }
}
