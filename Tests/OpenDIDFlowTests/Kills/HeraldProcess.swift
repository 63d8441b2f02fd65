import Foundation
import Synchronization
import TestSupport

/// The built `herald` program in a process of its own, which can be killed.
final class HeraldProcess: Sendable {
    static let operatorToken = "operator-of-the-kill-tests"
    static let pin = "480215"

    /// It stands beside the test bundle in the build folder.
    static let program: URL? = BuildFolder.program("herald")

    struct Missing: Error { let what: String }

    let pid: Int32
    private let process: Mutex<Process>
    private let output: Mutex<FileHandle>
    private let errorFile: URL

    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        guard let program = Self.program else { throw Missing(what: "the herald program is not built") }
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["HERALD_OPERATOR_TOKEN": Self.operatorToken, "HERALD_PIN": Self.pin]) { $1 }.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        errorFile = FileManager.default.temporaryDirectory.appendingPathComponent("herald-errors-\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: errorFile.path, contents: nil) else {
            throw Missing(what: "no file for its errors")
        }
        process.standardError = try FileHandle(forWritingTo: errorFile)
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        pid = process.processIdentifier
        output = Mutex(pipe.fileHandleForReading)
        self.process = Mutex(process)
    }

    deinit {
        Foundation.kill(pid, SIGKILL)
        try? FileManager.default.removeItem(at: errorFile)
    }

    /// The text on the process's standard error so far.
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }

    func kill() { Foundation.kill(pid, SIGKILL) }

    /// Waits until it ends.
    /// - Returns: its exit status, or 128 and the signal.
    func status() async -> Int32 {
        await onThread {
            self.process.withLock {
                $0.waitUntilExit()
                return $0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus
            }
        }
    }

    /// Returns when it says that it listens.
    func listening() async throws {
        let line = await onThread {
            self.output.withLock { handle in
                var bytes: [UInt8] = []
                while let byte = (try? handle.read(upToCount: 1))?.first, byte != 0x0A { bytes.append(byte) }
                return String(decoding: bytes, as: UTF8.self)
            }
        }
        // The process prints its public address; the port is in its arguments.
        guard line.hasPrefix("listening on ") else {
            throw Missing(what: "the servers did not start: \(line)\(errors)")
        }
    }

    /// Everything that it writes until it ends.
    func text() async -> String {
        await onThread {
            self.output.withLock { String(decoding: (try? $0.readToEnd()) ?? Data(), as: UTF8.self) }
        }
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
