import CPostgres
import Foundation
import HeraldLocks

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Opens connections, each on a thread of its own: libpq looks names up and reads files without a way to wait for that, and TLS and the password
/// need more time than a statement.
enum PostgresOpening {
    /// The parameters that apply if the URL has none. A server that has vanished is noticed in seconds, also among several hosts.
    private static let defaults = [
        "client_encoding": "UTF8", "fallback_application_name": "herald", "keepalives_idle": "30",
        "keepalives_interval": "10", "keepalives_count": "3", "tcp_user_timeout": "5000",
    ]

    /// Opens a connection.
    /// - Throws: ``PostgresError``.
    static func open(
        _ url: PostgresURL, statements: Int, until due: ContinuousClock.Instant, watch: SocketWatch
    ) async throws(PostgresError) -> PostgresLink {
        let late = PostgresError(.connectionFailed, reason: "the server did not answer in time")
        let waiter = Waiter<Result<PostgresLink, PostgresError>>()
        let thread = Thread {
            // The link of a task that no longer waits is closed here.
            waiter.resume(
                returning: Result { () throws(PostgresError) in try connect(url, statements, until: due, late) })
        }
        thread.name = "herald-postgres-open"
        thread.start()
        return try await watch.wait(for: waiter, until: due, otherwise: .failure(late)).get()
    }

    private static func connect(
        _ url: PostgresURL, _ statements: Int, until due: ContinuousClock.Instant, _ late: PostgresError
    ) throws(PostgresError) -> PostgresLink {
        guard let pointer = start(defaults.merging(url.parameters) { $1 }) else {
            throw PostgresError(.outOfMemory, reason: "libpq has no memory")
        }
        let link = PostgresLink(pointer, statements: statements)
        // The SQLSTATE of a refusal is in the verbose message only.
        PQsetErrorVerbosity(pointer, PQERRORS_VERBOSE)
        // libpq prints notices otherwise.
        PQsetNoticeReceiver(pointer, { _, _ in }, nil)
        var status = PQstatus(pointer) == CONNECTION_BAD ? PGRES_POLLING_FAILED : PGRES_POLLING_WRITING
        while status != PGRES_POLLING_OK {
            guard status != PGRES_POLLING_FAILED else {
                throw PostgresError(
                    opening: String(cString: PQerrorMessage(pointer)),
                    needsPassword: PQconnectionNeedsPassword(pointer) != 0, password: url.parameters["password"])
            }
            let events = status == PGRES_POLLING_READING ? POLLIN : POLLOUT
            var socket = pollfd(fd: PQsocket(pointer), events: Int16(events), revents: 0)
            let left = due - .now
            guard left > .zero else { throw late }
            if poll(&socket, 1, left.milliseconds(atMost: 60_000)) > 0 {
                status = PQconnectPoll(pointer)
            }
        }
        guard PQsetnonblocking(pointer, 1) == 0 else { throw link.lost() }
        guard PQparameterStatus(pointer, "server_encoding").map({ String(cString: $0) }) == "UTF8" else {
            throw PostgresError(
                .configuration, field: "database",
                reason: "the database's encoding is not UTF8, so create one that has it")
        }
        return link
    }

    private static func start(_ parameters: [String: String]) -> OpaquePointer? {
        let copies = parameters.map { (strdup($0.key), strdup($0.value)) }
        defer {
            for (key, value) in copies {
                free(key)
                free(value)
            }
        }
        let keys = copies.map { UnsafePointer($0.0) } + [nil], values = copies.map { UnsafePointer($0.1) } + [nil]
        return PQconnectStartParams(keys, values, 0)
    }
}
