import Foundation

/// The file that describes a backup. It is written last, so a folder without it is no backup, or one that was not finished.
package enum BackupManifestFile {
    package static let name = "manifest.json"

    /// Returns the content of the file.
    /// - Parameter largest: the size above which the file is refused, in bytes.
    /// - Throws: ``BackupFailure`` `refused` if the file is missing, too large or cannot be read.
    package static func content(of folder: URL, largest: Int) throws(BackupFailure) -> [UInt8] {
        let path = folder.appendingPathComponent(name).path
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
