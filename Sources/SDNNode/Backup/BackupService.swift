import GRDB
import HeraldJSON
import HeraldPeer
import SDNWire

/// Stores the backups of users' room keys (Matrix 1.11, 11.11.3). The node does not read the keys.
struct BackupService: Sendable {
    /// The number of keys that count as one more write against the user's rate limit.
    private static let keysPerWrite = 100
    static let unknown = MatrixError(.notFound, "This backup does not exist.")

    let services: NodeServices
    private var limits: KeyLimits { services.configuration.keyLimits }

    /// - Returns: the new backup's version.
    /// - Throws: `M_RESOURCE_LIMIT_EXCEEDED` if the user has too many backups.
    func create(_ algorithm: String, _ authData: [UInt8], of caller: Caller) async throws -> Int64 {
        let limits = limits
        return try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            guard try BackupStore.load(of: caller.userID, in: db).backups < limits.backups else {
                throw Self.full("a user has at most \(limits.backups) backups, so delete one first")
            }
            return try BackupStore.create(algorithm, authData, of: caller.userID, in: db)
        }
    }

    /// - Parameter version: `nil` for the newest backup.
    /// - Throws: `M_NOT_FOUND` if there is no such backup.
    func find(_ version: Int64?, of caller: Caller) async throws -> BackupStore.Backup {
        try await services.database.read { db in try Self.backup(version, of: caller, in: db) }
    }

    /// Replaces the description of a backup.
    /// - Throws: `M_NOT_FOUND` if there is no such backup; `WireError` if the algorithm is another one.
    func describe(_ version: Int64, _ algorithm: String, _ authData: [UInt8], of caller: Caller) async throws {
        try await services.database.write { db in
            guard try Self.backup(version, of: caller, in: db).algorithm == algorithm else {
                throw WireError(.invalid, field: "algorithm", reason: "a backup keeps its algorithm")
            }
            try BackupStore.describe(version, as: authData, in: db)
        }
    }

    /// Deletes a backup with its keys. Nobody sees the keys any more, and they are deleted in slices.
    /// - Throws: `M_NOT_FOUND` if there is no such backup.
    func remove(_ version: Int64, of caller: Caller) async throws {
        let services = services
        let begun = try await services.database.write { db in
            guard try BackupStore.end(version, of: caller.userID, in: db) else { throw Self.unknown }
            return try BackupRemoval.begin(of: caller.userID, services, in: db)
        }
        try await services.fanOuts.follow(begun)
    }

    /// Stores keys in the newest backup.
    /// - Throws: `M_NOT_FOUND` if there is no such backup; `M_WRONG_ROOM_KEYS_VERSION` if it is not the newest one; `M_RESOURCE_LIMIT_EXCEEDED` if the
    ///   user's backups take too many bytes.
    func keep(_ upload: BackupUpload, in version: Int64, of caller: Caller) async throws -> BackupStore.Backup {
        let limits = limits
        services.limits.charge(.send(user: caller.userID), upload.entries.count / Self.keysPerWrite)
        return try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            let newest = try Self.backup(nil, of: caller, in: db)
            guard newest.version == version else {
                // After the other error, a client goes on with the newest backup. It must not do so if its own backup was deleted.
                _ = try Self.backup(version, of: caller, in: db)
                throw Self.wrongVersion(newest.version)
            }
            let after = try BackupStore.keep(upload.entries, in: newest, db)
            // A backup that grows no further is always allowed.
            guard
                try after.bytes <= newest.bytes
                    || BackupStore.load(of: caller.userID, in: db).bytes <= limits.backupsPerUser
            else {
                throw Self.full("the backups of a user have at most \(limits.backupsPerUser) bytes together")
            }
            return after
        }
    }

    /// - Throws: `M_NOT_FOUND` if there is no such backup or key.
    func key(_ room: String, _ session: String, in version: Int64, of caller: Caller) async throws -> BackedUpKey {
        try await services.database.read { db in
            let backup = try Self.backup(version, of: caller, in: db)
            guard let key = try BackupStore.key(room, session, in: backup.version, db) else {
                throw MatrixError(.notFound, "This key is not in the backup.")
            }
            return key
        }
    }

    /// Returns the keys of a backup, or of one room in it.
    /// - Throws: `M_NOT_FOUND` if there is no such backup.
    func keys(of room: String?, in version: Int64, of caller: Caller) async throws -> LongAnswer {
        _ = try await find(version, of: caller)
        var parts = BackupParts(services: services, caller: caller, version: version, room: room)
        let first = try await parts.next() ?? []
        return LongAnswer(first, then: parts.isDone ? nil : parts)
    }

    /// Deletes keys of a backup, in slices. If the connection ends in between, some of the keys are deleted, and a repeated request deletes the rest.
    /// - Parameters:
    ///   - room: the only room; `nil` for all rooms.
    ///   - session: the only session; `nil` for all sessions.
    /// - Throws: `M_NOT_FOUND` if there is no such backup.
    func removeKeys(_ room: String?, _ session: String?, in version: Int64, of caller: Caller) async throws
        -> BackupStore.Backup
    {
        while true {
            let (backup, isDone) = try await services.database.write { db -> (BackupStore.Backup, Bool) in
                let backup = try Self.backup(version, of: caller, in: db)
                var slice = RemovalSlice()
                let removed = try BackupStore.remove(
                    backup.version, room: room, session: session, &slice, in: db)
                guard removed.keys > 0 else { return (backup, removed.isDone) }
                return (
                    try BackupStore.change(backup, keys: -removed.keys, bytes: -removed.bytes, in: db), removed.isDone
                )
            }
            if isDone { return backup }
        }
    }

    private static func backup(_ version: Int64?, of caller: Caller, in db: Database) throws -> BackupStore.Backup {
        guard let backup = try BackupStore.find(version, of: caller.userID, in: db) else { throw unknown }
        return backup
    }

    private static func full(_ reason: String) -> StatusedError {
        StatusedError(status: 403, error: MatrixError(.resourceLimitExceeded, "room_keys: \(reason)."))
    }

    private static func wrongVersion(_ newest: Int64) -> StatusedError {
        StatusedError(
            status: 403, error: MatrixError(.wrongRoomKeysVersion, "Only the newest backup takes keys."),
            members: ["current_version": .string(String(newest))])
    }
}
