#if os(Linux) || os(macOS)
import Dispatch
import Foundation
import MYKEYWire

/// Starts a wallet program for each request, such as `herald mykey wallet` in a terminal.
///
/// The program receives the request URL in the environment variable ``variable``, because every user of the machine can read arguments.
/// Each line that it prints to standard output is an answer URL. It uses the standard input and standard error of this process, so that it
/// can ask the user.
public struct ChildProcessOpener: URLOpening {
    /// The name of the environment variable that contains the request URL.
    public static let variable = "MYKEY_REQUEST_URL"

    private let executable: String
    private let arguments: [String]
    private let schemes: Set<String>

    /// Creates an opener.
    /// - Parameters:
    ///   - executable: the path of the program. It is not searched for in `PATH`.
    ///   - arguments: the program's arguments. Defaults to none.
    ///   - schemes: the schemes that the program handles. Defaults to `mykey` and `simplewallet`.
    public init(executable: String, arguments: [String] = [], schemes: Set<String> = ["mykey", "simplewallet"]) {
        self.executable = executable
        self.arguments = arguments
        self.schemes = schemes
    }

    public func canOpen(scheme: String) async -> Bool {
        schemes.contains(scheme) && FileManager.default.isExecutableFile(atPath: executable)
    }

    public func open(_ url: String) async -> Bool { await open(url, answers: { _ in }) }

    /// Starts the program and waits for its end. If the request ends first, the program is stopped.
    /// - Returns: true if the program was started, printed an answer URL and ended with status 0.
    public func open(_ url: String, answers: @escaping @Sendable (String) -> Void) async -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: url]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        do { try process.run() } catch { return false }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A dispatch queue is used, because reading and waiting block, and the threads of Swift's pool must not block.
                DispatchQueue.global().async {
                    var isAnswered = false
                    Self.readLines(output.fileHandleForReading) { line in
                        // A line that is no URL, such as a message for people, is no answer.
                        if (try? LinkParts(line))?.host != nil { isAnswered = true }
                        answers(line)
                    }
                    process.waitUntilExit()
                    continuation.resume(returning: process.terminationStatus == 0 && isAnswered)
                }
            }
        } onCancel: {
            process.terminate()
        }
    }

    private static func readLines(_ handle: FileHandle, _ answers: (String) -> Void) {
        var line: [UInt8] = []
        while let chunk = try? handle.read(upToCount: 4096), !chunk.isEmpty {
            for byte in chunk {
                guard byte == UInt8(ascii: "\n") else {
                    // A line that is longer than any URL is cut. It stays just long enough to be rejected as a URL.
                    if line.count <= MYKEYLimits.urlBytes { line.append(byte) }
                    continue
                }
                if !line.isEmpty { answers(String(decoding: line, as: UTF8.self)) }
                line = []
            }
        }
        if !line.isEmpty { answers(String(decoding: line, as: UTF8.self)) }
    }
}
#endif
