import Foundation
import Synchronization
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Holds `DIR/lock` so that two nodes never work on one database. The system lets go of it when the process ends, however it ends.
final class DirectoryLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// - Throws: ``NodeError`` with code `dataInUse` or `dataUnwritable`.
    init(directory: URL) throws(NodeError) {
        let path = directory.appendingPathComponent("lock").path
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw NodeError(.dataUnwritable, field: path, reason: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let busy = errno == EWOULDBLOCK
            let why = String(cString: strerror(errno))
            close(descriptor)
            if busy { throw NodeError(.dataInUse, field: directory.path, reason: "another node works on this data directory") }
            throw NodeError(.dataUnwritable, field: path, reason: "cannot be locked: \(why)")
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Lets the next node in. May be called again.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    deinit { release() }
}
