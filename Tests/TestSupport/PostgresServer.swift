import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A PostgreSQL server of its own in a temporary directory, which ends with this process at the latest.
package final class PostgresServer: Sendable {
    package struct Failure: Error, CustomStringConvertible { package let description: String }

    /// The directory of PostgreSQL's programs, or `nil` if it is not installed.
    package static let programs: String? = {
        // Debian's packages leave the programs out of the search path.
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.compactMap(Int.init).max().map { "/usr/lib/postgresql/\($0)/bin" }
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = [newest].compactMap(\.self) + path.split(separator: ":").map(String.init)
        return folders.first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") }
    }()

    /// The server of the tests that do not stop it: one in each process.
    package static let shared = Task { try await PostgresServer.make() }

    /// Creates a server and starts it.
    /// - Parameters:
    ///   - settings: further settings, as the command line takes them. Defaults to none.
    ///   - listens: true to listen on a port of loopback as well. Defaults to `false`.
    ///   - prepare: changes the folder of the server before it starts. Defaults to nothing.
    /// - Throws: ``Failure`` with the output of PostgreSQL.
    package static func make(
        _ settings: String = "", listens: Bool = false, prepare: @escaping @Sendable (String) throws -> Void = { _ in }
    ) async throws -> PostgresServer {
        try await onThread { try PostgresServer(settings, listens: listens, prepare: prepare) }
    }

    /// Runs what blocks on a thread of its own, because there are only as many threads for tasks as processors.
    package static func onThread<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread { done.resume(with: Result { try body() }) }
        }
    }

    package let folder: String
    private let settings: String
    /// Its end tells the watcher to stop the server. The system closes it with this process, whatever ends that.
    private let watcher: Pipe
    package let port: Int?
    private let postmaster = Mutex<Process?>(nil)
    private let log = Log()

    private init(_ settings: String, listens: Bool, prepare: (String) throws -> Void) throws {
        folder = "/tmp/herald-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        watcher = Pipe()
        port = listens ? try RefusingPort.freePort() : nil
        let listening = port.map { "-c listen_addresses=127.0.0.1 -p \($0)" } ?? "-c listen_addresses= -p 5432"
        self.settings =
            "-k \(folder) \(listening) -c shared_buffers=16MB -c max_connections=300 -c fsync=off \(settings)"
        try Self.run("\(Self.own)chown -R postgres \(folder) 2>/dev/null; true")
        try Self.run(
            "\(Self.asUser)\(Self.programs ?? "")/initdb -D \(folder)/data -U herald -A trust -E UTF8 --locale=C -N")
        try prepare(folder)
        try watch()
        try start()
    }

    /// PostgreSQL refuses to run as root.
    private static let asUser = getuid() == 0 ? "setpriv --reuid=postgres --regid=postgres --clear-groups " : ""
    private static let own = getuid() == 0 ? "" : "true "

    /// Returns the address of a database over the Unix socket.
    package func url(_ database: String = "postgres", user: String = "herald") -> String {
        "postgres:///\(database)?host=\(folder)&port=\(port ?? 5432)&user=\(user)"
    }

    /// Starts the server, and returns when it accepts connections.
    /// - Throws: ``Failure`` with the output of PostgreSQL.
    package func start() throws {
        // The processes of a killed server may need a moment to leave its shared memory.
        for _ in 0..<100 where try !begin() {}
        guard postmaster.withLock({ $0?.isRunning }) == true else {
            throw Failure(description: log.all)
        }
    }

    private func begin() throws -> Bool {
        if postmaster.withLock({ $0?.isRunning }) == true { return true }
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "exec \(Self.asUser)\(Self.programs ?? "")/postgres -D \(folder)/data \(settings)"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let begun = DispatchSemaphore(value: 0), reader = output.fileHandleForReading
        Thread.detachNewThread { [log] in
            log.withLock { $0 = "" }
            // The server's output is read to its end, so that a full pipe does not stop the server.
            var bytes = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = read(reader.fileDescriptor, &bytes, bytes.count)
                guard count > 0 || count < 0 && errno == EINTR else { break }
                let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
                log.withLock { $0 += text }
                if log.isReady { begun.signal() }
            }
            begun.signal()
        }
        begun.wait()
        guard log.isReady else {
            process.waitUntilExit()
            return false
        }
        postmaster.withLock { $0 = process }
        return true
    }

    /// The text that the server has printed.
    private final class Log: Sendable {
        private let text = Mutex("")
        func withLock<T: Sendable>(_ body: (inout sending String) -> sending T) -> T { text.withLock(body) }
        var isReady: Bool { text.withLock { $0.contains("ready to accept ") } }
        var all: String { text.withLock { $0 } }
    }

    /// Stops the server in order.
    package func stop() throws {
        try Self.run("\(Self.asUser)\(Self.programs ?? "")/pg_ctl -D \(folder)/data -w -t 240 -m fast stop")
        reap()
    }

    /// Starts the server again as a standby, which accepts no writes.
    package func becomeStandby() throws {
        try stop()
        try Self.run("touch \(folder)/data/standby.signal")
        try start()
    }

    /// Lets a standby accept writes.
    package func promote() throws {
        try Self.run("\(Self.asUser)\(Self.programs ?? "")/pg_ctl -D \(folder)/data -w -t 240 promote")
    }

    /// Ends the server and all its processes with SIGKILL.
    package func kill() throws {
        for process in try processes() { systemKill(process, SIGKILL) }
        reap()
    }

    private func reap() { postmaster.withLock { $0.take() }?.waitUntilExit() }

    /// Sends a signal to the server and all its processes.
    package func signal(_ number: Int32) throws { for process in try processes() { systemKill(process, number) } }

    private func processes() throws -> [Int32] {
        let file = try String(contentsOfFile: "\(folder)/data/postmaster.pid", encoding: .utf8)
        guard let postmaster = file.split(separator: "\n").first.flatMap({ Int32($0) }) else { return [] }
        let children =
            (try? String(contentsOfFile: "/proc/\(postmaster)/task/\(postmaster)/children", encoding: .utf8)) ?? ""
        return [postmaster] + children.split(separator: " ").compactMap { Int32($0) }
    }

    /// Starts a process that stops the server and deletes the directory when this one has ended.
    private func watch() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        let stop = "\(Self.asUser)\(Self.programs ?? "")/pg_ctl -D \(folder)/data -m immediate stop"
        process.arguments = ["-c", "trap '' INT TERM; read line; \(stop); rm -rf \(folder)"]
        process.standardInput = watcher
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { try? watcher.fileHandleForWriting.close() }

    /// Runs a command of the shell, and returns its output.
    /// - Throws: ``Failure`` with the output if the command fails.
    @discardableResult
    package static func run(_ command: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        // A file, because the server inherits it, and a pipe would not end before the server does.
        let output = "/tmp/herald-pg-\(UUID().uuidString.prefix(8)).txt"
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        defer { try? FileManager.default.removeItem(atPath: output) }
        let handle = FileHandle(forWritingAtPath: output)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        try process.run()
        process.waitUntilExit()
        let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        guard process.terminationStatus == 0 else { throw Failure(description: "\(command): \(text)") }
        return text
    }
}

/// `kill` of the C library, which the method of the same name hides.
private func systemKill(_ process: Int32, _ number: Int32) { _ = kill(process, number) }
