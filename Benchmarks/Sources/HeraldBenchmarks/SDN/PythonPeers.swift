import Foundation

/// The Python programs that take in the same bytes: matrix-nio, and orjson alone. They come from the environment that `make interop` makes.
enum PythonPeers {
    struct Missing: Error { let reason: String }
    /// Seconds of processor time.
    struct Times {
        let nio: Double
        let orjson: Double
    }

    static func times(_ bytes: [UInt8]) throws -> Result<Times, Missing> {
        let benchmarks = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let python = ProcessInfo.processInfo.environment["BENCH_PYTHON"].map { URL(fileURLWithPath: $0) }
            ?? benchmarks.deletingLastPathComponent().appendingPathComponent(".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            return .failure(Missing(reason: "there is no .venv (make interop makes one)"))
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("herald-bench-\(UUID().uuidString).json")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = python
        process.arguments = [benchmarks.appendingPathComponent("Peers/sync_peers.py").path, file.path, SyncWorkload.me]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard process.terminationStatus == 0, figures.count == 2 else { return .failure(Missing(reason: "matrix-nio or orjson is not installed")) }
        return .success(Times(nio: figures[0], orjson: figures[1]))
    }
}
