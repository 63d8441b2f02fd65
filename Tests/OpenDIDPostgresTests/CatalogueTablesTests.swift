import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The registry's schemas, plans, apps and providers")
struct CatalogueTablesTests {
    private struct Full: Error {}

    private static let (issuer, other) = ("did:omn:i", "did:omn:o")

    private static func provider(_ did: String, url: String, role: RoleTypeEnum = .Issuer) -> RegisteredProvider {
        RegisteredProvider(
            did: did, role: role, name: "name of \(did)", certVcRef: "\(url)/certificate", baseURL: url)
    }

    @Test("a schema is found by its URL, and by its issuer and name", arguments: StoreKind.allCases)
    func schemas(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.saveSchema([1], id: "url a", name: "a", owner: Self.issuer)
            try rows.saveSchema([2], id: "url of the other", name: "a", owner: Self.other)
        }
        try await store.read { rows throws in
            #expect(try rows.schemaEntry("url a") == CatalogueEntry(body: [1], owner: Self.issuer))
            #expect(try rows.schemaEntry("none") == nil)
            #expect(
                try rows.schemaEntry(named: "a", owner: Self.other) == CatalogueEntry(body: [2], owner: Self.other))
            #expect(try rows.schemaEntry(named: "b", owner: Self.other) == nil)
            #expect(try rows.schemaOwner("url a") == Self.issuer)
            #expect(try rows.schemaOwner("none") == nil)
        }
        await store.close()
    }

    @Test("a saved schema replaces those of its URL and those of its issuer and name", arguments: StoreKind.allCases)
    func replacedSchemas(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.saveSchema([1], id: "url a", name: "a", owner: Self.issuer)
            try rows.saveSchema([2], id: "url b", name: "b", owner: Self.issuer)
            try rows.saveSchema([3], id: "url c", name: "c", owner: Self.issuer)
            try rows.saveSchema([4, 4], id: "url a", name: "b", owner: Self.issuer)
        }
        try await store.read { rows throws in
            #expect(try rows.schemaEntry("url a")?.body == [4, 4])
            #expect(try rows.schemaEntry("url b") == nil)
            #expect(try rows.schemaEntry(named: "a", owner: Self.issuer) == nil)
            #expect(try rows.schemaTotal(owner: Self.issuer) == CatalogueTotal(entries: 2, bytes: 3))
            #expect(try rows.schemaTotal(owner: Self.other) == CatalogueTotal(entries: 0, bytes: 0))
        }
        await store.close()
    }

    @Test("plans come in the order in which they were entered first", arguments: StoreKind.allCases)
    func plans(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.savePlan([1], id: "z", owner: Self.issuer)
            try rows.savePlan([2, 2], id: "a", owner: nil)
            try rows.savePlan([3], id: "m", owner: Self.issuer)
            try rows.savePlan([9, 9, 9], id: "z", owner: nil)
            try rows.savePlan([8], id: "a", owner: Self.other)
        }
        try await store.read { rows throws in
            #expect(try rows.planEntry("z") == CatalogueEntry(body: [9, 9, 9], owner: nil))
            #expect(try rows.planEntry("a") == CatalogueEntry(body: [8], owner: Self.other))
            #expect(try rows.planEntry("none") == nil)
            #expect(try rows.planTotal(owner: Self.issuer) == CatalogueTotal(entries: 1, bytes: 1))
            #expect(try Self.all(rows) == [[9, 9, 9], [8], [3]])
            #expect(try Self.all(rows, atMost: 2) == [[9, 9, 9], [8]])
            #expect(try rows.plans(after: 0, limit: 2, bytes: 100) == [[9, 9, 9], [8]])
            #expect(try rows.plans(after: 2, limit: 2, bytes: 100) == [[3]])
            #expect(try rows.plans(after: 3, limit: 2, bytes: 100) == [])
            #expect(try rows.plans(after: 0, limit: 3, bytes: 2) == [[9, 9, 9], [8]])
            #expect(try rows.plans(after: 0, limit: 3, bytes: 3) == [[9, 9, 9], [8]])
            #expect(try rows.plans(after: 0, limit: 3, bytes: 4) == [[9, 9, 9], [8], [3]])
        }
        await store.close()
    }

    /// Reads the plans in their order.
    private static func all(_ rows: any ServiceRows, atMost count: Int = .max) throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        try rows.forEachPlan { plan in
            found.append(plan)
            return found.count < count
        }
        return found
    }

    @Test("more plans than one statement reads come all, and large ones too", arguments: StoreKind.allCases)
    func manyPlans(kind: StoreKind) async throws {
        let store = try await kind.make()
        let small = (0..<600).map { [UInt8(truncatingIfNeeded: $0), UInt8($0 / 256)] }
        let large = (0..<5).map { [UInt8](repeating: $0, count: 500 << 10) }
        try await store.write { rows in
            for (number, plan) in (small + large).enumerated() {
                try rows.savePlan(plan, id: "plan \(1_000 - number)", owner: nil)
            }
        }
        #expect(try await store.read { rows in try Self.all(rows) } == small + large)
        await store.close()
    }

    @Test("the apps of a wallet are sorted by their bytes, and each is there once", arguments: StoreKind.allCases)
    func apps(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            for app in ["b", "é", "Z", "a", "b", "z"] { try rows.allowApp(app, wallet: "w") }
            try rows.allowApp("of the other", wallet: "v")
        }
        try await store.read { rows throws in
            #expect(try rows.allowedApps(wallet: "w") == ["Z", "a", "b", "z", "é"])
            #expect(try rows.allowedApps(wallet: "none") == [])
            #expect(try rows.allowedApps(wallet: "w", after: 1, limit: 2) == ["a", "b"])
            #expect(try rows.allowedApps(wallet: "w", after: 4, limit: 2) == ["é"])
            #expect(try rows.allowedApps(wallet: "w", after: 5, limit: 2) == [])
            #expect(try rows.appCount(wallet: "w") == 5)
            #expect(try rows.appCount(wallet: "none") == 0)
            #expect(try rows.appCount() == 6)
        }
        await store.close()
    }

    @Test("several writers at once do not exceed the limit of apps", arguments: StoreKind.allCases)
    func limitOfApps(kind: StoreKind) async throws {
        let store = try await kind.make()
        let errors = try await atOnce(4) { number in
            await failure {
                try await store.write { rows in
                    try rows.allowApp("app \(number)", wallet: "w")
                    guard try rows.appCount(wallet: "w") <= 2 else { throw Full() }
                }
            }
        }
        #expect(errors.filter { $0 == nil }.count == 2)
        #expect(errors.filter { $0 is Full }.count == 2)
        #expect(try await store.read { rows in try rows.appCount() } == 2)
        await store.close()
    }

    @Test("a provider is found by its DID and by its role", arguments: StoreKind.allCases)
    func providers(kind: StoreKind) async throws {
        let store = try await kind.make()
        let wallet = Self.provider("did:omn:w", url: "http://w.test", role: .WalletProvider)
        let issuers = ["did:omn:B", "did:omn:a", "did:omn:é"].map { Self.provider($0, url: "http://\($0).test") }
        try await store.write { rows in
            for provider in issuers.reversed() + [wallet] { try rows.saveProvider(provider) }
        }
        try await store.read { rows throws in
            #expect(try rows.provider("did:omn:a", for: .read) == issuers[1])
            #expect(try rows.provider("did:omn:w", for: .read) == wallet)
            #expect(try rows.provider("none", for: .read) == nil)
            #expect(try rows.providers(role: .Issuer) == issuers)
            #expect(try rows.providers(role: .Verifier) == [])
            #expect(try rows.providers(role: .Issuer, after: 0, limit: 2) == Array(issuers[..<2]))
            #expect(try rows.providers(role: .Issuer, after: 2, limit: 2) == [issuers[2]])
            let urls = try rows.providerURLs(role: .Issuer, except: "did:omn:a")
            #expect(Set(urls) == ["http://did:omn:B.test", "http://did:omn:é.test"])
        }
        await store.close()
    }

    @Test("a saved provider replaces all that was stored of it", arguments: StoreKind.allCases)
    func replacedProvider(kind: StoreKind) async throws {
        let store = try await kind.make()
        var provider = Self.provider(Self.issuer, url: "http://i.test")
        for certificate in [nil, [1, 2, 3], nil] as [[UInt8]?] {
            provider.certificate = certificate
            provider.name += "+"
            provider.baseURL += "/x"
            provider.certVcRef += "y"
            provider.role = certificate == nil ? .Issuer : .Verifier
            let saved = provider
            try await store.write { rows in try rows.saveProvider(saved) }
            let found = try await store.write { rows in try rows.provider(Self.issuer, for: .change) }
            #expect(found == saved)
        }
        await store.close()
    }

    @Test("of two servers that register the same URL at once, one succeeds", arguments: StoreKind.allCases)
    func sameURL(kind: StoreKind) async throws {
        let store = try await kind.make()
        for round in 0..<5 {
            let entered = try await atOnce(2) { number in
                let url = number == 0 ? "http://\(round).test" : "HTTP://\(round).test/"
                let provider = Self.provider("did:omn:\(round):\(number)", url: url)
                return try await store.write { rows in
                    guard try !Registry.isTaken(url, of: .Issuer, for: provider.did, in: rows) else { return false }
                    try rows.saveProvider(provider)
                    return true
                }
            }
            #expect(entered.filter(\.self).count == 1)
        }
        #expect(try await store.read { rows in try rows.providers(role: .Issuer).count } == 5)
        await store.close()
    }

    @Test("instances that enter the same seed at once all succeed", arguments: StoreKind.allCases)
    func seed(kind: StoreKind) async throws {
        let store = try await kind.make()
        // The first time nothing is there, and the second time everything.
        for round in [UInt8(1), 2] {
            _ = try await atOnce(4) { _ in
                try await store.write { rows in
                    try rows.saveSchema([round], id: "url", name: "a", owner: Self.issuer)
                    try rows.savePlan([round], id: "p", owner: Self.issuer)
                    try rows.allowApp("app", wallet: "w")
                    try rows.saveProvider(Self.provider(Self.issuer, url: "http://\(round).test"))
                }
            }
            try await store.read { rows throws in
                #expect(try rows.schemaTotal(owner: Self.issuer) == CatalogueTotal(entries: 1, bytes: 1))
                #expect(try Self.all(rows) == [[round]])
                #expect(try rows.appCount() == 1)
                #expect(try rows.providers(role: .Issuer).map(\.baseURL) == ["http://\(round).test"])
            }
        }
        await store.close()
    }

    @Test("an error undoes what was saved of schemas, plans, apps and providers", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.saveSchema([1], id: "url", name: "a", owner: Self.issuer)
            try rows.savePlan([1], id: "p", owner: Self.issuer)
        }
        let error = await failure {
            try await store.write { rows in
                try rows.saveSchema([2], id: "url", name: "a", owner: Self.issuer)
                try rows.savePlan([2], id: "p", owner: nil)
                try rows.allowApp("app", wallet: "w")
                try rows.saveProvider(Self.provider(Self.issuer, url: "http://i.test"))
                throw Full()
            }
        }
        #expect(error is Full)
        try await store.read { rows throws in
            #expect(try rows.schemaEntry("url")?.body == [1])
            #expect(try rows.planEntry("p") == CatalogueEntry(body: [1], owner: Self.issuer))
            #expect(try rows.appCount() == 0)
            #expect(try rows.provider(Self.issuer, for: .read) == nil)
        }
        await store.close()
    }
}
