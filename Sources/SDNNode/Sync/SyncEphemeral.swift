import GRDB
import HeraldJSON
import SDNWire

/// A part of a sync answer that is a list of events.
struct SyncPart: Sendable {
    /// The JSON `{"events":[…]}`.
    let json: [UInt8]
    /// True if a waiting client should receive this part now.
    let hasNews: Bool

    init(_ events: [JSONValue], hasNews: Bool) {
        var out = Array(#"{"events":["#.utf8)
        for (index, event) in events.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            out.append(contentsOf: event.serialized())
        }
        self.json = out + Array("]}".utf8)
        self.hasNews = hasNews
    }
}

/// The typing users and the receipts of a room (SDN sheet 7.3).
struct SyncEphemeral {
    let room: SyncRoom
    let plan: SyncPlan
    let live: LiveState
    let news: LiveNews
    /// The position of the room's newest receipt.
    let lastReceipt: Int64
    let db: Database

    func part() throws -> SyncPart {
        let filter = plan.matchers.ephemeral, limit = filter.filter.limit
        guard room.isJoined, filter.admits(room: room.room.roomID) else { return SyncPart([], hasNews: false) }
        var events: [JSONValue] = []
        var hasNews = false
        if filter.admitsEntry(type: "m.typing", sender: ""), let (users, isNews) = typing() {
            events.append(["type": "m.typing", "content": ["user_ids": .array(users.map(JSONValue.string))]])
            hasNews = isNews
        }
        if filter.admitsEntry(type: "m.receipt", sender: "") {
            let position = room.isFirst ? -1 : room.lower
            let receipts =
                lastReceipt > position
                ? try ReceiptStore.moved(after: position, room: room.room.rowID, reader: plan.caller.userID, in: db)
                : []
            events += ReceiptStore.contents(of: receipts).map { ["type": "m.receipt", "content": .object($0)] }
            if !receipts.isEmpty { hasNews = true }
        }
        return SyncPart(limit.map { Array(events.prefix($0)) } ?? events, hasNews: hasNews && limit != 0)
    }

    /// Returns the typing list if the client does not have it.
    private func typing() -> (users: [String], isNews: Bool)? {
        if let users = news.typing[room.room.rowID], !room.isFirst || !users.isEmpty { return (users, true) }
        // The client may show a list from before the node's restart. The new list is included, but is no reason to end a waiting sync.
        if !room.isFirst && !news.isOfThisRun { return (live.typing(in: room.room.rowID), false) }
        guard room.isFirst else { return nil }
        let users = live.typing(in: room.room.rowID)
        return users.isEmpty ? nil : (users, true)
    }
}
