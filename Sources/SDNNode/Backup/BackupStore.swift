import Foundation
import GRDB
import HeraldJSON

/// The backups of users. Each has a version, and only the newest one of a user takes new keys.
enum BackupStore {
    /// A backup without its keys.
    struct Backup: Sendable {
        let version: Int64
        let algorithm: String
        /// `auth_data` as compact JSON.
        let authData: [UInt8]
        let etag: Int64
        let keys: Int
        let bytes: Int
    }

    /// - Returns: the new backup's version.
    static func create(_ algorithm: String, _ authData: [UInt8], of user: String, in db: Database) throws -> Int64 {
        try db.cachedStatement(sql: "INSERT INTO key_backup (user, algorithm, auth_data) VALUES (?, ?, ?)")
            .execute(arguments: [user, algorithm, Data(authData)])
        return db.lastInsertedRowID
    }

    /// Returns the number of a user's backups and their bytes together, also of those whose deletion is not complete.
    static func load(of user: String, in db: Database) throws -> (backups: Int, bytes: Int) {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: "SELECT count(*), coalesce(sum(bytes + length(auth_data)), 0) FROM key_backup WHERE user = ?"),
            arguments: [user])
        return (row?[0] ?? 0, row?[1] ?? 0)
    }

    /// Returns a backup of a user.
    /// - Parameter version: `nil` for the newest one.
    static func find(_ version: Int64?, of user: String, in db: Database) throws -> Backup? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT version, algorithm, auth_data, etag, keys, bytes FROM key_backup
                    WHERE user = ?1 AND NOT is_gone AND (?2 IS NULL OR version = ?2) ORDER BY version DESC LIMIT 1
                    """),
            arguments: [user, version]
        ).map {
            Backup(
                version: $0[0], algorithm: $0[1], authData: [UInt8]($0[2] as Data), etag: $0[3], keys: $0[4],
                bytes: $0[5])
        }
    }

    static func describe(_ version: Int64, as authData: [UInt8], in db: Database) throws {
        try db.cachedStatement(sql: "UPDATE key_backup SET auth_data = ? WHERE version = ?")
            .execute(arguments: [Data(authData), version])
    }

    /// Marks backups as deleted. ``BackupRemoval`` deletes their rows.
    /// - Parameter version: `nil` for all backups of the user.
    /// - Returns: true if there was one.
    static func end(_ version: Int64?, of user: String, in db: Database) throws -> Bool {
        try db.cachedStatement(
            sql: "UPDATE key_backup SET is_gone = 1 WHERE user = ?1 AND NOT is_gone AND (?2 IS NULL OR version = ?2)"
        ).execute(arguments: [user, version])
        return db.changesCount > 0
    }

    /// Stores keys that are better than the stored ones.
    /// - Returns: the backup after the change.
    static func keep(_ entries: [BackupUpload.Entry], in backup: Backup, _ db: Database) throws -> Backup {
        var added = 0, bytes = 0, hasChanged = false
        for entry in entries {
            let before = try key(entry.room, entry.session, in: backup.version, db)
            guard before.map({ entry.key.isBetter(than: $0) }) ?? true else { continue }
            hasChanged = true
            bytes +=
                entry.key.weight(entry.room, entry.session) - (before?.weight(entry.room, entry.session) ?? 0)
            if before == nil { added += 1 }
            try set(entry, in: backup.version, db)
        }
        guard hasChanged else { return backup }
        return try change(backup, keys: added, bytes: bytes, in: db)
    }

    private static func set(_ entry: BackupUpload.Entry, in version: Int64, _ db: Database) throws {
        let key = entry.key
        try db.cachedStatement(
            sql: """
                INSERT INTO backed_up_key (version, room, session, first_index, forwarded, is_verified, data) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (version, room, session) DO UPDATE SET first_index = excluded.first_index, forwarded = excluded.forwarded,
                    is_verified = excluded.is_verified, data = excluded.data
                """
        ).execute(arguments: [
            version, entry.room, entry.session, key.firstMessageIndex, key.forwardedCount, key.isVerified,
            Data(key.data),
        ])
    }

    /// Changes the sums of a backup, and its etag.
    static func change(_ backup: Backup, keys: Int, bytes: Int, in db: Database) throws -> Backup {
        // Older versions of the node counted fewer bytes for a key than its removal subtracts.
        let sum = backup.keys + keys > 0 ? max(0, backup.bytes + bytes) : 0
        let changed = Backup(
            version: backup.version, algorithm: backup.algorithm, authData: backup.authData, etag: backup.etag + 1,
            keys: backup.keys + keys, bytes: sum)
        try db.cachedStatement(sql: "UPDATE key_backup SET etag = ?, keys = ?, bytes = ? WHERE version = ?").execute(
            arguments: [changed.etag, changed.keys, changed.bytes, changed.version])
        return changed
    }

    static func key(_ room: String, _ session: String, in version: Int64, _ db: Database) throws -> BackedUpKey? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT first_index, forwarded, is_verified, data FROM backed_up_key WHERE version = ? AND room = ? AND session = ?
                    """),
            arguments: [version, room, session]
        ).map(BackedUpKey.init)
    }

    /// A key with its place, which is also the place after which the next page begins.
    struct Placed: Sendable {
        let place: Place
        let key: BackedUpKey
    }

    struct Place: Sendable, Equatable {
        let room: String
        let session: String
    }

    /// Visits the keys of a backup in the order of rooms and sessions, until `visit` returns `false`.
    /// - Parameters:
    ///   - room: the only room; `nil` for all rooms.
    ///   - place: the place after which to begin; `nil` for the first key.
    static func walk(
        _ version: Int64, room: String?, after place: Place?, in db: Database, _ visit: (Placed) -> Bool
    ) throws {
        let rows = try Row.fetchCursor(
            db.cachedStatement(
                sql: """
                    SELECT first_index, forwarded, is_verified, data, room, session FROM backed_up_key
                    WHERE version = ?1 AND \(room == nil ? "(room, session) > (?2, ?3)" : "room = ?2 AND session > ?3")
                    ORDER BY room, session
                    """),
            arguments: [version, room ?? place?.room ?? "", place?.session ?? ""])
        while let row = try rows.next() {
            guard visit(Placed(place: Place(room: row[4], session: row[5]), key: BackedUpKey(row))) else { return }
        }
    }

    /// Deletes a slice of the keys of a backup.
    /// - Parameters:
    ///   - room: the only room; `nil` for all rooms.
    ///   - session: the only session of the room; `nil` for all sessions.
    /// - Returns: the number of deleted keys with their bytes, and true if no keys are left.
    static func remove(
        _ version: Int64, room: String?, session: String?, _ slice: inout RemovalSlice, in db: Database
    ) throws -> (keys: Int, bytes: Int, isDone: Bool) {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT id, length(data), length(CAST(room AS BLOB)) + length(CAST(session AS BLOB)) FROM backed_up_key
                    WHERE version = ?1 \(room == nil ? "" : "AND room = ?2") \(session == nil ? "" : "AND session = ?3")
                    ORDER BY room, session LIMIT ?4
                    """),
            arguments: [version, room, session, slice.rows + 1])
        let removal = try db.cachedStatement(sql: "DELETE FROM backed_up_key WHERE id = ?")
        var removed = 0, bytes = 0
        for row in rows {
            let (id, length, names): (Int64, Int, Int) = (row[0], row[1], row[2])
            guard slice.takes(bytes: length) else { return (removed, bytes, false) }
            try removal.execute(arguments: [id])
            removed += 1
            bytes += length + BackedUpKey.weight(ofNames: names)
        }
        return (removed, bytes, true)
    }

    /// Deletes a slice of a user's deleted backups.
    /// - Returns: true if all have been deleted.
    static func removeGone(of user: String, in db: Database) throws -> Bool {
        var slice = RemovalSlice()
        let gone = try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT version FROM key_backup WHERE user = ? AND is_gone LIMIT ?"),
            arguments: [user, RemovalSlice.rowsPerWrite + 1])
        for version in gone {
            guard try remove(version, room: nil, session: nil, &slice, in: db).isDone, slice.hasRoom else {
                return false
            }
            try db.cachedStatement(sql: "DELETE FROM key_backup WHERE version = ?").execute(arguments: [version])
            slice.took(rows: 1)
        }
        return gone.count <= RemovalSlice.rowsPerWrite
    }
}

extension BackedUpKey {
    fileprivate init(_ row: Row) {
        self.init(
            firstMessageIndex: row[0], forwardedCount: row[1], isVerified: row[2], data: [UInt8](row[3] as Data))
    }
}
