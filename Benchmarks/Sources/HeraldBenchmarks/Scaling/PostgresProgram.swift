import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A PostgreSQL server on a Unix socket, for one run. It writes to the disk before it confirms, as an operator's server does.
final class PostgresProgram: Sendable {
    /// The directory of PostgreSQL's programs, or `nil` if it is not installed. Debian leaves it out of the search path.
    static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap(Int.init).max().map { "/usr/lib/postgresql/\($0)/bin" }
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return ([newest].compactMap(\.self) + path).first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
        }
    }()

    private static let user = "herald"
    // The paths of sockets are short.
    private let folder = "/tmp/herald-bench-\(UUID().uuidString.prefix(8))"
    private let programs: String
    private let server: GuardedProcess

    /// Creates a server and starts it.
    /// - Parameter programs: the directory of PostgreSQL's programs.
    init(_ programs: String) throws {
        self.programs = programs
        let folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // PostgreSQL refuses to run as root.
        let asUser = getuid() == 0 ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] : []
        do {
            if !asUser.isEmpty { try GuardedProcess.run(["chown", "postgres:postgres", folder]) }
            try GuardedProcess.run(
                asUser + ["\(programs)/initdb", "-D", "\(folder)/data", "-U", Self.user, "-A", "trust", "-E", "UTF8"]
                    + ["--locale=C", "-N"])
            let settings = [
                "listen_addresses=", "port=5432", "shared_buffers=256MB", "max_connections=200", "max_wal_size=4GB",
            ]
            // The data is deleted afterwards, so the server need not end in order.
            server = try GuardedProcess(
                asUser + ["\(programs)/postgres", "-D", "\(folder)/data", "-k", folder]
                    + settings.flatMap { ["-c", $0] },
                ending: "QUIT", until: "ready to accept connections")
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    /// Ends the server and deletes its data.
    func stop() {
        server.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Creates an empty database. Returns its URL.
    func create(_ database: String) throws -> String {
        _ = try ask("CREATE DATABASE \(database)", in: "postgres")
        return url(database)
    }

    private func url(_ database: String) -> String {
        "postgres:///\(database)?host=\(folder)&port=5432&user=\(Self.user)"
    }

    private func ask(_ sql: String, in database: String) throws -> String {
        try GuardedProcess.run([
            "\(programs)/psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url(database), "-c", sql,
        ])
    }

    /// Tables whose rows expire.
    private static let temporary = [
        "service_transaction", "service_step", "tas_nonce", "issuer_offer", "verifier_offer", "tas_restore_offer",
    ]

    /// Returns the bytes that a database occupies on disk: of everything, of what does not expire, and of the log of the whole server.
    func bytes(of database: String) throws -> (all: Double, lasting: Double, log: Double) {
        let names = Self.temporary.map { "'\($0)'" }.joined(separator: ", ")
        let tables =
            "FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname LIKE 'opendid%' AND c.relkind = 'r'"
        let size = "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) \(tables)"
        let line = try ask(
            "SELECT (\(size)), (\(size) AND c.relname NOT IN (\(names))), pg_current_wal_lsn() - '0/0'::pg_lsn",
            in: database)
        let figures = line.split(separator: "|").compactMap { Double($0) }
        guard figures.count == 3 else { throw GuardedProcess.DidNotStart(description: "psql printed \(line)") }
        return (figures[0], figures[1], figures[2])
    }

    /// The processor time that the server has used, in milliseconds.
    var milliseconds: Double { server.milliseconds }
}
