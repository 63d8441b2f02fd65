import HeraldJSON
import SDNWire
import Synchronization

/// What goes to a listener of notifications: the event, the room's state before it, and the rule that wants the user told.
public typealias MXOnNotification = @Sendable (_ event: MXEvent, _ roomState: MXRoomState?, _ rule: MXPushRule) -> Void

/// Finds out on this device, offline too, which events the user is to be told of (SDN sheet 6.3).
///
/// ```swift
/// let listener = session.notificationCenter.listenToNotifications { event, _, rule in
///     show(event, sound: rule.sound, standsOut: rule.highlights)
/// }
/// ```
/// The rules are those that the node keeps for the user; a session that has never synced begins with the specification's defaults.
public final class MXNotificationCenter: Sendable {
    private let session: MXSession
    private var state: NotificationState { session.notificationState }
    var client: MXRestClient { session.sdnRestClient }

    init(session: MXSession) { self.session = session }

    /// The user's rules: from sync, else as ``refreshRules()`` fetched them, else the specification's defaults.
    public var rules: MXPushRulesResponse { MXPushRulesResponse(global: MXPushRulesSet(ruleset)) }

    /// Every rule in the order in which they are asked.
    public var flatRules: [MXPushRule] { rules.global.all }

    /// A rule by its id.
    public func rule(byId ruleId: String) -> MXPushRule? { flatRules.first { $0.ruleId == ruleId } }

    /// Asks the node for the rules. A session that syncs has them without asking.
    @discardableResult
    public func refreshRules() async throws -> MXPushRulesResponse {
        let rules = try await session.sdnRestClient.pushRules()
        state.note(fetched: rules.global.rules)
        return rules
    }

    private var ruleset: PushRuleset {
        state.ruleset(session.accountData(ofType: "m.push_rules")) ?? .defaults(for: session.myUserId)
    }

    /// The rule that decides about an event; `nil` when none does, as of the user's own events.
    /// - Parameters:
    ///   - event: an event of a room.
    ///   - roomState: the room at the time of the event. When `nil`, the room as it is now, as far as that is in memory: who has only the
    ///     event, such as an extension that a notification woke, asks ``rule(matching:in:)``.
    public func rule(matching event: MXEvent, roomState: MXRoomState? = nil) -> MXPushRule? {
        let room = event.roomId.flatMap { session.room(withRoomId: $0) }
        if let state = roomState ?? room?.liveTimeline.state {
            return decide(event, state.membersCount, state.powerLevels, state.members.member(withUserId: session.myUserId)?.displayname)
        }
        return decide(event, room?.summary.membersCount, nil, session.myUser?.displayname)
    }

    /// The rule that decides about an event, by the room as it is now in the store; `nil` when none does.
    /// - Parameters:
    ///   - event: an event of the room.
    ///   - room: where it was sent.
    /// - Throws: ``SDNSDKError`` when the store cannot be read.
    public func rule(matching event: MXEvent, in room: MXRoom) async throws -> MXPushRule? {
        if let state = room.liveTimeline.state { return rule(matching: event, roomState: state) }
        let (roomId, userId) = (room.roomId, session.myUserId)
        let (levels, member) = try await session.store.read { store in
            (try store.powerLevels(ofRoom: roomId), try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId))
        }
        return decide(event, room.summary.membersCount, levels, member?.content["displayname"]?.stringValue)
    }

    private func decide(_ event: MXEvent, _ count: MXRoomMembersCount?, _ levels: MXRoomPowerLevels?, _ displayName: String?) -> MXPushRule? {
        var json = event.json
        json.set("room_id", event.roomId)
        let facts = PushRoomFacts(
            joinedMembers: Int64(count?.joined ?? 0), senderPower: Int64(levels?.powerLevelOfUser(withUserID: event.sender) ?? 0),
            notificationLevels: (levels?.notifications ?? [:]).mapValues(Int64.init))
        let user = PushUser(id: session.myUserId, displayName: displayName)
        return ruleset.decide(PushEvent(json), facts: facts, user: user).rule.map(MXPushRule.init)
    }

    /// The rule that wants the user told of an event; `nil` when no rule does.
    public func shouldNotify(_ event: MXEvent, roomState: MXRoomState? = nil) -> MXPushRule? {
        rule(matching: event, roomState: roomState).flatMap { $0.notifies ? $0 : nil }
    }

    /// The rule that wants the user told of an event, by the room as it is now in the store; `nil` when no rule does.
    /// - Throws: ``SDNSDKError`` when the store cannot be read.
    public func shouldNotify(_ event: MXEvent, in room: MXRoom) async throws -> MXPushRule? {
        try await rule(matching: event, in: room).flatMap { $0.notifies ? $0 : nil }
    }

    /// Whether an event stands out, such as one that mentions the user.
    public func highlights(_ event: MXEvent, roomState: MXRoomState? = nil) -> Bool {
        shouldNotify(event, roomState: roomState)?.highlights ?? false
    }

    /// Calls `block` for each event from now on that the user is to be told of. What a session's first sync brings is history and left out.
    /// - Returns: what ``removeListener(_:)`` takes.
    public func listenToNotifications(_ block: @escaping MXOnNotification) -> MXEventListener {
        let (token, isFirst) = state.add(block, isQuiet: session.hasNeverSynced)
        if isFirst {
            // The session decodes every event for a listener, so there is one only while somebody listens here.
            let listener = session.listenToEvents { [weak session] event, direction, roomState in
                guard direction == .forwards, event.roomId != nil, let session else { return }
                session.notificationCenter.tell(event, roomState as? MXRoomState)
            }
            state.attach(listener)
        }
        return token
    }

    /// Takes a listener away; anything else does nothing.
    public func removeListener(_ listener: Any) {
        if let listener = state.remove(listener) { session.removeListener(listener) }
    }

    /// Takes every listener of notifications away.
    public func removeAllListeners() {
        if let listener = state.removeAll() { session.removeListener(listener) }
    }

    private func tell(_ event: MXEvent, _ roomState: MXRoomState?) {
        guard state.isLoud(whileFirstSync: session.state == .syncInProgress) else { return }
        guard let rule = shouldNotify(event, roomState: roomState) else { return }
        for block in state.blocks { block(event, roomState, rule) }
    }
}

extension MXSession {
    /// Finds out which events the user is to be told of.
    public var notificationCenter: MXNotificationCenter { MXNotificationCenter(session: self) }

    /// Whether no sync has ever been taken in.
    var hasNeverSynced: Bool { shared.withLock { $0.token == nil } }
}
