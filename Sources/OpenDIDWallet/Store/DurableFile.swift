import Foundation
import HeraldLocks

/// Writes the files of a vault. Each file exists either completely or not at all, also after a power failure.
enum DurableFile {
    /// Writes a file that only this user can read. An existing file of the same name is replaced.
    /// - Throws: ``WalletError`` with code `storage` if the file cannot be written.
    static func write(_ bytes: [UInt8], to file: URL) throws(WalletError) {
        try reporting { () throws(PrivateFile.Failure) in try PrivateFile.write(bytes, to: file.path) }
    }

    /// Renames a complete file that is already on disk.
    static func rename(_ path: String, to file: URL) throws(WalletError) {
        try reporting { () throws(PrivateFile.Failure) in try PrivateFile.move(path, to: file.path) }
    }

    /// Deletes a file. A missing file is not an error.
    static func remove(_ file: URL) throws(WalletError) {
        try reporting { () throws(PrivateFile.Failure) in try PrivateFile.delete(file.path) }
    }

    /// Waits until the names of the files in a folder are on disk.
    static func sync(folder: URL) throws(WalletError) {
        try reporting { () throws(PrivateFile.Failure) in try PrivateFile.synchronize(folder: folder.path) }
    }

    private static func reporting(_ work: () throws(PrivateFile.Failure) -> Void) throws(WalletError) {
        do throws(PrivateFile.Failure) {
            try work()
        } catch {
            throw WalletError(.storage, field: "directory", reason: "a file of the vault cannot be written")
        }
    }
}
