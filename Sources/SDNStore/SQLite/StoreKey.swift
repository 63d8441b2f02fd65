import Foundation
import GRDB
import SDNValues

/// Checks that a store is opened with the key with which its content is sealed. The store has a row with a known text for this check.
struct StoreKey {
    private static let name = "storeCipher"
    /// The name of a row that exists while free pages may still hold unencrypted content.
    static let unwiped = "storeUnwiped"
    private static let known = Array("this store is sealed".utf8)

    /// The error when unencrypted content has to be encrypted while other processes may have the file open. The file first has to be opened
    /// by this process alone.
    struct NeedsSealing: Error {}

    enum Standing {
        /// There is no table yet.
        case fresh
        /// The content is sealed with this key, or there is neither key nor sealed content.
        case right
        /// The content is not encrypted, but a key is given.
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

    /// Writes the row that shows with which key the content is sealed.
    static func mark(_ cell: StoreCell, in db: Database) throws {
        guard cell.cipher != nil else { return }
        let sealed = try cell.seal(known, for: .check)
        try db.setSessionValue(name, Data(sealed))
    }

    /// Removes unencrypted content from free pages and from the log. If an earlier process ended before its removal was complete, this call
    /// completes it.
    static func wipe(_ db: Database) throws {
        guard try db.hasSessionValue(unwiped) else { return }
        // Only sealed content reaches the temporary file, because all content was sealed before.
        try db.vacuumThroughFile()
        _ = try db.checkpoint(.truncate)
        try db.deleteSessionValue(unwiped)
    }
}
