import HeraldJSON
import SDNWire

/// Writes one sync response into the store: one transaction, one room after the other, read in place (SDN sheet 5.3).
struct SyncFold {
    let store: any MXStoreWriter
    let userId: String
    let keepsHistory: Bool
    /// The rooms whose listeners and loaded states have to be told; the others cost no objects.
    let watched: WatchedRooms

    /// - Throws: `JSONError` when the response has no `next_batch`, and whatever the store throws. Events that are not readable
    ///   are left out: one bad event must not stop a session for good.
    func apply(_ response: JSONView) throws -> SyncChanges {
        guard let token = response["next_batch"]?.string, !token.isEmpty else {
            throw JSONError(.missingMember, path: "next_batch", reason: "a sync response needs a token, as a string")
        }
        var changes = SyncChanges(nextToken: token)
        changes.toDevice = SyncFold.events(response["to_device"])
        for event in SyncFold.events(response["account_data"]) {
            try store.setAccountData(event, inRoom: nil)
            changes.accountData.append(event)
        }
        let sections: [(String, RoomFold.Section)] = [("join", .join), ("invite", .invite), ("knock", .knock), ("leave", .leave)]
        for (name, section) in sections {
            guard let rooms = response["rooms"]?[name] else { continue }
            for (roomId, view) in rooms.members where !roomId.isEmpty {
                var fold = try RoomFold(
                    store: store, roomId: roomId, userId: userId, keepsHistory: keepsHistory || watched.paginating.contains(roomId), state: watched.states[roomId],
                    isWatched: watched.contains(roomId))
                guard try fold.apply(view, as: section) else { continue }
                changes.profiles.merge(fold.profiles) { $1 }
                changes.rooms.append(fold.change)
            }
        }
        for profile in changes.profiles.values { try store.save(profile) }
        changes.presence = SyncFold.events(response["presence"])
        try store.set(.eventStreamToken, token)
        return changes
    }

    /// The readable events of a section.
    static func events(_ section: JSONView?, roomId: String? = nil) -> [MXEvent] {
        guard let list = section?["events"] else { return [] }
        return list.elements.compactMap { try? MXEvent(view: $0, roomId: roomId) }
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
