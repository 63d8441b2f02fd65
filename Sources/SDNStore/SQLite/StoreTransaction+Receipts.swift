import HeraldJSON
import SDNValues

/// Receipts of a room's first response are stored together in one row. Most of them only say that the sender of an event has read it, and most are
/// never looked up. Each later receipt gets a row of its own, which counts instead of the receipt in the common row.
extension StoreTransaction {
    private func receipt(_ row: StoreStatement) throws -> MXReceiptData {
        let thread = try row.text(2)
        return try MXReceiptData(
            eventId: row.text(0), userId: row.text(1), threadId: thread.isEmpty ? nil : thread,
            ts: UInt64(clamping: row.int(3)),
            isPrivate: row.text(4) != ReceiptType.read)
    }

    private func later(_ query: StoreSQL, _ key: String, inRoom room: RoomRowID) throws -> [MXReceiptData] {
        let statement = try statement(query)
        statement.bind(room, at: 1)
        statement.bind(key, at: 2)
        return try statement.all(receipt)
    }

    /// Returns a user's receipts among the room's first receipts.
    private func first(inRoom room: RoomRowID, ofUser userId: String) throws -> [MXReceiptData] {
        if lastFirstReceipts?.room != room {
            lastFirstReceipts = (room, Dictionary(grouping: try first(inRoom: room), by: \.userId))
        }
        return lastFirstReceipts?.byUser[userId] ?? []
    }

    /// Returns the room's first receipts, or only those for an event.
    private func first(inRoom room: RoomRowID, onEvent eventId: String? = nil) throws -> [MXReceiptData] {
        let statement = try statement(.firstReceipts)
        statement.bind(room, at: 1)
        let stored = try statement.first { row in try row.blob(0) { try cell.open($0, for: .receipts(room: room)) } }
        guard let stored else { return [] }
        guard let document = try? JSONDocument(stored) else {
            throw SDNSDKError(.storeDamaged, reason: "stored receipts cannot be read")
        }
        return document.root.elements.compactMap { MXReceiptData(stored: $0, onEvent: eventId) }
    }

    func receipts(onEvent eventId: String, inRoom roomId: String) throws -> [MXReceiptData] {
        guard let room = try rowID(ofRoom: roomId) else { return [] }
        return try later(.receiptsOnEvent, eventId, inRoom: room)
            + first(inRoom: room, onEvent: eventId).filter { receipt in
                let statement = try statement(.hasReceipt)
                bindKey(of: receipt, inRoom: room, to: statement)
                return try statement.first { _ in true } == nil
            }
    }

    func receipts(ofUser userId: String, inRoom roomId: String) throws -> [MXReceiptData] {
        guard let room = try rowID(ofRoom: roomId) else { return [] }
        let later = try later(.receiptsOfUser, userId, inRoom: room)
        return try later
            + first(inRoom: room, ofUser: userId).filter { receipt in !later.contains { $0.key == receipt.key } }
    }

    private func bindKey(of receipt: MXReceiptData, inRoom room: RoomRowID, to statement: StoreStatement) {
        statement.bind(room, at: 1)
        statement.bind(receipt.userId, at: 2)
        statement.bind(receipt.threadId.keyColumn, at: 3)
        statement.bind(receipt.isPrivate ? ReceiptType.readPrivate : ReceiptType.read, at: 4)
    }

    func save(_ receipt: MXReceiptData, inRoom roomId: String) throws {
        let statement = try statement(.saveReceipt)
        bindKey(of: receipt, inRoom: try requiredRowID(ofRoom: roomId), to: statement)
        statement.bind(receipt.eventId, at: 5)
        statement.bind(Int64(clamping: receipt.ts), at: 6)
        try statement.run()
    }

    func replaceReceipts(ofRoom roomId: String, with receipts: [MXReceiptData]) throws {
        let room = try requiredRowID(ofRoom: roomId)
        // A new room has no receipts. A test for receipts is faster than a deletion that finds none.
        let any = try statement(.hasReceipts)
        any.bind(room, at: 1)
        if try any.first({ _ in true }) != nil { try deleteReceipts(ofRoom: roomId) }
        lastFirstReceipts = nil
        guard !receipts.isEmpty else { return }
        let statement = try statement(.saveFirstReceipts)
        statement.bind(room, at: 1)
        var text: [UInt8] = []
        text.reserveCapacity(receipts.count * 160)
        text.append(UInt8(ascii: "["))
        for (index, receipt) in receipts.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            receipt.append(to: &text)
        }
        text.append(UInt8(ascii: "]"))
        _ = try run(statement, sealing: text, for: .receipts(room: room), at: 2)
    }

    func deleteReceipts(ofRoom roomId: String) throws {
        guard let room = try rowID(ofRoom: roomId) else { return }
        lastFirstReceipts = nil
        for query in [StoreSQL.deleteReceipts, .deleteFirstReceipts] {
            let statement = try statement(query)
            statement.bind(room, at: 1)
            try statement.run()
        }
    }
}

extension MXReceiptData {
    /// Appends the receipt to `text` as a JSON list: event, user, time, thread, and true if it is private. The row of the room's first
    /// receipts has this form.
    fileprivate func append(to text: inout [UInt8]) {
        text.append(UInt8(ascii: "["))
        JSONText.appendQuoted(eventId, to: &text)
        text.append(UInt8(ascii: ","))
        JSONText.appendQuoted(userId, to: &text)
        text.append(contentsOf: ",\(Int64(clamping: ts)),".utf8)
        JSONText.appendQuoted(threadId.keyColumn, to: &text)
        text.append(contentsOf: (isPrivate ? ",true]" : ",false]").utf8)
    }

    /// Reads a receipt.
    /// - Returns: `nil` when the receipt is at another event. Such a receipt is skipped after one comparison.
    fileprivate init?(stored: JSONView, onEvent eventId: String?) {
        var parts = stored.elements
        guard let event = parts.next(), eventId.map({ event.equals(text: $0) }) ?? true, let user = parts.next(),
            let ts = parts.next()?.int, let thread = parts.next()?.string,
            let isPrivate = parts.next()?.bool, let onEvent = event.string, let ofUser = user.string
        else { return nil }
        self.init(
            eventId: onEvent, userId: ofUser, threadId: thread.isEmpty ? nil : thread, ts: UInt64(clamping: ts),
            isPrivate: isPrivate)
    }
}
