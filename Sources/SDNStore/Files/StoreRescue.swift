import Foundation
import GRDB
import HeraldJSON
import SDNValues

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
        let found = FileManager.default.fileExists(atPath: damaged.path) ? try readable(damaged) : RescuedContent()
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

    /// Returns everything that can still be read, piece by piece. A damaged page loses only what is on it.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` when something other than the file prevents reading. The note stays then.
    private func readable(_ file: URL) throws -> RescuedContent {
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
            return RescuedContent()
        } catch {
            throw SDNSDKError(
                .storeFailed,
                reason: "the messages of a damaged store cannot be copied, because the file cannot be copied")
        }
        defer { try? queue.close() }
        // The second for a store that was to be encrypted when the damage was found.
        let cells = [StoreCell(cipher: cipher), StoreCell(cipher: nil)]
        return queue.inDatabase { db in
            let known = try? db.outgoingNumbers()
            var found = RescuedContent(drafts: db.drafts(cells))
            found.messages = (known ?? db.possibleOutgoingNumbers()).compactMap { number in
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
}
