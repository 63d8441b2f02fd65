import HeraldJSON
import SDNValues
import SDNWire

/// Writes one sync response into the store, one room after the other, in one transaction (SDN sheet 5.3). The events are read from the response's
/// bytes without copying them.
package struct SyncFold {
    package let store: any MXStoreWriter
    package let userId: String
    package let keepsHistory: Bool
    /// The rooms whose listeners or loaded states have to be updated. No event objects are created for the other rooms.
    package let watched: WatchedRooms
    /// True when the request had no token. The response then contains all rooms and their whole state.
    package var isInitial = false
    /// True when an initial response lists every room of the user. The user has then left the rooms that it does not list. False when the filter may
    /// leave rooms out.
    package var listsEveryRoom = true
    /// The token with which the response was requested, for a store that other processes write to. The response is refused when the stored token is a
    /// different one. `nil` skips this test.
    package var following: MXSyncPoint?
    /// The users whose messages are not shown (SDN sheet 5.5).
    package var ignoredUsers: Set<String> = []
    /// The event types that count as unread, as on the wire.
    package var unreadTypes: Set<String> = []
    /// The current time by this device's clock.
    package var now = Timestamp(milliseconds: 0)
    package var outgoing = OutgoingFacts()

    package init(
        store: any MXStoreWriter, userId: String, keepsHistory: Bool, watched: WatchedRooms, isInitial: Bool = false,
        listsEveryRoom: Bool = true, following: MXSyncPoint? = nil, ignoredUsers: Set<String> = [],
        unreadTypes: Set<String> = [], now: Timestamp = Timestamp(milliseconds: 0),
        outgoing: OutgoingFacts = OutgoingFacts()
    ) {
        self.store = store
        self.userId = userId
        self.keepsHistory = keepsHistory
        self.watched = watched
        self.isInitial = isInitial
        self.listsEveryRoom = listsEveryRoom
        self.following = following
        self.ignoredUsers = ignoredUsers
        self.unreadTypes = unreadTypes
        self.now = now
        self.outgoing = outgoing
    }

    /// Applies a response. Unreadable events are left out, because one bad event must not stop a session for good.
    /// - Throws: `JSONError` when the response has no `next_batch`, or the errors of the store.
    package func apply(_ response: JSONView) throws -> SyncChanges {
        guard let token = response["next_batch"]?.string, !token.isEmpty else {
            throw JSONError(
                .missingMember, path: "next_batch", reason: "a sync response needs a token that is a string")
        }
        if let following, try store.value(.eventStreamToken) != following.token {
            throw SDNSDKError(.storeOvertaken, reason: "another process has stored a later sync response")
        }
        var changes = SyncChanges(nextToken: token)
        var (ignored, tellsIgnored) = (ignoredUsers, false)
        changes.toDevice = SyncFold.events(response["to_device"])
        for event in SyncFold.events(response["account_data"]) {
            try store.setAccountData(event, inRoom: nil)
            changes.accountData.append(event)
            guard event.type == IgnoredUsers.type else { continue }
            (ignored, tellsIgnored) = (IgnoredUsers.read(event, except: userId), true)
        }
        var missing = isInitial && listsEveryRoom ? try store.rooms().filter(\.membership.isCurrent).map(\.roomId) : []
        var seen: Set<String> = []
        let sections: [(String, RoomFold.Section)] = [
            ("join", .join), ("invite", .invite), ("knock", .knock), ("leave", .leave),
        ]
        for (name, section) in sections {
            guard let rooms = response["rooms"]?[name] else { continue }
            for (roomId, view) in rooms.members where !roomId.isEmpty && !roomId.utf8.contains(0) {
                seen.insert(roomId)
                var fold = try self.fold(roomId, ignored)
                guard try fold.apply(view, as: section) else { continue }
                for profile in fold.profiles { changes.profiles[profile.userId] = profile }
                changes.rooms.append(fold.change)
                guard fold.change.lacksHistory, section == .join else { continue }
                var anew = try self.fold(roomId, ignored, followsState: false)
                try anew.applyMissingHistory(beginningAnewAt: token)
                changes.rooms.append(anew.change)
            }
        }
        missing.removeAll(where: seen.contains)
        for roomId in missing {
            var fold = try self.fold(roomId, ignored)
            try fold.applyAbsence()
            changes.rooms.append(fold.change)
        }
        if tellsIgnored { try apply(ignored, &changes) }
        // Profiles are sorted by user ID, so that the store writes its rows in order.
        for userId in changes.profiles.keys.sorted() {
            if let profile = changes.profiles[userId] { try store.save(profile) }
        }
        changes.presence = SyncFold.events(response["presence"])
        try store.set(.eventStreamToken, token)
        return changes
    }

    /// Updates all rooms for the new list of ignored users. The response's other changes to the rooms have already been applied.
    private func apply(_ ignored: Set<String>, _ changes: inout SyncChanges) throws {
        let own = try store.value(.ignoredUsersChange).flatMap(IgnoredUsers.OwnChange.init(rawValue:))
        guard own != nil || ignored != ignoredUsers else { return }
        try store.set(.ignoredUsersChange, nil)
        let isHeardAgain = own == .heardAgain || !ignoredUsers.isSubset(of: ignored)
        for room in try store.rooms() where room.membership.isCurrent {
            // The list does not change the room's state, so the state in memory is not updated.
            var fold = try self.fold(room.roomId, ignored, followsState: false)
            if try fold.applyIgnoredUsers(
                beginningAnewAt: isHeardAgain && room.membership == .join ? changes.nextToken : nil)
            {
                changes.rooms.append(fold.change)
            }
        }
    }

    private func fold(_ roomId: String, _ ignored: Set<String>, followsState: Bool = true) throws -> RoomFold {
        try RoomFold(
            store: store, roomId: roomId, userId: userId,
            keepsHistory: keepsHistory || watched.paginating.contains(roomId),
            isInitial: isInitial, ignored: ignored, state: followsState ? watched.states[roomId] : nil,
            isWatched: followsState && watched.contains(roomId),
            unreadTypes: unreadTypes, now: now, outgoing: outgoing)
    }

    /// Returns the readable events of a section.
    package static func events(_ section: JSONView?, roomId: String? = nil) -> [MXEvent] {
        guard let list = section?["events"] else { return [] }
        return list.elements.compactMap { event($0, roomId: roomId) }
    }

    /// Returns the event; `nil` when it cannot be read or stored.
    package static func event(_ view: JSONView, roomId: String?) -> MXEvent? {
        MXReceivedEvent(view, roomId: roomId).flatMap { try? $0.event() }
    }
}

/// The point at which a sync continues. Without a token, the sync starts from the beginning.
package struct MXSyncPoint: Sendable {
    package let token: String?

    package init(token: String?) {
        self.token = token
    }
}

/// The facts about the outbox that are needed when events arrive.
package struct OutgoingFacts: Sendable {
    /// The local IDs of the messages that the node had accepted before the response was requested.
    package var accepted: Set<String> = []
    /// True when a message in the outbox may refer to another message that has no ID from the node yet.
    package var hasDependents = true

    package init(accepted: Set<String> = [], hasDependents: Bool = true) {
        self.accepted = accepted
        self.hasDependents = hasDependents
    }
}

/// The rooms that are watched because they have listeners, and the states of rooms that are in memory.
package struct WatchedRooms: Sendable {
    package var states: [String: MXRoomState] = [:]
    package var rooms: Set<String> = []
    /// The rooms whose history is being paginated. Their older events are stored even if the store keeps no history.
    package var paginating: Set<String> = []
    package var everyRoom = false

    package init() {}

    package func contains(_ roomId: String) -> Bool { everyRoom || rooms.contains(roomId) || states[roomId] != nil }
}

/// The changes that one sync response made. The session applies them to memory and tells its listeners when they are stored.
package struct SyncChanges: Sendable {
    /// The token of the next sync; `nil` when another process that shares the store has not synced yet.
    package var nextToken: String?
    package var rooms: [RoomChange] = []
    package var presence: [MXEvent] = []
    package var toDevice: [MXEvent] = []
    package var accountData: [MXEvent] = []
    package var profiles: [String: MXUserProfile] = [:]
    /// True when the response was not processed, because another process had already stored a later response in the shared store.
    package var isOvertaken = false

    package init(
        nextToken: String?, rooms: [RoomChange] = [], presence: [MXEvent] = [], toDevice: [MXEvent] = [],
        accountData: [MXEvent] = [], profiles: [String: MXUserProfile] = [:], isOvertaken: Bool = false
    ) {
        self.nextToken = nextToken
        self.rooms = rooms
        self.presence = presence
        self.toDevice = toDevice
        self.accountData = accountData
        self.profiles = profiles
        self.isOvertaken = isOvertaken
    }
}

/// The changes of one batch of events in one room.
package struct RoomChange: Sendable {
    /// An event to be delivered to listeners, with the state just before it.
    package struct Delivery: Sendable {
        package let event: MXEvent
        package let state: MXRoomState

        package init(event: MXEvent, state: MXRoomState) {
            self.event = event
            self.state = state
        }
    }

    package var summary: MXRoomSummary
    /// The membership before the batch; `nil` when the room was not known.
    package var previousMembership: MXMembership?
    /// `oldEnd` is the end of the room's timeline before the batch, and `newEnd` is its end after the batch. The end is the position after
    /// the newest event.
    package var oldEnd: MXTimelinePosition?
    package var newEnd: MXTimelinePosition?
    /// The beginning of the segment to which the batch was added.
    package var newStart: MXTimelinePosition?
    /// The number of events that were added at the newer end.
    package var newCount = 0
    /// The events for listeners. The list is filled only for a watched room.
    package var deliveries: [Delivery] = []
    /// The stored messages to which these events reply.
    package var quoted: [QuotedEvent] = []
    package var ephemeral: [MXEvent] = []
    package var stateBefore: MXRoomState?
    package var stateAfter: MXRoomState?
    /// The other users who are typing; `nil` when they have not changed.
    package var typing: [String]?
    /// The receipts that moved to another event.
    package var receipts: [MXReceiptData] = []
    /// The changed parts of the user's account data of the room.
    package var accountData: [MXEvent] = []
    /// The stored events that were redacted, in their pruned form.
    package var redacted: [MXEvent] = []
    /// True when events are missing before this batch.
    package var hasGap = false
    /// True when the stored history lacks older events of this batch, so that it has to be requested anew. Another change of the same response begins
    /// the history anew.
    package var lacksHistory = false
    /// The messages of the outbox that have arrived in the room, with local IDs and event IDs.
    package var arrived: [ArrivedMessage] = []

    package init(
        summary: MXRoomSummary, previousMembership: MXMembership? = nil, oldEnd: MXTimelinePosition? = nil,
        newEnd: MXTimelinePosition? = nil, newStart: MXTimelinePosition? = nil, newCount: Int = 0,
        deliveries: [Delivery] = [], ephemeral: [MXEvent] = [], stateBefore: MXRoomState? = nil,
        stateAfter: MXRoomState? = nil, typing: [String]? = nil, receipts: [MXReceiptData] = [],
        accountData: [MXEvent] = [], redacted: [MXEvent] = [], hasGap: Bool = false, arrived: [ArrivedMessage] = []
    ) {
        self.summary = summary
        self.previousMembership = previousMembership
        self.oldEnd = oldEnd
        self.newEnd = newEnd
        self.newStart = newStart
        self.newCount = newCount
        self.deliveries = deliveries
        self.ephemeral = ephemeral
        self.stateBefore = stateBefore
        self.stateAfter = stateAfter
        self.typing = typing
        self.receipts = receipts
        self.accountData = accountData
        self.redacted = redacted
        self.hasGap = hasGap
        self.arrived = arrived
    }
}

/// A message of the outbox that has been seen in its room.
package struct ArrivedMessage: Sendable {
    package let localId: String
    /// The event ID; `nil` when the node had accepted the message earlier and its event is in a gap.
    package let eventId: String?

    package init(localId: String, eventId: String?) {
        self.localId = localId
        self.eventId = eventId
    }
}
