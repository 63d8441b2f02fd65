import Foundation
import GRDB
import HeraldKeys
import HeraldLocks
import HeraldPeer
import SDNWire

/// A backup of a node's data directory: a folder with a copy of the database, the files of users, and a manifest.
package struct NodeBackup: Sendable {
    /// The folder of the backup.
    package let folder: URL
    /// The description of its content.
    package let manifest: NodeBackupManifest

    /// Makes a backup of a data directory, whose node may run meanwhile. The database is copied as it is at the beginning. The node goes on
    /// reading and writing.
    /// - Parameters:
    ///   - directory: the data directory.
    ///   - target: the folder of the backup, which must not exist, or be empty.
    ///   - program: the version of the program.
    ///   - now: returns the time.
    /// - Throws: ``NodeError``. There is then no backup.
    package static func make(
        of directory: URL, at target: URL, program: String, now: () -> Timestamp = NodeConfiguration.systemClock
    ) throws -> NodeBackup {
        let source = directory.appendingPathComponent(NodeDatabase.fileName).path
        guard BackupFile.size(of: source) != nil else {
            throw NodeError(.backup, field: directory.path, reason: "the directory has no database of a node")
        }
        return try describing {
            var manifest: NodeBackupManifest?
            try BackupDraft.make(target, subfolders: [MediaFiles.folder]) { draft in
                let copy = draft.appendingPathComponent(NodeDatabase.fileName).path, made = now()
                let snapshot = try SnapshotDatabase(path: source)
                try snapshot.read()
                try snapshot.copy(to: copy)
                let files = try copyFiles(namedIn: copy, from: directory, to: draft)
                if !files.missing.isEmpty {
                    try SnapshotDatabase.change(copy) { db in try CopiedMediaRows.remove(files.missing, in: db) }
                }
                let migrations = try SnapshotDatabase.checked(copy) { db in
                    try SnapshotDatabase.schema(of: db, copy, known: known)
                }
                let new = NodeBackupManifest(
                    program: program, made: made,
                    database: (
                        BackupFile.size(of: copy) ?? 0, Hex.encode(try BackupFile.digest(of: copy)), migrations
                    ), files: (files.count, files.bytes, files.missing.count))
                try new.write(to: draft)
                manifest = new
            }
            guard let manifest else {
                throw NodeError(.backup, field: target.path, reason: "the backup has no manifest")
            }
            return NodeBackup(folder: target, manifest: manifest)
        }
    }

    /// Checks a backup: its manifest, the database and every file that the database names.
    /// - Throws: ``NodeError``, which names the first file that is wrong.
    package static func verified(_ folder: URL) throws -> NodeBackup {
        try describing {
            let manifest = try NodeBackupManifest(of: folder)
            let path = folder.appendingPathComponent(NodeDatabase.fileName).path
            try BackupFile.check(path, size: manifest.databaseBytes) { Hex.encode($0) == manifest.databaseHash }
            let migrations = try SnapshotDatabase.checked(path) { db in
                try SnapshotDatabase.schema(of: db, path, known: known)
            }
            guard migrations == manifest.schema else {
                throw NodeError(
                    .backup, field: path, reason: "the database has another schema version than the manifest says")
            }
            var count = 0
            try forEachContent(namedIn: path) { hash, _ in
                let file = folder.appendingPathComponent(name(of: hash)).path
                guard BackupFile.size(of: file) != nil else {
                    throw NodeError(.backup, field: file, reason: "the file is missing")
                }
                guard Hex.encode(try BackupFile.digest(of: file)) == hash else {
                    throw NodeError(.backup, field: file, reason: "the file is damaged: its SHA-256 is not its name")
                }
                count += 1
            }
            guard count == manifest.files else {
                throw NodeError(
                    .backup, field: path,
                    reason: "the database names \(count) files, and the manifest says \(manifest.files)")
            }
            return NodeBackup(folder: folder, manifest: manifest)
        }
    }

    /// Creates a data directory from the backup, which ``verified(_:)`` has returned. Its stream goes on beyond the tokens that clients got after the
    /// backup, and its one-time keys are deleted, because some may have been given out after the backup.
    /// - Parameters:
    ///   - directory: the data directory, which must not exist, or be empty.
    ///   - now: returns the time.
    /// - Throws: ``NodeError``. The directory is then not created.
    package func restore(to directory: URL, now: () -> Timestamp = NodeConfiguration.systemClock) throws {
        try Self.describing {
            try BackupDraft.make(directory, subfolders: [MediaFiles.folder]) { draft in
                let path = folder.appendingPathComponent(NodeDatabase.fileName).path
                let copy = draft.appendingPathComponent(NodeDatabase.fileName).path
                guard Hex.encode(try BackupFile.copy(path, to: copy)) == manifest.databaseHash else {
                    throw Self.changed(path)
                }
                let files = try Self.copyFiles(namedIn: copy, from: folder, to: draft)
                if let hash = files.missing.first { throw Self.changed(Self.name(of: hash)) }
                try SnapshotDatabase.change(copy) { db in
                    try RestoredRows.removeOneTimeKeys(in: db)
                    try RestoredRows.moveStream(at: now(), in: db)
                }
            }
        }
    }

    private static func changed(_ path: String) -> NodeError {
        NodeError(.backup, field: path, reason: "the file was changed while it was copied")
    }
}

/// The steps of making, checking and restoring a backup.
extension NodeBackup {
    /// Copies the files that a copy of the database names.
    /// - Returns: the hashes of the files that are missing or damaged in `source`, and the number and bytes of the others.
    private static func copyFiles(
        namedIn database: String, from source: URL, to target: URL
    ) throws -> (missing: [String], count: Int, bytes: Int64) {
        var missing: [String] = [], count = 0, bytes: Int64 = 0, folders: Set<String> = []
        try forEachContent(namedIn: database) { hash, length in
            let file = source.appendingPathComponent(name(of: hash)).path
            // The node deletes the row of a file before the file, so a file that it has just deleted has no row in the node's database.
            guard BackupFile.size(of: file) != nil else { return missing.append(hash) }
            let folder = "\(MediaFiles.folder)/\(MediaFiles.name(of: hash).folder)"
            if folders.insert(folder).inserted {
                try BackupDraft.makeFolder(target.appendingPathComponent(folder, isDirectory: true))
            }
            let copy = target.appendingPathComponent(name(of: hash)).path
            guard let digest = try digest(copying: file, to: copy), Hex.encode(digest) == hash else {
                try? FileManager.default.removeItem(atPath: copy)
                return missing.append(hash)
            }
            count += 1
            bytes += length
        }
        for folder in folders { try PrivateFile.synchronize(folder: target.appendingPathComponent(folder).path) }
        return (missing, count, bytes)
    }

    /// Copies a file.
    /// - Returns: `nil` if the file cannot be read.
    private static func digest(copying file: String, to copy: String) throws(BackupFailure) -> [UInt8]? {
        do throws(BackupFailure) {
            return try BackupFile.copy(file, to: copy)
        } catch  where error.kind == .refused {
            return nil
        }
    }

    private static func forEachContent(
        namedIn database: String, _ body: (_ hash: String, _ length: Int64) throws -> Void
    ) throws {
        var last = ""
        while true {
            let page = try SnapshotDatabase.reading(database) { db in try CopiedMediaRows.contents(after: last, in: db)
            }
            for content in page {
                // The text becomes part of a path.
                guard content.hash.utf8.count == 64, (try? Hex.decode(content.hash)) != nil else {
                    throw NodeError(.backup, field: database, reason: "the database names a file that is no SHA-256")
                }
                try body(content.hash, content.length)
            }
            guard let end = page.last?.hash, page.count == CopiedMediaRows.perPage else { return }
            last = end
        }
    }

    /// The names of all migrations of this version.
    private static var known: Set<String> { Set(NodeAssembly.schema.flatMap { $0.migrations.map(\.name) }) }

    private static func name(of hash: String) -> String {
        let name = MediaFiles.name(of: hash)
        return "\(MediaFiles.folder)/\(name.folder)/\(name.file)"
    }

    private static func describing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as BackupFailure {
            throw NodeError(error)
        } catch let error as PrivateFile.Failure {
            throw NodeError(.dataUnwritable, field: error.path, reason: error.reason)
        }
    }
}

extension NodeError {
    /// Describes an error of a backup.
    init(_ failure: BackupFailure) {
        self.init(Code(rawValue: failure.kind.rawValue), field: failure.path, reason: failure.reason)
    }
}
