import Foundation
import HeraldLocks

/// Locks a file in a vault's folder, so that two vaults never use one folder at the same time.
enum FolderLock {
    /// Takes the lock.
    /// - Throws: ``WalletError`` with code `in_use` if another vault has the lock, or with code `storage` if the file cannot be opened or
    /// locked.
    static func take(_ file: URL) throws(WalletError) -> FileLock {
        do {
            return try FileLock(path: file.path, waits: false)
        } catch {
            switch error {
            case .busy:
                throw WalletError(
                    .inUse, field: "directory",
                    reason: "another process, or another vault of this process, uses this folder")
            case .cannotOpen:
                throw WalletError(.storage, field: "directory", reason: "the lock file cannot be opened")
            case .cannotLock:
                throw WalletError(.storage, field: "directory", reason: "the lock file cannot be locked")
            }
        }
    }
}
