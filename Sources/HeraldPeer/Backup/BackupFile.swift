import Crypto
import Foundation
import HeraldLocks

/// Reads and copies the files of a backup.
package enum BackupFile {
    private static let piece = 1 << 20

    /// Returns the size of a regular file in bytes, or `nil` if there is none.
    package static func size(of path: String) -> Int64? {
        guard let facts = try? FileManager.default.attributesOfItem(atPath: path),
            facts[.type] as? FileAttributeType == .typeRegular
        else { return nil }
        return (facts[.size] as? NSNumber)?.int64Value
    }

    /// Returns SHA-256 of a file.
    /// - Throws: ``BackupFailure`` `refused` if the file cannot be read.
    package static func digest(of path: String) throws(BackupFailure) -> [UInt8] { try read(path) { _ in } }

    /// Checks that a file is the one that a manifest describes.
    /// - Parameters:
    ///   - size: the size in bytes, from the manifest.
    ///   - isListed: returns true if SHA-256 of the file is the one of the manifest.
    /// - Throws: ``BackupFailure`` `refused` if the file is missing, cannot be read or is another one.
    package static func check(
        _ path: String, size expected: Int64, isListed: ([UInt8]) -> Bool
    ) throws(BackupFailure) {
        guard let size = size(of: path) else {
            throw BackupFailure(.refused, path: path, reason: "the file is missing")
        }
        guard size == expected else {
            throw BackupFailure(
                .refused, path: path, reason: "the file has \(size) bytes, and the manifest says \(expected)")
        }
        guard isListed(try digest(of: path)) else {
            throw BackupFailure(
                .refused, path: path, reason: "the file is damaged: its SHA-256 is not that of the manifest")
        }
    }

    /// Copies a file. The copy is on disk when this returns.
    /// - Returns: SHA-256 of the bytes.
    /// - Throws: ``BackupFailure`` `refused` or `unwritable`.
    package static func copy(_ path: String, to target: String) throws(BackupFailure) -> [UInt8] {
        let descriptor: Int32
        do throws(PrivateFile.Failure) {
            descriptor = try PrivateFile.opened(target, truncates: true).descriptor
        } catch {
            throw BackupFailure(error)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let digest = try read(path) { piece throws(BackupFailure) in
            guard (try? handle.write(contentsOf: piece)) != nil else { throw unwritable(target) }
        }
        guard (try? handle.synchronize()) != nil else { throw unwritable(target) }
        return digest
    }

    private static func unwritable(_ path: String) -> BackupFailure {
        BackupFailure(.unwritable, path: path, reason: "the file cannot be written; is the disk full?")
    }

    private static func read(
        _ path: String, _ body: (Data) throws(BackupFailure) -> Void
    ) throws(BackupFailure) -> [UInt8] {
        let unreadable = BackupFailure(.refused, path: path, reason: "the file cannot be read")
        guard let handle = FileHandle(forReadingAtPath: path) else { throw unreadable }
        var hash = SHA256()
        while true {
            let piece: Data
            do {
                piece = try handle.read(upToCount: Self.piece) ?? Data()
            } catch {
                throw unreadable
            }
            guard !piece.isEmpty else { return Array(hash.finalize()) }
            hash.update(data: piece)
            try body(piece)
        }
    }
}
