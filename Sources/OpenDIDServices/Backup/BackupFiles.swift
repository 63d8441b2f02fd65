import Foundation
import HeraldKeys
import HeraldPeer
import OpenDID_DataModel

/// The files of data directories and backups.
enum BackupFiles {
    /// True for a path that a file of a data directory can have: a database, a key file or the salt.
    static func isKnown(_ name: String) -> Bool {
        let folder = StorageKeys.folder + "/"
        return DatabaseFile.isDatabase(name) || name.hasPrefix(folder) && isKey(String(name.dropFirst(folder.count)))
    }

    private static func isKey(_ name: String) -> Bool {
        name == StorageKeys.saltFile || ServiceRole.allCases.contains { StorageKeys.file(of: $0) == name }
    }

    /// Returns the paths of the databases in a data directory or a backup, in the order of their names.
    /// - Throws: ``ServicesError`` `backup` if the directory cannot be read.
    static func databases(in directory: URL) throws(ServicesError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path) else {
            throw ServicesError(.backup, field: directory.path, reason: "there is no such directory that can be read")
        }
        return names.filter(DatabaseFile.isDatabase).sorted()
    }

    /// Returns the paths of the salt and the key files in a data directory or a backup, in the order of their names.
    static func keys(in directory: URL) -> [String] {
        let folder = directory.appendingPathComponent(StorageKeys.folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter(isKey).sorted().map { "\(StorageKeys.folder)/\($0)" }
    }

    /// Returns SHA-256 of a file, as hexadecimal digits.
    /// - Throws: ``ServicesError`` `backup` if the file cannot be read.
    static func digest(of path: String) throws(ServicesError) -> String {
        do throws(BackupFailure) { return Hex.encode(try BackupFile.digest(of: path)) } catch {
            throw ServicesError(error)
        }
    }

    /// Copies a file. The copy is on disk when this returns.
    /// - Returns: SHA-256 of the bytes, as hexadecimal digits.
    /// - Throws: ``ServicesError`` `backup` or `dataUnwritable`.
    static func copy(_ path: String, to target: String) throws(ServicesError) -> String {
        do throws(BackupFailure) {
            return Hex.encode(try BackupFile.copy(path, to: target))
        } catch {
            throw ServicesError(error)
        }
    }

    /// Creates a folder for a data directory or a backup, which gets its name when `body` has written all files.
    /// - Throws: ``ServicesError`` `backup` if the folder has files, `dataUnwritable`, and the errors of `body`. No folder is then created.
    static func make(_ target: URL, _ body: (URL) throws -> Void) throws {
        do {
            try BackupDraft.make(target, subfolders: [StorageKeys.folder], body)
        } catch let error as BackupFailure {
            throw ServicesError(error)
        }
    }
}

extension ServicesError {
    /// Describes an error of a backup.
    init(_ failure: BackupFailure) {
        self.init(Code(rawValue: failure.kind.rawValue), field: failure.path, reason: failure.reason)
    }
}
