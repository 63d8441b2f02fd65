import Foundation

/// The cost of a gateway between clients and their homeserver: time, a processor and memory.
///
/// The gateway is the program itself. The homeserver is a stub that answers at once, so the ratios show the most that a gateway can add. Where
/// the machine has two processors, the gateway has one for itself, and the clients share another one with the stub.
enum GatewayBenchmarks: BenchmarkSuite {
    static let name = "gateway"

    private static let pairs = BenchmarkSize.choose(20_000, smallest: 20)
    private static let clients = BenchmarkSize.choose(32, smallest: 4)
    /// The gateway accepts 1,000 connections of one address.
    private static let connections = BenchmarkSize.choose(800, smallest: 20)

    static func run() async throws -> [Measurement] {
        signal(SIGPIPE, SIG_IGN)
        OpenFiles.raise()
        var rows = try times()
        rows += try await held("idle", as: "idle connections")
        rows += try await held("poll", as: "long polls")
        return rows + (try SynapseWork.run())
    }

    private static func times() throws -> [Measurement] {
        let world = try GatewayWorld()
        var rows: [Measurement] = []
        for (work, name) in [("get", "GET"), ("put", "PUT of a message")] {
            let times = try world.load.ask("\(work) \(world.direct) \(world.gateway.port) \(pairs)")
            rows += try Self.rows(name, times, "stub homeserver", most: 1_000)
        }
        return rows + (try rates(world))
    }

    /// The rows of requests that were sent to a homeserver directly and through the gateway in turns.
    /// - Parameters:
    ///   - times: median and 99th percentile, directly and then through the gateway, in µs.
    ///   - most: the goal of what the gateway adds, in µs.
    static func rows(_ name: String, _ times: [Double], _ peer: String, most: Double) throws -> [Measurement] {
        guard times.count == 4 else { throw WorkProcess.NoAnswer() }
        return [
            Measurement("\(name), median", unit: "µs", ours: times[2], peer: ("\(peer) directly", times[0])),
            Measurement("\(name), p99", unit: "µs", ours: times[3], peer: ("\(peer) directly", times[1])),
            Measurement("\(name), added at the median", unit: "µs", ours: times[2] - times[0], goal: .atMost(most)),
        ]
    }

    /// Requests a second of many clients, in rounds that alternate with the same requests to the stub.
    private static func rates(_ world: GatewayWorld) throws -> [Measurement] {
        let rounds = BenchmarkSize.choose(5, smallest: 1), length = BenchmarkSize.choose(2_000, smallest: 100)
        func rate(_ port: Int) throws -> (answers: Double, perSecond: Double) {
            let figures = try world.load.ask("rate \(port) \(clients) \(length)")
            return (figures[0], figures[0] / figures[1])
        }
        var best = (ours: 0.0, peer: 0.0), answers = 0.0, seconds = 0.0
        for _ in 0..<rounds {
            best.peer = max(best.peer, try rate(world.direct).perSecond)
            let before = world.gateway.processorSeconds
            let round = try rate(world.gateway.port)
            best.ours = max(best.ours, round.perSecond)
            answers += round.answers
            if let before, let after = world.gateway.processorSeconds { seconds += after - before }
        }
        let name = "requests of \(clients) clients", peer = ("stub homeserver directly", best.peer)
        var rows = [
            Cores.both == nil
                ? Measurement(name, unit: "requests/s", ours: best.ours, peer: peer)
                : Measurement(
                    "\(name), gateway on one core, best of \(rounds) rounds", unit: "requests/s", ours: best.ours,
                    peer: peer,
                    goal: .atLeast(5_000))
        ]
        guard seconds > 0, answers > 0 else { return rows }
        rows.append(
            Measurement(
                "gateway's processor time for a request, mean of all rounds", unit: "µs", ours: seconds / answers * 1e6)
        )
        rows.append(Measurement(name, unit: "requests/s of one processor", ours: answers / seconds))
        return rows
    }

    /// Memory and processor time of connections on which nothing happens.
    private static func held(_ work: String, as name: String) async throws -> [Measurement] {
        let world = try GatewayWorld()
        // The first requests allocate memory once for the whole process. It is not a cost of the connections.
        _ = try world.load.ask("get \(world.direct) \(world.gateway.port) 100")
        guard let rest = world.gateway.megabytes else { return [] }
        try world.open(work, connections)
        let window = BenchmarkSize.choose(5.0, smallest: 0.2)
        let before = world.gateway.processorSeconds
        try await Task.sleep(for: .seconds(window))
        guard let before, let after = world.gateway.processorSeconds, let memory = world.gateway.megabytes else {
            return []
        }
        return [
            Measurement("\(connections) \(name): memory above rest", unit: "MB", ours: memory - rest),
            Measurement(
                "\(connections) \(name): processor time in a second", unit: "ms",
                ours: (after - before) / window * 1_000),
        ]
    }
}
