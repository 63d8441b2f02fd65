import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The verifier's offers")
struct VerifierTablesTests {
    private struct Undone: Error {}

    private static let end = UTCInstant(seconds: 1_000)

    private static func insert(
        _ offerID: String, txID: String, policyID: String? = nil, until: UTCInstant = end, in rows: any ServiceRows
    ) throws {
        try rows.insertVerifyOffer(
            offerID, txID: txID, device: "terminal", service: "rental", policyID: policyID, validUntil: until)
    }

    private static func offer(
        _ offerID: String, txID: String, policyID: String? = nil, answeredBy: String? = nil, at: Int64? = nil,
        claims: [UInt8]? = nil
    ) -> VerifyOfferRow {
        VerifyOfferRow(
            offerID: offerID, txID: txID, device: "terminal", service: "rental", policyID: policyID, validUntil: end,
            answeredBy: answeredBy, acceptedAt: at.map { UTCInstant(seconds: $0) }, sealedClaims: claims)
    }

    @Test("an offer is found as it was stored", arguments: StoreKind.allCases)
    func found(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.insert("o", txID: "t", in: rows)
            try Self.insert("named", txID: "u", policyID: "policy", in: rows)
        }
        #expect(try await store.read { rows in try rows.verifyOffer("o") } == Self.offer("o", txID: "t"))
        #expect(
            try await store.read { rows in try rows.verifyOffer("named") }
                == Self.offer("named", txID: "u", policyID: "policy"))
        #expect(try await store.read { rows in try rows.verifyOffer("none") } == nil)
        await store.close()
    }

    @Test("no second offer has the ID or the transaction of another", arguments: StoreKind.allCases)
    func unique(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert("o", txID: "t", in: rows) }
        for (offerID, txID) in [("o", "u"), ("p", "t")] {
            let refusal = await failure {
                try await store.write { rows in
                    try Self.insert("before", txID: "before", in: rows)
                    try Self.insert(offerID, txID: txID, policyID: "other", in: rows)
                }
            }
            #expect(refusal != nil, "\(offerID) \(txID)")
        }
        #expect(try await store.read { rows in try rows.verifyOffer("o") } == Self.offer("o", txID: "t"))
        #expect(try await store.read { rows in try rows.verifyOffer("before") } == nil)
        await store.close()
    }

    @Test("the first presentation is accepted, and no later one", arguments: StoreKind.allCases)
    func accepted(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert("o", txID: "t", in: rows) }
        let accept = { @Sendable (offerID: String, txID: String, claims: [UInt8]) in
            try await store.write { rows in
                try rows.acceptVerifyOffer(offerID, txID: txID, claims: claims, at: UTCInstant(seconds: 5))
            }
        }
        #expect(try await accept("o", "a", [0, 255, 0]))
        #expect(try await accept("o", "b", [1]) == false)
        #expect(try await accept("none", "b", [1]) == false)
        #expect(
            try await store.read { rows in try rows.verifyOffer("o") }
                == Self.offer("o", txID: "t", answeredBy: "a", at: 5, claims: [0, 255, 0]))
        await store.close()
    }

    @Test("of two presentations at once one is accepted", arguments: StoreKind.allCases)
    func acceptedAtOnce(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert("o", txID: "t", in: rows) }
        let accept = { @Sendable (txID: String) in
            try await store.write { rows in
                try rows.acceptVerifyOffer(
                    "o", txID: txID, claims: Array(txID.utf8), at: UTCInstant(seconds: 5))
            }
        }
        async let first = accept("a")
        async let second = accept("b")
        let isAccepted = try await ["a": first, "b": second]
        #expect(isAccepted.values.filter(\.self).count == 1)
        let offer = try #require(try await store.read { rows in try rows.verifyOffer("o") })
        let winner = try #require(offer.answeredBy)
        #expect(isAccepted[winner] == true)
        #expect(offer.sealedClaims == Array(winner.utf8))
        await store.close()
    }

    @Test("a write that fails accepts no presentation", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.insert("o", txID: "t", in: rows) }
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                #expect(try rows.acceptVerifyOffer("o", txID: "a", claims: [1], at: UTCInstant(seconds: 5)))
                throw Undone()
            }
        }
        #expect(try await store.read { rows in try rows.verifyOffer("o") } == Self.offer("o", txID: "t"))
        await store.close()
    }

    @Test("claims are deleted in slices, those of the oldest presentations first", arguments: StoreKind.allCases)
    func claims(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            for number in [3, 1, 2, 5, 4] {
                try Self.insert("o\(number)", txID: "t\(number)", in: rows)
                _ = try rows.acceptVerifyOffer(
                    "o\(number)", txID: "a\(number)", claims: [UInt8(number)], at: UTCInstant(seconds: Int64(number)))
            }
            try Self.insert("open", txID: "open", in: rows)
        }
        let left = { @Sendable (rows: any ServiceRows) in
            try (1...5).filter { try rows.verifyOffer("o\($0)")?.sealedClaims != nil }
        }
        let delete = { @Sendable in
            try await store.write { rows in
                try rows.deletePresentedClaims(acceptedBefore: UTCInstant(seconds: 4), limit: 2)
            }
        }
        #expect(try await delete() == 2)
        #expect(try await store.read(left) == [3, 4, 5])
        #expect(try await delete() == 1)
        #expect(try await delete() == 0)
        #expect(try await store.read(left) == [4, 5])
        #expect(
            try await store.read { rows in try rows.verifyOffer("o1") }
                == Self.offer("o1", txID: "t1", answeredBy: "a1", at: 1))
        await store.close()
    }

    @Test("expired offers are deleted in slices, but not before their claims", arguments: StoreKind.allCases)
    func expired(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            for number in [3, 1, 2, 5, 4] {
                try Self.insert(
                    "o\(number)", txID: "t\(number)", until: UTCInstant(seconds: Int64(number)), in: rows)
            }
            _ = try rows.acceptVerifyOffer("o1", txID: "a", claims: [1], at: UTCInstant(seconds: 1))
        }
        let left = { @Sendable (rows: any ServiceRows) in
            try (1...5).filter { try rows.verifyOffer("o\($0)") != nil }
        }
        let delete = { @Sendable (limit: Int) in
            try await store.write { rows in
                try rows.deleteVerifyOffers(validBefore: UTCInstant(seconds: 4), limit: limit)
            }
        }
        #expect(try await delete(1) == 1)
        #expect(try await store.read(left) == [1, 3, 4, 5])
        #expect(try await delete(9) == 1)
        #expect(try await delete(9) == 0)
        #expect(try await store.read(left) == [1, 4, 5])
        try await store.write { rows in
            _ = try rows.deletePresentedClaims(acceptedBefore: UTCInstant(seconds: 2), limit: 9)
        }
        #expect(try await delete(9) == 1)
        #expect(try await store.read(left) == [4, 5])
        await store.close()
    }
}
