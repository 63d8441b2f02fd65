import HeraldJSON
import SDNWire
import Synchronization

/// A room that the session's user is in or invited to (SDN sheet 4.3). One object for each room, as long as it is listed.
public final class MXRoom: Sendable {
    /// The room's id, to be treated as opaque (SDN sheet 1.1).
    public let roomId: String
    /// The session that keeps this room in step with the node.
    public let mxSession: MXSession
    /// The room's one live timeline.
    public let liveTimeline: MXEventTimeline
    private let latest: Latest<MXRoomSummary>
    /// Who is writing.
    let typing = Latest<[String]>([])
    /// Lets one change of power levels in at a time, because each builds on the one before.
    let powerLevelGate = SerialGate()

    init(_ summary: MXRoomSummary, session: MXSession) {
        self.roomId = summary.roomId
        self.mxSession = session
        self.liveTimeline = MXEventTimeline(roomId: summary.roomId, session: session)
        self.latest = Latest(summary.placed(by: session))
    }

    /// Name, counts, last message: readable at once, also offline.
    public var summary: MXRoomSummary { latest.value }

    /// The room's summary, first as it is now and then whenever it changes, until the room is left or the session closed. Only the newest
    /// summary waits for a slow reader.
    public func summaryUpdates() -> AsyncStream<MXRoomSummary> { latest.subscribe() }

    func update(_ summary: MXRoomSummary) { latest.send(summary.placed(by: mxSession)) }

    /// Ends everything that follows the room.
    func finish() {
        liveTimeline.destroy()
        typing.finish()
        latest.finish()
    }

    /// The state of the room now, read from the store the first time.
    public func state() async throws -> MXRoomState {
        if let state = liveTimeline.state { return state }
        return try await mxSession.gate.run { try await self.liveTimeline.loadState() }
    }

    /// The members of the room. The first time they are asked for the node sends those that lazy loading left out; from then on
    /// syncs keep them complete (SDN sheet 5.6). Without the node, `loadFromNode: false` gives those that are known.
    public func members(loadFromNode: Bool = true) async throws -> MXRoomMembers {
        if loadFromNode, !summary.hasLoadedAllRoomMembers, summary.membership == .join { try await loadMembers() }
        return try await state().members
    }

    private func loadMembers() async throws {
        let response = try await mxSession.sdnRestClient.perform(Endpoints.members, MembersRequest(roomID: roomId, notMembership: "leave"))
        guard let chunk = response.document?.root["chunk"] else {
            throw SDNSDKError(.malformedResponse, field: "chunk", endpoint: Endpoints.members.name, reason: "a list of members has a chunk")
        }
        let roomId = roomId
        let events = chunk.elements.compactMap { SyncFold.event($0, roomId: roomId) }.filter { $0.type == EventType.member && $0.isState }
        try await mxSession.gate.run {
            let loaded = self.liveTimeline.state != nil
            let (summary, state) = try await self.mxSession.store.write { store in
                // Between the answer and now a sync may have brought newer ones, so only unknown members are added.
                for event in events {
                    guard let userId = event.stateKey, try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId) == nil else { continue }
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
            if loaded { self.liveTimeline.replaceState(MXRoomState(roomId: roomId, events: state, membersCount: summary.membersCount)) }
        }
    }

    /// A stored event of this room or, when it is not stored, the node's.
    public func event(withEventId eventId: String) async throws -> MXEvent {
        try await mxSession.event(withEventId: eventId, inRoom: roomId)
    }

    /// An event as its latest edit left it: the event itself, with the edit's content (SDN sheet 5.8). Both stay in the timeline.
    public func latestVersion(of event: MXEvent) async throws -> MXEvent {
        let roomId = roomId
        // The node may know of an edit in a part of the timeline that is not stored.
        let bundled = event.unsignedData.relations?[MXEventContentRelatesTo.RelationType.replace]?.objectValue
            .flatMap { try? MXEvent(json: $0, roomId: roomId) }
        return try await mxSession.store.read { try $0.latestVersion(of: event, inRoom: roomId, bundled: bundled) }
    }

    /// Account data of this room, such as `m.tag`.
    public func accountData(ofType type: String) async throws -> MXEvent? {
        let roomId = roomId
        return try await mxSession.store.read { try $0.accountData(inRoom: roomId).first { $0.type == type } }
    }
}

extension MXRoom: Hashable {
    /// Rooms are one when they are one object; a session has one for each room.
    public static func == (left: MXRoom, right: MXRoom) -> Bool { left === right }
    /// Hashes the object, as `==` compares it.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension MXEventTimeline {
    /// Puts a state in place that the store has. Only inside the session's gate.
    func replaceState(_ state: MXRoomState) { changing.withLock { $0.state = state } }
}
