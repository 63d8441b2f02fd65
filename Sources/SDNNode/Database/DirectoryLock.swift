import Foundation
import HeraldLocks

/// Locks `DIR/lock` so that two nodes never use one database.
enum DirectoryLock {
    /// - Throws: ``NodeError`` with code `dataInUse` if another node holds the lock, or `dataUnwritable` if the file cannot be opened or locked.
    static func take(_ directory: URL) throws(NodeError) -> FileLock {
        let path = directory.appendingPathComponent("lock").path
        do {
            return try FileLock(path: path, waits: false)
        } catch {
            switch error {
            case .busy:
                throw NodeError(
                    .dataInUse, field: directory.path,
                    reason: "another node uses this data directory; stop it, or name another directory")
            case .cannotOpen(let why): throw NodeError(.dataUnwritable, field: path, reason: "cannot be opened: \(why)")
            case .cannotLock(let why): throw NodeError(.dataUnwritable, field: path, reason: "cannot be locked: \(why)")
            }
        }
    }
}
