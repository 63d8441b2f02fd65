import Foundation

/// The Python programs that take in the same bytes: matrix-nio, and orjson alone. They come from the environment that `make interop` makes.
final class PythonPeers {
    struct Missing: Error { let reason: String }

    private let process: WorkProcess
    private let file: URL

    /// - Throws: ``Missing`` where they are not installed.
    init(_ bytes: [UInt8]) throws {
        let python = try Self.python()
        file = FileManager.default.temporaryDirectory.appendingPathComponent("herald-bench-\(UUID().uuidString).json")
        try Data(bytes).write(to: file)
        process = try WorkProcess(
            python, [Self.script("sync_peers.py").path, file.path, SyncWorkload.me])
    }

    private static let benchmarks = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// A program of the folder `Peers`.
    static func script(_ name: String) -> URL { benchmarks.appendingPathComponent("Peers/\(name)") }

    /// The Python of `make interop`, or the one that BENCH_PYTHON names.
    /// - Throws: ``Missing`` where there is none.
    static func python() throws -> URL {
        let python =
            ProcessInfo.processInfo.environment["BENCH_PYTHON"].map { URL(fileURLWithPath: $0) }
            ?? benchmarks.deletingLastPathComponent().appendingPathComponent(".venv/bin/python")
        guard FileManager.default.isExecutableFile(atPath: python.path) else {
            throw Missing(reason: "there is no .venv (make interop makes one)")
        }
        return python
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// - Returns: the seconds of processor time of one run.
    func seconds(_ work: String) throws -> Double {
        do {
            return try process.ask(work)[0]
        } catch is WorkProcess.NoAnswer {
            throw Missing(reason: "matrix-nio or orjson is not installed")
        }
    }
}
