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
                try users.flatMap { try store.receipts(ofUser: $0, inRoom: roomId) },
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

    private static func line(_ event: MXEvent) -> String {
        let content = String(decoding: JSONValue.object(event.content).serialized(), as: UTF8.self)
        return
            "\(event.eventId) \(event.type) \(event.stateKey ?? "-") \(event.sender) \(event.originServerTs) \(event.isRedacted) \(content)"
    }
}
