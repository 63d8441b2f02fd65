import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The trust agent's offers and nonces")
struct RestoreOfferTablesTests {
    private let start = UTCInstant(seconds: 1_000)

    @Test("an offer to restore is found until it expires, and is deleted with its DID", arguments: StoreKind.allCases)
    func offers(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let offers = [("o1", "did:omn:a"), ("o2", "did:omn:a"), ("o3", "did:omn:b")].map {
            RestoreOfferRecord(offerID: $0.0, did: $0.1)
        }
        try await store.write { rows in for offer in offers { try rows.insert(offer, validUntil: start) } }
        let second = await failure {
            try await store.write { rows in
                try rows.insert(RestoreOfferRecord(offerID: "o1", did: "did:omn:c"), validUntil: start)
            }
        }
        #expect((second as? ServiceDatabaseError)?.kind == .constraint)
        func found(_ id: String, _ now: UTCInstant) async throws -> RestoreOfferRecord? {
            try await store.read { rows in try rows.restoreOffer(id, now: now) }
        }
        #expect(try await found("o1", start - .seconds(1)) == offers[0])
        #expect(try await found("o1", start) == nil)
        #expect(try await found("o4", start - .seconds(1)) == nil)
        try await store.write { rows in try rows.removeRestoreOffers(for: "did:omn:a") }
        #expect(try await found("o1", start - .seconds(1)) == nil)
        #expect(try await found("o2", start - .seconds(1)) == nil)
        #expect(try await found("o3", start - .seconds(1)) == offers[2])
        await store.close()
    }

    @Test("expired offers and nonces are deleted, the oldest first and within the limit", arguments: StoreKind.allCases)
    func expired(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            for number in [2, 0, 3, 1] {
                let end = start + .seconds(number)
                try rows.insert(RestoreOfferRecord(offerID: "o\(number)", did: "did:omn:a"), validUntil: end)
                #expect(try rows.insert(UsedNonce(digest: [UInt8(number)], until: end)))
            }
        }
        @Sendable func remove(_ now: UTCInstant, _ limit: Int) async throws -> [Int] {
            try await store.write { rows in
                [
                    try rows.removeExpiredRestoreOffers(now: now, limit: limit),
                    try rows.removeExpiredNonces(now: now, limit: limit),
                ]
            }
        }
        // An offer ends at its last instant. A nonce is stored until that instant has passed.
        #expect(try await remove(start, 10) == [1, 0])
        #expect(try await remove(start + .seconds(10), 2) == [2, 2])
        #expect(try await store.read { rows in try rows.restoreOffer("o3", now: start) } != nil)
        #expect(try await store.write { rows in try rows.insert(UsedNonce(digest: [0], until: start)) })
        #expect(try await !store.write { rows in try rows.insert(UsedNonce(digest: [3], until: start)) })
        // Every row is counted once, also if several instances delete at the same time.
        let taken = try await atOnce(4) { _ in try await remove(start + .seconds(10), 10) }
        #expect(taken.reduce(into: 0) { $0 += $1[0] } == 1)
        #expect(taken.reduce(into: 0) { $0 += $1[1] } == 3)
        await store.close()
    }

    @Test("a nonce that several messages have at once is accepted once", arguments: StoreKind.allCases)
    func nonces(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        for round in 0..<5 as Range<UInt8> {
            let nonce = UsedNonce(digest: Array(repeating: round, count: 32), until: start)
            let accepted = try await atOnce(4) { _ in try await store.write { rows in try rows.insert(nonce) } }
            #expect(accepted.count { $0 } == 1)
        }
        await store.close()
    }

    @Test("no offer to restore is left for a DID that was restored at the same time", arguments: StoreKind.allCases)
    func restored(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let did = "did:omn:a"
        try await store.write { rows in
            try rows.insert(
                WalletRecord(walletID: "w", deviceDID: "did:omn:d", status: .assigned),
                by: WalletRecord.Registration(request: [1], transactionID: "t"), at: start)
            try rows.insert(
                UserRecord(did: did, walletID: "w", appID: "app", sealedPII: [1], status: .deactivated), ofPerson: "p",
                at: start)
        }
        for round in 0..<5 {
            _ = try await atOnce(2) { number in
                try await store.write { rows in
                    guard number > 0 else {
                        guard try rows.userRecord(did, for: .change)?.status == .deactivated else { return }
                        let offer = RestoreOfferRecord(offerID: "o\(round)", did: did)
                        return try rows.insert(offer, validUntil: start + .seconds(9))
                    }
                    #expect(try rows.setStatus(.activated, ofUser: did, expecting: .deactivated))
                    try rows.removeRestoreOffers(for: did)
                }
            }
            #expect(try await store.read { rows in try rows.restoreOffer("o\(round)", now: start) } == nil)
            #expect(
                try await store.write { rows in
                    try rows.setStatus(.deactivated, ofUser: did, expecting: .activated)
                })
        }
        await store.close()
    }
}
