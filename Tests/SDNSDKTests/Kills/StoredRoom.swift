import HeraldJSON
import SDNSDK

/// The contents of a session's store about a room and the account, without the values that differ from one device to another. They are
/// lines, so that a difference can be read.
enum StoredRoom {
    /// Somebody has read up to an event.
    static func read(_ eventId: String, in roomId: String, by reader: EmbeddedUser) async throws {
        try await reader.client.sendReadReceipt(toRoom: roomId, forEvent: eventId, threadId: nil)
    }

    /// Another device of the user's changes account data and tags.
    static func change(_ roomId: String, of user: EmbeddedUser, _ round: Int) async throws {
        let content: JSONObject = ["round": .int(Int64(round))]
        try await user.client.setAccountData(content, for: .custom("m.round"))
        try await user.client.setRoomAccountData(roomId, eventType: "m.round", withParameters: content)
        // A room has at most 100 tags.
        try await user.client.addTag("u.round\(round % 64)", withOrder: Double(round), toRoom: roomId)
    }

    static func lines(_ room: MXRoom, _ history: [MXEvent], users: [String]) async throws -> [String] {
        let roomId = room.roomId
        let state = try await room.state().stateEvents
        var lines = history.map { "event " + line($0) } + state.map { "state " + line($0) }
        let (receipts, account, own) = try await room.mxSession.store.read { store in
            (
                try users.flatMap { try shown(store.receipts(ofUser: $0, inRoom: roomId), in: store, roomId) },
                try store.accountData(inRoom: nil), try store.accountData(inRoom: roomId)
            )
        }
        // When a receipt was given is known to those only who were not told by an event of the reader's.
        lines += receipts.map { "receipt \($0.userId) \($0.eventId) \($0.threadId ?? "") \($0.isPrivate)" }
        lines += account.map { "account " + line($0) } + own.map { "account of the room " + line($0) }
        let summary = room.summary
        lines.append("unread \(summary.localUnreadEventCount) \(summary.notificationCount) \(summary.highlightCount)")
        lines.append(
            "members \(summary.membersCount.joined) \(summary.membersCount.invited), name \(summary.displayName)")
        lines.append("last \(summary.lastMessage?.eventId ?? "")")
        return lines.sorted()
    }

    /// Leaves out a user's receipt for the events outside of threads when the user's receipt for all events is not before it. A session knows the
    /// former from an event of the user's, which a new session does not see if it is old.
    private static func shown(_ receipts: [MXReceiptData], in store: any MXStoreReader, _ roomId: String) throws
        -> [MXReceiptData]
    {
        try receipts.filter { receipt in
            guard receipt.threadId == MXReceiptData.main,
                let all = receipts.first(where: { $0.threadId == nil && $0.isPrivate == receipt.isPrivate }),
                let place = try store.position(ofEvent: receipt.eventId, inRoom: roomId),
                let covering = try store.position(ofEvent: all.eventId, inRoom: roomId)
            else { return true }
            return place > covering
        }
    }

    private static func line(_ event: MXEvent) -> String {
        let content = String(decoding: JSONValue.object(event.content).serialized(), as: UTF8.self)
        return
            "\(event.eventId) \(event.type) \(event.stateKey ?? "-") \(event.sender) \(event.originServerTs) \(event.isRedacted) \(content)"
    }
}
