import Foundation

/// `HeraldBenchmarks [--json] [--write|--smallest] [--idle-minutes=N] [SUITE…]`: runs every suite, or the named ones, and prints our figures and the peers'.
/// With `--write` the suites that ran also get their sections in docs/benchmarks.md anew. With `--smallest` each suite runs once on as
/// little as it can: that shows that it works, and its figures are not to be written down. `--idle-minutes` is for the suite `node`: the time
/// after which the memory of an idle node is read.
@main
struct HeraldBenchmarks {
    static let suites: [any BenchmarkSuite.Type] = [
        KeysBenchmarks.self, JSONBenchmarks.self, OpenDIDBenchmarks.self, FlowBenchmarks.self, ScalingBenchmarks.self,
        SDNBenchmarks.self, GatewayBenchmarks.self, NodeBenchmarks.self, HostileBenchmarks.self,
    ]

    static func main() async throws {
        if try HostileLoad.wasAskedFor(CommandLine.arguments) { return }
        if try await RoleServers.wasAskedFor(CommandLine.arguments) { return }
        if try StubHomeserver.wasAskedFor(CommandLine.arguments) { return }
        if try GatewayLoad.wasAskedFor(CommandLine.arguments) { return }
        if try NodeLoad.wasAskedFor(CommandLine.arguments) { return }
        if try await ChildRun.wasAskedFor(CommandLine.arguments) { return }
        let arguments = CommandLine.arguments.dropFirst()
        let wanted = arguments.filter { !$0.hasPrefix("-") }
        let known = suites.map { $0.name }
        let options = ["--json", "--write", BenchmarkSize.argument]
        let strange =
            arguments.filter {
                $0.hasPrefix("-") && !options.contains($0) && !$0.hasPrefix(NodeBenchmarks.idleArgument)
            } + wanted.filter { !known.contains($0) }
        guard strange.isEmpty else {
            let usage =
                "unknown: \(strange.joined(separator: " ")); usage: HeraldBenchmarks [--json] [--write|--smallest] [\(NodeBenchmarks.idleArgument)N] [\(known.joined(separator: "|"))]…\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        guard !arguments.contains("--write") || BenchmarkSize.current == .whole else {
            FileHandle.standardError.write(
                Data("--write and --smallest do not go together: figures of the smallest size say nothing\n".utf8))
            exit(2)
        }
        let chosen = suites.filter { wanted.isEmpty || wanted.contains($0.name) }
        var results: [(name: String, measurements: [Measurement])] = []
        for suite in chosen {
            let measurements = try await suite.run()
            results.append((suite.name, measurements))
        }
        if BenchmarkSize.current == .smallest {
            FileHandle.standardError.write(
                Data("smallest size: every suite works; the figures below say nothing\n".utf8))
        }
        print(arguments.contains("--json") ? Report.json(results) : Report.table(results))
        if arguments.contains("--write") { try BenchmarkDocument.write(results) }
        // Times of the smallest size say nothing; memory does.
        let missed = chosen.filter({ $0.mustHold }).contains { suite in
            results.filter { $0.name == suite.name }.flatMap(\.measurements).contains {
                $0.goalIsMet == false && (BenchmarkSize.current == .whole || $0.unit == "MB")
            }
        }
        if missed { exit(1) }
    }
}
