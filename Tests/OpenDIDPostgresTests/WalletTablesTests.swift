import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The trust agent's wallets")
struct WalletTablesTests {
    private let start = UTCInstant(seconds: 1_000)

    private static func wallet(_ name: String, _ status: WalletRecord.Status = .created) -> WalletRecord {
        WalletRecord(walletID: "wallet-\(name)", deviceDID: "did:omn:\(name)", status: status)
    }

    private static func request(_ name: String) -> WalletRecord.Registration {
        WalletRecord.Registration(request: Array("request \(name)".utf8), transactionID: "tx \(name)")
    }

    private static func register(
        _ name: String, _ status: WalletRecord.Status = .created, at time: UTCInstant, in rows: any ServiceRows
    ) throws {
        try rows.insert(wallet(name, status), by: request(name), at: time)
    }

    /// Enters a wallet with the DID of its device.
    private static func enter(
        _ name: String, role: RoleTypeEnum = .Wallet, at time: UTCInstant, in rows: any ServiceRows
    ) throws {
        try register(name, at: time, in: rows)
        try rows.insertDID("did:omn:\(name)", role: role, newest: "1", at: time)
        try rows.insertDocument([1], version: "1", of: "did:omn:\(name)", at: time)
        try rows.logStatus(DIDStatus.activated.rawValue, of: "did:omn:\(name)", .did, at: time)
    }

    @Test("a wallet is found by its ID, its device and the request that registered it", arguments: StoreKind.allCases)
    func found(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            try Self.register("a", at: start, in: rows)
            try Self.register("b", .assigned, at: start, in: rows)
        }
        let (first, second) = (Self.wallet("a"), Self.wallet("b", .assigned))
        #expect(try await store.read { rows in try rows.walletRecord("wallet-a") } == first)
        #expect(try await store.read { rows in try rows.walletRecord("wallet-b") } == second)
        #expect(try await store.read { rows in try rows.walletRecord("wallet-c") } == nil)
        #expect(try await store.read { rows in try rows.walletRecord(ofDevice: "did:omn:b") } == second)
        #expect(try await store.read { rows in try rows.walletRecord(ofDevice: "did:omn:c") } == nil)
        for (name, transaction) in [("a", "tx a"), ("b", "tx b"), ("c", nil)] {
            let request = Self.request(name).request
            #expect(try await store.read { rows in try rows.transactionID(ofRegistration: request) } == transaction)
        }
        await store.close()
    }

    @Test("a wallet, a device and a request are registered once", arguments: StoreKind.allCases)
    func once(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in try Self.register("a", at: start, in: rows) }
        let others = [
            (WalletRecord(walletID: "wallet-a", deviceDID: "did:omn:b"), Self.request("b")),
            (WalletRecord(walletID: "wallet-b", deviceDID: "did:omn:a"), Self.request("b")),
            (Self.wallet("b"), Self.request("a")),
        ]
        for (wallet, request) in others {
            let refusal = await failure {
                try await store.write { rows in
                    try Self.register("c", at: start, in: rows)
                    try rows.insert(wallet, by: request, at: start)
                }
            }
            #expect((refusal as? ServiceDatabaseError)?.kind == .constraint)
        }
        #expect(try await store.read { rows in try rows.walletRecord("wallet-c") } == nil)
        #expect(try await store.read { rows in try rows.walletRecord("wallet-b") } == nil)
        await store.close()
    }

    @Test("a request that arrives several times at once gets one answer", arguments: StoreKind.allCases)
    func sameRequest(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        // Everything that the registration of a wallet asks before it writes.
        let answers = try await atOnce(4) { number in
            try await store.write { rows -> String? in
                let registration = WalletRecord.Registration(request: [7], transactionID: "tx \(number)")
                if let done = try rows.transactionID(ofRegistration: registration.request) { return done }
                guard try rows.walletRecord("wallet-a") == nil, try rows.walletRecord(ofDevice: "did:omn:a") == nil
                else { return nil }
                try rows.insert(Self.wallet("a"), by: registration, at: start)
                return registration.transactionID
            }
        }
        let first = try #require(answers.first ?? nil)
        #expect(answers == Array(repeating: first, count: 4))
        #expect(try await store.read { rows in try rows.transactionID(ofRegistration: [7]) } == first)
        await store.close()
    }

    @Test("one device that registers several wallets at once gets one", arguments: StoreKind.allCases)
    func sameDevice(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let registered = try await atOnce(4) { number in
            try await store.write { rows in
                guard try rows.walletRecord(ofDevice: "did:omn:a") == nil else { return false }
                try rows.insert(
                    WalletRecord(walletID: "w\(number)", deviceDID: "did:omn:a"), by: Self.request("\(number)"),
                    at: start)
                return true
            }
        }
        #expect(registered.count { $0 } == 1)
        await store.close()
    }

    @Test("a wallet gets one owner", arguments: StoreKind.allCases)
    func owner(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in try Self.register("a", at: start, in: rows) }
        #expect(try await !store.write { rows in try rows.assignWallet("wallet-b") })
        let assigned = try await atOnce(4) { _ in try await store.write { rows in try rows.assignWallet("wallet-a") } }
        #expect(assigned.count { $0 } == 1)
        #expect(try await store.read { rows in try rows.walletRecord("wallet-a") } == Self.wallet("a", .assigned))
        await store.close()
    }

    @Test("unused wallets are those without an owner, the oldest first", arguments: StoreKind.allCases)
    func unused(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        #expect(try await store.read { rows in try rows.registration(ofUnusedWalletBeyond: 0) } == nil)
        try await store.write { rows in
            for number in [2, 0, 1] { try Self.register("u\(number)", at: start + .seconds(number), in: rows) }
            try Self.register("owned", .assigned, at: start - .seconds(1), in: rows)
        }
        for (count, expected) in [(0, 2), (1, 1), (2, 0)] {
            #expect(
                try await store.read { rows in try rows.registration(ofUnusedWalletBeyond: count) }
                    == start + .seconds(expected))
        }
        #expect(try await store.read { rows in try rows.registration(ofUnusedWalletBeyond: 3) } == nil)
        func found(_ moment: UTCInstant, _ limit: Int) async throws -> [WalletRecord] {
            try await store.write { rows in try rows.unusedWallets(before: moment, limit: limit) }
        }
        #expect(try await found(start, 10) == [])
        #expect(try await found(start + .seconds(2), 10) == [Self.wallet("u0"), Self.wallet("u1")])
        #expect(try await found(start + .seconds(9), 2) == [Self.wallet("u0"), Self.wallet("u1")])
        await store.close()
    }

    @Test("a wallet with an owner cannot be deleted", arguments: StoreKind.allCases)
    func removal(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            try Self.register("a", at: start, in: rows)
            try Self.register("b", .assigned, at: start, in: rows)
            try rows.insert(
                UserRecord(did: "did:omn:u", walletID: "wallet-b", appID: "app", sealedPII: [1]), ofPerson: "p",
                at: start)
            try rows.removeWallet("wallet-a")
            try rows.removeWallet("wallet-c")
        }
        #expect(try await store.read { rows in try rows.walletRecord("wallet-a") } == nil)
        let refusal = await failure { try await store.write { rows in try rows.removeWallet("wallet-b") } }
        #expect((refusal as? ServiceDatabaseError)?.kind == .constraint)
        // The wallet that was deleted may be registered again.
        try await store.write { rows in try Self.register("a", at: start, in: rows) }
        await store.close()
    }

    @Test(
        "unused wallets are deleted once, with the DIDs of their devices and no others", arguments: StoreKind.allCases)
    func swept(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            for number in 0..<6 { try Self.enter("u\(number)", at: start, in: rows) }
            try Self.enter("issuer", role: .Issuer, at: start, in: rows)
            try Self.enter("new", at: start + .seconds(1), in: rows)
        }
        var limits = ServiceLimits()
        limits.unusedWallet = .seconds(100)
        let rule = UnusedWallets(limits: limits).expired
        let taken = try await atOnce(3) { _ in
            try await store.write { rows in try rule.take(rows, start + .seconds(101), 4) }
        }
        let rest = try await store.write { rows in try rule.take(rows, start + .seconds(101), 10) }
        #expect(taken.reduce(rest, +) == 7)
        let left = try await store.read { rows in
            try ["u0", "u5", "issuer", "new"].filter { try rows.didHead("did:omn:\($0)", for: .read) != nil }
        }
        #expect(left == ["issuer", "new"])
        #expect(try await store.read { rows in try rows.document("1", of: "did:omn:u3") } == nil)
        #expect(try await store.read { rows in try rows.walletRecord("wallet-issuer") } == nil)
        // A deleted wallet is registered again.
        try await store.write { rows in try Self.enter("u0", at: start, in: rows) }
        await store.close()
    }

    @Test("a wallet that gets an owner at the same time is not deleted", arguments: StoreKind.allCases)
    func usedAtLast(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        for round in 0..<5 {
            let name = "u\(round)"
            try await store.write { rows in try Self.enter(name, at: start, in: rows) }
            let rule = UnusedWallets(limits: ServiceLimits()).expired
            let done = try await atOnce(2) { number in
                try await store.write { rows in
                    guard number == 0 else {
                        return try rule.take(rows, start + ServiceLimits().unusedWallet + .seconds(1), 10) == 1
                    }
                    guard try rows.assignWallet("wallet-\(name)") else { return false }
                    try rows.insert(
                        UserRecord(
                            did: "did:omn:user-\(name)", walletID: "wallet-\(name)", appID: "app", sealedPII: [1]),
                        ofPerson: "p", at: start)
                    return true
                }
            }
            // A sweep that skips the wallet, because it is being assigned, deletes nothing.
            #expect(done.count { $0 } == 1)
            let left = try await store.read { rows in
                (
                    try rows.walletRecord("wallet-\(name)")?.status,
                    try rows.userRecord("did:omn:user-\(name)", for: .read) != nil,
                    try rows.use(ofDevice: "did:omn:\(name)")
                )
            }
            #expect(left.0 == nil ? !left.1 && left.2 == .none : left.0 == .assigned && left.1 && left.2 == .owned)
        }
        await store.close()
    }

    @Test("the use of a device depends on its DID and its wallet", arguments: StoreKind.allCases)
    func use(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        func use() async throws -> DeviceUse { try await store.read { rows in try rows.use(ofDevice: "did:omn:a") } }
        #expect(try await use() == .none)
        try await store.write { rows in try Self.register("a", at: start, in: rows) }
        #expect(try await use() == .none)
        try await store.write { rows in try rows.insertDID("did:omn:a", role: .Wallet, newest: "1", at: start) }
        #expect(try await use() == .waiting)
        _ = try await store.write { rows in try rows.assignWallet("wallet-a") }
        #expect(try await use() == .owned)
        await store.close()
    }
}
