import GRDB
import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Limits of strangers")
struct StrangerTests {
    private static let stranger = ServiceRequest.Origin.network("203.0.113.9")

    private func world(
        _ uptime: StoppedClock<Duration> = StoppedClock(.seconds(1_000)),
        _ change: @escaping (inout ServiceLimits) -> Void = { _ in }
    ) async throws -> CoreWorld {
        try await CoreWorld { configuration in
            change(&configuration.limits)
            configuration.uptime = { uptime.now }
        }
    }

    private func propose(_ world: CoreWorld, from origin: ServiceRequest.Origin = stranger, token: String? = nil)
        async throws -> ServiceResponse
    {
        try await world.post(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"), token: token, origin: origin)
    }

    private func count(_ table: String, in world: CoreWorld) async throws -> Int {
        try await world.assembly.database.read { rows in
            try Int.fetchOne(rows.sqlite, sql: "SELECT COUNT(*) FROM \(table)") ?? 0
        }
    }

    @Test("attack 24: a stranger that opens too many transactions gets 429 with a time, and nobody else does")
    func transactions() async throws {
        let uptime = StoppedClock(Duration.seconds(1_000))
        let world = try await world(uptime) { $0.openings = .init(burst: 3, perSecond: 0.1) }
        for _ in 0..<3 { #expect(try await propose(world).status == 200) }
        let refused = try await propose(world)
        #expect(refused.status == 429 && refused.code == "9429" && refused.retryAfter == .seconds(10))
        #expect(try await propose(world, from: .network("203.0.113.10")).status == 200)
        #expect(try await propose(world, from: .process).status == 200)
        #expect(try await propose(world, token: CoreWorld.peerToken).status == 200)
        #expect(try await count("service_transaction", in: world) == 6)
        uptime.advance(by: .seconds(10))
        #expect(try await propose(world).status == 200)
    }

    @Test("attack 24: an abandoned transaction expires after minutes")
    func unfinished() async throws {
        let world = try await world()
        for _ in 0..<450 { _ = try await propose(world) }
        world.clock.advance(by: 901)
        #expect(try await count("service_transaction", in: world) == 450)
        world.clock.advance(by: 900)
        #expect(try await world.assembly.sweeper.sweep() == [200, 200, 50])
        #expect(try await count("service_transaction", in: world) == 0)
    }

    @Test("attack 24: new requests delete expired rows, at most one slice a second unless there are more")
    func slices() async throws {
        let world = try await world()
        for _ in 0..<450 { _ = try await propose(world) }
        world.clock.advance(by: 1_900)
        var left: [Int] = []
        for _ in 0..<4 {
            _ = try await propose(world)
            left.append(try await count("service_transaction", in: world))
        }
        #expect(left == [251, 52, 3, 4])
    }

    private func attest(_ seed: UInt64, in world: CoreWorld) async throws -> ServiceResponse {
        let device = try TestParty(seed: seed, created: world.clock.now)
        let answer = try await world.post(
            OpenDIDEndpoints.WalletProvider.requestSignWallet,
            try await device.proven(as: .device, at: world.clock.now), origin: Self.stranger)
        guard answer.status == 200 else { return answer }
        return try await world.post(
            OpenDIDEndpoints.TAS.requestRegisterWallet,
            RequestAttestedDIDDoc(id: "\(seed)", attestedDidDoc: try answer.value()),
            origin: Self.stranger)
    }

    @Test("attack 24: wallets that nobody uses are deleted with their DIDs, and can register again")
    func wallets() async throws {
        let world = try await world()
        let tables = ["tas_wallet", "wallet_device", "ledger_did_version", "ledger_did", "ledger_status_change"]
        var before: [Int] = []
        for table in tables { before.append(try await count(table, in: world)) }
        for seed in 1...3 as ClosedRange<UInt64> { #expect(try await attest(100 + seed, in: world).status == 200) }
        let did = try TestParty(seed: 101, created: world.clock.now).document.id
        #expect(try await world.registry.resolve(did, versionId: nil) != nil)
        // One of them has an owner.
        try await world.assembly.database.write { rows in
            try rows.sqlite.execute(
                sql: "UPDATE tas_wallet SET status = 'ASSIGNED' WHERE device_did <> ?", arguments: [did])
        }
        world.clock.advance(by: ServiceLimits().unusedWallet + .seconds(1))
        _ = try await world.assembly.sweeper.sweep()
        var after: [Int] = []
        for table in tables { after.append(try await count(table, in: world)) }
        #expect(zip(after, before).map { $0 - $1 } == [2, 2, 2, 2, 2])
        #expect(try await world.registry.resolve(did, versionId: nil) == nil)
        #expect(try await attest(101, in: world).status == 200)
    }

    @Test("attack 24: if there are too many unused wallets, the oldest are deleted, and no recent ones")
    func crowd() async throws {
        let world = try await world { $0.unusedWallets = 2 }
        for seed in 1...4 as ClosedRange<UInt64> {
            #expect(try await attest(200 + seed, in: world).status == 200)
            world.clock.advance(by: 10)
        }
        #expect(try await count("tas_wallet", in: world) == 4)
        world.clock.advance(by: ServiceLimits().crowdedWallet)
        _ = try await world.assembly.sweeper.sweep()
        #expect(try await count("tas_wallet", in: world) == 2)
    }

    @Test("attack 55: one address cannot discover users by trying user IDs")
    func userIDs() async throws {
        let world = try await world { $0.persons = .init(burst: 3, perSecond: 0.1) }
        func ask(_ user: String, from address: String) async throws -> ServiceResponse {
            let seed = WalletTokenSeed(
                purpose: .CREATE_DID, pkgName: "org.omnione.did.ca",
                nonce: Multibase.encode(world.chance.bytes(16), as: .base58btc),
                validUntil: world.clock.now.text, userId: user)
            return try await world.post(OpenDIDEndpoints.CAS.requestWalletTokenData, seed, origin: .network(address))
        }
        for number in 0..<3 { #expect(try await ask("user-\(number)", from: "203.0.113.9").code == "SCRVCFA00400") }
        #expect(try await ask("user-3", from: "203.0.113.9").retryAfter == .seconds(10))
        let kyc = RetrieveKyc(id: "1", txId: "x", serverToken: "x", kycTxId: "user-4")
        #expect(try await world.post(OpenDIDEndpoints.TAS.retrieveKYC, kyc, origin: Self.stranger).status == 429)
        #expect(try await ask("user-3", from: "203.0.113.10").code == "SCRVCFA00400")
    }

    @Test(
        "attack 51: if too many attested devices are unregistered, the oldest are deleted, and none that is recent or in use"
    )
    func attestedDevices() async throws {
        let world = try await world { $0.unusedWallets = 2 }
        #expect(try await attest(400, in: world).status == 200)
        try await world.assembly.database.write { rows in
            try rows.sqlite.execute(sql: "UPDATE tas_wallet SET status = 'ASSIGNED'")
        }
        for seed in 1...5 as ClosedRange<UInt64> {
            world.clock.advance(by: 10)
            let device = try TestParty(seed: 400 + seed, created: world.clock.now)
            let answer = try await world.post(
                OpenDIDEndpoints.WalletProvider.requestSignWallet,
                try await device.proven(as: .device, at: world.clock.now), origin: Self.stranger)
            #expect(answer.status == 200)
        }
        _ = try await world.assembly.sweeper.sweep()
        #expect(try await count("wallet_device", in: world) == 6)
        world.clock.advance(by: ServiceLimits().crowdedWallet)
        _ = try await world.assembly.sweeper.sweep()
        #expect(try await count("wallet_device", in: world) == 3)
        let inUse = try TestParty(seed: 400, created: CoreWorld.start).document.id
        let isThere = try await world.assembly.database.read { rows in
            try Bool.fetchOne(
                rows.sqlite, sql: "SELECT EXISTS (SELECT 1 FROM wallet_device WHERE did = ?)", arguments: [inUse])
        }
        #expect(isThere == true)
    }

    @Test("attack 24: the wallets of one address are limited")
    func manyWallets() async throws {
        let world = try await world { $0.wallets = .init(burst: 3, perSecond: 0.001) }
        #expect(try await attest(301, in: world).status == 200)
        #expect(try await attest(302, in: world).status == 429)
    }
}
