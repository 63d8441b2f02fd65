import Foundation
import HeraldLocks

/// The content of a file that describes a backup. It names its format, so that no server restores another server's backup.
package protocol BackupManifestContent {
    static var knownFormat: String { get }
    static var knownVersion: Int { get }
    /// Names what is in the backup, such as "a node", for errors.
    static var subject: String { get }

    /// The kind of file.
    var format: String { get }
    /// The version of the format.
    var version: Int { get }
}

/// The file that describes a backup. It is written last, so a folder without it is no backup, or one that was not finished.
package enum BackupManifestFile {
    package static let name = "manifest.json"
    /// The largest manifest that is read, in bytes.
    private static let largest = 1 << 20

    package static func path(in folder: URL) -> String { folder.appendingPathComponent(name).path }

    /// Reads the manifest of a backup.
    /// - Parameters:
    ///   - folder: the folder of the backup.
    ///   - decode: reads the manifest from the file's bytes.
    /// - Throws: ``BackupFailure`` `refused` if the file is missing, too large or damaged, or describes another kind of backup.
    package static func read<Content: BackupManifestContent, Damage: Error>(
        _ folder: URL, decode: ([UInt8]) throws(Damage) -> Content
    ) throws(BackupFailure) -> Content {
        let path = path(in: folder), bytes = try bytes(of: path)
        let content: Content
        do throws(Damage) {
            content = try decode(bytes)
        } catch {
            throw BackupFailure(.refused, path: path, reason: "the file is damaged: \(error)")
        }
        guard content.format == Content.knownFormat else {
            throw BackupFailure(
                .refused, path: path, reason: "the file does not describe a backup of \(Content.subject)")
        }
        guard content.version == Content.knownVersion else {
            throw BackupFailure(
                .refused, path: path, reason: "another version of Herald made this backup, so use that version")
        }
        return content
    }

    /// Writes the manifest of a new backup.
    package static func write(_ bytes: [UInt8], to folder: URL) throws(BackupFailure) {
        do throws(PrivateFile.Failure) {
            try PrivateFile.create(bytes, at: path(in: folder))
        } catch {
            throw BackupFailure(error)
        }
    }

    private static func bytes(of path: String) throws(BackupFailure) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw BackupFailure(
                .refused, path: path, reason: "the file is missing, so this is no backup, or one that was not finished")
        }
        guard let size = BackupFile.size(of: path), size <= Int64(largest),
            let data = FileManager.default.contents(atPath: path)
        else {
            throw BackupFailure(
                .refused, path: path, reason: "the file cannot be read, or is too large for a manifest")
        }
        return [UInt8](data)
    }
}
