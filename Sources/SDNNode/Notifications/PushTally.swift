import Foundation
import GRDB
import HeraldJSON
import SDNWire

/// Decides which users are notified of an event, inside the write that accepts the event (SDN sheet 6.3).
///
/// Members who have never changed a push rule share one decision and one row. Two groups of members have their rules evaluated one by one: those
/// who have changed a rule, and the first members whom the event names. A message to a thousand members with the defaults thus costs one row.
struct PushTally {
    private let db: Database
    private let room: RoomRowID
    private let roomID: String
    private let joined: Int64
    private let memory: PushMemory

    init(db: Database, room: RoomRecord, memory: PushMemory) {
        self.db = db
        self.room = room.rowID
        self.roomID = room.roomID
        self.joined = room.joined
        self.memory = memory
    }

    /// The most work for all rules that are evaluated one by one, in steps of ``PushWork``. It takes some hundredths of a second.
    private static let workLimit = 1_000_000
    /// The work that the rules of each user may always cost, as long as more than half of ``workLimit`` is left. It is enough for a message of
    /// usual length.
    private static let leastWork = 10_000
    /// The most users with the default rules who are notified that a message names them. Users in `m.mentions` come first. All others receive an
    /// ordinary notification.
    static let namedLimit = 100

    /// - Parameter levels: the power levels with which the event was accepted.
    func note(_ draft: EventDraft, eventID: String, ord: Int64, levels: PowerLevels) throws {
        if draft.type == EventType.member { return try noteMember(draft, eventID: eventID, ord: ord, levels: levels) }
        let facts = self.facts(draft, levels)
        guard facts.joinedMembers > 1 else { return }
        var event = self.event(draft, eventID)
        let thread = try PushThreads.thread(of: draft.content, room: room, in: db)
        let subject = NotifiedRows.Subject(room: room, ord: ord, sender: draft.sender, thread: thread)
        let common = PushRuleset.impersonalDefaults.decide(event, facts: facts, user: PushUser(id: "")).actions
        if common.notifies { try NotifiedRows.insert(subject, common, in: db) }
        // Senders are not notified of their own events, so their rules are not read.
        let audience = try self.audience()
        var customised = audience.customised
        customised.remove(draft.sender)
        var candidates: [String] = []
        if let body = event.body, !event.hasMentions || !customised.isEmpty {
            let words = draft.preparation?.words ?? body.distinctWords
            candidates =
                try audience.words.map { MemberWordStore.users(namedIn: words, $0) }
                ?? MemberWordStore.users(namedIn: words, members: joined, room: room, in: db)
        }
        let named = Set(candidates)
        let others = try MembershipRows.joined(
            among: first(
                event.hasMentions ? event.mentionedUsers : candidates, except: customised, and: draft.sender),
            room: room, in: db)
        guard !others.isEmpty || !customised.isEmpty else { return }
        event = event.with(
            PushWork(allowance: Self.workLimit, users: others.count + customised.count, least: Self.leastWork))
        for user in others {
            let actions = PushRuleset.defaults(for: user).decide(event, facts: facts, user: try pushUser(user, named))
                .actions
            if actions != common { try NotifiedRows.insert(subject, actions, for: user, in: db) }
        }
        var reading = PushReading()
        for user in customised {
            let actions = try memory.ruleset(of: user, &reading, in: db).decide(
                event, facts: facts, user: try pushUser(user, named)
            ).actions
            if actions.notifies { try NotifiedRows.insert(subject, actions, for: user, in: db) }
        }
    }

    /// Notifies only the user whose membership changes, as other servers do. Otherwise a room with many joins and leaves would cost more than any
    /// other, although these events matter least.
    private func noteMember(_ draft: EventDraft, eventID: String, ord: Int64, levels: PowerLevels) throws {
        guard let user = draft.stateKey else { return }
        try MemberWordStore.update(user, content: draft.content, room: room, in: db)
        let membership = draft.content["membership"]?.stringValue
        guard !user.isIdentical(to: draft.sender),
            membership == Membership.invite.rawValue || membership == Membership.join.rawValue
        else { return }
        var reading = PushReading()
        let actions = try memory.ruleset(of: user, &reading, in: db)
            .decide(
                event(draft, eventID).with(PushWork(allowance: Self.workLimit)),
                facts: facts(draft, levels), user: PushUser(id: user, displayName: nil)
            ).actions
        if actions.notifies {
            let subject = NotifiedRows.Subject(room: room, ord: ord, sender: draft.sender, thread: PushThreads.main)
            try NotifiedRows.insert(subject, actions, for: user, in: db)
        }
    }

    /// Deletes the notifications of a redacted event.
    static func forget(room: RoomRowID, ord: Int64, in db: Database) throws {
        try NotifiedRows.remove(room: room, ord: ord, in: db)
    }

    /// Returns the first users of a list who are neither in `known` nor the sender, without duplicates and at most ``namedLimit``.
    private func first(_ users: [String], except known: Set<String>, and sender: String) -> Set<String> {
        var first: Set<String> = []
        for user in users where user != sender && !known.contains(user) {
            guard first.count < Self.namedLimit else { break }
            first.insert(user)
        }
        return first
    }

    /// Returns the user as push rules see them. Reads the display name only for a user in `named`, whose name the event may contain.
    private func pushUser(_ user: String, _ named: Set<String>) throws -> PushUser {
        guard named.contains(user) else { return PushUser(id: user) }
        let name = try StateStore.event(EventType.member, user, room: room, in: db)?.contentObject["displayname"]?
            .stringValue
        return PushUser(id: user, displayName: name)
    }

    private func audience() throws -> RoomMemory.Audience {
        if let known = memory.rooms.audience(of: room) { return known }
        let audience = RoomMemory.Audience(
            customised: try PushRuleStore.customised(in: room, in: db),
            words: joined <= RoomMemory.memberLimit ? try MemberWordStore.all(in: room, in: db) : nil)
        if audience.customised.count <= RoomMemory.customisedLimit { memory.rooms.note(audience, of: room) }
        return audience
    }

    private func facts(_ draft: EventDraft, _ levels: PowerLevels) -> PushRoomFacts {
        PushRoomFacts(joinedMembers: joined) { [sender = draft.sender] key in
            (levels.level(of: sender), levels.number(levels.content?["notifications"]?[key]))
        }
    }

    /// Returns the event as push rules see it. Its JSON is not built, because rules ask for few members.
    private func event(_ draft: EventDraft, _ eventID: String) -> PushEvent {
        PushEvent(sender: draft.sender, content: .object(draft.content), body: draft.preparation?.text) {
            [roomID] name in
            let text: String? =
                switch name {
                case "type": draft.type
                case "sender": draft.sender
                case "room_id": roomID
                case "event_id": eventID
                case "state_key": draft.stateKey
                case "redacts": draft.redacts
                default: nil
                }
            return text.map(JSONValue.string)
        }
    }
}
