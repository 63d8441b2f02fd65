import Foundation
import GRDB
import SDNValues

/// Checks that a store's content is sealed with the key that it is opened with. A row with known content shows this.
struct StoreKey {
    private static let name = "storeCipher"
    /// The name of a row that exists while free pages may still hold unencrypted content.
    static let unwiped = "storeUnwiped"
    private static let known = Array("this store is sealed".utf8)

    /// An error: the content is not encrypted and has to be. That needs the file for one process alone.
    struct NeedsSealing: Error {}

    enum Standing {
        /// There is no table yet.
        case fresh
        /// The content is sealed with this key, or there is neither key nor sealed content.
        case right
        /// There is unencrypted content, and now a key.
        case bare
    }

    /// Compares the store's content with the key.
    /// - Throws: ``SDNSDKError`` with code `storeKeyMissing` or `storeKeyWrong`. Nothing is changed then.
    static func check(_ cell: StoreCell, in db: Database) throws -> Standing {
        guard try db.tableExists("session") else { return .fresh }
        guard let mark = try db.sessionBytes(name) else {
            return cell.cipher == nil ? .right : .bare
        }
        guard let cipher = cell.cipher else {
            throw SDNSDKError(.storeKeyMissing, reason: "the store is encrypted, so open it with its key")
        }
        guard let opened = try? cipher.open(Array(mark), boundTo: StoreCell.Owner.check.binding), opened == known
        else { throw SDNSDKError(.storeKeyWrong, reason: "the store is encrypted with another key") }
        return .right
    }

    static func isMarked(_ db: Database) throws -> Bool {
        try db.hasSessionValue(name)
    }

    /// Records that everything is sealed with this key from now on.
    static func mark(_ cell: StoreCell, in db: Database) throws {
        guard cell.cipher != nil else { return }
        let sealed = try cell.seal(known, for: .check)
        try db.setSessionValue(name, Data(sealed))
    }

    /// Removes unencrypted content from free pages and from the log, also when an earlier process ended before this was done.
    static func wipe(_ db: Database) throws {
        guard try db.hasSessionValue(unwiped) else { return }
        // The content is sealed before it is copied to the file.
        try db.vacuumThroughFile()
        _ = try db.checkpoint(.truncate)
        try db.deleteSessionValue(unwiped)
    }
}
