import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The tables of identities and of the salt")
struct StorageTablesTests {
    private struct Undone: Error {}

    private static func identity(_ number: UInt8) -> StoredIdentity {
        StoredIdentity(did: "did:omn:\(number)", document: [number, 0], keys: [0, 255, number])
    }

    @Test("the first identity of a role stays", arguments: StoreKind.allCases)
    func identities(kind: StoreKind) async throws {
        let store = try await kind.make()
        #expect(try await store.read { rows in try rows.identity(of: "tas") } == nil)
        for number in [1, 2] as [UInt8] {
            try await store.write { rows in try rows.insertIdentityIfAbsent(Self.identity(number), of: "tas") }
        }
        try await store.write { rows in try rows.insertIdentityIfAbsent(Self.identity(3), of: "issuer") }
        #expect(try await store.read { rows in try rows.identity(of: "tas") } == Self.identity(1))
        #expect(try await store.read { rows in try rows.identity(of: "issuer") } == Self.identity(3))
        await store.close()
    }

    @Test("the first salt stays", arguments: StoreKind.allCases)
    func salt(kind: StoreKind) async throws {
        let store = try await kind.make()
        #expect(try await store.read { rows in try rows.salt() } == nil)
        for salt in [[0, 255], [1]] as [[UInt8]] {
            try await store.write { rows in try rows.insertSaltIfAbsent(salt) }
        }
        #expect(try await store.read { rows in try rows.salt() } == [0, 255])
        await store.close()
    }

    @Test("two writers at once then read the same identity and salt", arguments: StoreKind.allCases)
    func together(kind: StoreKind) async throws {
        let store = try await kind.make()
        let settle = { @Sendable (number: UInt8) in
            try await store.write { rows in
                try rows.insertIdentityIfAbsent(Self.identity(number), of: "tas")
                try rows.insertSaltIfAbsent([number])
            }
            return try await store.read { rows in (try rows.identity(of: "tas"), try rows.salt()) }
        }
        async let one = settle(1)
        async let two = settle(2)
        let (first, second) = (try await one, try await two)
        #expect(first.0 != nil && first.0 == second.0)
        #expect(first.1 != nil && first.1 == second.1)
        await store.close()
    }

    @Test("a write that throws leaves neither identity nor salt", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let store = try await kind.make()
        await #expect(throws: Undone.self) {
            try await store.write { rows in
                try rows.insertIdentityIfAbsent(Self.identity(1), of: "tas")
                try rows.insertSaltIfAbsent([1])
                throw Undone()
            }
        }
        #expect(try await store.read { rows in try rows.identity(of: "tas") } == nil)
        #expect(try await store.read { rows in try rows.salt() } == nil)
        await store.close()
    }

    @Test("instances with the same passphrase encrypt with the same keys", arguments: StoreKind.allCases)
    func keys(kind: StoreKind) async throws {
        let store = try await kind.make()
        let seal = { @Sendable (passphrase: String, role: ServiceRole, filler: UInt8) in
            try await StorageKeys(
                database: store, passphrase: ServiceSecret(passphrase),
                random: { [UInt8](repeating: filler, count: $0) }
            ).seal(of: role)
        }
        // Both start with an empty database.
        async let one = seal("the operator's", .tas, 1)
        async let two = seal("the operator's", .tas, 2)
        let (first, second) = (try await one, try await two)
        let sealed = try first.seal([1, 2, 3], at: "here")
        #expect(try second.open(sealed, at: "here") == [1, 2, 3])
        for (passphrase, role) in [("another", ServiceRole.tas), ("the operator's", .issuer)] {
            let other = try await seal(passphrase, role, 3)
            #expect(throws: ServicesError.self) { try other.open(sealed, at: "here") }
        }
        await store.close()
    }

    @Test("a salt of another size is refused", arguments: StoreKind.allCases)
    func wrongSalt(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try rows.insertSaltIfAbsent([1, 2, 3]) }
        await #expect {
            _ = try await StorageKeys(
                database: store, passphrase: "the operator's", random: { [UInt8](repeating: 1, count: $0) })
        } throws: { error in
            (error as? ServicesError)?.code == .storageKey
        }
        await store.close()
    }
}
