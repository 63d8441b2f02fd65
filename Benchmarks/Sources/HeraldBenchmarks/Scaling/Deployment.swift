import Foundation

/// Running OpenDID servers in processes of their own, with the engine under them and the proxy in front.
final class Deployment: Sendable {
    /// The ways to run the servers, from the simplest on.
    enum Kind: CaseIterable {
        case sqlite, postgres, sqliteRoles, postgresRoles, postgresPairs

        var label: String {
            switch self {
            case .sqlite: "SQLite, one process"
            case .postgres: "PostgreSQL, one process"
            case .sqliteRoles: "SQLite, a process for each role"
            case .postgresRoles: "PostgreSQL, a process for each role"
            case .postgresPairs: "PostgreSQL, two processes for each role"
            }
        }

        var usesPostgres: Bool { self != .sqlite && self != .sqliteRoles }
        /// The processes of each role behind nginx; 0 is one process without nginx for all roles.
        var instances: Int {
            switch self {
            case .sqlite, .postgres: 0
            case .sqliteRoles, .postgresRoles: 1
            case .postgresPairs: 2
            }
        }

        /// The program that this machine lacks for it, or `nil`.
        var missing: String? {
            if usesPostgres, PostgresProgram.programs == nil { return "PostgreSQL's server" }
            return instances > 0 && NginxProgram.program == nil ? "nginx" : nil
        }
    }

    struct Unusable: Error {}

    let url: URL
    private let postgres: PostgresProgram?
    private let database: String
    private let nginx: NginxProgram?
    private let servers: [(role: String, process: GuardedProcess)]
    private let folder: URL
    private let ports: HeldPorts

    /// Starts everything, and returns when the servers answer.
    /// - Parameters:
    ///   - postgres: the server in which the deployment gets a database of its own.
    ///   - folder: the place for files, which exists.
    init(_ kind: Kind, _ postgres: PostgresProgram?, in folder: URL) throws {
        self.folder = folder
        self.postgres = kind.usesPostgres ? postgres : nil
        database = "bench_\(UUID().uuidString.prefix(8).lowercased())"
        let storage = try self.postgres?.create(database)
        func place(_ role: String) -> String { storage ?? folder.appendingPathComponent(role).path }
        let secret = UUID().uuidString + UUID().uuidString
        let count = kind.instances
        guard count > 0 else {
            ports = try HeldPorts(1)
            let process = try RoleServers.start(
                "all", port: ports.numbers[0], base: nil, registry: nil, storage: place("all"), secret: secret)
            (servers, nginx) = ([("OpenDID servers", process)], nil)
            url = try Self.url(ports.numbers[0])
            return
        }
        guard let program = NginxProgram.program else { throw Unusable() }
        ports = try HeldPorts(2 + count * RoleServers.names.count)
        let (base, registry) = (ports.numbers[0], ports.numbers[1])
        var free = Array(ports.numbers.dropFirst(2))
        var instances: [String: [Int]] = [:]
        for role in RoleServers.names {
            instances[role] = Array(free.prefix(count))
            free.removeFirst(count)
        }
        url = try Self.url(base)
        nginx = try NginxProgram(
            program, in: folder.appendingPathComponent("nginx"), port: base, registry: registry, instances: instances)
        var servers: [(role: String, process: GuardedProcess)] = []
        // The trust agent is first, because the others enrol with it.
        for role in RoleServers.names {
            for port in instances[role] ?? [] {
                let process = try RoleServers.start(
                    role, port: port, base: "http://127.0.0.1:\(base)", registry: "http://127.0.0.1:\(registry)",
                    storage: place(role), secret: secret)
                servers.append((role, process))
            }
        }
        self.servers = servers
    }

    private static func url(_ port: Int) throws -> URL {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw Unusable() }
        return url
    }

    func stop() {
        for server in servers { server.process.stop() }
        nginx?.stop()
    }

    /// The names of figures of ``spent()`` that are no program's.
    enum Figure {
        static let disk = "bytes on disk", lasting = "bytes that do not expire", log = "bytes of the log"
    }

    /// The milliseconds of processor time that each program has used, and the bytes that the data occupies.
    func spent() throws -> [String: Double] {
        var figures = ["wallets": Stopwatch.processorTime() * 1_000]
        for (role, process) in servers { figures[role, default: 0] += process.milliseconds }
        if let nginx { figures["nginx"] = nginx.milliseconds }
        if let postgres {
            figures["PostgreSQL"] = postgres.milliseconds
            let bytes = try postgres.bytes(of: database)
            (figures[Figure.disk], figures[Figure.lasting]) = (bytes.all, bytes.lasting)
            figures[Figure.log] = bytes.log
        } else {
            figures[Figure.disk] = databaseFiles()
        }
        return figures
    }

    /// The bytes of SQLite's files without the log, which is used again and again.
    private func databaseFiles() -> Double {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        var bytes = 0
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "sqlite" else { continue }
            bytes += (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
        }
        return Double(bytes)
    }
}
