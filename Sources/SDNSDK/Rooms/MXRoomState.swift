import HeraldJSON
import SDNWire

/// The state of a room at one moment (SDN sheet 5.6). A value: handing it on costs nothing, and nobody changes it under its reader.
public struct MXRoomState: Sendable {
    /// The room whose state this is.
    public let roomId: String
    /// Whether this follows what happens now; `false` for the state in which pagination stands.
    public let isLive: Bool
    private var events: [String: [String: MXEvent]] = [:]
    private var memberNames = MemberNames()
    /// What the node says about the number of members; with lazily loaded members it knows more than the events here.
    public internal(set) var membersCount: MXRoomMembersCount

    /// The state that `events` amount to, the later of two for one type and state key winning.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - isLive: whether this follows what happens now.
    ///   - events: state events in the order in which they came; others do nothing.
    ///   - membersCount: what the node says about the number of members.
    public init(roomId: String, isLive: Bool = true, events: [MXEvent] = [], membersCount: MXRoomMembersCount = MXRoomMembersCount()) {
        self.roomId = roomId
        self.isLive = isLive
        self.membersCount = membersCount
        for event in events { apply(event) }
    }

    /// A copy for pagination to walk back with.
    func forPagination() -> MXRoomState {
        var copy = MXRoomState(roomId: roomId, isLive: false, membersCount: membersCount)
        copy.events = events
        copy.memberNames = memberNames
        return copy
    }

    /// Makes a state event current; other events do nothing.
    public mutating func apply(_ event: MXEvent) {
        guard let stateKey = event.stateKey else { return }
        if event.type == EventType.member { memberNames = MemberNames() }
        events[event.type, default: [:]][stateKey] = event
    }

    /// Puts another version of a state event in its place, where it is current.
    mutating func replace(_ event: MXEvent) {
        guard let stateKey = event.stateKey, events[event.type]?[stateKey]?.eventId == event.eventId else { return }
        apply(event)
    }

    /// Takes a state event in where nothing is known.
    mutating func add(_ event: MXEvent) {
        guard let stateKey = event.stateKey, events[event.type]?[stateKey] == nil else { return }
        apply(event)
    }

    /// Undoes a state event: what it replaced is current again, or nothing (SDN sheet 5.5).
    /// - Parameter replaced: the event that it replaced, where that is known whole. The copy of its content in the later event may be
    ///   older than a redaction.
    mutating func undo(_ event: MXEvent, restoring replaced: MXEvent? = nil) {
        guard let stateKey = event.stateKey else { return }
        if let replaced, replaced.type == event.type, replaced.stateKey == stateKey { return apply(replaced) }
        guard let content = event.prevContent else {
            if event.type == EventType.member { memberNames = MemberNames() }
            events[event.type]?[stateKey] = nil
            return
        }
        var json: JSONObject = [
            "type": .string(event.type), "state_key": .string(stateKey), "content": .object(content),
            "sender": .string(event.unsignedData.prevSender ?? event.sender),
        ]
        json["event_id"] = event.unsignedData.replacesState.map(JSONValue.string)
        guard let earlier = try? MXEvent(json: json, roomId: roomId) else { return }
        apply(earlier)
    }

    /// The current event of a type and state key.
    public func stateEvent(_ type: String, stateKey: String = "") -> MXEvent? { events[type]?[stateKey] }
    /// The current events of a type.
    public func stateEvents(with type: MXEventType) -> [MXEvent] { Array((events[type.identifier] ?? [:]).values) }
    /// Every current state event, in no particular order.
    public var stateEvents: [MXEvent] { events.values.flatMap(\.values) }

    private func content(_ type: String) -> JSONObject { stateEvent(type)?.content ?? [:] }
    private func text(_ type: String, _ member: String) -> String? {
        content(type)[member]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What the room calls itself; `nil` when it has no name. ``MXRoomSummary/displayName`` always has something to show.
    public var name: String? { text(EventType.name, "name") }
    /// What the room is about.
    public var topic: String? { text(EventType.topic, "topic") }
    /// An `mxc://` URL.
    public var avatar: String? { text(EventType.avatar, "url") }
    /// The alias that the room shows, `#localpart:domain`.
    public var canonicalAlias: String? { text(EventType.canonicalAlias, "alias") }
    /// The canonical alias and its alternatives.
    public var aliases: [String] {
        let others = content(EventType.canonicalAlias)["alt_aliases"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return (canonicalAlias.map { [$0] } ?? []) + others
    }
    /// Who may enter; `nil` when the room does not say, or says something not known here.
    public var joinRule: MXRoomJoinRule? { text(EventType.joinRules, "join_rule").flatMap(MXRoomJoinRule.init(identifier:)) }
    /// Whether everybody may enter.
    public var isJoinRulePublic: Bool { joinRule == .public }
    /// From when on members may read the history; `nil` when the room does not say, which means ``MXRoomHistoryVisibility/shared``.
    public var historyVisibility: MXRoomHistoryVisibility? {
        text(EventType.historyVisibility, "history_visibility").flatMap(MXRoomHistoryVisibility.init(identifier:))
    }
    /// Whether guests may enter; `nil` when the room does not say, which means ``MXRoomGuestAccess/forbidden``.
    public var guestAccess: MXRoomGuestAccess? { text(EventType.guestAccess, "guest_access").flatMap(MXRoomGuestAccess.init(identifier:)) }
    /// The user who made the room: named in the content up to room version 10, the sender from 11 on.
    public var creatorUserId: String? {
        guard let create = stateEvent(EventType.create) else { return nil }
        return create.content["creator"]?.stringValue ?? create.sender
    }
    /// Whether members are to encrypt what they send; never goes back.
    public var isEncrypted: Bool { stateEvent(EventType.encryption) != nil }
    /// The name of the encryption, such as `m.megolm.v1.aes-sha2`; `nil` when there is none.
    public var encryptionAlgorithm: String? { text(EventType.encryption, "algorithm") }
    /// Whether the room was replaced by another one.
    public var isObsolete: Bool { tombStoneContent != nil }
    /// Of a room that was replaced the content of its `m.room.tombstone`, with `replacement_room` in it.
    public var tombStoneContent: JSONObject? { stateEvent(EventType.tombstone)?.content }
    /// Invitations to addresses outside of the network that nobody has taken up, by token.
    public var thirdPartyInvites: [String: MXEvent] {
        (events[EventType.thirdPartyInvite] ?? [:]).filter { token, event in
            !event.content.isEmpty && members.member(withThirdPartyInviteToken: token) == nil
        }
    }
    /// The room that takes this one's place, when it was replaced.
    public var replacementRoomId: String? { text(EventType.tombstone, "replacement_room") }
    /// How a user stands to the room, as its state tells it.
    public func membership(ofUser userId: String) -> MXMembership { members.member(withUserId: userId)?.membership ?? .unknown }
    /// The ids of the events that the room shows at its top, in its order.
    public var pinnedEvents: [String] { content("m.room.pinned_events")["pinned"]?.arrayValue?.compactMap(\.stringValue) ?? [] }

    /// Who may do what; read anew each time.
    public var powerLevels: MXRoomPowerLevels { MXRoomPowerLevels(content: stateEvent(EventType.powerLevels)?.content, creator: creatorUserId) }
    /// The members known here. With lazily loaded members a user who is missing may still be in the room.
    public var members: MXRoomMembers { MXRoomMembers(events: events[EventType.member] ?? [:], names: memberNames) }
}

/// How many members a room has.
public struct MXRoomMembersCount: Sendable, Hashable {
    /// Members who have joined.
    public var joined: Int
    /// Users who are invited and have not answered.
    public var invited: Int
    /// Joined and invited members; the nearest number there is when the sum is none.
    public var members: Int {
        let (sum, overflow) = joined.addingReportingOverflow(invited)
        guard overflow else { return sum }
        return joined < 0 ? .min : .max
    }

    /// Counts as they are; negative ones are not refused.
    public init(joined: Int = 0, invited: Int = 0) {
        self.joined = joined
        self.invited = invited
    }
}
