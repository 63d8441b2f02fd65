import HeraldJSON
import SDNWire

/// Checks without writing if all first events of a room are accepted. The events of a large room take several turns, and a room must be created with
/// all of them or not at all.
struct RoomRehearsal {
    private let version: RoomVersion
    private let roomID: String
    private let now: Timestamp
    private var drafts: [EventDraft] = []
    /// A text with the length of an event ID. It stands for the IDs of events that do not exist yet.
    private let anyID: String

    init(version: RoomVersion, roomID: String, now: Timestamp) {
        self.version = version
        self.roomID = roomID
        self.now = now
        let hash = "$" + String(repeating: "x", count: 43)
        self.anyID = version.eventIDForm == .withDomain ? hash + roomID.drop { $0 != ":" } : hash
    }

    /// - Throws: the error of the first event that would be refused.
    func run(_ drafts: [EventDraft]) throws {
        var rehearsal = self
        for draft in drafts { try rehearsal.append(draft) }
    }

    private mutating func append(_ draft: EventDraft) throws {
        var auth = 0
        let state = state(for: draft, &auth)
        if case .deny(let reason) = Authorization.check(draft, in: state) {
            throw RoomCreation.contradiction(MatrixError(.forbidden, "Forbidden: \(reason)."))
        }
        _ = try EventFormat(
            version: version, roomID: roomID, draft: draft, timestamp: now, depth: Int64(drafts.count) + 1,
            previous: drafts.isEmpty ? nil : anyID,
            authorizing: Array(repeating: anyID, count: auth)
        ).identified()
        drafts.append(draft)
    }

    /// Returns the state that ``AuthorizationFacts`` would read.
    /// - Parameter auth: grows by the number of events that prove the state.
    private func state(for draft: EventDraft, _ auth: inout Int) -> AuthorizationState {
        var state = AuthorizationState(version: version)
        guard let create = newest(EventType.create, "", &auth) else { return state }
        if version.hashesRoomID { auth -= 1 }
        state.creator = create.sender
        state.additionalCreators = AdditionalCreators(in: create.content, version: version)
        state.isNew = drafts.count == 1
        state.powerLevelContent = newest(EventType.powerLevels, "", &auth)?.content
        var users = [draft.sender]
        if draft.type == EventType.member, let target = draft.stateKey {
            if !target.isIdentical(to: draft.sender) { users.append(target) }
            state.joinRule = newest(EventType.joinRules, "", &auth)?.content["join_rule"]?.stringValue
            if let authoriser = draft.content["join_authorised_via_users_server"]?.stringValue {
                users.append(authoriser)
            }
        }
        for user in users {
            guard let member = newest(EventType.member, user, &auth) else { continue }
            state.memberships[user] = member.content["membership"]?.stringValue.flatMap(Membership.init(rawValue:))
        }
        return state
    }

    private func newest(_ type: String, _ key: String, _ auth: inout Int) -> EventDraft? {
        let found = drafts.last { $0.type == type && $0.stateKey?.isIdentical(to: key) == true }
        if found != nil { auth += 1 }
        return found
    }
}
