import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The trust agent's users")
struct TrustAgentTablesTests {
    private struct Undone: Error {}

    private let start = UTCInstant(seconds: 1_000)

    private static func user(
        _ name: String, wallet: String? = nil, status: UserRecord.Status = .activated, push: [UInt8]? = nil
    ) -> UserRecord {
        UserRecord(
            did: "did:omn:\(name)", walletID: wallet ?? "wallet-\(name)", appID: "app", sealedPII: [0, 255, 0x27],
            status: status, sealedPushToken: push)
    }

    /// Registers a user with a wallet of its own.
    private static func register(
        _ user: UserRecord, ofPerson person: String, at time: UTCInstant, in rows: any ServiceRows
    ) throws {
        try rows.insert(
            WalletRecord(walletID: user.walletID, deviceDID: "did:omn:device-\(user.walletID)", status: .assigned),
            by: WalletRecord.Registration(request: Array(user.walletID.utf8), transactionID: "t"), at: time)
        try rows.insert(user, ofPerson: person, at: time)
    }

    @Test("a user is found by the DID with everything that was stored", arguments: StoreKind.allCases)
    func found(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let (plain, pushed) = (Self.user("a"), Self.user("b", status: .revoked, push: [0, 1]))
        try await store.write { rows in
            try Self.register(plain, ofPerson: "p", at: start, in: rows)
            try Self.register(pushed, ofPerson: "p", at: start, in: rows)
        }
        #expect(try await store.read { rows in try rows.userRecord("did:omn:a", for: .read) } == plain)
        #expect(try await store.read { rows in try rows.userRecord("did:omn:b", for: .read) } == pushed)
        #expect(try await store.read { rows in try rows.userRecord("did:omn:A", for: .read) } == nil)
        #expect(try await store.write { rows in try rows.userRecord("did:omn:a", for: .change) } == plain)
        #expect(try await store.write { rows in try rows.userRecord("did:omn:c", for: .change) } == nil)
        await store.close()
    }

    @Test("a DID and a wallet belong to one user, and the wallet must be registered", arguments: StoreKind.allCases)
    func once(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let first = Self.user("a")
        try await store.write { rows in try Self.register(first, ofPerson: "p", at: start, in: rows) }
        let others = [
            Self.user("a", wallet: "another"), Self.user("b", wallet: "wallet-a"),
            Self.user("c", wallet: "unregistered"),
        ]
        for other in others {
            let refusal = await failure {
                try await store.write { rows in
                    try rows.insert(
                        WalletRecord(walletID: "another", deviceDID: "did:omn:d"),
                        by: WalletRecord.Registration(request: [1], transactionID: "t"), at: start)
                    try rows.insert(other, ofPerson: "q", at: start)
                }
            }
            #expect((refusal as? ServiceDatabaseError)?.kind == .constraint)
        }
        #expect(try await store.read { rows in try rows.walletRecord("another") } == nil)
        #expect(try await store.write { rows in try rows.userRecords(ofPerson: "q", for: .change) } == [])
        #expect(try await store.read { rows in try rows.userRecord("did:omn:a", for: .read) } == first)
        await store.close()
    }

    @Test("a person's users are the newest first, and then in the order of their DIDs", arguments: StoreKind.allCases)
    func persons(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            for name in ["a", "B", "ä", "Z"] {
                try Self.register(Self.user(name), ofPerson: "p", at: start, in: rows)
            }
            try Self.register(Self.user("new"), ofPerson: "p", at: start + .seconds(1), in: rows)
            try Self.register(Self.user("other"), ofPerson: "q", at: start, in: rows)
        }
        // Capital letters are first, because texts are compared byte by byte.
        let expected = ["new", "B", "Z", "a", "ä"].map { "did:omn:\($0)" }
        #expect(
            try await store.read { rows in try rows.userRecords(ofPerson: "p", for: .read) }.map(\.did) == expected)
        #expect(
            try await store.write { rows in try rows.userRecords(ofPerson: "p", for: .change) }.map(\.did) == expected)
        #expect(try await store.read { rows in try rows.userRecords(ofPerson: "r", for: .read) } == [])
        await store.close()
    }

    @Test("registrations after a point in time are counted for each person", arguments: StoreKind.allCases)
    func counted(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            for number in 0..<3 {
                try Self.register(
                    Self.user("u\(number)"), ofPerson: "p", at: start + .seconds(number), in: rows)
            }
            try Self.register(Self.user("other"), ofPerson: "q", at: start, in: rows)
        }
        func has(_ count: Int, _ person: String, since moment: UTCInstant) async throws -> Bool {
            try await store.read { rows in try rows.hasRegistered(count, ofPerson: person, since: moment) }
        }
        #expect(try await has(3, "p", since: start - .seconds(1)))
        #expect(try await !has(4, "p", since: start - .seconds(1)))
        #expect(try await !has(3, "p", since: start))
        #expect(try await has(2, "p", since: start))
        #expect(try await !has(1, "p", since: start + .seconds(2)))
        #expect(try await !has(2, "q", since: start - .seconds(1)))
        await store.close()
    }

    @Test("a person who registers several DIDs at once gets no more than the limit", arguments: StoreKind.allCases)
    func limit(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let registered = try await atOnce(6) { number in
            try await store.write { rows in
                guard try !rows.hasRegistered(2, ofPerson: "p", since: start - ServiceLimits.day) else { return false }
                try Self.register(Self.user("u\(number)"), ofPerson: "p", at: start, in: rows)
                return true
            }
        }
        #expect(registered.count { $0 } == 2)
        #expect(try await store.read { rows in try rows.userRecords(ofPerson: "p", for: .read) }.count == 2)
        await store.close()
    }

    @Test("one DID that is registered twice at once gets one user", arguments: StoreKind.allCases)
    func sameDID(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let registered = try await atOnce(4) { number in
            try await store.write { rows in
                guard try rows.userRecord("did:omn:a", for: .read) == nil else { return false }
                try Self.register(Self.user("a", wallet: "w\(number)"), ofPerson: "p\(number)", at: start, in: rows)
                return true
            }
        }
        #expect(registered.count { $0 } == 1)
        await store.close()
    }

    @Test("a status changes only from the expected one, and only once", arguments: StoreKind.allCases)
    func status(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in try Self.register(Self.user("a"), ofPerson: "p", at: start, in: rows) }
        #expect(
            try await !store.write { rows in
                try rows.setStatus(.activated, ofUser: "did:omn:a", expecting: .deactivated)
            })
        #expect(
            try await !store.write { rows in
                try rows.setStatus(.deactivated, ofUser: "did:omn:b", expecting: .activated)
            })
        let changed = try await atOnce(4) { _ in
            try await store.write { rows in
                try rows.setStatus(.deactivated, ofUser: "did:omn:a", expecting: .activated)
            }
        }
        #expect(changed.count { $0 } == 1)
        #expect(
            try await store.read { rows in try rows.userRecord("did:omn:a", for: .read) }?.status == .deactivated)
        await store.close()
    }

    @Test("a token for push messages is replaced and deleted", arguments: StoreKind.allCases)
    func pushToken(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        try await store.write { rows in
            try Self.register(Self.user("a"), ofPerson: "p", at: start, in: rows)
            try Self.register(Self.user("b", push: [7]), ofPerson: "p", at: start, in: rows)
        }
        for token in [[1, 0, 255], [2], nil] as [[UInt8]?] {
            try await store.write { rows in try rows.setPushToken(token, ofUser: "did:omn:a") }
            #expect(
                try await store.read { rows in try rows.userRecord("did:omn:a", for: .read) }
                    == Self.user("a", push: token))
        }
        #expect(try await store.read { rows in try rows.userRecord("did:omn:b", for: .read) }?.sealedPushToken == [7])
        await store.close()
    }

    @Test("a write that throws leaves nothing behind", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let (store, start) = (try await kind.make(), start)
        let (old, nonce) = (Self.user("a"), UsedNonce(digest: [1], until: start))
        try await store.write { rows in try Self.register(old, ofPerson: "p", at: start, in: rows) }
        let error = await failure {
            try await store.write { rows in
                try Self.register(Self.user("b"), ofPerson: "p", at: start, in: rows)
                #expect(try rows.setStatus(.revoked, ofUser: "did:omn:a", expecting: .activated))
                try rows.setPushToken([1], ofUser: "did:omn:a")
                try rows.insert(RestoreOfferRecord(offerID: "o", did: "did:omn:a"), validUntil: start + .seconds(9))
                #expect(try rows.insert(nonce))
                throw Undone()
            }
        }
        #expect(error is Undone)
        #expect(try await store.read { rows in try rows.userRecords(ofPerson: "p", for: .read) } == [old])
        #expect(try await store.read { rows in try rows.walletRecord("wallet-b") } == nil)
        #expect(try await store.read { rows in try rows.restoreOffer("o", now: start) } == nil)
        #expect(try await store.write { rows in try rows.insert(nonce) })
        await store.close()
    }
}
