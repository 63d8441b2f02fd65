import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// Decides on this device, even offline, which events the user is notified of (SDN sheet 6.3).
///
/// ```swift
/// let listener = session.notificationCenter.listenToNotifications { event, _, rule in
///     show(event, sound: rule.sound, isHighlighted: rule.highlights)
/// }
/// ```
/// The rules are those that the node keeps for the user. A session that has never synced begins with the specification's defaults.
public final class MXNotificationCenter: Sendable {
    let session: MXSession
    private var state: NotificationState { session.notificationState }
    var client: MXRestClient { session.sdnRestClient }

    init(session: MXSession) { self.session = session }

    /// The user's rules. If no sync has brought them yet, these are the rules that ``refreshRules()`` fetched, or else the specification's
    /// defaults.
    public var rules: MXPushRulesResponse { MXPushRulesResponse(global: MXPushRulesSet(ruleset)) }

    /// All rules in the order of their evaluation.
    public var flatRules: [MXPushRule] { rules.global.all }

    /// Returns the rule with an ID.
    public func rule(byId ruleId: String) -> MXPushRule? { flatRules.first { $0.ruleId == ruleId } }

    /// Fetches the rules from the node. A session that syncs has them without this call.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    @discardableResult
    public func refreshRules() async throws -> MXPushRulesResponse {
        let rules = try await session.sdnRestClient.pushRules()
        state.note(fetched: rules.global.rules)
        return rules
    }

    private var ruleset: PushRuleset {
        state.ruleset(session.accountData(ofType: "m.push_rules")) ?? .defaults(for: session.myUserId)
    }

    /// Returns the rule that decides about an event; `nil` when none does, such as for the user's own events.
    /// - Parameters:
    ///   - event: an event of a room.
    ///   - roomState: the room's state at the time of the event. Defaults to the room's current state, as far as it is in memory. A caller that
    ///     has only the event, such as a notification extension, calls ``rule(matching:in:)``.
    public func rule(matching event: MXEvent, roomState: MXRoomState? = nil) -> MXPushRule? {
        let roomId = event.roomId ?? roomState?.roomId
        let room = roomId.flatMap { session.room(withRoomId: $0) }
        if let state = roomState ?? room?.liveTimeline.state {
            return decide(
                event, roomId, state.membersCount, state.powerLevels,
                state.members.member(withUserId: session.myUserId)?.displayname)
        }
        return decide(event, roomId, room?.summary.membersCount, nil, session.myUser?.displayname)
    }

    /// Returns the rule that decides about an event. The rules are evaluated with the room's current state in the store. The result is
    /// `nil` when no rule decides.
    /// - Parameters:
    ///   - event: an event of the room.
    ///   - room: the room of the event.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func rule(matching event: MXEvent, in room: MXRoom) async throws -> MXPushRule? {
        if let state = room.liveTimeline.state { return rule(matching: event, roomState: state) }
        let (roomId, userId) = (room.roomId, session.myUserId)
        let (levels, member) = try await session.store.read { store in
            (
                try store.powerLevels(ofRoom: roomId),
                try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId)
            )
        }
        return decide(event, roomId, room.summary.membersCount, levels, member?.content["displayname"]?.stringValue)
    }

    private func decide(
        _ event: MXEvent, _ roomId: String?, _ count: MXRoomMembersCount?, _ levels: MXRoomPowerLevels?,
        _ displayName: String?
    ) -> MXPushRule? {
        let facts = EventFacts(roomId: roomId, membersCount: count, levels: levels, displayName: displayName)
        return ruleset.decidingRule(for: event, facts, userId: session.myUserId)
    }

    /// Returns the rule that notifies the user of an event; `nil` when no rule does.
    public func shouldNotify(_ event: MXEvent, roomState: MXRoomState? = nil) -> MXPushRule? {
        rule(matching: event, roomState: roomState).flatMap { $0.notifies ? $0 : nil }
    }

    /// Returns the rule that notifies the user of an event; `nil` when no rule does. The rules are evaluated with the room's current state
    /// in the store.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func shouldNotify(_ event: MXEvent, in room: MXRoom) async throws -> MXPushRule? {
        try await rule(matching: event, in: room).flatMap { $0.notifies ? $0 : nil }
    }

    /// True when an event is highlighted, such as one that mentions the user.
    public func highlights(_ event: MXEvent, roomState: MXRoomState? = nil) -> Bool {
        shouldNotify(event, roomState: roomState)?.highlights ?? false
    }

    /// Calls `block` for each later event of which the user is notified. The events of a session's first sync are history, so `block` is not called
    /// for them.
    /// - Returns: the listener, to be passed to ``removeListener(_:)``.
    public func listenToNotifications(_ block: @escaping MXOnNotification) -> MXEventListener {
        let (token, isFirst) = state.add(block, isQuiet: session.hasNeverSynced)
        if isFirst {
            // A session decodes every event as long as it has a listener. The center therefore adds its listener to the session only while
            // it has listeners of its own.
            let listener = session.listenToEvents { [weak session] event, direction, roomState in
                guard direction == .forwards, event.roomId != nil, let session else { return }
                session.notificationCenter.tell(event, roomState as? MXRoomState)
            }
            state.attach(listener)
        }
        return token
    }

    /// Removes a listener. Any other object is ignored.
    public func removeListener(_ listener: Any) {
        if let listener = state.remove(listener) { session.removeListener(listener) }
    }

    /// Removes every listener for notifications.
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
    /// The center that decides of which events the user is notified.
    public var notificationCenter: MXNotificationCenter { MXNotificationCenter(session: self) }

    /// True when no sync has ever been processed.
    var hasNeverSynced: Bool { shared.withLock { $0.token == nil } }
}
