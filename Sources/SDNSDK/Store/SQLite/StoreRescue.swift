import Foundation
import GRDB
import HeraldJSON

/// Recovers unsent messages from a damaged store. Everything else comes again from the node, but these would be lost.
///
/// A note beside the store names the file that was moved aside, until its messages are in the new one. A process that ends in between therefore
/// loses none. Doing it twice changes nothing, because a message keeps its local id.
struct StoreRescue {
    let store: URL
    let cipher: (any MXStoreCipher)?

    private var note: URL { URL(fileURLWithPath: store.path + ".rescue", isDirectory: false) }

    func moveAside() throws {
        let place = StoreDirectory.nameAside(store)
        do {
            try Data(place.lastPathComponent.utf8).write(to: note, options: .atomic)
        } catch {
            throw SDNSDKError(.storeDamaged, reason: "the store's file is damaged and cannot be renamed")
        }
        try StoreDirectory.move(store, to: place)
    }

    /// Recovers the messages of the file that the note names.
    /// - Returns: `nil` when there is no note, and so nothing to recover.
    func takeOver(into database: StoreDatabase) throws -> MXStoreRecovery? {
        guard let name = try? String(contentsOf: note, encoding: .utf8) else { return nil }
        // Only a file name, whatever the note contains, so that nothing outside of the folder is opened.
        let damaged = store.deletingLastPathComponent().appendingPathComponent(
            (name as NSString).lastPathComponent, isDirectory: false)
        let found = FileManager.default.fileExists(atPath: damaged.path) ? try readable(damaged) : Found()
        try database.addRescued(found)
        try? FileManager.default.removeItem(at: note)
        return MXStoreRecovery(
            file: damaged, messageCount: found.messages.count, lostMessageCount: found.lost,
            draftCount: found.draftCount)
    }

    /// Removes files with unencrypted content beside an encrypted store. Nothing is left to recover from them. A file with encrypted content stays.
    func removeBareFiles() {
        guard cipher != nil else { return }
        for file in StoreDirectory.filesAside(store) {
            // A large file is searched only once.
            let looked = file.path + StoreDirectory.sealedMark
            guard !FileManager.default.fileExists(atPath: looked) else { continue }
            if isBare(file) || BareText.stands(in: file) {
                StoreDirectory.remove(file)
            } else {
                _ = FileManager.default.createFile(atPath: looked, contents: nil)
            }
        }
    }

    private func isBare(_ file: URL) -> Bool {
        var configuration = Configuration()
        configuration.readonly = true
        guard let queue = try? DatabaseQueue(path: file.path, configuration: configuration) else { return false }
        defer { try? queue.close() }
        return (try? queue.read { db in try db.tableExists("session") && !StoreKey.isMarked(db) }) ?? false
    }

    /// The user's own data that the node does not have.
    struct Found {
        var messages: [(MXOutgoingMessage, [MXOutgoingAttachment])] = []
        /// The number of messages in the file that cannot be read; `nil` when the file does not reveal it.
        var lost: Int?
        /// The drafts. One may be listed twice.
        var drafts: [RescuedDraft] = []
        var draftCount: Int { Set(drafts.map { [$0.roomId, $0.threadId] }).count }
    }

    /// Returns everything that can still be read, piece by piece. A damaged page loses only what is on it.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` when something other than the file prevents reading. The note stays then.
    private func readable(_ file: URL) throws -> Found {
        // A copy, because opening replays the log into the file, and the file aside should stay unchanged.
        let copy = URL(fileURLWithPath: store.path + ".reading", isDirectory: false)
        StoreDirectory.remove(copy)
        defer { StoreDirectory.remove(copy) }
        let queue: DatabaseQueue
        do {
            for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
                try FileManager.default.copyItem(atPath: file.path + suffix, toPath: copy.path + suffix)
            }
            queue = try open(copy)
        } catch let error as DatabaseError
            where error.resultCode == .SQLITE_NOTADB || error.resultCode == .SQLITE_CORRUPT
        {
            return Found()
        } catch {
            throw SDNSDKError(
                .storeFailed,
                reason: "the messages of a damaged store cannot be copied, because the file cannot be copied")
        }
        defer { try? queue.close() }
        // The second for a store that was to be encrypted when the damage was found.
        let cells = [StoreCell(cipher: cipher), StoreCell(cipher: nil)]
        return queue.inDatabase { db in
            let known = try? Int64.fetchAll(db, sql: "SELECT number FROM outgoing ORDER BY number")
            var found = Found(drafts: db.drafts(cells))
            found.messages = (known ?? numbersOneByOne(db)).compactMap { number in
                cells.lazy.compactMap { cell in
                    // A message without its file is refused when its turn comes, and can then be removed.
                    (try? db.outgoingMessage(number: number, cell)).flatMap { $0 }.map {
                        ($0, (try? db.attachments(ofMessage: $0.localId, cell)) ?? [])
                    }
                }.first
            }
            found.lost = known.map { $0.count - found.messages.count }
            return found
        }
    }

    /// Opens a copy. When only its first bytes are wrong, they are repaired, because the rest is usable.
    private func open(_ copy: URL) throws -> DatabaseQueue {
        do {
            return try DatabaseQueue(path: copy.path)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
            let handle = try FileHandle(forUpdating: copy)
            try handle.write(contentsOf: Data("SQLite format 3\0".utf8))
            try handle.close()
            return try DatabaseQueue(path: copy.path)
        }
    }

    /// Returns all numbers that rows of the table may have, for a table that cannot be read in order.
    private func numbersOneByOne(_ db: Database) -> [Int64] {
        let told = (try? Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'outgoing'")) ?? 10_000
        // The number comes from a damaged file.
        let last = min(max(told, 10_000), 1 << 40)
        return Array(last - 9_999...last)
    }
}

extension Database {
    fileprivate func outgoingMessage(number: Int64, _ cell: StoreCell) throws -> MXOutgoingMessage? {
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
            createdAt: UInt64(clamping: row.decode(Int64.self, atIndex: 5)),
            status: MXOutgoingMessage.Status(rawValue: status) ?? .failed,
            eventId: row.decode(atIndex: 7), failure: code.map { MXOutgoingMessage.Failure(code: $0, reason: "") },
            attemptedBy: device)
    }

    /// Returns the drafts. The first versions have none.
    fileprivate func drafts(_ cells: [StoreCell]) -> [RescuedDraft] {
        // From both ends, each up to a page that cannot be read.
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

    /// The files of a message.
    fileprivate func attachments(ofMessage localId: String, _ cell: StoreCell) throws -> [MXOutgoingAttachment] {
        try Row.fetchAll(
            self, sql: "SELECT member, about, bytes FROM attachment WHERE localId = ?", arguments: [localId]
        ).compactMap { row in
            let (member, about, bytes): (String, Data, Data) = try (
                row.decode(atIndex: 0), row.decode(atIndex: 1), row.decode(atIndex: 2)
            )
            let text = try about.withUnsafeBytes { try cell.open($0, for: .aboutAttachment(localId, member: member)) }
            guard let object = try JSONValue(parsing: text).objectValue else { return nil }
            return MXOutgoingAttachment(
                member: member, about: object,
                bytes: try bytes.withUnsafeBytes { try cell.open($0, for: .attachment(localId, member: member)) })
        }
    }
}

/// A draft in a room, or in a thread of it. For the room itself the thread is empty.
struct RescuedDraft {
    let roomId: String
    let threadId: String
    let text: String

    var thread: String? { threadId.isEmpty ? nil : threadId }
}
