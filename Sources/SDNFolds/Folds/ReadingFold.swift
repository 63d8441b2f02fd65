import HeraldJSON
import SDNValues
import SDNWire

/// Updates the read receipts of one room and the user's unread count with the room's part of a sync response (SDN sheet 5.8).
package struct ReadingFold<Event: ReadableEvent> {
    let store: any MXStoreWriter
    let roomId: String
    let userId: String
    let unreadTypes: Set<String>
    let ignored: Set<String>
    /// True when the store may hold receipts of the room.
    let isKnownRoom: Bool

    private var timeline: [Event] = []
    /// The events that are new at the live end, in order: the index of each in `timeline`, and true when its sender is ignored.
    private var events: [(index: Int, isHidden: Bool)] = []
    /// The index in `events` of each new event, by event ID. The table is built when it is first needed.
    private lazy var indexes: [String: Int] = {
        var indexes: [String: Int] = [:]
        indexes.reserveCapacity(events.count)
        for (index, entry) in events.enumerated() { indexes[timeline[entry.index].eventId] = index }
        return indexes
    }()

    init(
        store: any MXStoreWriter, roomId: String, userId: String, unreadTypes: Set<String>, ignored: Set<String>,
        isKnownRoom: Bool
    ) {
        self.store = store
        self.roomId = roomId
        self.userId = userId
        self.unreadTypes = unreadTypes
        self.ignored = ignored
        self.isKnownRoom = isKnownRoom
    }

    /// Sets the timeline whose new events are noted next.
    mutating func begin(_ timeline: [Event]) {
        self.timeline = timeline
        events.reserveCapacity(timeline.count)
    }

    /// Notes an event of the timeline as new at the live end. Events have to be noted in their order.
    /// - Parameters:
    ///   - index: the index of the event in the timeline.
    ///   - isHidden: true when its sender is ignored.
    mutating func note(_ index: Int, isHidden: Bool) { events.append((index, isHidden)) }

    /// Writes the receipts and the unread count.
    /// - Parameters:
    ///   - ephemeral: the response's part with receipts.
    ///   - isEntry: true when the room's data begins with this response, so that no earlier count applies.
    /// - Returns: the receipts that moved to another event.
    mutating func finish(_ ephemeral: JSONView?, isEntry: Bool, _ summary: inout MXRoomSummary) throws
        -> [MXReceiptData]
    {
        // A user who sends an event has read all events before it in the same thread, or outside of threads. The newest event of each sender
        // there therefore counts as a receipt.
        var moved: [MXReceiptData.Key: MXReceiptData] = [:]
        moved.reserveCapacity(events.count)
        for entry in events.reversed() {
            let event = timeline[entry.index]
            let (sender, threadId) = (event.sender, try thread(of: event))
            let key = MXReceiptData.Key(userId: sender, threadId: threadId, isPrivate: false)
            if sender.isEmpty || moved[key] != nil { continue }
            moved[key] = MXReceiptData(
                eventId: event.eventId, userId: sender, threadId: threadId, ts: event.originServerTs)
        }
        for receipt in ReadingFold.receipts(ephemeral) {
            if let known = try moved[receipt.key] ?? stored(receipt.key),
                try !isNewer(receipt.eventId, than: known.eventId)
            {
                continue
            }
            moved[receipt.key] = receipt
        }
        let receipts = Array(moved.values)
        if isKnownRoom {
            for receipt in receipts { try store.save(receipt, inRoom: roomId) }
        } else {
            try store.replaceReceipts(ofRoom: roomId, with: receipts)
        }
        let own = receipts.filter { $0.userId == userId }
        let forRoom = own.filter(\.isForRoom)
        if !forRoom.isEmpty || isEntry {
            summary.set(.unread, .int(Int64(try countUnread(forRoom))))
        } else if !own.isEmpty, summary.localUnreadEventCount > 0, let count = try recount() {
            // The user has read a thread, and events of it that were counted earlier are read now.
            summary.set(.unread, .int(Int64(count)))
        } else if !events.isEmpty {
            let (sum, overflow) = Int64(clamping: summary.localUnreadEventCount).addingReportingOverflow(
                Int64(try unread(from: 0)))
            summary.set(.unread, .int(overflow ? .max : sum))
        }
        return receipts
    }

    /// Counts the unread events again, after the list of ignored users has changed or a thread was read.
    /// - Returns: `nil` when it is unknown how far the user has read.
    mutating func recount() throws -> Int? {
        guard isKnownRoom, try store.receipts(ofUser: userId, inRoom: roomId).contains(where: \.isForRoom) else {
            return nil
        }
        return try countUnread([])
    }

    /// Returns the root of an event's thread, or `main`. A reaction, an edit or a redaction is where its target is.
    private mutating func thread(of event: Event) throws -> String {
        try EventThread.root(of: event.indexedRelation) { eventId in
            if let index = indexes[eventId] { return timeline[events[index].index].indexedRelation }
            return try store.event(eventId, inRoom: roomId)?.indexedRelation
        }
    }

    private func stored(_ key: MXReceiptData.Key) throws -> MXReceiptData? {
        guard isKnownRoom else { return nil }
        return try store.receipts(ofUser: key.userId, inRoom: roomId).first { $0.key == key }
    }

    /// Counts the unread events among the new ones. A receipt of a thread ends the count of the events in that thread.
    private mutating func unread(from first: Int) throws -> Int {
        var (count, ends): (Int, [String: Int]?) = (0, nil)
        for index in events.indices.dropFirst(first) {
            let event = timeline[events[index].index]
            guard !events[index].isHidden, event.isUnread(unreadTypes, userId) else { continue }
            if case let threadId = try thread(of: event), threadId != MXReceiptData.main {
                let read = try ends ?? readThreads()
                ends = read
                if let end = read[threadId], end >= index { continue }
            }
            count += 1
        }
        return count
    }

    /// Returns the index in `events` of the user's receipt in each thread, as far as it is at a new event.
    private mutating func readThreads() throws -> [String: Int] {
        var ends: [String: Int] = [:]
        for receipt in try store.receipts(ofUser: userId, inRoom: roomId) where !receipt.isForRoom {
            guard let threadId = receipt.threadId, let index = indexes[receipt.eventId] else { continue }
            ends[threadId] = max(ends[threadId] ?? index, index)
        }
        return ends
    }

    /// Returns the receipts in the ephemeral part of a sync response.
    package static func receipts(_ ephemeral: JSONView?) -> [MXReceiptData] {
        var receipts: [MXReceiptData] = []
        guard let events = ephemeral?["events"] else { return [] }
        for event in events.elements where event["type"]?.equals("m.receipt") ?? false {
            guard let content = event["content"] else { continue }
            for (eventId, kinds) in content.members where !eventId.isEmpty && isStorable(eventId) {
                for (kind, users) in kinds.members where kind == ReceiptType.read || kind == ReceiptType.readPrivate {
                    for (userId, receipt) in users.members where isStorable(userId) {
                        let thread = receipt["thread_id"]?.string
                        guard thread.map(isStorable) ?? true else { continue }
                        receipts.append(
                            MXReceiptData(
                                eventId: eventId, userId: userId, threadId: thread,
                                ts: UInt64(clamping: receipt["ts"]?.int ?? 0),
                                isPrivate: kind == ReceiptType.readPrivate))
                    }
                }
            }
        }
        return receipts
    }

    /// True when SQLite can store the text. SQLite would end the text at its first U+0000.
    private static func isStorable(_ text: String) -> Bool { !text.utf8.contains(0) }

    /// True when `eventId`, which the node has named now, comes after `other`, the event of an earlier receipt. If the store does not have
    /// both events, their order is unknown, and `eventId` counts as newer.
    private mutating func isNewer(_ eventId: String, than other: String) throws -> Bool {
        if let otherIndex = indexes[other] { return indexes[eventId].map { $0 > otherIndex } ?? false }
        if indexes[eventId] != nil { return true }
        guard let place = try store.position(ofEvent: eventId, inRoom: roomId),
            let otherPlace = try store.position(ofEvent: other, inRoom: roomId)
        else { return true }
        return place > otherPlace
    }

    /// Counts the events after the newest of the user's own receipts for the room, without those that were read in their threads. Without a
    /// receipt no event counts as unread. A receipt for an event that is not stored is treated as older than all stored events.
    /// - Parameter moved: the user's own receipts that moved to another event.
    private mutating func countUnread(_ moved: [MXReceiptData]) throws -> Int {
        let own = isKnownRoom ? try store.receipts(ofUser: userId, inRoom: roomId).filter(\.isForRoom) : moved
        if let last = own.compactMap({ indexes[$0.eventId] }).max() { return try unread(from: last + 1) }
        guard !own.isEmpty else { return 0 }
        guard isKnownRoom else { return try unread(from: 0) }
        let places = try own.compactMap { try store.position(ofEvent: $0.eventId, inRoom: roomId) }
        return try UnreadCounter(store: store, roomId: roomId, userId: userId, types: unreadTypes, ignored: ignored)
            .count(after: places.max())
    }
}
