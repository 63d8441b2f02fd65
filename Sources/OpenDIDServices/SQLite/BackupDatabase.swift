import Foundation
import GRDB
import HeraldPeer
import OpenDID_DataModel

/// Copies database files while servers use them, and checks the copies.
enum BackupDatabase {
    /// The data of a database file that a backup describes.
    struct Content {
        /// The names of the migrations that were run, in their order.
        let schema: [String]
        /// The roles that have data in the file.
        let roles: Set<ServiceRole>
        let identities: [ServiceRole: StoredIdentity]
    }

    /// Copies files as they all were at one point in time. Their writers wait for a moment at its beginning, and not while the copies are
    /// written. The copies are therefore like the files after a power failure, which all servers survive.
    /// - Parameters:
    ///   - directory: the directory of the files. No other process creates or changes tables in it at the beginning.
    ///   - target: the directory of the copies, which have the same names.
    /// - Throws: ``ServicesError``.
    static func copy(_ names: [String], in directory: URL, to target: URL) throws {
        try describing {
            let snapshots = try DirectoryGate(directory: directory).pass {
                let snapshots = try names.map {
                    try SnapshotDatabase(path: directory.appendingPathComponent($0).path)
                }
                try SnapshotDatabase.pausing(snapshots[...]) { for snapshot in snapshots { try snapshot.read() } }
                return snapshots
            }
            for (name, snapshot) in zip(names, snapshots) {
                try snapshot.copy(to: target.appendingPathComponent(name).path)
            }
        }
    }

    /// Checks the integrity of a copy, which nobody uses, and reads what a backup says about it.
    /// - Throws: ``ServicesError`` `databaseUnreadable` if the file is damaged, and `databaseTooNew` or `databaseTooOld`.
    static func content(of path: String) throws -> Content {
        let roles = try DatabaseFile.residents(of: path)
        return try describing {
            try SnapshotDatabase.checked(path) { db in
                let schema = try SnapshotDatabase.schema(
                    of: db, path, known: Set(SQLiteSchema.migrations.map(\.name)))
                let rows = SQLiteRows(db: db)
                var identities: [ServiceRole: StoredIdentity] = [:]
                for role in ServiceRole.allCases { identities[role] = try rows.identity(of: role.rawValue) }
                return Content(schema: schema, roles: roles, identities: identities)
            }
        }
    }

    private static func describing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as BackupFailure {
            throw ServicesError(error)
        }
    }
}
