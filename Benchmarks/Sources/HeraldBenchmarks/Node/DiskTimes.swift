import Foundation

/// The time of a write that waits for the disk. No durable message can be faster, so the figures of messages are read beside it.
enum DiskTimes {
    /// - Parameter folder: the folder in which the file is written, on the disk of the node's data.
    static func run(_ folder: URL) throws -> [Measurement] {
        let place = folder.appendingPathComponent("disk")
        // The file has its whole length before the first write, as SQLite's log has after its first use.
        try Data(count: 8 << 20).write(to: place)
        let file = try FileHandle(forUpdating: place)
        defer { try? file.close() }
        try file.synchronize()
        let page = Data(repeating: 7, count: 8 << 10)
        let times = try (0..<BenchmarkSize.choose(500, smallest: 10)).map { _ in
            try file.write(contentsOf: page)
            let start = LoadSocket.now()
            try file.synchronize()
            return LoadSocket.now() - start
        }
        let figures = Percentiles(times)
        return [
            Measurement("this disk: 8 KiB written and waited for, median", unit: "ms", ours: figures.p50),
            Measurement("this disk: 8 KiB written and waited for, p99", unit: "ms", ours: figures.p99),
        ]
    }
}
