import Foundation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock on a file, so that two vaults never use one folder. The system releases it when the process ends, also after a crash.
final class FolderLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes the lock.
    /// - Throws: ``WalletError`` with code `in_use` if another vault has the lock, or with code `storage` if the file cannot be opened.
    init(file: URL) throws(WalletError) {
        let descriptor = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw WalletError(.storage, field: "directory", reason: "the lock file cannot be opened")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let isBusy = errno == EWOULDBLOCK
            close(descriptor)
            throw isBusy
                ? WalletError(
                    .inUse, field: "directory",
                    reason: "another process, or another vault of this process, uses this folder")
                : WalletError(.storage, field: "directory", reason: "the lock file cannot be locked")
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Releases the lock. It may be called more than once.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    deinit { release() }
}
