import Foundation
import GRDB
import HeraldJSON
import SDNValues
import SDNWire

/// The data in a damaged store that the node does not have: unsent messages and drafts.
struct RescuedContent {
    var messages: [(MXOutgoingMessage, [MXOutgoingAttachment])] = []
    /// The number of messages in the file that could not be read; `nil` when the file does not reveal it.
    var lost: Int?
    /// The drafts. The same draft may be listed twice.
    var drafts: [RescuedDraft] = []
    var draftCount: Int { Set(drafts.map { [$0.roomId, $0.threadId] }).count }
}

/// A draft in a room, or in a thread of it. `threadId` is empty for a draft in the room itself.
struct RescuedDraft {
    let roomId: String
    let threadId: String
    let text: String

    var thread: String? { threadId.isEmpty ? nil : threadId }
}

/// Reads the rows of a damaged file one by one, as far as they can be read.
extension Database {
    /// Returns the row numbers of all messages. Throws when the table cannot be read in order.
    func outgoingNumbers() throws -> [Int64] {
        try Int64.fetchAll(self, sql: "SELECT number FROM outgoing ORDER BY number")
    }

    /// Returns the numbers that rows of the table may have, so that each can be tried. It is used when the table cannot be read in order.
    func possibleOutgoingNumbers() -> [Int64] {
        let told = (try? Int64.fetchOne(self, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outgoing'")) ?? 10_000
        // The number comes from a damaged file, so it is limited.
        let last = min(max(told, 10_000), 1 << 40)
        return Array(last - 9_999...last)
    }

    func outgoingMessage(number: Int64, _ cell: StoreCell) throws -> MXOutgoingMessage? {
        let sql =
            "SELECT localId, roomId, type, CAST(content AS BLOB), redacts, createdAt, status, eventId, failureCode, attemptedBy FROM outgoing WHERE number = ?"
        guard let row = try Row.fetchOne(self, sql: sql, arguments: [number]) else { return nil }
        let localId: String = try row.decode(atIndex: 0)
        let stored: Data = try row.decode(atIndex: 3)
        let content = try stored.withUnsafeBytes { try cell.open($0, for: .outgoing(localId)) }
        guard let object = try JSONValue(parsing: content).objectValue else { return nil }
        let status: String = try row.decode(atIndex: 6)
        let code: String? = try row.decode(atIndex: 8)
        let device: String? = try row.decode(atIndex: 9)
        return try MXOutgoingMessage(
            localId: localId, roomId: row.decode(atIndex: 1), type: row.decode(atIndex: 2), content: object,
            redacts: row.decode(atIndex: 4),
            createdAt: Timestamp(milliseconds: row.decode(Int64.self, atIndex: 5)),
            status: MXOutgoingMessage.Status(rawValue: status) ?? .failed,
            eventId: row.decode(atIndex: 7), failure: code.map { MXOutgoingMessage.Failure(code: $0, reason: "") },
            attemptedBy: device)
    }

    /// Returns the drafts that can be read. The same draft may be listed twice.
    func drafts(_ cells: [StoreCell]) -> [RescuedDraft] {
        // The table is read from both ends, each time up to a page that cannot be read.
        return (draftRows("ASC") + draftRows("DESC")).compactMap { room, thread, stored in
            cells.lazy.compactMap { cell -> RescuedDraft? in
                let text = try? stored.withUnsafeBytes { try cell.open($0, for: .draft(room: room, thread: thread)) }
                return text.flatMap { String(bytes: $0, encoding: .utf8) }.map {
                    RescuedDraft(roomId: room, threadId: thread, text: $0)
                }
            }.first
        }
    }

    private func draftRows(_ order: String) -> [(room: String, thread: String, text: Data)] {
        var rows: [(room: String, thread: String, text: Data)] = []
        guard
            let cursor = try? Row.fetchCursor(
                self, sql: "SELECT roomId, threadId, text FROM draft ORDER BY roomId \(order), threadId \(order)")
        else { return rows }
        while let row = try? cursor.next() {
            if let read: (String, String, Data) = try? (
                row.decode(atIndex: 0), row.decode(atIndex: 1), row.decode(atIndex: 2)
            ) {
                rows.append(read)
            }
        }
        return rows
    }

    /// Returns the files of a message.
    func attachments(ofMessage localId: String, _ cell: StoreCell) throws -> [MXOutgoingAttachment] {
        try Row.fetchAll(
            self, sql: "SELECT member, about, bytes FROM attachment WHERE localId = ?", arguments: [localId]
        ).compactMap { row in
            let (member, about, bytes): (String, Data, Data) = try (
                row.decode(atIndex: 0), row.decode(atIndex: 1), row.decode(atIndex: 2)
            )
            let text = try about.withUnsafeBytes { try cell.open($0, for: .aboutAttachment(localId, member: member)) }
            guard let object = try JSONValue(parsing: text).objectValue else { return nil }
            if let file = MXOutgoingAttachment(member: member, aboutParts: object) { return file }
            return MXOutgoingAttachment(
                member: member, about: object,
                bytes: try bytes.withUnsafeBytes { try cell.open($0, for: .attachment(localId, member: member)) })
        }
    }
}
