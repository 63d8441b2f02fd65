import Foundation
import HeraldJSON
import HeraldPeer
import SDNWire

/// The file `manifest.json` of a gateway's backup. It is written last, so a folder without it is no complete backup. It contains no secrets.
package struct GatewayBackupManifest: BackupManifestContent, Codable, Sendable, Hashable {
    package static let knownFormat = "herald-gateway-backup"
    package static let knownVersion = 1
    package static let subject = "a gateway"

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

    init(program: String, made: Timestamp, database: (bytes: Int64, hash: String, schema: [String])) {
        (format, version) = (Self.knownFormat, Self.knownVersion)
        (self.program, self.made) = (program, made.milliseconds)
        (databaseBytes, databaseHash, schema) = database
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

extension GatewayError {
    /// Describes an error of a backup.
    init(_ failure: BackupFailure) {
        let code: Code =
            switch failure.kind {
            case .refused: .backup
            case .unwritable: .dataUnwritable
            case .damagedDatabase: .databaseUnreadable
            case .newerDatabase: .databaseTooNew
            }
        self.init(code, field: failure.path, reason: failure.reason)
    }
}
