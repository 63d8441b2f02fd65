import HeraldJSON
import SDNFolds
import SDNValues
import SDNWire

/// The facts that a notification shows, read for one event. Only the rows that are needed are read, so that the memory does not grow with the number of
/// rooms.
struct NotificationFacts: Sendable {
    let roomId: String
    let eventId: String
    let userId: String
    private(set) var event: MXEvent?
    private(set) var summary: MXRoomSummary?
    /// The known members among those whom the notification concerns.
    private(set) var members: [String: MXRoomMember] = [:]
    private(set) var rules: PushRuleset?
    private(set) var ignored: Set<String> = []
    private(set) var isDirect = false
    /// True when a receipt or a later message of the user says so.
    private var isRead = false
    /// The node's number of unread events in the room that notify the user, if it was counted after the event.
    private var nodeCount: UInt?
    /// The token at which the session's next sync continues.
    private(set) var token: String?
    /// The create event and the power levels.
    private var levels: [String: MXEvent] = [:]
    /// The user's receipts that have arrived after the store's.
    private var receipts: [MXReceiptData] = []
    /// The root of the event's thread, or `main`; `nil` when the event was not here.
    private var thread: String?

    /// The greatest size of stored responses that are read for the event, in bytes. The node is asked for events in larger ones.
    private static let cachedLimit = 2 << 20

    /// Reads the facts from a store.
    init(reading store: any MXStoreReader, roomId: String, eventId: String, userId: String) throws {
        self.roomId = roomId
        self.eventId = eventId
        self.userId = userId
        token = try store.value(.eventStreamToken)
        summary = try store.room(roomId)
        for event in try store.accountData(inRoom: nil) { take(accountData: event) }
        for type in [EventType.create, EventType.powerLevels] {
            levels[type] = try store.stateEvent(ofRoom: roomId, type: type, stateKey: "")
        }
        try note(member: userId, in: store)
        if let stored = try store.event(eventId, inRoom: roomId) {
            event = try store.latestVersion(of: stored, inRoom: roomId)
            thread = try store.thread(of: stored, inRoom: roomId)
        } else if summary?.membership == .invite {
            event = try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId)
        }
        receipts = try store.receipts(ofUser: userId, inRoom: roomId)
        if let event { isRead = try hasRead(event, in: store) }
        if try store.cachedSyncSize().bytes <= Self.cachedLimit {
            for cached in try store.cachedSyncs(limit: .max) {
                if let document = try? JSONDocument(cached.response) { take(document.root) }
            }
        }
        try readMembers(from: store)
    }

    /// Reads what the store knows about the sender of the event and about the inviter.
    mutating func readMembers(from store: any MXStoreReader) throws {
        if let sender = event?.sender { try note(member: sender, in: store) }
        if let inviter = summary?.inviter { try note(member: inviter, in: store) }
    }

    private mutating func note(member userId: String, in store: any MXStoreReader) throws {
        guard members[userId] == nil else { return }
        members[userId] = try store.stateEvent(ofRoom: roomId, type: EventType.member, stateKey: userId).flatMap(
            MXRoomMember.init)
    }

    private mutating func take(accountData event: MXEvent) {
        switch event.type {
        case "m.push_rules": rules = event.content["global"].map(PushRuleset.init(json:)) ?? rules
        case IgnoredUsers.type: ignored = IgnoredUsers.read(event, except: userId)
        case "m.direct": isDirect = event.content.values.contains { $0.arrayValue?.contains(.string(roomId)) ?? false }
        default: break
        }
    }

    /// Takes an event over that the node returned.
    mutating func take(_ event: MXEvent) { self.event = event }

    mutating func take(_ member: MXRoomMember) { members[member.userId] = member }

    /// Takes the room's part of a sync response over.
    /// - Parameter isCurrent: true for a response that the node has just sent. Its count of unread events includes the event.
    mutating func take(_ response: JSONView, isCurrent: Bool = false) {
        for event in SyncFold.events(response["account_data"]) { take(accountData: event) }
        if let room = response["rooms"]?["invite"]?[roomId] {
            take(invite: SyncFold.events(room["invite_state"], roomId: roomId))
        }
        if let room = response["rooms"]?["join"]?[roomId] { take(joined: room, isCurrent) }
    }

    private mutating func take(invite state: [MXEvent]) {
        var invited = MXRoomSummary(roomId: roomId, membership: .invite)
        for event in state {
            invited.apply(event)
            note(event)
            guard event.type == EventType.member, event.stateKey == userId else { continue }
            invited.set(.inviter, .string(event.sender))
            invited.set(.invitedDirectly, event.content["is_direct"])
            self.event = event
        }
        if let inviter = invited.inviter {
            invited.heroes = [MXRoomSummary.Hero(userId: inviter, name: members[inviter]?.displayname ?? inviter)]
        }
        summary = invited
    }

    private mutating func take(joined room: JSONView, _ isCurrent: Bool) {
        var joined = summary ?? MXRoomSummary(roomId: roomId, membership: .join)
        joined.membership = .join
        let timeline = SyncFold.events(room["timeline"], roomId: roomId)
        for event in SyncFold.events(room["state"], roomId: roomId) + timeline where event.isState {
            joined.apply(event)
            note(event)
        }
        if let count = room["summary"]?["m.joined_member_count"]?.int { joined.set(.joined, .int(max(count, 0))) }
        if let picked = room["summary"]?["m.heroes"]?.elements.compactMap(\.string), !picked.isEmpty {
            let known = Dictionary(joined.heroes.map { ($0.userId, $0.name) }) { first, _ in first }
            joined.heroes = picked.prefix(5).map {
                MXRoomSummary.Hero(userId: $0, name: members[$0]?.displayname ?? known[$0] ?? $0)
            }
        }
        let unread = takeCounts(room, &joined)
        summary = joined
        let found = timeline.first { $0.eventId == eventId }
        if isCurrent || found != nil {
            nodeCount = unread
        } else if event != nil, let unread {
            // The event came with an earlier response, so the node has counted after it.
            nodeCount = unread
        }
        if let found {
            event = timeline.compactMap { found.editedEvent(fromReplacementEvent: $0) }.last ?? found
        }
        for receipt in ReadingFold<MXReceivedEvent>.receipts(room["ephemeral"]) where receipt.userId == userId {
            receipts.append(receipt)
        }
        guard let event, let place = timeline.firstIndex(where: { $0.eventId == eventId }) else { return }
        let later = Set(timeline[place...].map(\.eventId))
        let known = Dictionary(timeline.map { ($0.eventId, $0) }) { first, _ in first }
        func root(_ event: MXEvent) -> String {
            EventThread.root(of: event.indexedRelation) { known[$0]?.indexedRelation }
        }
        let thread = self.thread ?? root(event)
        if receipts.contains(where: { $0.concerns(threadId: thread) && later.contains($0.eventId) }) { isRead = true }
        // Sending counts as reading, in a thread or outside of threads.
        let isAnswered = timeline[place...].dropFirst().contains { other in
            other.sender == userId && root(other) == thread
        }
        if isAnswered { isRead = true }
    }

    /// Takes the node's counts of a room over. A stored response answers the session's filter, which asks for the counts of threads. The count of the
    /// room then leaves threads out.
    /// - Returns: the number of unread events that notify the user, with those in threads; `nil` when the node did not count.
    private func takeCounts(_ room: JSONView, _ joined: inout MXRoomSummary) -> UInt? {
        let unread = room["unread_notifications"]?["notification_count"]?.int
        if let unread { joined.set(.notifications, .int(max(unread, 0))) }
        if let threads = room["unread_thread_notifications"] {
            joined.take(threadCounts: threads)
        } else if unread != nil {
            joined.set(.threads, nil)
        }
        return unread == nil ? nil : joined.notificationCount
    }

    private mutating func note(_ event: MXEvent) {
        if let member = MXRoomMember(event) { members[member.userId] = member }
        if event.type == EventType.create || event.type == EventType.powerLevels { levels[event.type] = event }
    }

    /// True when one of the user's receipts is at a stored event or at a later one.
    private func hasRead(_ event: MXEvent, in store: any MXStoreReader) throws -> Bool {
        let place = try store.position(ofEvent: event.eventId, inRoom: roomId)
        return try receipts.contains { receipt in
            guard receipt.concerns(threadId: thread) else { return false }
            if receipt.eventId == event.eventId { return true }
            guard let place, let other = try store.position(ofEvent: receipt.eventId, inRoom: roomId) else {
                return false
            }
            return other > place
        }
    }
}

extension NotificationFacts {
    /// Returns the notification of an event.
    func item(_ event: MXEvent) -> MXNotificationItem {
        let sender = members[event.sender]
        let count = summary?.membersCount
        let facts = EventFacts(
            roomId: roomId, membersCount: count,
            levels: MXRoomState(roomId: roomId, events: Array(levels.values)).powerLevels,
            displayName: members[userId]?.displayname)
        let rules = rules ?? .defaults(for: userId)
        let rule = rules.decidingRule(for: event, facts, userId: userId)
        // The node counts the events that notify the user and that the user has not read. A count of 0 says more than the receipts, which may be at
        // events that are not here.
        let notifies = rule?.notifies ?? false
        let isInvitedDirectly = summary?.membership == .invite && summary?.isInvitedDirectly ?? false
        return MXNotificationItem(
            event: event,
            content: MXNotificationContent(event, isInviteToDirectChat: isInvitedDirectly, userId: userId),
            roomId: roomId, roomName: summary?.displayName ?? roomId, roomAvatarUrl: summary?.avatar,
            isDirect: isDirect || isInvitedDirectly, isEncrypted: summary?.isEncrypted ?? false,
            joinedMembersCount: count?.joined ?? 0, roomUnreadCount: summary?.unreadCount ?? 0, senderId: event.sender,
            senderName: sender?.displayname ?? event.sender, senderAvatarUrl: sender?.avatarUrl,
            threadId: event.threadId, notifies: notifies, isNoisy: rule?.sound != nil,
            hasMention: rule?.highlights ?? false,
            isMuted: RoomNotificationRules(rules: rules, roomId: roomId).chosenMode == .mute,
            isAlreadyRead: isRead || (notifies && nodeCount == 0), isFromIgnoredUser: ignored.contains(event.sender),
            avatarFile: nil)
    }
}
