#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A lock on a file (flock(2)). Only one holder at a time can have it, in this process or in another one. The system releases the lock when the
/// process ends, even by a crash.
package final class FileLock: Sendable {
    /// The reason why a lock is not held.
    package enum Failure: Error, Sendable, Hashable {
        /// Another holder has the lock.
        case busy
        /// The file cannot be opened. The associated value is the system's error message.
        case cannotOpen(String)
        /// The file system does not lock the file. The associated value is the system's error message.
        case cannotLock(String)
    }

    private let descriptor: Mutex<Int32?>

    /// Takes the lock. Creates the file, with access for this user only, if there is none.
    /// - Parameter waits: true to block the thread while another holder has the lock; false to throw ``Failure/busy`` in this case.
    /// - Throws: ``Failure``.
    package init(path: String, waits: Bool) throws(Failure) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotOpen(String(cString: strerror(errno))) }
        var result: Int32
        // A signal can interrupt the wait. The call is then repeated.
        repeat { result = flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
        guard result == 0 else {
            let failure: Failure = errno == EWOULDBLOCK ? .busy : .cannotLock(String(cString: strerror(errno)))
            close(descriptor)
            throw failure
        }
        self.descriptor = Mutex(descriptor)
    }

    /// Releases the lock. It may be called more than once.
    package func release() {
        descriptor.withLock { descriptor in
            if let descriptor { close(descriptor) }
            descriptor = nil
        }
    }

    deinit { release() }
}
