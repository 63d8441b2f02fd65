/// A group of measurements that belong together.
protocol BenchmarkSuite: Sendable {
    static var name: String { get }
    static func run() async throws -> [Measurement]
}
