import Foundation
import GRDB
import HeraldKeys
import HeraldLocks
import HeraldPeer
import SDNWire

/// A backup of a gateway's SQLite file: a folder with a copy of the database and a manifest.
package struct GatewayBackup: Sendable {
    /// The name of the copy, whatever the name of the gateway's own file is.
    private static let fileName = "gateway.sqlite"

    /// The folder of the backup.
    package let folder: URL
    /// The description of its content.
    package let manifest: GatewayBackupManifest

    /// Makes a backup of a SQLite file, whose gateways may run meanwhile. The database is copied as it is at the beginning.
    /// - Parameters:
    ///   - source: the path of the file.
    ///   - target: the folder of the backup, which must not exist, or be empty.
    ///   - program: the version of the program.
    ///   - now: the time to which the backup goes back. Defaults to the system's time.
    /// - Throws: ``GatewayError``. There is then no backup.
    package static func make(
        of source: String, at target: URL, program: String,
        now: Timestamp = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    ) throws -> GatewayBackup {
        let source = URL(fileURLWithPath: source).resolvingSymlinksInPath().path
        guard BackupFile.size(of: source) != nil else {
            throw GatewayError(.backup, field: source, reason: "there is no such file")
        }
        return try describing {
            var manifest: GatewayBackupManifest?
            try BackupDraft.make(target, subfolders: []) { draft in
                let copy = draft.appendingPathComponent(fileName).path
                let snapshot = try SnapshotDatabase(path: source)
                try snapshot.read()
                try snapshot.copy(to: copy)
                let new = GatewayBackupManifest(
                    program: program, made: now,
                    database: (
                        BackupFile.size(of: copy) ?? 0, Hex.encode(try BackupFile.digest(of: copy)),
                        try schema(of: copy)
                    ))
                try new.write(to: draft)
                manifest = new
            }
            guard let manifest else {
                throw GatewayError(.backup, field: target.path, reason: "the backup has no manifest")
            }
            return GatewayBackup(folder: target, manifest: manifest)
        }
    }

    /// Checks a backup: its manifest and the database.
    /// - Throws: ``GatewayError``, which names the file that is wrong.
    package static func verified(_ folder: URL) throws -> GatewayBackup {
        try describing {
            let manifest = try GatewayBackupManifest(of: folder)
            let path = folder.appendingPathComponent(fileName).path
            try BackupFile.check(path, size: manifest.databaseBytes) { Hex.encode($0) == manifest.databaseHash }
            guard try schema(of: path) == manifest.schema else {
                throw GatewayError(
                    .backup, field: path, reason: "the database has another schema version than the manifest says")
            }
            return GatewayBackup(folder: folder, manifest: manifest)
        }
    }

    /// Creates a SQLite file from the backup, which ``verified(_:)`` has returned. Its challenges are deleted, because some may have been used after
    /// the backup.
    /// - Parameter path: the path of the file. Neither it nor a companion file of SQLite may exist.
    /// - Throws: ``GatewayError``. The file is then not created.
    package func restore(to path: String) throws {
        try Self.describing {
            try Self.requireFree(path)
            let source = folder.appendingPathComponent(Self.fileName).path, draft = "\(path).\(getpid()).draft"
            defer { for suffix in PrivateFile.companions + [""] { try? PrivateFile.delete(draft + suffix) } }
            guard Hex.encode(try BackupFile.copy(source, to: draft)) == manifest.databaseHash else {
                throw GatewayError(.backup, field: source, reason: "the file was changed while it was copied")
            }
            try SnapshotDatabase.change(draft) { db in try RestoredChallengeRows.remove(in: db) }
            // A gateway may have created the file meanwhile.
            guard try PrivateFile.moveWithoutReplacing(draft, to: path) else { throw Self.taken(path) }
        }
    }

    private static func requireFree(_ path: String) throws(GatewayError) {
        func exists(_ path: String) -> Bool { (try? FileManager.default.attributesOfItem(atPath: path)) != nil }
        guard !exists(path) else { throw taken(path) }
        // SQLite would apply the log of another database to the restored one.
        for file in PrivateFile.companions.map({ path + $0 }) where exists(file) {
            throw GatewayError(
                .backup, field: file,
                reason: "this file belongs to an earlier database, so move it to where that database is now")
        }
    }

    private static func taken(_ path: String) -> GatewayError {
        GatewayError(
            .backup, field: path,
            reason:
                "this file exists, so give another path, or stop the gateways and move it away with its -wal and -shm")
    }

    private static func schema(of path: String) throws -> [String] {
        let known = Set(SQLiteGatewaySchema.migrations.map { $0.name })
        return try SnapshotDatabase.checked(path) { db in
            try SnapshotDatabase.schema(of: db, path, known: known)
        }
    }

    private static func describing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as BackupFailure {
            throw GatewayError(error)
        } catch let error as PrivateFile.Failure {
            throw GatewayError(.dataUnwritable, field: error.path, reason: error.reason)
        }
    }
}
