import GRDB
import HeraldLocks

/// The error of a backup that cannot be made, checked or restored.
package struct BackupFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of error. The text of each is the stable code under which all servers report it.
    package enum Kind: String, Sendable {
        /// A file or folder is missing, damaged or in the way.
        case refused = "backup"
        /// A file cannot be written.
        case unwritable = "data_unwritable"
        /// A database is damaged.
        case damagedDatabase = "database_unreadable"
        /// A newer version of Herald wrote a database.
        case newerDatabase = "database_too_new"
    }

    package let kind: Kind
    package let path: String
    /// The reason, without a full stop.
    package let reason: String

    /// Creates an error.
    package init(_ kind: Kind, path: String, reason: String) {
        (self.kind, self.path, self.reason) = (kind, path, reason)
    }

    package var description: String { "\(path): \(reason)" }

    init(_ failure: PrivateFile.Failure) { self.init(.unwritable, path: failure.path, reason: failure.reason) }

    /// Describes an error of SQLite. Its text has no values.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(
                .unwritable, path: path, reason: "another program writes to the database without a pause; try again")
        case .SQLITE_IOERR:
            self.init(.unwritable, path: path, reason: "the file cannot be read or written; is the disk full?")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM:
            self.init(.unwritable, path: path, reason: "the database cannot be opened for writing")
        case .SQLITE_FULL: self.init(.unwritable, path: path, reason: "the disk is full")
        default:
            self.init(
                .damagedDatabase, path: path,
                reason:
                    "the file is damaged or not a Herald database (\(error.resultCode.description)); it was not changed"
            )
        }
    }
}
