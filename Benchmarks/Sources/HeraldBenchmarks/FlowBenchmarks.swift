import Foundation
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// Whole protocols over loopback HTTP, every server in this process. The peer is what the protocol's bare curve and cipher operations
/// alone would allow on this machine.
enum FlowBenchmarks: BenchmarkSuite {
    static let name = "opendid flows"

    private static let clients = 16
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
                Measurement("start to first credential, wallet and user registered on the way", unit: "starts/s", ours: 1 / first.seconds, goal: .atLeast(0.5)),
            ]
            measurements += try await pair("M210, 12 claims", bare: BareProtocol.issuance(), world.exchanges(8), wallets) { try await issue($0) }
            measurements += try await pair("M310, 3 claims of 12", bare: BareProtocol.presentation(), world.exchanges(4), wallets) { wallet in
                let offer = try await world.offer()
                try await wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            }
            await world.stop()
            return measurements
        } catch {
            await world.stop()
            throw error
        }
    }

    private static func issue(_ wallet: OpenDIDWallet) async throws {
        try await wallet.issueCredential(planId: FlowWorld.planID, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
    }

    /// One client, then all of them at once, and the share of one client's time that bare signatures take. Beside them the protocol's HTTP
    /// exchanges with nothing inside, through the same client and server: no protocol over HTTP can be faster on this machine.
    private static func pair(
        _ label: String, bare: BareProtocol.Cost, _ exchanges: @escaping @Sendable (OpenDIDWallet) async throws -> Void,
        _ wallets: [OpenDIDWallet], _ body: @escaping @Sendable (OpenDIDWallet) async throws -> Void
    ) async throws -> [Measurement] {
        let alone = try await rate(Array(wallets.prefix(1)), body)
        let together = try await rate(wallets, body)
        let (empty, emptyTogether) = (try await rate(Array(wallets.prefix(1)), exchanges), try await rate(wallets, exchanges))
        let goal = Measurement.Goal.ratioAtLeast(0.5)
        return [
            Measurement(
                "\(label), 1 client", unit: "runs/s", ours: alone, peer: ("bare operations, one after the other", 1 / bare.total), goal: goal),
            Measurement(
                "\(label), \(clients) clients", unit: "runs/s", ours: together,
                peer: ("bare operations on every core", cores / bare.total), goal: goal),
            Measurement("\(label): its HTTP exchanges with nothing inside, 1 client", unit: "runs/s", ours: empty),
            Measurement("\(label): its HTTP exchanges with nothing inside, \(clients) clients", unit: "runs/s", ours: emptyTogether),
            Measurement("\(label): share of bare signatures in one client's time", unit: "%", ours: 100 * bare.signatures * alone),
        ]
    }

    /// Runs per second over about four seconds, after one run of each client to warm up.
    private static func rate(_ wallets: [OpenDIDWallet], _ body: @escaping @Sendable (OpenDIDWallet) async throws -> Void) async throws -> Double {
        for wallet in wallets { try await body(wallet) }
        let clock = ContinuousClock()
        let start = clock.now
        let end = start + .seconds(4)
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
        return Double(runs) / (clock.now - start).seconds
    }
}

extension Duration {
    fileprivate var seconds: Double {
        let (whole, attoseconds) = components
        return Double(whole) + Double(attoseconds) * 1e-18
    }
}
