import HeraldJSON
import SDNWire

/// The state of a room at one moment (SDN sheet 5.6). It is a value type: copies are cheap, and no copy changes another.
///
/// ```swift
/// let state = MXRoomState(roomId: "!room:node.example.org", events: events)
/// print(state.name ?? "", state.members.joinedMembers.count)
/// let mayTalk = state.powerLevels.powerLevelOfUser(withUserID: "@ann:node.example.org") >= state.powerLevels.eventsDefault
/// ```
public struct MXRoomState: Sendable {
    /// The room whose state this is.
    public let roomId: String
    /// True for the current state; false for the state at the position of pagination.
    public let isLive: Bool
    private var events: [String: [String: MXEvent]] = [:]
    private var memberNames = MemberNames()
    /// The node's count of members. When members are loaded lazily, it also counts members whose events this state does not have.
    public package(set) var membersCount: MXRoomMembersCount

    /// Creates the state that results from `events`. If two events have the same type and state key, the later one counts.
    /// - Parameters:
    ///   - roomId: the room.
    ///   - isLive: true for the current state.
    ///   - events: state events in the order of their arrival. Other events are ignored.
    ///   - membersCount: the node's count of members.
    public init(
        roomId: String, isLive: Bool = true, events: [MXEvent] = [],
        membersCount: MXRoomMembersCount = MXRoomMembersCount()
    ) {
        self.roomId = roomId
        self.isLive = isLive
        self.membersCount = membersCount
        for event in events { apply(event) }
    }

    /// The number of state events.
    package var eventCount: Int { events.values.reduce(0) { $0 + $1.count } }

    /// Returns a copy for pagination. Pagination undoes state events in the copy while it reads older events.
    package func forPagination() -> MXRoomState {
        var copy = MXRoomState(roomId: roomId, isLive: false, membersCount: membersCount)
        copy.events = events
        copy.memberNames = memberNames
        return copy
    }

    /// Makes a state event current. Other events are ignored.
    public mutating func apply(_ event: MXEvent) {
        guard let stateKey = event.stateKey else { return }
        if event.type == EventType.member { memberNames = MemberNames() }
        events[event.type, default: [:]][stateKey] = event
    }

    /// Replaces a current state event by another version of the same event, such as its redacted form. If the event is not current, nothing changes.
    package mutating func replace(_ event: MXEvent) {
        guard let stateKey = event.stateKey, events[event.type]?[stateKey]?.eventId == event.eventId else { return }
        apply(event)
    }

    /// Adds a state event when there is none for its type and state key.
    package mutating func add(_ event: MXEvent) {
        guard let stateKey = event.stateKey, events[event.type]?[stateKey] == nil else { return }
        apply(event)
    }

    /// Undoes an event as ``undo(_:restoring:)`` does. The `unsigned` part of a message is not read.
    /// - Parameter replaced: the stored events that state events replaced, by their IDs.
    package mutating func undo(_ event: MXEvent, restoringFrom replaced: [String: MXEvent]) {
        guard event.isState else { return }
        undo(event, restoring: event.unsignedData.replacesState.flatMap { replaced[$0] })
    }

    /// Undoes a state event, so that the event that it replaced becomes current again. If it replaced none, its type and state key no
    /// longer have a current event (SDN sheet 5.5).
    /// - Parameter replaced: the replaced event, if it is stored. Without it, its content is taken from `prev_content` of the later event, which may
    ///   contain what a redaction has removed.
    package mutating func undo(_ event: MXEvent, restoring replaced: MXEvent? = nil) {
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

    /// Returns the current event for a type and state key.
    public func stateEvent(_ type: String, stateKey: String = "") -> MXEvent? { events[type]?[stateKey] }
    /// Returns the current events of a type.
    public func stateEvents(with type: MXEventType) -> [MXEvent] { Array((events[type.identifier] ?? [:]).values) }
    /// All current state events, in no particular order.
    public var stateEvents: [MXEvent] { events.values.flatMap(\.values) }

    private func content(_ type: String) -> JSONObject { stateEvent(type)?.content ?? [:] }
    private func text(_ type: String, _ member: String) -> String? {
        content(type)[member]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The room's own name; `nil` when it has none. ``MXRoomSummary/displayName`` is never empty.
    public var name: String? { text(EventType.name, "name") }
    /// The topic of the room.
    public var topic: String? { text(EventType.topic, "topic") }
    /// The avatar, an `mxc://` URL; `nil` when the room has none, or another URL.
    public var avatar: String? { AvatarAddress.checked(text(EventType.avatar, "url")) }
    /// The room's main alias, `#localpart:domain`.
    public var canonicalAlias: String? { text(EventType.canonicalAlias, "alias") }
    /// The main alias and its alternatives.
    public var aliases: [String] {
        let others = content(EventType.canonicalAlias)["alt_aliases"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return (canonicalAlias.map { [$0] } ?? []) + others
    }
    /// The rule for who may enter; `nil` when the room has no rule or an unknown rule.
    public var joinRule: MXRoomJoinRule? {
        text(EventType.joinRules, "join_rule").flatMap(MXRoomJoinRule.init(identifier:))
    }
    /// True when everybody may enter.
    public var isJoinRulePublic: Bool { joinRule == .public }
    /// The part of the history that members may read; `nil` when the room does not say, which means ``MXRoomHistoryVisibility/shared``.
    public var historyVisibility: MXRoomHistoryVisibility? {
        text(EventType.historyVisibility, "history_visibility").flatMap(MXRoomHistoryVisibility.init(identifier:))
    }
    /// The rule for guests; `nil` when the room does not say, which means ``MXRoomGuestAccess/forbidden``.
    public var guestAccess: MXRoomGuestAccess? {
        text(EventType.guestAccess, "guest_access").flatMap(MXRoomGuestAccess.init(identifier:))
    }
    /// The user who created the room. Up to room version 10, the content of the create event names the user. From version 11 on, it is the
    /// sender of the create event.
    public var creatorUserId: String? {
        guard let create = stateEvent(EventType.create) else { return nil }
        return create.content["creator"]?.stringValue ?? create.sender
    }
    /// The creators of a room of version 12 or later, who have more power than any level; empty for other rooms.
    private var usersAboveLevels: Set<String> {
        guard let create = stateEvent(EventType.create),
            RoomVersion.nearest(to: create.content["room_version"]?.stringValue).putsCreatorsAboveLevels
        else { return [] }
        let others = (create.content["additional_creators"]?.arrayValue ?? []).compactMap(\.stringValue)
        return Set(others + [create.sender])
    }
    /// True when members encrypt the messages. It never becomes false again.
    public var isEncrypted: Bool { stateEvent(EventType.encryption) != nil }
    /// The algorithm of the encryption, such as `m.megolm.v1.aes-sha2`; `nil` when there is none.
    public var encryptionAlgorithm: String? { text(EventType.encryption, "algorithm") }
    /// True when the room was replaced by another one.
    public var isObsolete: Bool { tombStoneContent != nil }
    /// The content of the `m.room.tombstone` of a replaced room, with `replacement_room` in it; `nil` for other rooms.
    public var tombStoneContent: JSONObject? { stateEvent(EventType.tombstone)?.content }
    /// The invitations to addresses outside of the network that nobody has accepted, by token.
    public var thirdPartyInvites: [String: MXEvent] {
        (events[EventType.thirdPartyInvite] ?? [:]).filter { token, event in
            !event.content.isEmpty && members.member(withThirdPartyInviteToken: token) == nil
        }
    }
    /// The ID of the room that replaces this one.
    public var replacementRoomId: String? { text(EventType.tombstone, "replacement_room") }
    /// Returns a user's membership according to this state.
    public func membership(ofUser userId: String) -> MXMembership {
        members.member(withUserId: userId)?.membership ?? .unknown
    }
    /// The IDs of the room's pinned events, in the order in which the room lists them.
    public var pinnedEvents: [String] {
        content("m.room.pinned_events")["pinned"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// The power levels. They are read from the state at each access.
    public var powerLevels: MXRoomPowerLevels {
        MXRoomPowerLevels(
            content: stateEvent(EventType.powerLevels)?.content, creator: creatorUserId,
            usersAboveLevels: usersAboveLevels
        )
    }
    /// The known members. When members are loaded lazily, a user without a member event may still be in the room.
    public var members: MXRoomMembers { MXRoomMembers(events: events[EventType.member] ?? [:], names: memberNames) }
}

/// The number of members of a room.
public struct MXRoomMembersCount: Sendable, Hashable {
    /// The number of joined members.
    public var joined: Int
    /// The number of users who are invited and have not answered.
    public var invited: Int
    /// The number of joined and invited members. A sum that overflows becomes the nearest number.
    public var members: Int {
        let (sum, overflow) = joined.addingReportingOverflow(invited)
        guard overflow else { return sum }
        return joined < 0 ? .min : .max
    }

    /// Creates counts. Negative counts are not refused.
    public init(joined: Int = 0, invited: Int = 0) {
        self.joined = joined
        self.invited = invited
    }
}
