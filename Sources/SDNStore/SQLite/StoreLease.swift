import Foundation
import GRDB
import HeraldLocks
import SDNWire

/// The row that names the process that syncs. A file lock is not used, because a system that suspends apps terminates an app that holds a file lock.
enum StoreLease {
    private static let name = "syncLease"
    /// The names of the leases that objects of this process hold.
    private static let held = Mutex<Set<String>>([])

    /// Takes the lease until `end`, which is stored in milliseconds since 1970. Returns false when another owner has the lease.
    static func take(_ owner: String, until end: Timestamp, now: Timestamp, in db: Database) throws -> Bool {
        if let row = try db.sessionText(name) {
            let parts = row.split(separator: " ")
            let isOwn = parts.first.map(String.init) == owner
            if !isOwn, parts.count == 3, let process = Int32(parts[1]), let expiry = Int64(parts[2]),
                Timestamp(milliseconds: expiry) > now,
                isAlive(process, String(parts[0]))
            {
                return false
            }
        }
        let row = "\(owner) \(ProcessInfo.processInfo.processIdentifier) \(end)"
        try db.setSessionValue(name, row)
        held.withLock { _ = $0.insert(owner) }
        return true
    }

    static func release(_ owner: String, in db: Database) throws {
        try db.deleteSessionValue(name, beginningWith: owner + " ")
        forget(owner)
    }

    static func forget(_ owner: String) { held.withLock { _ = $0.remove(owner) } }

    /// Returns true when the process that holds the lease is alive. If the lease has this process's number, an earlier process may have had the same
    /// number. This process then holds the lease only if it knows the lease's name.
    private static func isAlive(_ process: Int32, _ owner: String) -> Bool {
        if process == ProcessInfo.processInfo.processIdentifier { return held.withLock { $0.contains(owner) } }
        // Signal 0 sends nothing and only tests whether the process exists. It also exists if the test fails for another reason than ESRCH, such as a
        // missing permission.
        return kill(process, 0) == 0 || errno != ESRCH
    }
}
