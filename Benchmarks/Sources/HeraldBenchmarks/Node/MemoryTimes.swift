import Foundation

/// The time of a byte written in each of 5,000 pages, after a rest of 5 ms. A virtual machine whose host looks at its memory now and then is slower
/// at these moments, whatever program runs, so the 99th percentiles of the servers are read beside it.
enum MemoryTimes {
    private static let pages = 5_000, pageBytes = 4_096

    static func run() -> [Measurement] {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: pages * pageBytes, alignment: pageBytes)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 1)
        let times = (0..<BenchmarkSize.choose(1_500, smallest: 10)).map { _ in
            usleep(5_000)
            let start = LoadSocket.now()
            // Bytes at the same place of all pages would share few lines of the processor's cache.
            for page in 0..<pages { memory[page * pageBytes + page * 64 % pageBytes] &+= 1 }
            return LoadSocket.now() - start
        }
        let figures = Percentiles(times)
        return [
            Measurement("this memory: a byte in each of \(pages) pages, median", unit: "ms", ours: figures.p50),
            Measurement("this memory: a byte in each of \(pages) pages, p99", unit: "ms", ours: figures.p99),
        ]
    }
}
