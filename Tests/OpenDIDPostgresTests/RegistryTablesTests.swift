import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The registry's DIDs and credentials")
struct RegistryTablesTests {
    private struct Undone: Error {}

    private static let did = "did:omn:a"
    private static let start = UTCInstant(seconds: 1_000_000)

    /// Registers a DID with one document.
    private static func register(
        _ did: String = did, role: RoleTypeEnum = .Wallet, at now: UTCInstant = start, in rows: any ServiceRows
    ) throws {
        try rows.insertDID(did, role: role, newest: "1", at: now)
        try rows.insertDocument([1], version: "1", of: did, at: now)
        try rows.logStatus("ACTIVATED", of: did, .did, at: now)
    }

    private static func meta(_ id: String, subject: String = "did:omn:s", status: VCStatusEnum = .ACTIVE) -> VCMeta {
        VCMeta(
            id: id, issuer: Provider(did: "did:omn:i", certVcRef: "http://i.test/certificate"), subject: subject,
            credentialSchema: .init(id: "http://i.test/schema"), status: status,
            issuanceDate: "2026-01-01T00:00:00Z", validFrom: "2026-01-01T00:00:00Z",
            validUntil: "2027-01-01T00:00:00Z", formatVersion: "1.0", language: "ko")
    }

    private func head(_ store: any ServiceDatabase, _ did: String = did) async throws -> DIDHead? {
        try await store.read { rows in try rows.didHead(did, for: .read) }
    }

    private func isConstraint(_ error: (any Error)?) -> Bool { (error as? ServiceDatabaseError)?.kind == .constraint }

    @Test("a registered DID has its status, its newest version and its documents", arguments: StoreKind.allCases)
    func registered(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.register(in: rows) }
        let head = try #require(try await head(store))
        #expect(head.status == .activated && head.newest == "1" && head.terminated == nil)
        #expect(try await self.head(store, "did:omn:none") == nil)
        try await store.write { rows in
            try rows.insertDocument([2, 0], version: "2", of: Self.did, at: Self.start + .seconds(5))
            try rows.replaceDocument([9], version: "1", of: Self.did)
        }
        try await store.read { rows throws in
            #expect(try rows.document("1", of: Self.did) == [9])
            #expect(try rows.document("2", of: Self.did) == [2, 0])
            #expect(try rows.document("3", of: Self.did) == nil)
            #expect(try rows.document("1", of: "did:omn:none") == nil)
            #expect(try rows.entryTime(ofDocument: "1", of: Self.did) == Self.start)
            #expect(try rows.entryTime(ofDocument: "2", of: Self.did) == Self.start + .seconds(5))
            #expect(try rows.entryTime(ofDocument: "3", of: Self.did) == nil)
        }
        await store.close()
    }

    @Test("a DID and a version are entered once, and a version needs its DID", arguments: StoreKind.allCases)
    func once(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.register(in: rows) }
        let before = try await head(store)
        let again = await failure {
            try await store.write { rows in
                try rows.insertDID(Self.did, role: .Issuer, newest: "7", at: Self.start)
            }
        }
        let version = await failure {
            try await store.write { rows in
                try rows.insertDocument([2], version: "1", of: Self.did, at: Self.start)
            }
        }
        let alone = await failure {
            try await store.write { rows in
                try rows.insertDocument([2], version: "1", of: "did:omn:none", at: Self.start)
            }
        }
        #expect(isConstraint(again) && isConstraint(version) && isConstraint(alone))
        #expect(try await head(store) == before)
        #expect(try await store.read { rows in try rows.document("1", of: Self.did) } == [1])
        await store.close()
    }

    @Test("every change of a DID gives it a new revision", arguments: StoreKind.allCases)
    func revisions(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.register(in: rows)
            try Self.register("did:omn:b", in: rows)
        }
        let other = try await head(store, "did:omn:b")
        var heads = [try #require(try await head(store))]
        try await store.write { rows in try rows.setNewestVersion("2", of: Self.did) }
        heads.append(try #require(try await head(store)))
        try await store.write { rows in try rows.setDIDStatus(.deactivated, of: Self.did, terminated: nil) }
        heads.append(try #require(try await head(store)))
        try await store.write { rows in try rows.setDIDStatus(.terminated, of: Self.did, terminated: Self.start) }
        heads.append(try #require(try await head(store)))
        #expect(heads.map(\.newest) == ["1", "2", "2", "2"])
        #expect(heads.map(\.status) == [.activated, .activated, .deactivated, .terminated])
        #expect(heads.map(\.terminated) == [nil, nil, nil, Self.start])
        #expect(Set(heads.map(\.revision)).count == heads.count)
        #expect(try await head(store, "did:omn:b") == other)
        await store.close()
    }

    @Test("a deleted DID that is registered again gets a revision that it never had", arguments: StoreKind.allCases)
    func deleted(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try Self.register(in: rows)
            try Self.register("did:omn:b", in: rows)
        }
        var revisions = [try #require(try await head(store)).revision]
        try await store.write { rows in try rows.setNewestVersion("2", of: Self.did) }
        revisions.append(try #require(try await head(store)).revision)
        try await store.write { rows in try rows.deleteDID(Self.did, role: .Issuer) }
        #expect(try await head(store) != nil)
        try await store.write { rows in
            try rows.deleteDID(Self.did, role: .Wallet)
            try rows.deleteDID("did:omn:none", role: .Wallet)
        }
        #expect(try await head(store) == nil)
        #expect(try await store.read { rows in try rows.document("1", of: Self.did) } == nil)
        #expect(try await store.read { rows in try rows.document("1", of: "did:omn:b") } == [1])
        try await store.write { rows in try Self.register(at: Self.start + .seconds(60), in: rows) }
        #expect(!revisions.contains(try #require(try await head(store)).revision))
        await store.close()
    }

    @Test("the use of a device is found from its DID and its wallet", arguments: StoreKind.allCases)
    func devices(kind: StoreKind) async throws {
        let store = try await kind.make()
        func use() async throws -> DeviceUse { try await store.read { rows in try rows.use(ofDevice: Self.did) } }
        #expect(try await use() == .none)
        try await store.write { rows in
            try Self.register(in: rows)
            try rows.insert(
                WalletRecord(walletID: "w", deviceDID: Self.did), by: .init(request: [1], transactionID: "t"),
                at: Self.start)
        }
        #expect(try await use() == .waiting)
        #expect(try await store.write { rows in try rows.assignWallet("w") })
        #expect(try await use() == .owned)
        await store.close()
    }

    @Test("a credential has one record, which its change of status replaces", arguments: StoreKind.allCases)
    func credentials(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in
            try rows.insertMeta(Self.meta("c"), bytes: [1])
            try rows.logStatus("ACTIVE", of: "c", .credential, at: Self.start)
        }
        let second = await failure {
            try await store.write { rows in try rows.insertMeta(Self.meta("c"), bytes: [2]) }
        }
        #expect(isConstraint(second))
        func bytes(_ id: String) async throws -> [UInt8]? {
            try await store.read { rows in try rows.metaBytes(ofCredential: id, for: .read) }
        }
        #expect(try await bytes("c") == [1])
        #expect(try await bytes("none") == nil)
        try await store.write { rows throws in
            #expect(try rows.metaBytes(ofCredential: "c", for: .change) == [1])
            try rows.replaceMeta(Self.meta("c", status: .REVOKED), bytes: [3])
            try rows.replaceMeta(Self.meta("none"), bytes: [4])
        }
        #expect(try await bytes("c") == [3])
        #expect(try await bytes("none") == nil)
        await store.close()
    }

    @Test("of several writers that register a DID at once, one succeeds", arguments: StoreKind.allCases)
    func sameDID(kind: StoreKind) async throws {
        let store = try await kind.make()
        for number in 0..<5 {
            let did = "did:omn:\(number)"
            let entered = try await atOnce(4) { _ in
                try await store.write { rows in
                    guard try rows.didHead(did, for: .change) == nil else { return false }
                    try Self.register(did, in: rows)
                    return true
                }
            }
            #expect(entered.filter(\.self).count == 1)
        }
        await store.close()
    }

    @Test("no version is lost if several writers enter the next one at once", arguments: StoreKind.allCases)
    func nextVersion(kind: StoreKind) async throws {
        let store = try await kind.make()
        try await store.write { rows in try Self.register(in: rows) }
        _ = try await atOnce(4) { _ in
            try await store.write { rows in
                let head = try #require(try rows.didHead(Self.did, for: .change))
                let next = String(try #require(Int(head.newest)) + 1)
                try rows.setNewestVersion(next, of: Self.did)
                try rows.insertDocument([7], version: next, of: Self.did, at: Self.start)
            }
        }
        #expect(try await head(store)?.newest == "5")
        #expect(try await store.read { rows in try rows.document("5", of: Self.did) } == [7])
        await store.close()
    }

    @Test(
        "of two writers that register different credentials under one ID, one succeeds", arguments: StoreKind.allCases)
    func sameCredential(kind: StoreKind) async throws {
        let store = try await kind.make()
        for number in 0..<5 {
            let errors = try await atOnce(2) { writer in
                await failure {
                    try await store.write { rows in
                        let meta = Self.meta("c\(number)", subject: "did:omn:\(writer)")
                        try LedgerChange.enterCredential(meta, at: Self.start).apply(in: rows)
                    }
                }
            }
            #expect(errors.filter { $0 == nil }.count == 1)
            #expect(errors.contains { ($0 as? RegistryError)?.code == .duplicate })
        }
        await store.close()
    }

    /// Runs writes that end with an error.
    private static func undo(in rows: any ServiceRows, _ body: () throws -> Void) throws {
        do {
            try rows.undoingOnError {
                try body()
                throw Undone()
            }
            Issue.record("no error")
        } catch is Undone {}
    }

    @Test("an error undoes a write, and an inner error only the inner writes", arguments: StoreKind.allCases)
    func undone(kind: StoreKind) async throws {
        let store = try await kind.make()
        let outer = await failure {
            try await store.write { rows in
                try Self.register(in: rows)
                try rows.insertMeta(Self.meta("c"), bytes: [1])
                throw Undone()
            }
        }
        #expect(outer is Undone)
        #expect(try await head(store) == nil)
        #expect(try await store.read { rows in try rows.metaBytes(ofCredential: "c", for: .read) } == nil)
        try await store.write { rows in
            try Self.register(in: rows)
            try Self.undo(in: rows) {
                try Self.register("did:omn:inner", in: rows)
                try Self.undo(in: rows) { try rows.insertMeta(Self.meta("innermost"), bytes: [1]) }
            }
            try rows.undoingOnError { try rows.insertMeta(Self.meta("kept"), bytes: [1]) }
        }
        #expect(try await head(store) != nil)
        #expect(try await head(store, "did:omn:inner") == nil)
        try await store.read { rows throws in
            #expect(try rows.metaBytes(ofCredential: "innermost", for: .read) == nil)
            #expect(try rows.metaBytes(ofCredential: "kept", for: .read) == [1])
        }
        await store.close()
    }
}
