/// A group of measurements that belong together.
protocol BenchmarkSuite: Sendable {
    static var name: String { get }
    /// True if the program fails when a goal of the suite is not met.
    static var mustHold: Bool { get }
    static func run() async throws -> [Measurement]
}

extension BenchmarkSuite {
    static var mustHold: Bool { false }
}
