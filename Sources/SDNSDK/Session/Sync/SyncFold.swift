import HeraldJSON
import SDNWire

/// Writes one sync response into the store: one transaction, one room after the other, read in place (SDN sheet 5.3).
struct SyncFold {
    let store: any MXStoreWriter
    let userId: String
    let keepsHistory: Bool
    /// The rooms whose listeners and loaded states have to be told; the others cost no objects.
    let watched: WatchedRooms
    /// Whether the request had no token: the response is everything there is, not what is new.
    var isInitial = false
    /// Whether a room that is missing in an initial response is one that the user is no longer in; a filter may leave rooms out.
    var listsEveryRoom = true
    /// Users whose messages are not shown (SDN sheet 5.5).
    var ignoredUsers: Set<String> = []

    /// - Throws: `JSONError` when the response has no `next_batch`, and whatever the store throws. Events that are not readable
    ///   are left out: one bad event must not stop a session for good.
    func apply(_ response: JSONView) throws -> SyncChanges {
        guard let token = response["next_batch"]?.string, !token.isEmpty else {
            throw JSONError(.missingMember, path: "next_batch", reason: "a sync response needs a token, as a string")
        }
        var changes = SyncChanges(nextToken: token)
        var ignored = ignoredUsers
        changes.toDevice = SyncFold.events(response["to_device"])
        for event in SyncFold.events(response["account_data"]) {
            try store.setAccountData(event, inRoom: nil)
            changes.accountData.append(event)
            if event.type == IgnoredUsers.type { ignored = IgnoredUsers.read(event, except: userId) }
        }
        var missing = isInitial && listsEveryRoom ? try store.rooms().filter(\.membership.isCurrent).map(\.roomId) : []
        var seen: Set<String> = []
        let sections: [(String, RoomFold.Section)] = [("join", .join), ("invite", .invite), ("knock", .knock), ("leave", .leave)]
        for (name, section) in sections {
            guard let rooms = response["rooms"]?[name] else { continue }
            for (roomId, view) in rooms.members where !roomId.isEmpty && !roomId.utf8.contains(0) {
                seen.insert(roomId)
                var fold = try self.fold(roomId, ignored)
                guard try fold.apply(view, as: section) else { continue }
                changes.profiles.merge(fold.profiles) { $1 }
                changes.rooms.append(fold.change)
            }
        }
        missing.removeAll(where: seen.contains)
        for roomId in missing {
            var fold = try self.fold(roomId, ignored)
            try fold.applyAbsence()
            changes.rooms.append(fold.change)
        }
        for profile in changes.profiles.values { try store.save(profile) }
        changes.presence = SyncFold.events(response["presence"])
        try store.set(.eventStreamToken, token)
        return changes
    }

    private func fold(_ roomId: String, _ ignored: Set<String>) throws -> RoomFold {
        try RoomFold(
            store: store, roomId: roomId, userId: userId, keepsHistory: keepsHistory || watched.paginating.contains(roomId),
            isInitial: isInitial, ignored: ignored, state: watched.states[roomId], isWatched: watched.contains(roomId))
    }

    /// The readable events of a section.
    static func events(_ section: JSONView?, roomId: String? = nil) -> [MXEvent] {
        guard let list = section?["events"] else { return [] }
        return list.elements.compactMap { event($0, roomId: roomId) }
    }

    /// An event that can be read and stored. SQLite takes text up to its first U+0000, so that an event whose id or key holds one
    /// would take another event's place.
    static func event(_ view: JSONView, roomId: String?) -> MXEvent? {
        guard let event = try? MXEvent(view: view, roomId: roomId) else { return nil }
        let texts = [event.eventId, event.type, event.stateKey ?? ""]
        return texts.contains { $0.utf8.contains(0) } ? nil : event
    }
}

/// Which rooms somebody looks at, and their states in memory.
struct WatchedRooms: Sendable {
    var states: [String: MXRoomState] = [:]
    var rooms: Set<String> = []
    /// Rooms in whose stored history somebody stands.
    var paginating: Set<String> = []
    var everyRoom = false

    func contains(_ roomId: String) -> Bool { everyRoom || rooms.contains(roomId) || states[roomId] != nil }
}
