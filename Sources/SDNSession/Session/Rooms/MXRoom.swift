import HeraldLocks
import HeraldJSON
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// A room that the session's user has joined or is invited to (SDN sheet 4.3). A session has one object for each room that it lists.
///
/// ```swift
/// let eventId = try await room.sendTextMessage("Hello, world!")
/// let names = try await room.members().joinedMembers.map(\.displayname)
/// ```
public final class MXRoom: Sendable {
    /// The room's ID, an opaque string (SDN sheet 1.1).
    public let roomId: String
    /// The session that keeps this room up to date.
    public let mxSession: MXSession
    /// The room's one live timeline.
    public let liveTimeline: MXEventTimeline
    private let latest: Latest<MXRoomSummary>
    /// The users who are typing.
    let typing = Latest<[String]>([])
    /// The messages of the room in the outbox.
    private let pending = PendingMessages()
    /// Runs changes of power levels and of pinned events one at a time, because each one builds on the result of the one before.
    let powerLevelGate = SerialGate()

    init(_ summary: MXRoomSummary, session: MXSession) {
        self.roomId = summary.roomId
        self.mxSession = session
        self.liveTimeline = MXEventTimeline(roomId: summary.roomId, session: session)
        self.latest = Latest(summary.placed(by: session))
    }

    /// The room's name, counts and last message. It can be read at once, also offline.
    public var summary: MXRoomSummary { latest.value }

    /// Returns the room's summary as a stream: its current value, and then each change, until the room is left or the session is closed. A slow
    /// reader receives only the newest summary.
    public func summaryUpdates() -> AsyncStream<MXRoomSummary> { latest.subscribe() }

    func update(_ summary: MXRoomSummary) {
        let placed = summary.placed(by: mxSession)
        latest.change { current in
            let pending = current.pending
            current = placed
            current.pending = pending
        }
    }

    /// Applies a change of the messages in the outbox, and reports the change when the room shows another message now.
    func changePending(_ change: (inout PendingMessages.List) -> Void) {
        let isOther = pending.change(change) { newest in latest.change { $0.pending = newest } }
        guard isOther else { return }
        mxSession.tell(previewOf: self)
        // The caller may hold the outbox's lock, so observers are called later.
        Task { SessionNotification.post(kMXRoomSummaryDidChangeNotification, self, roomId: roomId) }
    }

    /// Ends all streams and listeners of the room.
    func finish() {
        liveTimeline.destroy()
        typing.finish()
        latest.finish()
    }

    /// Returns the room's current state. If it is not in memory, it is read from the store.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func state() async throws -> MXRoomState {
        if let state = liveTimeline.state { return state }
        return try await mxSession.gate.run { try await self.liveTimeline.loadState() }
    }

    /// Returns the members of the room. The first call asks the node for the members that lazy loading left out. After that, syncs keep the
    /// members complete (SDN sheet 5.6).
    /// - Parameter loadFromNode: false returns the members that are known, without asking the node. Defaults to true.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the node does not answer or the store cannot be read.
    public func members(loadFromNode: Bool = true) async throws -> MXRoomMembers {
        if loadFromNode, !summary.hasLoadedAllRoomMembers, summary.membership == .join { try await loadMembers() }
        return try await state().members
    }

    private func loadMembers() async throws {
        let response = try await mxSession.sdnRestClient.perform(
            Endpoints.members, MembersRequest(roomID: roomId, notMembership: "leave"))
        guard let chunk = response.document?.root["chunk"] else {
            throw SDNSDKError(
                .malformedResponse, field: "chunk", endpoint: Endpoints.members.name,
                reason: "the list of members has no chunk")
        }
        let roomId = roomId
        let events = chunk.elements.compactMap { SyncFold.event($0, roomId: roomId) }.filter {
            $0.type == EventType.member && $0.isState
        }
        try await mxSession.gate.run {
            let loaded = self.liveTimeline.state != nil
            let (summary, state) = try await self.mxSession.store.write { store in
                // A member event that the store already has is kept, because a sync may have brought it after the node's answer.
                for event in events {
                    guard let userId = event.stateKey,
                        try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId) == nil
                    else { continue }
                    try store.setState(event, ofRoom: roomId)
                }
                var summary = try store.room(roomId) ?? MXRoomSummary(roomId: roomId, membership: .join)
                summary.set(.hasAllMembers, true)
                try store.save(summary)
                return (summary, loaded ? try store.state(ofRoom: roomId) : [])
            }
            var followed = summary
            followed.lastMessage = self.summary.lastMessage
            self.update(followed)
            if loaded {
                self.liveTimeline.replaceState(
                    MXRoomState(roomId: roomId, events: state, membersCount: summary.membersCount))
            }
        }
    }

    /// Returns a stored event of this room. An event that is not stored is requested from the node.
    /// - Throws: the errors of ``MXSession/event(withEventId:inRoom:)``.
    public func event(withEventId eventId: String) async throws -> MXEvent {
        try await mxSession.event(withEventId: eventId, inRoom: roomId)
    }

    /// Returns an event with the content of its latest edit (SDN sheet 5.8). The event and the edit both stay in the timeline.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func latestVersion(of event: MXEvent) async throws -> MXEvent {
        let roomId = roomId
        // The node may have sent the latest edit with the event, although the store does not have that edit.
        let bundled = event.bundledEdit(inRoom: roomId)
        return try await mxSession.store.read { try $0.latestVersion(of: event, inRoom: roomId, bundled: bundled) }
    }

    /// Returns the account data of this room with a type, such as `m.tag`.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func accountData(ofType type: String) async throws -> MXEvent? {
        let roomId = roomId
        return try await mxSession.store.read { try $0.accountData(inRoom: roomId).first { $0.type == type } }
    }
}

extension MXRoom: Hashable {
    /// True when both are the same object. A session has one object for each room.
    public static func == (left: MXRoom, right: MXRoom) -> Bool { left === right }
    /// Hashes the object's identity, as `==` compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MXEventTimeline {
    /// Replaces the state in memory by the stored one. This method is called only inside the session's gate.
    func replaceState(_ state: MXRoomState) {
        changing.withLock { $0.state = state }
        noteUse()
    }
}
