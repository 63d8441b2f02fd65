import Foundation
import OpenDIDWallet

/// The protocols of the suite `opendid flows` with the servers in processes of their own, on SQLite and on PostgreSQL, with one and with two
/// processes of each role. All store their data on disk, and confirm a step when it is there. The wallets are in this process.
///
/// The peer of each row is one process on SQLite in the same run. Wallets, servers, PostgreSQL and nginx share the cores of this machine, so
/// further processes cannot make more runs here. The milliseconds of a core that a run costs are what an operator needs to count machines.
enum ScalingBenchmarks: BenchmarkSuite {
    static let name = "scaling"

    private static let clients = FlowBenchmarks.clients
    private static let issuing = "M210, 12 claims"
    private static let presenting = "M310, 3 claims of 12"

    private struct Result {
        let kind: Deployment.Kind
        /// By protocol, with one client and with all.
        var rates: [String: (alone: FlowBenchmarks.Rate, together: FlowBenchmarks.Rate)] = [:]
    }

    static func run() async throws -> [Measurement] {
        guard ProcessTime.isKnown else {
            note("scaling: this system does not tell the processor time of other programs, so nothing is measured")
            return []
        }
        // If a server has ended, its input is closed. That must not end this process.
        signal(SIGPIPE, SIG_IGN)
        let postgres = try PostgresProgram.programs.map { try PostgresProgram($0) }
        defer { postgres?.stop() }
        var results: [Result] = []
        for kind in BenchmarkSize.choose(Deployment.Kind.allCases, smallest: [.sqlite, .postgresPairs]) {
            if let missing = kind.missing {
                note("scaling: leaves out “\(kind.label)”, because \(missing) is not installed (scripts/setup interop)")
            } else {
                results.append(try await measure(kind, postgres))
            }
        }
        return [issuing, presenting].flatMap { rows(of: $0, results) } + results.flatMap(disk)
    }

    private static func note(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }

    private static func measure(_ kind: Deployment.Kind, _ postgres: PostgresProgram?) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "herald-scaling-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let deployment = try Deployment(kind, postgres, in: folder)
        defer { deployment.stop() }
        let world = FlowWorld.of(deployment.url)
        var wallets: [OpenDIDWallet] = []
        for index in 0..<clients { wallets.append(try await world.wallet(index)) }
        var result = Result(kind: kind)
        result.rates[issuing] = try await pair(wallets, deployment) { try await FlowBenchmarks.issue($0) }
        result.rates[presenting] = try await pair(wallets, deployment) { try await FlowBenchmarks.present($0, world) }
        return result
    }

    private static func pair(
        _ wallets: [OpenDIDWallet], _ deployment: Deployment,
        _ body: @escaping @Sendable (OpenDIDWallet) async throws -> Void
    ) async throws -> (alone: FlowBenchmarks.Rate, together: FlowBenchmarks.Rate) {
        (
            try await FlowBenchmarks.rate(Array(wallets.prefix(1)), spent: deployment.spent, body),
            try await FlowBenchmarks.rate(wallets, spent: deployment.spent, body)
        )
    }

    /// The rates of a protocol, then what a run costs each program. The first result is the peer of the others.
    private static func rows(of label: String, _ results: [Result]) -> [Measurement] {
        guard let first = results.first, let peer = first.rates[label] else { return [] }
        let name = first.kind.label
        let rates = results.flatMap { result -> [Measurement] in
            guard let ours = result.rates[label] else { return [] }
            let isPeer = result.kind == first.kind
            return [
                Measurement(
                    "\(label), \(result.kind.label), 1 client", unit: "runs/s", ours: ours.alone.runs,
                    peer: isPeer ? nil : (name, peer.alone.runs)),
                Measurement(
                    "\(label), \(result.kind.label), \(clients) clients", unit: "runs/s", ours: ours.together.runs,
                    peer: isPeer ? nil : (name, peer.together.runs)),
            ]
        }
        let base = costs(peer.together)
        let spent = results.flatMap { result -> [Measurement] in
            guard let rate = result.rates[label]?.together else { return [] }
            return costs(rate).map { cost in
                // Only the servers together are the same thing in each deployment.
                let other = result.kind == first.kind ? nil : base.first { $0.program == cost.program }
                return Measurement(
                    "\(label), \(result.kind.label): \(cost.program)", unit: "ms of a core",
                    ours: cost.milliseconds, peer: other.map { (name, $0.milliseconds) })
            }
        }
        return rates + spent
    }

    /// The milliseconds of a core for each run, by program; all servers of OpenDID together come first.
    private static func costs(_ rate: FlowBenchmarks.Rate) -> [(program: String, milliseconds: Double)] {
        let runs = Double(max(1, rate.count))
        func cost(_ program: String) -> (program: String, milliseconds: Double)? {
            rate.spent[program].map { (program, $0 / runs) }
        }
        let roles = RoleServers.names.compactMap(cost)
        let sum =
            roles.isEmpty
            ? [cost("OpenDID servers")].compactMap(\.self)
            : [("OpenDID servers", roles.reduce(0) { $0 + $1.milliseconds })]
        // Roles that a protocol does not use are left out.
        return sum + roles.filter { $0.milliseconds >= 0.05 }
            + ["PostgreSQL", "nginx", "wallets"].compactMap(cost)
    }

    private static func disk(_ result: Result) -> [Measurement] {
        guard let rate = result.rates[issuing]?.together else { return [] }
        let runs = Double(max(1, rate.count))
        return [
            ("on disk for a credential, with its transaction until that expires", Deployment.Figure.disk),
            ("on disk for a credential, without what expires", Deployment.Figure.lasting),
            ("of the log for a credential", Deployment.Figure.log),
        ].compactMap { text, figure in
            rate.spent[figure].map {
                Measurement("\(result.kind.label): \(text)", unit: "KiB", ours: $0 / 1_024 / runs)
            }
        }
    }
}
