import Foundation
import GRDB
import HeraldJSON
import SDNValues

/// Recovers unsent messages and drafts from a damaged store. The node sends everything else again.
///
/// A small file beside the store, the note, names the damaged file that was moved aside. The note stays until the messages are in the new
/// store, so no message is lost if the process ends in between. A message keeps its local ID, so a second recovery does not add it again.
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
    /// - Returns: `nil` when there is no note, so that nothing has to be recovered.
    func takeOver(into database: StoreDatabase) throws -> MXStoreRecovery? {
        guard let name = try? String(contentsOf: note, encoding: .utf8) else { return nil }
        // Only the last part of the path in the note is used, so that no file outside of the folder is opened.
        let damaged = store.deletingLastPathComponent().appendingPathComponent(
            (name as NSString).lastPathComponent, isDirectory: false)
        var found = RescuedContent()
        if FileManager.default.fileExists(atPath: damaged.path) { found = try rescue(damaged, into: database) }
        try? FileManager.default.removeItem(at: note)
        return MXStoreRecovery(
            file: damaged, messageCount: found.messages.count, lostMessageCount: found.lost,
            draftCount: found.draftCount)
    }

    /// Removes damaged files with unencrypted content that lie beside an encrypted store. Their messages have already been recovered.
    /// Damaged files with encrypted content stay.
    func removeBareFiles() {
        guard cipher != nil else { return }
        for file in StoreDirectory.filesAside(store) {
            // A marker file records that this file was searched, because searching a large file takes long.
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

    /// Adds the messages and drafts that can still be read to a store, and returns them. Each is read on its own, so a damaged page loses only
    /// the rows that it contains.
    /// - Throws: ``SDNSDKError`` with code `storeFailed` when the file cannot be copied or opened for a reason other than damage. The note then
    ///   stays, so that the next opening tries again.
    private func rescue(_ file: URL, into database: StoreDatabase) throws -> RescuedContent {
        // A copy is read, because opening a file moves the commits in its log into it, and the damaged file should stay unchanged.
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
        // The second cell reads unencrypted content. The file has such content if the damage was found before the store could be encrypted.
        let cells = [StoreCell(cipher: cipher), StoreCell(cipher: nil)]
        return try queue.inDatabase { db in
            let known = try? db.outgoingNumbers()
            var found = RescuedContent(drafts: db.drafts(cells))
            found.messages = (known ?? db.possibleOutgoingNumbers()).compactMap { number in
                cells.lazy.compactMap { cell in
                    // A message is recovered even if its file cannot be read. Sending it then fails, and the user can remove it.
                    (try? db.outgoingMessage(number: number, cell)).flatMap { $0 }.map {
                        ($0, (try? db.attachments(ofMessage: $0.localId, cell)) ?? [])
                    }
                }.first
            }
            found.lost = known.map { $0.count - found.messages.count }
            try database.addRescued(found) { file, localId, save in
                try db.rescueParts(of: file, ofMessage: localId, cells, save)
            }
            return found
        }
    }

    /// Opens a copy of the damaged file. If SQLite refuses the file because of its first bytes, these bytes are repaired, because the rest
    /// may be usable.
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
