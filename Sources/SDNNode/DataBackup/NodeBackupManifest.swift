import Foundation
import HeraldJSON
import HeraldPeer
import SDNWire

/// The file `manifest.json` of a node's backup. It is written last, so a folder without it is no complete backup. It contains no secrets.
///
/// The database names the files of users by their SHA-256, so the manifest lists none of them.
package struct NodeBackupManifest: BackupManifestContent, Codable, Sendable, Hashable {
    package static let knownFormat = "herald-node-backup"
    package static let knownVersion = 1
    package static let subject = "a node"

    /// The kind of file.
    package let format: String
    /// The version of the format.
    package let version: Int
    /// The version of the program that made the backup.
    package let program: String
    /// The time to which the backup goes back, in milliseconds since 1970.
    package let made: Int64
    /// The size of the database in bytes.
    package let databaseBytes: Int64
    /// SHA-256 of the database, as hexadecimal digits.
    let databaseHash: String
    /// The names of the migrations that were run, in their order.
    let schema: [String]
    /// The number of users' files. Files with the same content count once.
    package let files: Int
    /// The bytes of users' files.
    package let fileBytes: Int64
    /// The number of users' files that the node could not read, or that were deleted while the backup was made. They are not in the backup.
    package let leftOut: Int

    init(
        program: String, made: Timestamp, database: (bytes: Int64, hash: String, schema: [String]),
        files: (count: Int, bytes: Int64, leftOut: Int)
    ) {
        (format, version) = (Self.knownFormat, Self.knownVersion)
        (self.program, self.made) = (program, made.milliseconds)
        (databaseBytes, databaseHash, schema) = database
        (self.files, fileBytes, leftOut) = files
    }

    /// Reads the manifest of a backup.
    /// - Throws: ``BackupFailure`` `refused`.
    init(of folder: URL) throws(BackupFailure) {
        self = try BackupManifestFile.read(folder) { bytes throws(JSONError) in
            try JSONModelDecoder().decode(Self.self, from: bytes)
        }
    }

    func write(to folder: URL) throws {
        try BackupManifestFile.write(try JSONModelEncoder().canonicalBytes(self), to: folder)
    }
}
