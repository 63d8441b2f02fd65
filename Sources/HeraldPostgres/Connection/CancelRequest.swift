import CPostgres
import Foundation
import HeraldLocks
import Synchronization

/// Asks the server to end the statement of a connection.
enum CancelRequest {
    /// The requests under way at once. libpq has no limit for the time of one, and a server that has vanished answers none.
    private static let limit = 32
    private static let count = Atomic(0)

    /// Sends a request on a thread of its own, because libpq only has a function that blocks.
    /// - Returns: a waiter that ends when the server has received the request. From then on it does not hit a later statement. `nil` if there are
    ///   too many requests.
    static func send(for link: PostgresLink) -> Waiter<Bool>? {
        guard count.add(1, ordering: .relaxed).newValue <= limit, let request = PQgetCancel(link.pointer) else {
            count.subtract(1, ordering: .relaxed)
            return nil
        }
        let waiter = Waiter<Bool>()
        let box = Box(pointer: request)
        let thread = Thread {
            herald_pg_quiet_thread()
            var message = [CChar](repeating: 0, count: 256)
            let isSent = PQcancel(box.pointer, &message, Int32(message.count)) != 0
            PQfreeCancel(box.pointer)
            count.subtract(1, ordering: .relaxed)
            waiter.resume(returning: isSent)
        }
        thread.name = "herald-postgres-cancel"
        thread.start()
        return waiter
    }

    /// `@unchecked Sendable`: the thread that sends the request has the pointer alone.
    private struct Box: @unchecked Sendable {
        let pointer: OpaquePointer
    }
}
