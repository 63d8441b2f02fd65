import Foundation
import HeraldJSON
import HeraldLocks
import HeraldPeer
import SDNWire

/// The file `manifest.json` of a gateway's backup. It is written last, so a folder without it is no complete backup. It contains no secrets.
package struct GatewayBackupManifest: Codable, Sendable, Hashable {
    private static let knownFormat = "herald-gateway-backup"
    private static let knownVersion = 1
    /// The largest manifest that is read, in bytes.
    private static let largest = 1 << 20

    /// The kind of file.
    let format: String
    /// The version of the format.
    let version: Int
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
    /// - Throws: ``GatewayError`` `backup`.
    init(of folder: URL) throws(GatewayError) {
        let path = folder.appendingPathComponent(BackupManifestFile.name).path
        let content: [UInt8]
        do throws(BackupFailure) {
            content = try BackupManifestFile.content(of: folder, largest: Self.largest)
        } catch {
            throw GatewayError(error)
        }
        do throws(JSONError) {
            self = try JSONModelDecoder().decode(Self.self, from: content)
        } catch {
            throw GatewayError(.backup, field: path, reason: "the file is damaged: \(error)")
        }
        guard format == Self.knownFormat else {
            throw GatewayError(.backup, field: path, reason: "the file does not describe a backup of a gateway")
        }
        guard version == Self.knownVersion else {
            throw GatewayError(
                .backup, field: path, reason: "another version of Herald made this backup, so use that version")
        }
    }

    func write(to folder: URL) throws {
        let bytes = try JSONModelEncoder().canonicalBytes(self)
        try PrivateFile.create(bytes, at: folder.appendingPathComponent(BackupManifestFile.name).path)
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
