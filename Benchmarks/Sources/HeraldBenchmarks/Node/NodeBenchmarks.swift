import Foundation

/// A node under the load of many users, and Synapse under the same load where it is installed.
///
/// The node is the program itself with its default durability. The clients are another process. All of them share the processors of the machine.
enum NodeBenchmarks: BenchmarkSuite {
    static let name = "node"

    /// The argument that sets the minutes after which the idle node's memory is read. Defaults to 1; the goal is set for 10.
    static let idleArgument = "--idle-minutes="

    static func run() async throws -> [Measurement] {
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raise()
        let folder = try HostileFolder()
        let machine = try DiskTimes.run(folder.url) + ProcessorTimes.run()
        var ours = try await loaded(folder.place("node"))
        let synapse = try await self.synapse()
        ours.compare(with: synapse)
        let members = try MemberWork.run(folder.place("members"))
        return machine + ours.rows + members
    }

    private static func loaded(_ data: URL) async throws -> NodeFigures {
        let node = try HeraldNode(data, connections: 3_000)
        defer { node.stop() }
        return try await NodeWork(node, load: NodeLoad.start(), isPeer: false).run()
    }

    /// - Returns: no figures where Synapse is not installed, and at the smallest size, because Synapse takes long to start.
    private static func synapse() async throws -> NodeFigures? {
        guard BenchmarkSize.current == .whole else { return nil }
        do {
            return try await NodeWork(SynapsePeer(), load: NodeLoad.start(), isPeer: true).run()
        } catch let error as PythonPeers.Missing {
            say("no figures of Synapse: \(error.reason)")
        } catch is WorkProcess.NoAnswer {
            say("no figures of Synapse: it did not start, or its load did not end")
        }
        return nil
    }

    /// The minutes after which the idle node's memory is read.
    static var idleMinutes: Double {
        let argument = CommandLine.arguments.last { $0.hasPrefix(idleArgument) }
        let minutes = argument.flatMap { Double($0.dropFirst(idleArgument.count)) }
        return BenchmarkSize.choose(max(minutes ?? 1, 0), smallest: 0.01)
    }

    /// Reports the progress, because the suite takes minutes.
    static func say(_ text: String) { FileHandle.standardError.write(Data("node: \(text)\n".utf8)) }
}
