import Foundation
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// Whole protocols over loopback HTTP, every server in this process. The peer is what this machine allows at most: the protocol's bare
/// curve and cipher operations and its HTTP exchanges with nothing inside, one after the other.
///
/// The rows below those two say what the time goes to: each of the two alone, the processor time of a run, and the same runs with
/// everything on disk, each step committed there before it is answered.
enum FlowBenchmarks: BenchmarkSuite {
    static let name = "opendid flows"

    static let clients = BenchmarkSize.choose(16, smallest: 2)
    private static let cores = Double(ProcessInfo.processInfo.activeProcessorCount)

    static func run() async throws -> [Measurement] {
        let clock = ContinuousClock()
        let began = clock.now
        let world = try await FlowWorld.start()
        let up = clock.now - began
        do {
            var wallets = [try await world.wallet(0)]
            try await issue(wallets[0])
            let first = clock.now - began
            for index in 1..<clients { wallets.append(try await world.wallet(index)) }
            var measurements = [
                Measurement("services up", unit: "starts/s", ours: 1 / up.seconds, goal: .atLeast(1)),
                Measurement(
                    "start to first credential, wallet and user registered on the way", unit: "starts/s",
                    ours: 1 / first.seconds, goal: .atLeast(0.5)),
            ]
            let issuing = try await pair("M210, 12 claims", bare: BareProtocol.issuance(), world.exchanges(8), wallets)
            { try await issue($0) }
            let presenting = try await pair(
                "M310, 3 claims of 12", bare: BareProtocol.presentation(), world.exchanges(4), wallets
            ) {
                try await present($0, world)
            }
            measurements += issuing + presenting
            await world.stop()
            // The first two rows of each are its runs in memory.
            return try await measurements + onDisk(besides: (issuing.prefix(2) + presenting.prefix(2)).map(\.ours))
        } catch {
            await world.stop()
            throw error
        }
    }

    static func issue(_ wallet: OpenDIDWallet) async throws {
        try await wallet.issueCredential(planId: FlowWorld.planID, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
    }

    static func present(_ wallet: OpenDIDWallet, _ world: FlowWorld) async throws {
        let offer = try await world.offer()
        try await wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
    }

    /// One client, then all of them at once, and the share of one client's time that bare signatures take. Beside them the protocol's HTTP
    /// exchanges with nothing inside, through the same client and server: no protocol over HTTP can be faster on this machine.
    private static func pair(
        _ label: String, bare: BareProtocol.Cost, _ exchanges: @escaping @Sendable (OpenDIDWallet) async throws -> Void,
        _ wallets: [OpenDIDWallet], _ body: @escaping @Sendable (OpenDIDWallet) async throws -> Void
    ) async throws -> [Measurement] {
        let alone = try await rate(Array(wallets.prefix(1)), body)
        let together = try await rate(wallets, body)
        let (empty, emptyTogether) = (
            try await rate(Array(wallets.prefix(1)), exchanges), try await rate(wallets, exchanges)
        )
        let goal = Measurement.Goal.ratioAtLeast(0.5)
        let bound = ("bare operations and exchanges", 1 / (bare.total + 1 / empty.runs))
        let boundTogether = (
            "bare operations and exchanges on every core", 1 / (bare.total / cores + 1 / emptyTogether.runs)
        )
        let single = ("bare operations, one after the other", 1 / bare.total)
        let all = ("bare operations on every core", cores / bare.total)
        return [
            Measurement("\(label), 1 client", unit: "runs/s", ours: alone.runs, peer: bound, goal: goal),
            Measurement(
                "\(label), \(clients) clients", unit: "runs/s", ours: together.runs, peer: boundTogether, goal: goal),
            Measurement(
                "\(label): what its HTTP exchanges alone allow, 1 client", unit: "runs/s", ours: empty.runs,
                peer: single),
            Measurement(
                "\(label): what its HTTP exchanges alone allow, \(clients) clients", unit: "runs/s",
                ours: emptyTogether.runs, peer: all),
            Measurement(
                "\(label), \(clients) clients", unit: "runs/s of one processor", ours: together.perProcessorSecond,
                peer: single),
            Measurement(
                "\(label): what its HTTP exchanges alone allow, \(clients) clients", unit: "runs/s of one processor",
                ours: emptyTogether.perProcessorSecond, peer: single),
            Measurement(
                "\(label): share of bare signatures in one client's time", unit: "%",
                ours: 100 * bare.signatures * alone.runs),
        ]
    }

    /// The same with servers and wallets on disk.
    /// - Parameter memory: the memory that the four rows reached.
    private static func onDisk(besides memory: [Double]) async throws -> [Measurement] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "herald-benchmarks-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = try await FlowWorld.start(in: folder)
        do {
            var wallets: [OpenDIDWallet] = []
            for index in 0..<clients { wallets.append(try await world.wallet(index)) }
            let issued = (
                try await rate(Array(wallets.prefix(1))) { try await issue($0) },
                try await rate(wallets) { try await issue($0) }
            )
            let shown = (
                try await rate(Array(wallets.prefix(1))) { try await present($0, world) },
                try await rate(wallets) { try await present($0, world) }
            )
            await world.stop()
            let rows = [
                ("M210, 12 claims, all on disk, 1 client", issued.0),
                ("M210, 12 claims, all on disk, \(clients) clients", issued.1),
                ("M310, 3 claims of 12, all on disk, 1 client", shown.0),
                ("M310, 3 claims of 12, all on disk, \(clients) clients", shown.1),
            ]
            return zip(rows, memory).map { row, memory in
                Measurement(
                    row.0, unit: "runs/s", ours: row.1.runs, peer: ("ours in memory", memory), goal: .ratioAtLeast(0.6))
            }
        } catch {
            await world.stop()
            throw error
        }
    }

    struct Rate {
        let runs: Double
        /// Of all threads of the process, servers and wallets together.
        let perProcessorSecond: Double
        /// The number of runs that were measured.
        let count: Int
        /// What `spent` says after the runs, less what it says before them.
        let spent: [String: Double]
    }

    /// Runs per second over about four seconds, after one run of each client to warm up.
    /// - Parameter spent: named figures that only grow, such as other processes' time. Defaults to none.
    static func rate(
        _ wallets: [OpenDIDWallet], spent: () throws -> [String: Double] = { [:] },
        _ body: @escaping @Sendable (OpenDIDWallet) async throws -> Void
    ) async throws -> Rate {
        for wallet in wallets { try await body(wallet) }
        let clock = ContinuousClock()
        let before = try spent()
        let processor = Stopwatch.processorTime()
        let start = clock.now
        let end = start + BenchmarkSize.choose(.seconds(4), smallest: .milliseconds(200))
        let runs = try await withThrowingTaskGroup(of: Int.self) { group in
            for wallet in wallets {
                group.addTask {
                    var runs = 0
                    while clock.now < end {
                        try await body(wallet)
                        runs += 1
                    }
                    return runs
                }
            }
            return try await group.reduce(0, +)
        }
        let (seconds, used) = ((clock.now - start).seconds, Stopwatch.processorTime() - processor)
        return Rate(
            runs: Double(runs) / seconds, perProcessorSecond: Double(runs) / used, count: runs,
            spent: try spent().merging(before) { $0 - $1 })
    }
}

extension Duration {
    fileprivate var seconds: Double {
        let (whole, attoseconds) = components
        return Double(whole) + Double(attoseconds) * 1e-18
    }
}
