import GRDB
import HeraldKeys
import OpenDID_DataModel
import Synchronization
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Limits of one provider's entries in the registry")
struct RegistryQuotaTests {
    @Test("attack 89: an issuer has a limited number of plans, and can replace each")
    func plans() async throws {
        let distant = try await DistantWorld()
        var plan = try #require(try await distant.registry(as: .issuer).plan(TestSchemas.identityPlan))
        let known = try await distant.agent.registry.database.read { rows in
            try rows.planTotal(owner: "did:omn:issuer").entries
        }
        for number in known..<RegistryChange.entriesPerIssuer {
            plan.vcPlanId = "of the quota \(number)"
            try await distant.agent.registry.save(plan, owner: "did:omn:issuer")
        }
        #expect(try await distant.change([.init(plan: plan)], by: .issuer) == "200")
        plan.vcPlanId = "one more"
        #expect(try await distant.change([.init(plan: plan)], by: .issuer) == "400 SSRVTRA12004")
        #expect(try await distant.agent.registry.plan("one more") == nil)
    }

    @Test("attack 89: an issuer's schemas have a limited number and a limited size together")
    func schemas() async throws {
        let distant = try await DistantWorld()
        var schema = try #require(
            try await distant.registry(as: .issuer).schema(named: TestSchemas.identity, owner: "did:omn:issuer"))
        func change(_ name: String) -> ChangeRegistry.Change {
            schema.id = SchemaSeed.url(of: name, issuerURL: IssuanceWorld.baseURL)
            return .init(schema: .init(name: name, schema: schema))
        }
        func fill(_ sql: String) async throws {
            try await distant.agent.registry.database.write { rows in try rows.sqlite.execute(sql: sql) }
        }
        try await fill(
            """
            INSERT INTO ledger_schema (id, name, owner, body)
            VALUES ('filling', 'filling', 'did:omn:issuer', zeroblob(\(RegistryChange.bytesPerIssuer - (64 << 10))))
            """)
        #expect(try await distant.change([change("small")], by: .issuer) == "200")
        schema.description = String(repeating: "x", count: 64 << 10)
        #expect(try await distant.change([change("large")], by: .issuer) == "400 SSRVTRA12004")
        schema.description = "small"
        try await fill("DELETE FROM ledger_schema WHERE id = 'filling'")
        try await fill(
            """
            WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number WHERE n < \(RegistryChange.entriesPerIssuer))
            INSERT INTO ledger_schema (id, name, owner, body) SELECT 'of the quota ' || n, 'of the quota ' || n, 'did:omn:issuer', x'' FROM number
            """)
        #expect(try await distant.change([change("another")], by: .issuer) == "400 SSRVTRA12004")
    }

    @Test("attack 89: a limited number of apps may use a wallet")
    func apps() async throws {
        let world = try await CoreWorld()
        for number in 0..<RegistryChange.appsPerWallet {
            try await world.registry.allow(app: "org.example.app\(number)", wallet: "a wallet")
        }
        #expect(try await change(world, app: "org.example.app1") == "200")
        #expect(try await change(world, app: "org.example.more") == "SSRVTRA12004")
        #expect(try await world.registry.allowedApps(wallet: "a wallet").count == RegistryChange.appsPerWallet)
    }

    @Test("attack 89: an app provider that invents wallets gets no higher limit")
    func appsOfAll() async throws {
        let world = try await CoreWorld()
        try await world.registry.database.write { rows in
            // The servers' own app is not there yet.
            try rows.sqlite.execute(
                sql: """
                    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO ledger_app (wallet, package) SELECT 'made up ' || n, 'org.example.app' FROM number
                    """,
                arguments: [RegistryChange.apps - 1])
        }
        #expect(try await change(world, app: "org.example.last") == "200")
        #expect(try await change(world, app: "org.example.more") == "SSRVTRA12004")
    }

    private func change(_ world: CoreWorld, app: String) async throws -> String {
        let provider = try await world.identity(.cas)
        let request = ChangeRegistry(
            id: "1", provider: provider.provider, nonce: Multibase.encode(world.chance.bytes(16), as: .base58btc),
            changes: [.init(app: .init(wallet: "a wallet", package: app))])
        let signed = try await provider.sign(request, created: world.clock.now)
        return try await world.post(OpenDIDEndpoints.Registry.change, signed, token: CoreWorld.peerToken).code ?? "200"
    }

    @Test("attack 89: public lists are limited, and the entries left out are found by their ID")
    func lists() async throws {
        let distant = try await DistantWorld()
        let registry = distant.agent.registry
        var plan = try #require(try await registry.plan(TestSchemas.identityPlan))
        plan.description = String(repeating: "x", count: 400 << 10)
        for number in 0..<10 {
            plan.vcPlanId = "vcplanid0000000000\(10 + number)"
            try await registry.save(plan, owner: nil)
        }
        let response = await distant.agent.get(OpenDIDEndpoints.List.plans)
        let list: VCPlanList = try response.value()
        #expect(
            response.body.count < ListCapacity.bytes + (64 << 10) && list.count == list.items.count && list.count > 3)
        #expect(!list.items.contains { $0.vcPlanId == plan.vcPlanId })
        #expect(await distant.agent.get(OpenDIDEndpoints.List.plan, ServiceQuery("id", plan.vcPlanId)).status == 200)
        #expect(try await distant.registry(as: .verifier).plans() == registry.plans())
        var (room, taken) = (ListCapacity(), 0)
        while room.take(1) { taken += 1 }
        #expect(taken == ListCapacity.entries)
    }

    @Test("attack 105: a short list reads a limited number of plans, in this process and over HTTP")
    func looked() async throws {
        let distant = try await DistantWorld()
        let registry = distant.agent.registry
        var plan = try #require(try await registry.plan(TestSchemas.identityPlan))
        plan.description = String(repeating: "x", count: 400 << 10)
        for number in 0..<24 {
            plan.vcPlanId = "vcplanid0000000000\(10 + number)"
            try await registry.save(plan, owner: nil)
        }
        let afar = try await distant.registry(as: .verifier)
        for one in [registry, afar] as [any RegistryAccess] {
            let looked = Mutex<[String]>([])
            let wanted = try await one.plans { plan in
                looked.withLock { $0.append(plan.vcPlanId) }
                return plan.vcPlanId == TestSchemas.identityPlan
            }
            #expect(wanted.map(\.vcPlanId) == [TestSchemas.identityPlan])
            #expect(looked.withLock { $0.contains("vcplanid000000000025") && !$0.contains("vcplanid000000000031") })
        }
        #expect(try await registry.plan(plan.vcPlanId) != nil)
    }
}
