/// The effect of one kind of attack on a stranger.
struct HostileRow: Sendable {
    struct Operation: Sendable {
        let name: String
        let undisturbed: Percentiles
        let disturbed: Percentiles

        /// Twice the 99th percentile without an attack, plus 100 ms.
        var limit: Double { 2 * undisturbed.p99 + 100 }
        var isHeld: Bool { disturbed.p99 <= limit }
    }

    static let memoryLimit = 400.0

    let server: HostileServer
    let mode: String
    let operations: [Operation]
    let answered: Int
    let refused: Int
    /// The most memory of the server, in MB.
    let peak: Double?

    var isHeld: Bool { operations.allSatisfy(\.isHeld) && (peak ?? 0) <= Self.memoryLimit }

    var measurements: [Measurement] {
        let name = "\(server.rawValue), \(mode)"
        return operations.map { operation in
            Measurement(
                "\(name): \(operation.name), p99", unit: "ms", ours: operation.disturbed.p99,
                peer: ("undisturbed", operation.undisturbed.p99),
                goal: .atMost(operation.limit))
        }
            + (peak.map { [Measurement("\(name): peak memory", unit: "MB", ours: $0, goal: .atMost(Self.memoryLimit))] }
                ?? [])
    }

    static let titles = [
        "server", "attack", "operation", "undisturbed p50/p99", "disturbed p50/p99", "limit", "held", "answered",
        "refused", "peak MB",
    ]

    /// A line for each operation. The first line also has the values that hold for all operations.
    var lines: [[String]] {
        operations.enumerated().map { index, operation in
            let isFirst = index == 0
            return [
                isFirst ? server.rawValue : "", isFirst ? mode : "", operation.name, operation.undisturbed.text,
                operation.disturbed.text,
                Report.figure(operation.limit), operation.isHeld ? "yes" : "NO", isFirst ? "\(answered)" : "",
                isFirst ? "\(refused)" : "",
                isFirst ? peak.map { Report.figure($0) + ($0 > Self.memoryLimit ? " NO" : "") } ?? "-" : "",
            ]
        }
    }
}

/// The middle and the end of many times, in milliseconds.
struct Percentiles: Sendable {
    let p50: Double
    let p99: Double

    init(_ times: [Double]) {
        let sorted = times.sorted()
        func at(_ share: Double) -> Double {
            sorted.isEmpty ? 0 : sorted[min(Int(Double(sorted.count) * share), sorted.count - 1)]
        }
        (p50, p99) = (at(0.5), at(0.99))
    }

    var text: String { "\(Report.figure(p50)) / \(Report.figure(p99))" }
}
