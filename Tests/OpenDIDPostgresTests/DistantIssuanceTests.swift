import HeraldLocks
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Issuances at several instances of an issuer", .timeLimit(.minutes(10)))
struct DistantIssuanceTests {
    private static let now = UTCInstant(seconds: 1_800_000_000)

    /// A request for a credential in a transaction.
    private struct Request: Sendable {
        let txID: String
        let vcID: String
        var user = "u"
        let subject: String
        var plan = "p"
        var offer: String?
        var limit = 100
        /// True if an earlier request may have registered the credential.
        var isRepeated = false

        var entries: IssuanceEntries {
            let date = now.text
            return IssuanceEntries(
                meta: VCMeta(
                    id: vcID, issuer: Provider(did: "did:omn:issuer", certVcRef: "http://issuer.test/certificate"),
                    subject: subject, credentialSchema: .init(id: "http://issuer.test/schema"), status: .ACTIVE,
                    issuanceDate: date, validFrom: date, validUntil: (now + .seconds(86_400)).text,
                    formatVersion: "1.0", language: "en"),
                userID: user, planID: plan, offerID: offer, txID: txID, now: now,
                rule: OnePersonRule(userID: user, holder: subject), daily: DailyRule(userID: user, limit: limit))
        }
    }

    /// One instance of the issuer.
    private struct Instance: Sendable {
        let name: String
        let store: any ServiceDatabase
        let registry: MeetingLedger
        let transactions: TransactionStore
        private let turns = KeyedLock()

        init(_ name: String, seed: UInt64, _ store: any ServiceDatabase, _ registry: MeetingLedger) {
            (self.name, self.store, self.registry) = (name, store, registry)
            let generator = Mutex(SeededGenerator(seed: seed))
            transactions = TransactionStore(
                role: .issuer, codes: .issuer, database: store,
                seal: StorageSeal(key: [UInt8](repeating: 7, count: 32)),
                lifetimes: .init(whole: .seconds(100), unfinished: .seconds(100)), now: { DistantIssuanceTests.now },
                random: { count in generator.withLock { $0.bytes(count) } },
                sweeper: Sweeper(database: store, now: { DistantIssuanceTests.now }))
        }

        func open() async throws -> String {
            try await transactions.open("M210", step: "profile", data: [String]())
        }

        /// Returns the answer, or the code of the error.
        func issue(_ request: Request) async throws -> String {
            let issuance = DistantIssuance(
                database: store, registry: registry, turns: turns, entries: request.entries,
                isRepeated: request.isRepeated)
            do {
                let answer: EncodedAnswer<[String]> = try await transactions.step(
                    request.txID, step: "issue", after: ["profile"], request: Array(request.vcID.utf8)
                ) { (data: [String], _) in
                    StepOutcome([request.vcID, name], data: data, around: { keep in try await issuance.run(keep) })
                }
                return String(decoding: answer.bytes, as: UTF8.self)
            } catch let error as ServiceError {
                return error.code.text
            } catch let error as ServiceDatabaseError where error.retryAfter != nil {
                return "temporary"
            }
        }
    }

    private struct World: Sendable {
        let store: any ServiceDatabase
        let registry = MeetingLedger()
        let first: Instance
        let second: Instance

        init(_ kind: StoreKind) async throws {
            store = try await kind.make()
            first = Instance("first", seed: 1, store, registry)
            second = Instance("second", seed: 2, store, registry)
        }

        /// Sends a request to each instance. The registry answers when both instances want to register a credential.
        func meeting(_ one: Request, _ other: Request) async throws -> [String] {
            registry.expect(2)
            async let answer = first.issue(one)
            async let otherAnswer = second.issue(other)
            return try await [answer, otherAnswer]
        }

        var statuses: [String: VCStatusEnum] { registry.statuses }

        func current(of subject: String, plan: String = "p", user: String = "u") async throws -> [String] {
            try await store.read { rows in
                try rows.currentCredentials(ofUser: user, plan: plan, subject: subject)
            }
        }
    }

    @Test("one of two DIDs of a person gets a credential", arguments: StoreKind.allCases)
    func twoDIDs(kind: StoreKind) async throws {
        let world = try await World(kind)
        let one = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a")
        let other = Request(txID: try await world.second.open(), vcID: "b", subject: "did:omn:b")
        let answers = try await world.meeting(one, other)
        let isFirst = answers == [#"["a","first"]"#, "SSRVISS00302"]
        #expect(isFirst || answers == ["SSRVISS00302", #"["b","second"]"#])
        #expect(world.statuses == (isFirst ? ["a": .ACTIVE, "b": .REVOKED] : ["a": .REVOKED, "b": .ACTIVE]))
        #expect(try await world.current(of: "did:omn:a") == (isFirst ? ["a"] : []))
        #expect(try await world.current(of: "did:omn:b") == (isFirst ? [] : ["b"]))
        #expect(try await world.store.read { rows in try rows.replacedCredentials(limit: 9) } == [])
        #expect(try await world.first.issue(other) == (isFirst ? "SSRVISS00002" : #"["b","second"]"#))
        #expect(try await world.second.issue(one) == (isFirst ? #"["a","first"]"# : "SSRVISS00002"))
        await world.store.close()
    }

    @Test("one of two persons who use an offer gets a credential", arguments: StoreKind.allCases)
    func offer(kind: StoreKind) async throws {
        let world = try await World(kind)
        try await world.store.write { rows in
            try rows.insertIssueOffer("offer", planID: "p", piiIndex: nil, validUntil: Self.now)
        }
        let one = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a", offer: "offer")
        let other = Request(
            txID: try await world.second.open(), vcID: "b", user: "v", subject: "did:omn:b", offer: "offer")
        let answers = try await world.meeting(one, other)
        let isFirst = answers == [#"["a","first"]"#, "SSRVISS00201"]
        #expect(isFirst || answers == ["SSRVISS00201", #"["b","second"]"#])
        #expect(world.statuses == (isFirst ? ["a": .ACTIVE, "b": .REVOKED] : ["a": .REVOKED, "b": .ACTIVE]))
        let txID = try await world.store.read { rows in try rows.issueOffer("offer")?.txID }
        #expect(txID == (isFirst ? one.txID : other.txID))
        await world.store.close()
    }

    @Test("a person gets one credential if the limit for a day is 1", arguments: StoreKind.allCases)
    func daily(kind: StoreKind) async throws {
        let world = try await World(kind)
        let one = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a", limit: 1)
        let other = Request(txID: try await world.second.open(), vcID: "b", subject: "did:omn:a", plan: "q", limit: 1)
        let answers = try await world.meeting(one, other)
        #expect(answers.count { $0 == "SSRVISS00302" } == 1)
        #expect(world.statuses.values.count { $0 == .ACTIVE } == 1)
        let current = try await world.current(of: "did:omn:a") + world.current(of: "did:omn:a", plan: "q")
        #expect(current.map { world.statuses[$0] } == [.ACTIVE])
        await world.store.close()
    }

    @Test("two issuances of a plan to a holder leave the later credential valid", arguments: StoreKind.allCases)
    func twice(kind: StoreKind) async throws {
        let world = try await World(kind)
        let one = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a")
        let other = Request(txID: try await world.second.open(), vcID: "b", subject: "did:omn:a")
        #expect(try await world.meeting(one, other) == [#"["a","first"]"#, #"["b","second"]"#])
        let current = try await world.current(of: "did:omn:a")
        #expect(current.map { world.statuses[$0] } == [.ACTIVE])
        #expect(world.statuses.values.count { $0 == .REVOKED } == 1)
        await world.store.close()
    }

    @Test("a request that arrives at two instances gets one answer", arguments: StoreKind.allCases)
    func sameTransaction(kind: StoreKind) async throws {
        let world = try await World(kind)
        let request = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a")
        let answers = try await world.meeting(request, request)
        #expect(Set(answers).count == 1)
        #expect(answers.allSatisfy { $0.hasPrefix(#"["a","#) })
        #expect(world.statuses == ["a": .ACTIVE])
        #expect(try await world.current(of: "did:omn:a") == ["a"])
        await world.store.close()
    }

    @Test("a repetition gets the stored answer if the credential is revoked meanwhile", arguments: StoreKind.allCases)
    func late(kind: StoreKind) async throws {
        let world = try await World(kind)
        let request = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a")
        // The second instance judges, and then the first one issues the credential and its holder has it revoked.
        world.registry.beforeAnswer {
            world.registry.beforeAnswer(nil)
            #expect(try await world.first.issue(request) == #"["a","first"]"#)
            try await world.registry.apply([.setCredentialStatus(id: "a", .REVOKED, at: Self.now)])
            try await world.registry.apply([request.entries.entry])
        }
        #expect(try await world.second.issue(request) == #"["a","first"]"#)
        #expect(world.statuses == ["a": .REVOKED])
        await world.store.close()
    }

    @Test("a refused credential is searched in the registry only if it may be there", arguments: StoreKind.allCases)
    func searched(kind: StoreKind) async throws {
        let world = try await World(kind)
        let issued = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a")
        #expect(try await world.first.issue(issued) == #"["a","first"]"#)
        for (isRepeated, expected) in [(false, 0), (true, 1)] {
            let refused = Request(
                txID: try await world.first.open(), vcID: "b", subject: "did:omn:b", isRepeated: isRepeated)
            #expect(try await world.first.issue(refused) == "SSRVISS00302")
            #expect(world.registry.searches == expected)
        }
        await world.store.close()
    }

    @Test(
        "a credential that was registered by an instance that ended is issued or revoked later",
        arguments: StoreKind.allCases)
    func death(kind: StoreKind) async throws {
        let world = try await World(kind)
        let one = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a", isRepeated: true)
        let refused = Request(txID: try await world.first.open(), vcID: "b", subject: "did:omn:b", isRepeated: true)
        // An instance has registered both credentials, and has ended before it stored them.
        for request in [one, refused] { try await world.registry.apply([request.entries.entry]) }
        #expect(try await world.second.issue(one) == #"["a","second"]"#)
        #expect(try await world.second.issue(refused) == "SSRVISS00302")
        #expect(world.statuses == ["a": .ACTIVE, "b": .REVOKED])
        #expect(try await world.second.issue(refused) == "SSRVISS00002")
        // A refused credential that nobody has registered leaves nothing.
        let unknown = Request(txID: try await world.first.open(), vcID: "c", subject: "did:omn:b", isRepeated: true)
        #expect(try await world.second.issue(unknown) == "SSRVISS00302")
        #expect(try await world.store.read { rows in try rows.issuedCredential("c") } == nil)
        await world.store.close()
    }

    @Test("an issuance that conflicts with other instances each time can be repeated", arguments: StoreKind.allCases)
    func conflicts(kind: StoreKind) async throws {
        let world = try await World(kind)
        let request = Request(txID: try await world.first.open(), vcID: "a", subject: "did:omn:a")
        let runs = Tally()
        world.registry.beforeAnswer {
            runs.add()
            let other = CredentialRow(vcID: "other \(runs.count)", planID: "p", userID: "u", subject: "did:omn:a")
            try await world.store.write { rows in
                try rows.insertCredential(other, txID: other.vcID, issuedAt: Self.now)
            }
        }
        #expect(try await world.first.issue(request) == "temporary")
        #expect(runs.count == DistantIssuance.attempts)
        #expect(try await world.store.read { rows in try rows.issuedCredential("a") } == nil)
        world.registry.beforeAnswer(nil)
        #expect(try await world.second.issue(request) == #"["a","second"]"#)
        #expect(world.statuses == ["a": .ACTIVE])
        await world.store.close()
    }
}

extension IssuanceEntries {
    /// The change that registers the credential.
    fileprivate var entry: LedgerChange { .enterCredential(meta, at: now) }
}
