import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ensures that only one process at a time creates or changes the tables of a directory's database. The system releases the lock when the
/// process ends, even after a crash.
struct DirectoryGate: Sendable {
    let directory: URL

    /// Runs `body` while holding the lock.
    /// - Throws: ``ServicesError`` `dataUnwritable`, and the errors of `body`.
    func pass<T>(_ body: () throws -> T) throws -> T {
        let path = directory.appendingPathComponent("lock").path
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServicesError(
                .dataUnwritable, field: path, reason: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else {
            throw ServicesError(
                .dataUnwritable, field: path, reason: "cannot be locked: \(String(cString: strerror(errno)))")
        }
        return try body()
    }
}
