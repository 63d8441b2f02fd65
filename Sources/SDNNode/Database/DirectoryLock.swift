import Foundation
import Synchronization
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Locks `DIR/lock` so that two nodes never use one database. The system releases the lock when the process ends, for whatever reason.
final class DirectoryLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// - Throws: ``NodeError`` with code `dataInUse` if another node holds the lock, or `dataUnwritable` if the file cannot be opened or locked.
    init(directory: URL) throws(NodeError) {
        let path = directory.appendingPathComponent("lock").path
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw NodeError(
                .dataUnwritable, field: path, reason: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let busy = errno == EWOULDBLOCK
            let why = String(cString: strerror(errno))
            close(descriptor)
            if busy {
                throw NodeError(
                    .dataInUse, field: directory.path,
                    reason: "another node uses this data directory; stop it, or name another directory")
            }
            throw NodeError(.dataUnwritable, field: path, reason: "cannot be locked: \(why)")
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Releases the lock. The node may call it more than once.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    deinit { release() }
}
