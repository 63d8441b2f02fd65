import Foundation

/// The program itself as a server, in a process of its own, so that memory and processor time are the server's alone.
final class HeraldProgram: @unchecked Sendable {
    struct DidNotStart: Error {}

    // Nothing changes after init; Process and Pipe are not Sendable, and are used by one caller at a time.
    private let process = Process()
    private let output = Pipe()
    let port: Int

    /// - Parameter core: the processor on which it runs; any if `nil`.
    init(_ arguments: [String], environment: [String: String] = [:], on core: Int? = nil) throws {
        let herald = Self.own.deletingLastPathComponent().appendingPathComponent("herald")
        (process.executableURL, process.arguments) = Cores.command(herald, arguments, on: core)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        guard let port = String(decoding: line, as: UTF8.self).split(separator: ":").last.flatMap({ Int($0) }) else {
            process.terminate()
            throw DidNotStart()
        }
        self.port = port
        output.fileHandleForReading.ignoreTheRest()
    }

    /// This program.
    static var own: URL {
        #if os(Linux)
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        #endif
    }

    deinit { if process.isRunning { kill() } }

    /// Ends it in good order.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    /// Ends it at once.
    func kill() {
        #if canImport(Darwin)
        Darwin.kill(process.processIdentifier, SIGKILL)
        #else
        Glibc.kill(process.processIdentifier, SIGKILL)
        #endif
        process.waitUntilExit()
    }

    /// The most memory that it has held so far, in MB; `nil` where the system does not tell.
    var peakMegabytes: Double? { status("VmHWM") }

    /// The memory that it holds now, in MB; `nil` where the system does not tell.
    var megabytes: Double? { status("VmRSS") }

    /// The processor time that it has used so far; `nil` where the system does not tell.
    var processorSeconds: Double? {
        #if os(Linux)
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
        // The name in parentheses may contain spaces. The third field follows it; `utime` and `stime` are the fields 14 and 15.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        #else
        return nil
        #endif
    }

    private func status(_ name: String) -> Double? {
        #if os(Linux)
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
        return line.flatMap { Double($0.split(whereSeparator: { !$0.isNumber }).first ?? "") }.map { $0 / 1024 }
        #else
        return nil
        #endif
    }
}
