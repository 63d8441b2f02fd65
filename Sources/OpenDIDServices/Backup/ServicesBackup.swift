import Foundation
import HeraldKeys
import HeraldPeer
import OpenDID_DataModel

/// A backup of a data directory: a folder with copies of the databases, the salt and the key files, and a manifest.
package struct ServicesBackup: Sendable {
    /// The folder of the backup.
    package let folder: URL
    /// The description of its files.
    package let manifest: BackupManifest
    /// True if the servers' private keys were decrypted. False if the backup needs a passphrase that was not given.
    package let areKeysChecked: Bool

    /// True if the backup has key files, so that its reader needs no passphrase.
    package var hasKeyFiles: Bool {
        manifest.files.contains { $0.name.hasPrefix(StorageKeys.folder + "/") && $0.name.hasSuffix(".key") }
    }

    /// Makes a backup of a data directory, whose servers may run meanwhile.
    /// - Parameters:
    ///   - directory: the data directory.
    ///   - target: the folder of the backup, which must not exist, or be empty.
    ///   - program: the version of the program.
    ///   - passphrase: the passphrase of the servers. If it is `nil`, keys that need it are not checked.
    ///   - now: returns the time.
    /// - Throws: ``ServicesError``. There is then no backup.
    package static func make(
        of directory: URL, at target: URL, program: String, passphrase: ServiceSecret?,
        now: () -> UTCInstant = ServicesConfiguration.systemTime
    ) throws -> ServicesBackup {
        let databases = try BackupFiles.databases(in: directory)
        guard !databases.isEmpty else {
            throw ServicesError(
                .backup, field: directory.path, reason: "the directory has no database of OpenDID's servers")
        }
        let made = now()
        var (isChecked, manifest) = (true, BackupManifest(program: program, made: made, files: []))
        try BackupFiles.make(target) { draft in
            try BackupDatabase.copy(databases, in: directory, to: draft)
            // A key file is never changed, and exists before the data that is encrypted with it.
            let keys = BackupFiles.keys(in: directory)
            for name in keys {
                _ = try BackupFiles.copy(
                    directory.appendingPathComponent(name).path, to: draft.appendingPathComponent(name).path)
            }
            var files: [BackupManifest.File] = []
            var identities: [ServiceRole: StoredIdentity] = [:]
            for name in databases + keys {
                let path = draft.appendingPathComponent(name).path
                let content = DatabaseFile.isDatabase(name) ? try BackupDatabase.content(of: path) : nil
                identities.merge(content?.identities ?? [:]) { first, _ in first }
                files.append(
                    BackupManifest.File(
                        name: name, size: BackupFile.size(of: path) ?? 0, sha256: try BackupFiles.digest(of: path),
                        schema: content?.schema, roles: content?.roles.map(\.rawValue).sorted()))
            }
            isChecked = try StoredKeysCheck.check(identities, in: draft, passphrase: passphrase)
            manifest = BackupManifest(program: program, made: made, files: files)
            try manifest.write(to: draft)
        }
        return ServicesBackup(folder: target, manifest: manifest, areKeysChecked: isChecked)
    }

    /// Checks a backup: its manifest, then every file, then the databases and the keys in them.
    /// - Parameter passphrase: the passphrase of the servers. If it is `nil`, keys that need it are not checked.
    /// - Throws: ``ServicesError``, which names the first file that is wrong.
    package static func verified(_ folder: URL, passphrase: ServiceSecret?) throws -> ServicesBackup {
        let manifest = try BackupManifest(of: folder)
        let listed = Set(manifest.files.map(\.name))
        for name in try BackupFiles.databases(in: folder) + BackupFiles.keys(in: folder) where !listed.contains(name) {
            throw ServicesError(
                .backup, field: folder.appendingPathComponent(name).path, reason: "the manifest does not name this file"
            )
        }
        for file in manifest.files { try check(file, in: folder) }
        var identities: [ServiceRole: StoredIdentity] = [:]
        for file in manifest.files where DatabaseFile.isDatabase(file.name) {
            let path = folder.appendingPathComponent(file.name).path
            let content = try BackupDatabase.content(of: path)
            guard content.schema == file.schema else {
                throw ServicesError(
                    .backup, field: path, reason: "the database has another schema version than the manifest says")
            }
            identities.merge(content.identities) { first, _ in first }
        }
        let isChecked = try StoredKeysCheck.check(identities, in: folder, passphrase: passphrase)
        return ServicesBackup(folder: folder, manifest: manifest, areKeysChecked: isChecked)
    }

    private static func check(_ file: BackupManifest.File, in folder: URL) throws(ServicesError) {
        let path = folder.appendingPathComponent(file.name).path
        do throws(BackupFailure) {
            try BackupFile.check(path, size: file.size) { Hex.encode($0) == file.sha256 }
        } catch {
            throw ServicesError(error)
        }
    }

    /// Creates a data directory from the backup.
    /// - Parameter directory: the data directory, which must not exist, or be empty.
    /// - Throws: ``ServicesError``. The directory is then not created.
    package func restore(to directory: URL) throws {
        try BackupFiles.make(directory) { draft in
            for file in manifest.files {
                let path = folder.appendingPathComponent(file.name).path
                guard
                    try BackupFiles.copy(path, to: draft.appendingPathComponent(file.name).path) == file.sha256
                else {
                    throw ServicesError(.backup, field: path, reason: "the file was changed while it was copied")
                }
            }
        }
    }
}
