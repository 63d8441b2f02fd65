import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Lets one process at a time make or change the tables of a directory's database. The system lets go of it when a process ends, however
/// it ends.
struct DirectoryGate: Sendable {
    let directory: URL

    /// - Throws: ``ServicesError`` `dataUnwritable`; what `body` throws.
    func pass<T>(_ body: () throws -> T) throws -> T {
        let path = directory.appendingPathComponent("lock").path
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ServicesError(.dataUnwritable, field: path, reason: "cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0 else {
            throw ServicesError(.dataUnwritable, field: path, reason: "cannot be locked: \(String(cString: strerror(errno)))")
        }
        return try body()
    }
}
