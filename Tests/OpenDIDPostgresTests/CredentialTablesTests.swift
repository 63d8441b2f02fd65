import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The issuer's credentials and revocations")
struct CredentialTablesTests {
    private struct Undone: Error {}

    private static func row(_ vcID: String, plan: String = "p", user: String = "u", of subject: String = "did:omn:a")
        -> CredentialRow
    {
        CredentialRow(vcID: vcID, planID: plan, userID: user, subject: subject)
    }

    /// Stores credentials in transactions that have their names, at the given seconds.
    private static func insert(_ credentials: [(CredentialRow, Int64)], in rows: any ServiceRows) throws {
        for (credential, second) in credentials {
            try rows.insertCredential(
                credential, txID: "tx of \(credential.vcID)", issuedAt: UTCInstant(seconds: second))
        }
    }

    private static func current(_ rows: any ServiceRows) throws -> [String] {
        try rows.currentCredentials(ofUser: "u", plan: "p", subject: "did:omn:a")
    }

    @Test("a person's valid credentials are found by plan and DID, the oldest first", arguments: StoreKind.allCases)
    func current(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert(
                [
                    (Self.row("late"), 9), (Self.row("b"), 5), (Self.row("Z"), 5), (Self.row("é"), 5),
                    (Self.row("plan", plan: "q"), 1), (Self.row("other", of: "did:omn:b"), 1),
                    (Self.row("somebody", user: "v"), 1),
                ], in: rows)
        }
        #expect(try await store.read(Self.current) == ["Z", "b", "é", "late"])
        #expect(try await store.read { rows in try rows.issuedCredential("plan") } == Self.row("plan", plan: "q"))
        #expect(try await store.read { rows in try rows.issuedCredential("none") } == nil)
        #expect(
            try await store.read { rows in try rows.currentCredentials(ofUser: "u", notOf: "did:omn:a") }
                == [Self.row("other", of: "did:omn:b")])
        #expect(
            try await store.read { rows in try rows.currentCredentials(ofUser: "u", notOf: "did:omn:b").count } == 5)
        try await store.write { rows in
            for id in ["b", "other", "none"] { try rows.endCredential(id) }
        }
        #expect(try await store.read(Self.current) == ["Z", "é", "late"])
        #expect(try await store.read { rows in try rows.currentCredentials(ofUser: "u", notOf: "did:omn:a") } == [])
        #expect(try await store.read { rows in try rows.issuedCredential("b") } == Self.row("b"))
        await store.close()
    }

    @Test("credentials count as issued after a point in time, even if they are revoked", arguments: StoreKind.allCases)
    func issued(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert([(Self.row("a"), 1), (Self.row("b"), 2), (Self.row("c", user: "v"), 3)], in: rows)
            try rows.endCredential("b")
        }
        for (count, second, isIssued) in [
            (1, 0, true), (2, 0, true), (3, 0, false), (1, 1, true), (2, 1, false), (1, 2, false),
        ] {
            let moment = UTCInstant(seconds: Int64(second))
            #expect(
                try await store.read { rows in try rows.hasIssued(count, to: "u", since: moment) } == isIssued,
                "\(count) since \(second)")
        }
        await store.close()
    }

    @Test("replaced credentials are listed until they are revoked", arguments: StoreKind.allCases)
    func replaced(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert(["b", "a", "Z", "kept"].map { (Self.row($0), 1) }, in: rows)
            for id in ["b", "a", "Z", "none"] { try rows.replaceCredential(id) }
        }
        #expect(try await store.read { rows in try rows.replacedCredentials(limit: 2) } == ["Z", "a"])
        try await store.write { rows in try rows.endCredential("Z") }
        #expect(try await store.read { rows in try rows.replacedCredentials(limit: 9) } == ["a", "b"])
        #expect(try await store.read(Self.current) == ["a", "b", "kept"])
        await store.close()
    }

    @Test("a credential is stored once, and a transaction issues one", arguments: StoreKind.allCases)
    func unique(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.insertCredential(Self.row("a"), txID: "t", issuedAt: UTCInstant(seconds: 1))
        }
        for (vcID, txID) in [("a", "u"), ("b", "t")] {
            let refusal = await failure {
                try await store.write { rows in
                    try rows.endCredential("a")
                    try rows.insertCredential(Self.row(vcID), txID: txID, issuedAt: UTCInstant(seconds: 2))
                }
            }
            #expect(refusal != nil, "\(vcID) \(txID)")
        }
        #expect(try await store.read(Self.current) == ["a"])
        let results = await withTaskGroup(of: Bool.self) { group in
            for vcID in ["c", "d"] {
                group.addTask {
                    await failure {
                        try await store.write { rows in
                            try rows.insertCredential(Self.row(vcID), txID: "v", issuedAt: UTCInstant(seconds: 3))
                        }
                    } == nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.filter(\.self).count == 1)
        #expect(try await store.read(Self.current).count == 2)
        await store.close()
    }

    @Test("of two issuances at once one exceeds the person's limit of a day", arguments: StoreKind.allCases)
    func dailyAtOnce(kind: StoreKind) async throws {
        let store = try await kind.make()
        let now = UTCInstant(seconds: 1_000_000)
        let issue = { @Sendable (vcID: String) async -> Bool in
            await failure {
                try await store.write { rows in
                    try DailyRule(userID: "u", limit: 1).check(at: now, in: rows)
                    try Self.insert([(Self.row(vcID), now.seconds)], in: rows)
                }
            } == nil
        }
        async let first = issue("a")
        async let second = issue("b")
        #expect(await [first, second].filter(\.self).count == 1)
        #expect(try await store.read(Self.current).count == 1)
        await store.close()
    }

    @Test("a person's credentials are given to another record", arguments: StoreKind.allCases)
    func moved(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert(
                [(Self.row("a", user: "v"), 1), (Self.row("b"), 2), (Self.row("c", user: "w"), 3)], in: rows)
            try rows.moveCredentials(ofUser: "v", to: "u")
        }
        #expect(try await store.read(Self.current) == ["a", "b"])
        #expect(try await store.read { rows in try rows.issuedCredential("c")?.userID } == "w")
        await store.close()
    }

    @Test("the request to revoke is stored as received, and only for a known credential", arguments: StoreKind.allCases)
    func revocations(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert([(Self.row("a"), 1)], in: rows) }
        #expect(try await store.read { rows in try rows.revocationRequest(of: "a") } == nil)
        for request in [[0, 255, 0], [1]] as [[UInt8]] {
            try await store.write { rows in
                try rows.saveRevocation(of: "a", txID: "t", request: request, at: UTCInstant(seconds: 2))
            }
            #expect(try await store.read { rows in try rows.revocationRequest(of: "a") } == request)
        }
        let refusal = await failure {
            try await store.write { rows in
                try rows.saveRevocation(of: "none", txID: "t", request: [1], at: UTCInstant(seconds: 2))
            }
        }
        #expect(refusal != nil)
        #expect(try await store.read { rows in try rows.revocationRequest(of: "none") } == nil)
        await store.close()
    }

    @Test("a write that fails changes no credential", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert([(Self.row("a"), 1)], in: rows) }
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                try rows.endCredential("a")
                try rows.replaceCredential("a")
                try rows.moveCredentials(ofUser: "u", to: "v")
                try Self.insert([(Self.row("b", user: "v"), 2)], in: rows)
                try rows.saveRevocation(of: "a", txID: "t", request: [1], at: UTCInstant(seconds: 2))
                throw Undone()
            }
        }
        #expect(try await store.read(Self.current) == ["a"])
        #expect(try await store.read { rows in try rows.replacedCredentials(limit: 9) } == [])
        #expect(try await store.read { rows in try rows.issuedCredential("b") } == nil)
        #expect(try await store.read { rows in try rows.revocationRequest(of: "a") } == nil)
        await store.close()
    }
}
