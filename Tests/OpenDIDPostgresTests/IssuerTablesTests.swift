import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The issuer's persons and offers")
struct IssuerTablesTests {
    private struct Undone: Error {}

    private let seal = StorageSeal(key: Array(repeating: 7, count: 32))
    private let end = UTCInstant(seconds: 1_000)

    private static func user(_ id: String, pii: String? = nil, did: String? = nil, _ record: [UInt8] = [1])
        -> SealedUser
    {
        SealedUser(userID: id, piiIndex: pii, did: did, record: record)
    }

    @Test("a person is found by PII and by DID, and a new record replaces the old one", arguments: StoreKind.allCases)
    func persons(kind: StoreKind) async throws {
        let store = try await kind.make()
        let (first, changed) = (
            Self.user("u", pii: "p", [0, 255, 0]), Self.user("u", pii: "q", did: "did:omn:a", [2])
        )
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "p") } == nil)
        try await store.write { rows in try rows.saveIssuerUser(first) }
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "p") } == first)
        #expect(try await store.read { rows in try rows.issuerUser(did: "did:omn:a") } == nil)
        try await store.write { rows in try rows.saveIssuerUser(changed) }
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "p") } == nil)
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "q") } == changed)
        #expect(try await store.read { rows in try rows.issuerUser(did: "did:omn:a") } == changed)
        try await store.write { rows in
            try rows.deleteIssuerUser("u")
            try rows.deleteIssuerUser("nobody")
        }
        #expect(try await store.read { rows in try rows.issuerUser(did: "did:omn:a") } == nil)
        await store.close()
    }

    @Test("no second person gets a PII or a DID, and nobody has neither", arguments: StoreKind.allCases)
    func names(kind: StoreKind) async throws {
        let store = try await kind.make()
        let first = Self.user("u", pii: "p", did: "did:omn:a")
        try await store.write { rows in try rows.saveIssuerUser(first) }
        for other in [
            Self.user("v", pii: "p"), Self.user("v", did: "did:omn:a"), Self.user("v", pii: "q", did: "did:omn:a"),
            Self.user("v"),
        ] {
            let refusal = await failure {
                try await store.write { rows in
                    try rows.saveIssuerUser(Self.user("w", pii: "w"))
                    try rows.saveIssuerUser(other)
                }
            }
            #expect(refusal != nil)
        }
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "p") } == first)
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "w") } == nil)
        await store.close()
    }

    @Test("data of a person that several requests save at once is all in one record", arguments: StoreKind.allCases)
    func savedAtOnce(kind: StoreKind) async throws {
        let (store, seal) = (try await kind.make(), seal)
        let saved = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let user = IssuerUser(pii: "alice", values: ["claim\(number)": "x"])
                    return try await store.write { rows in
                        try UserRow.save(user, newID: "u\(number)", in: rows, seal)
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(saved == [true, true, true, true])
        let known = try await store.read { rows in try UserRow.find(pii: "alice", did: nil, in: rows, seal) }
        #expect(known?.record.values.keys.sorted() == ["claim0", "claim1", "claim2", "claim3"])
        await store.close()
    }

    @Test("the records of PII and DID become one, with the credentials of both", arguments: StoreKind.allCases)
    func merged(kind: StoreKind) async throws {
        let (store, seal, end) = (try await kind.make(), seal, end)
        let (alice, did) = (
            IssuerUser(pii: "alice", values: ["a": "1"]), IssuerUser(did: "did:omn:a", values: ["b": "2"])
        )
        try await store.write { rows in
            _ = try UserRow.save(alice, newID: "u", in: rows, seal)
            _ = try UserRow.save(did, newID: "v", in: rows, seal)
            try rows.insertCredential(
                CredentialRow(vcID: "vc", planID: "p", userID: "v", subject: "did:omn:a"), txID: "t", issuedAt: end)
        }
        let both = IssuerUser(pii: "alice", did: "did:omn:a", values: [:])
        // Two at once, of which the second one finds a single record.
        async let first = store.write { rows in try UserRow.save(both, newID: "w", in: rows, seal) }
        async let second = store.write { rows in try UserRow.save(both, newID: "x", in: rows, seal) }
        #expect(try await [first, second] == [true, true])
        let (known, credential) = try await store.read { rows in
            (
                try UserRow.find(pii: nil, did: "did:omn:a", in: rows, seal), try rows.issuedCredential("vc")
            )
        }
        #expect(known?.userID == "u")
        #expect(known?.record.pii == "alice")
        #expect(known?.record.values == ["a": "1", "b": "2"])
        #expect(credential?.userID == "u")
        let stranger = IssuerUser(pii: "bob", did: "did:omn:a", values: [:])
        #expect(try await store.write { rows in try UserRow.save(stranger, newID: "y", in: rows, seal) } == false)
        #expect(try await store.read { rows in try UserRow.find(pii: "bob", did: nil, in: rows, seal) } == nil)
        await store.close()
    }

    @Test("an offer is used by one transaction, and is then completed", arguments: StoreKind.allCases)
    func offers(kind: StoreKind) async throws {
        let (store, end) = (try await kind.make(), end)
        try await store.write { rows in
            try rows.insertIssueOffer("o", planID: "p", piiIndex: "i", validUntil: end)
            try rows.insertIssueOffer("any", planID: "p", piiIndex: nil, validUntil: end)
        }
        #expect(
            try await store.read { rows in try rows.issueOffer("o") }
                == OfferRow(
                    offerID: "o", planID: "p", piiIndex: "i", validUntil: end, txID: nil, isCompleted: false))
        #expect(try await store.read { rows in try rows.issueOffer("any")?.piiIndex } == nil)
        #expect(try await store.read { rows in try rows.issueOffer("none") } == nil)
        #expect(try await store.write { rows in try rows.takeIssueOffer("o", for: "t") })
        #expect(try await store.write { rows in try rows.takeIssueOffer("o", for: "u") } == false)
        #expect(try await store.write { rows in try rows.takeIssueOffer("none", for: "u") } == false)
        try await store.write { rows in try rows.completeIssueOffer("o") }
        #expect(
            try await store.read { rows in try rows.issueOffer("o") }
                == OfferRow(
                    offerID: "o", planID: "p", piiIndex: "i", validUntil: end, txID: "t", isCompleted: true))
        #expect(try await store.read { rows in try rows.issueOffer("any")?.isFree } == true)
        let refusal = await failure {
            try await store.write { rows in
                try rows.insertIssueOffer("o", planID: "q", piiIndex: nil, validUntil: end)
            }
        }
        #expect(refusal != nil)
        #expect(try await store.read { rows in try rows.issueOffer("o")?.planID } == "p")
        await store.close()
    }

    @Test("of two transactions that use an offer at once one gets it", arguments: StoreKind.allCases)
    func offerAtOnce(kind: StoreKind) async throws {
        let (store, end) = (try await kind.make(), end)
        try await store.write { rows in
            try rows.insertIssueOffer("o", planID: "p", piiIndex: nil, validUntil: end)
        }
        async let first = store.write { rows in try rows.takeIssueOffer("o", for: "t1") }
        async let second = store.write { rows in try rows.takeIssueOffer("o", for: "t2") }
        let isTaken = try await ["t1": first, "t2": second]
        #expect(isTaken.values.filter(\.self).count == 1)
        let holder = try await store.read { rows in try rows.issueOffer("o")?.txID }
        #expect(holder.flatMap { isTaken[$0] } == true)
        await store.close()
    }

    @Test("a write that fails does not use an offer", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let (store, end) = (try await kind.make(), end)
        try await store.write { rows in
            try rows.insertIssueOffer("o", planID: "p", piiIndex: nil, validUntil: end)
        }
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                #expect(try rows.takeIssueOffer("o", for: "t"))
                try rows.saveIssuerUser(Self.user("u", pii: "p"))
                throw Undone()
            }
        }
        #expect(try await store.read { rows in try rows.issueOffer("o")?.isFree } == true)
        #expect(try await store.read { rows in try rows.issuerUser(piiIndex: "p") } == nil)
        await store.close()
    }

    @Test("expired offers are deleted in slices, the oldest first", arguments: StoreKind.allCases)
    func expired(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            for number in [3, 1, 2, 5, 4] {
                try rows.insertIssueOffer(
                    "o\(number)", planID: "p", piiIndex: nil, validUntil: UTCInstant(seconds: Int64(number)))
            }
            _ = try rows.takeIssueOffer("o1", for: "t")
        }
        let left = { @Sendable (rows: any ServiceRows) in
            try (1...5).filter { try rows.issueOffer("o\($0)") != nil }
        }
        let end = UTCInstant(seconds: 4)
        #expect(try await store.write { rows in try rows.deleteIssueOffers(validBefore: end, limit: 2) } == 2)
        #expect(try await store.read(left) == [3, 4, 5])
        #expect(try await store.write { rows in try rows.deleteIssueOffers(validBefore: end, limit: 2) } == 1)
        #expect(try await store.write { rows in try rows.deleteIssueOffers(validBefore: end, limit: 2) } == 0)
        #expect(try await store.read(left) == [4, 5])
        await store.close()
    }
}
