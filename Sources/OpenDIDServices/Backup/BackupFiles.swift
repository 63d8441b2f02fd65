import Crypto
import Foundation
import HeraldKeys
import HeraldLocks
import OpenDID_DataModel

/// The files of data directories and backups.
enum BackupFiles {
    private static let piece = 1 << 20

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

    /// Returns the size of a regular file in bytes, or `nil` if there is none.
    static func size(of path: String) -> Int64? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (facts[.size] as? NSNumber)?.int64Value
    }

    /// Returns SHA-256 of a file, as hexadecimal digits.
    /// - Throws: ``ServicesError`` `backup` if the file cannot be read.
    static func digest(of path: String) throws(ServicesError) -> String { try read(path) { _ in } }

    /// Copies a file. The copy is on disk when this returns.
    /// - Returns: SHA-256 of the bytes, as hexadecimal digits.
    /// - Throws: ``ServicesError`` `backup` or `dataUnwritable`.
    static func copy(_ path: String, to target: String) throws(ServicesError) -> String {
        let descriptor: Int32
        do {
            descriptor = try PrivateFile.opened(target, truncates: true).descriptor
        } catch {
            throw ServicesError(.dataUnwritable, field: error.path, reason: error.reason)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let digest = try read(path) { piece throws(ServicesError) in
            guard (try? handle.write(contentsOf: piece)) != nil else { throw unwritable(target) }
        }
        guard (try? handle.synchronize()) != nil else { throw unwritable(target) }
        return digest
    }

    private static func unwritable(_ path: String) -> ServicesError {
        ServicesError(.dataUnwritable, field: path, reason: "the file cannot be written; is the disk full?")
    }

    private static func read(
        _ path: String, _ body: (Data) throws(ServicesError) -> Void
    ) throws(ServicesError) -> String {
        let unreadable = ServicesError(.backup, field: path, reason: "the file cannot be read")
        guard let handle = FileHandle(forReadingAtPath: path) else { throw unreadable }
        var hash = SHA256()
        while true {
            let piece: Data
            do {
                piece = try handle.read(upToCount: Self.piece) ?? Data()
            } catch {
                throw unreadable
            }
            guard !piece.isEmpty else { return Hex.encode(Array(hash.finalize())) }
            hash.update(data: piece)
            try body(piece)
        }
    }
}
