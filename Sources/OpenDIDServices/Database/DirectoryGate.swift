import Foundation
import HeraldLocks

/// Ensures that only one process at a time creates or changes the tables of a directory's database.
struct DirectoryGate: Sendable {
    let directory: URL

    /// Runs `body` while holding the lock.
    /// - Throws: ``ServicesError`` `dataUnwritable`, and the errors of `body`.
    func pass<T>(_ body: () throws -> T) throws -> T {
        let lock = try take()
        defer { lock.release() }
        return try body()
    }

    private func take() throws(ServicesError) -> FileLock {
        let path = directory.appendingPathComponent("lock").path
        do {
            return try FileLock(path: path, waits: true)
        } catch {
            let reason =
                switch error {
                case .cannotOpen(let why): "cannot be opened: \(why)"
                case .cannotLock(let why): "cannot be locked: \(why)"
                case .busy: "another process has it"
                }
            throw ServicesError(.dataUnwritable, field: path, reason: reason)
        }
    }
}
