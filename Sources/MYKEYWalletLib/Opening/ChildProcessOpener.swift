#if os(Linux) || os(macOS)
    import Dispatch
    import Foundation
    import MYKEYWire

    /// A wallet that is started for each request, such as `herald mykey wallet` with a terminal.
    ///
    /// The program finds the request URL in its environment, as ``variable``: arguments are readable by every user of the machine. Each
    /// line that it prints to standard output is an answer URL. Standard input and error are this program's, for it to talk to its user.
    public struct ChildProcessOpener: URLOpening {
        /// The environment variable that holds the request URL: `MYKEY_REQUEST_URL`.
        public static let variable = "MYKEY_REQUEST_URL"

        private let executable: String
        private let arguments: [String]
        private let schemes: Set<String>

        /// - Parameters:
        ///   - executable: the program's path; it is not looked for.
        ///   - arguments: what it is started with.
        ///   - schemes: the schemes that it answers to.
        public init(executable: String, arguments: [String] = [], schemes: Set<String> = ["mykey", "simplewallet"]) {
            self.executable = executable
            self.arguments = arguments
            self.schemes = schemes
        }

        public func canOpen(scheme: String) async -> Bool {
            schemes.contains(scheme) && FileManager.default.isExecutableFile(atPath: executable)
        }

        public func open(_ url: String) async -> Bool { await open(url, answers: { _ in }) }

        /// Waits for the program's end, so that it can be stopped when the request ends first.
        /// - Returns: whether it was started and ended with status 0.
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
                    // Reading and waiting block; the threads of Swift's own pool must not.
                    DispatchQueue.global().async {
                        Self.readLines(output.fileHandleForReading, answers)
                        process.waitUntilExit()
                        continuation.resume(returning: process.terminationStatus == 0)
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
                        // Longer than any URL: kept short enough to be refused as one.
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
