import Foundation

/// `HeraldBenchmarks [--json] [SUITE…]`: runs every suite, or those named, and prints our figures beside the peers'.
@main
struct HeraldBenchmarks {
    static let suites: [any BenchmarkSuite.Type] = [KeysBenchmarks.self, JSONBenchmarks.self, OpenDIDBenchmarks.self]

    static func main() throws {
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
        let results = try chosen.map { (name: $0.name, measurements: try $0.run()) }
        print(arguments.contains("--json") ? Report.json(results) : Report.table(results))
    }
}
