import Foundation

/// A program that runs beside this one, and ends with this one at the latest.
final class GuardedProcess: @unchecked Sendable {
    /// The program ended before it was ready.
    struct DidNotStart: Error, CustomStringConvertible { let description: String }

    // Nothing changes after init; Process and Pipe are not Sendable, and one caller at a time uses them.
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts a program and returns when it is ready.
    /// - Parameters:
    ///   - command: the program and its arguments.
    ///   - environment: additions to this process's environment. Defaults to none.
    ///   - ending: the signal that ends the program. Defaults to `TERM`.
    ///   - marker: a part of the line that the program prints when it is ready. `nil` does not wait.
    /// - Throws: ``DidNotStart`` with the program's output.
    init(_ command: [String], environment: [String: String] = [:], ending: String = "TERM", until marker: String?)
        throws
    {
        // The system closes the shell's input with this process, whatever ends that.
        let script = "\"$@\" 2>&1 & child=$!; exec >/dev/null 2>&1; read -r _; kill -s \(ending) $child; wait $child"
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh"] + command
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // The user that PostgreSQL runs as may not enter this directory.
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try Self.withoutBlockedSignals { try process.run() }
        let reader = output.fileHandleForReading
        if let marker {
            var said: [String] = []
            while let line = try Self.line(from: reader) {
                said.append(line)
                if line.contains(marker) { break }
            }
            guard said.last?.contains(marker) == true else {
                stop()
                throw DidNotStart(
                    description: "\(command.first ?? "") did not start: \(said.suffix(5).joined(separator: " | "))")
            }
        }
        reader.ignoreTheRest()
    }

    deinit { stop() }

    /// Runs a body with no signal blocked. The threads of the concurrency runtime block most signals, a child inherits that, and dash would
    /// then wait for the end of its own child forever.
    private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    private static func line(from reader: FileHandle) throws -> String? {
        var bytes: [UInt8] = []
        while let byte = try reader.read(upToCount: 1)?.first {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// The processor time that the program has used, in milliseconds.
    var milliseconds: Double { ProcessTime.milliseconds(of: process.processIdentifier) }

    /// The memory that the program holds, in MB.
    var megabytes: Double { ProcessMemory.megabytes(ofChildrenOf: process.processIdentifier) }

    /// Ends the program, and waits for its end. Does nothing if it has ended.
    func stop() {
        guard process.isRunning else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Runs a program to its end and returns what it printed.
    /// - Throws: ``DidNotStart`` with the output if it fails.
    @discardableResult
    static func run(_ command: [String]) throws -> String {
        let process = Process(), output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw DidNotStart(description: "\(command.first ?? "") ended with \(process.terminationStatus): \(text)")
        }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
