import Foundation

/// `HeraldBenchmarks [--json] [SUITE…]`: runs every suite, or those named, and prints our figures beside the peers'.
@main
struct HeraldBenchmarks {
    static let suites: [any BenchmarkSuite.Type] = [KeysBenchmarks.self, JSONBenchmarks.self, OpenDIDBenchmarks.self, FlowBenchmarks.self]

    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let wanted = arguments.filter { !$0.hasPrefix("-") }
        let known = suites.map { $0.name }
        let strange = arguments.filter { $0.hasPrefix("-") && $0 != "--json" } + wanted.filter { !known.contains($0) }
        guard strange.isEmpty else {
            let usage = "unknown: \(strange.joined(separator: " ")); usage: HeraldBenchmarks [--json] [\(known.joined(separator: "|"))]…\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        let chosen = suites.filter { wanted.isEmpty || wanted.contains($0.name) }
        var results: [(name: String, measurements: [Measurement])] = []
        for suite in chosen { results.append((suite.name, try await suite.run())) }
        print(arguments.contains("--json") ? Report.json(results) : Report.table(results))
    }
}
