import Foundation
import HeraldJSON
import HeraldPeer
import OpenDID_DataModel

/// The file `manifest.json` of a backup: the names, sizes and digests of its files. It contains no secrets.
package struct BackupManifest: BackupManifestContent, Codable, Sendable, Hashable {
    /// A file of a backup.
    package struct File: Codable, Sendable, Hashable {
        /// The path in the backup, which is also the path in the data directory.
        package let name: String
        /// The size in bytes.
        package let size: Int64
        /// SHA-256 of the file, as hexadecimal digits.
        package let sha256: String
        /// The names of the migrations that were run, in their order, if the file is a database.
        package let schema: [String]?
        /// The roles that have data in the file, if it is a database.
        package let roles: [String]?
    }

    package static let knownFormat = "herald-opendid-backup"
    package static let knownVersion = 1
    package static let subject = "OpenDID's servers"

    /// The kind of file.
    package let format: String
    /// The version of the format.
    package let version: Int
    /// The version of the program that made the backup.
    package let program: String
    /// The time to which the backup goes back.
    package let made: String
    /// The files, in the order of their names.
    package let files: [File]

    /// Describes the files of a new backup.
    init(program: String, made: UTCInstant, files: [File]) {
        (format, version) = (Self.knownFormat, Self.knownVersion)
        (self.program, self.made, self.files) = (program, made.text, files)
    }

    /// The roles with data in the backup, in the order of their names.
    package var roles: [String] { Set(files.flatMap { $0.roles ?? [] }).sorted() }

    /// The size of all files in bytes.
    package var bytes: Int64 { files.reduce(0) { $0 + $1.size } }

    /// Reads the manifest of a backup, and checks that it names only files that a backup can have.
    /// - Throws: ``ServicesError`` `backup`.
    init(of folder: URL) throws(ServicesError) {
        do throws(BackupFailure) {
            self = try BackupManifestFile.read(folder) { bytes throws(JSONError) in
                try JSONModelDecoder().decode(Self.self, from: bytes)
            }
        } catch {
            throw ServicesError(error)
        }
        let path = BackupManifestFile.path(in: folder)
        let names = files.map(\.name)
        guard Set(names).count == names.count, names.allSatisfy(BackupFiles.isKnown) else {
            throw ServicesError(
                .backup, field: path, reason: "it names a file twice, or one that is no file of a data directory")
        }
        guard names.contains(where: DatabaseFile.isDatabase) else {
            throw ServicesError(.backup, field: path, reason: "it names no database")
        }
    }

    func write(to folder: URL) throws {
        try BackupManifestFile.write(try JSONModelEncoder().canonicalBytes(self), to: folder)
    }
}
