import Foundation
import GRDB
import HeraldJSON
import SDNSDK
import SDNStoreEncryption
import TestSupport
import Testing

struct StoreEncryptionTests {
    private static let secret = "a text that nobody else may read"
    private func secrets(in folder: TemporaryFolder) -> [String] {
        folder.files.filter { $0.data.range(of: Data(StoreEncryptionTests.secret.utf8)) != nil }.map(\.name)
    }

    @Test("no file of an encrypted store has a text, a name or a topic in it, while it is open and afterwards")
    func bytes() async throws {
        let folder = try TemporaryFolder()
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0, body: StoreEncryptionTests.secret) }
        #expect(secrets(in: folder).isEmpty)
        // From here on there is a log.
        try await store.write { (store) throws in
            try store.deleteMessages(ofRoom: Sample.room)
            try Sample.fill(store, messages: 200, body: StoreEncryptionTests.secret)
            try StoreEncryptionTests.fillAside(store)
        }
        #expect(folder.files.contains { $0.name.hasSuffix("-wal") && $0.data.count > 50_000 })
        #expect(secrets(in: folder).isEmpty)
        try await store.read { (store) throws in
            #expect(
                try store.newestSegment(ofRoom: Sample.room).map {
                    try store.events(inSegment: $0.id, before: .max, limit: 500)
                }?
                .filter { $0.body == StoreEncryptionTests.secret }.count == 200)
            #expect(try store.outgoingMessage("local2")?.failure?.reason == StoreEncryptionTests.secret)
        }
        await store.close()
        #expect(secrets(in: folder).isEmpty)
        let bare = MXFileStore(directory: try TemporaryFolder().url)
        #expect(bare.sharing == .exclusive)
    }

    @Test("the same search finds the text in an unencrypted store")
    func control() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0, body: StoreEncryptionTests.secret) }
        await store.close()
        #expect(!secrets(in: folder).isEmpty)
    }

    @Test("opening an encrypted store with another key or without one is refused and destroys nothing")
    func wrongKey() async throws {
        let folder = try TemporaryFolder()
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        await store.close()
        let other = try MXFileStore(directory: folder.url, encryptionKey: [UInt8](repeating: 7, count: 32))
        #expect(
            (await failure { try await other.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeKeyWrong)
        let none = MXFileStore(directory: folder.url)
        #expect(
            (await failure { try await none.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeKeyMissing)
        #expect(!folder.files.contains { $0.name.contains("damaged") })
        try await store.open(with: Sample.credentials)
        #expect(try await store.read { try $0.event("$3", inRoom: Sample.room)?.body } == "hello")
        await store.close()
        #expect(throws: SDNSDKError.self) { try MXFileStore(directory: nil, encryptionKey: [1, 2, 3]) }
    }

    @Test("opening an unencrypted store with a key encrypts it, down to the last page")
    func converting() async throws {
        let folder = try TemporaryFolder()
        let bare = MXFileStore(directory: folder.url)
        try await bare.open(with: Sample.credentials)
        try await bare.write { (store) throws in
            try Sample.fill(store, messages: 300, body: StoreEncryptionTests.secret)
            try StoreEncryptionTests.fillAside(store)
        }
        await bare.close()
        #expect(!secrets(in: folder).isEmpty)
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        #expect(secrets(in: folder).isEmpty)
        try await store.read { (store) throws in
            #expect(
                try store.events(inSegment: 1, before: .max, limit: 500).filter {
                    $0.body == StoreEncryptionTests.secret
                }.count == 300)
            #expect(
                try store.room(Sample.room)?.name == StoreEncryptionTests.secret
                    && store.profiles().first?.displayname == StoreEncryptionTests.secret)
            #expect(try store.outgoingMessages().first?.content["body"]?.stringValue == StoreEncryptionTests.secret)
            #expect(try store.accountData(inRoom: nil).count == 1 && store.state(ofRoom: Sample.room).count == 1)
        }
        await store.close()
    }

    /// The secret in every place that ``Sample/fill(_:messages:body:)`` leaves out.
    private static func fillAside(_ store: any MXStoreWriter) throws {
        var failed = Sample.outgoing(2, body: secret)
        failed.failure = MXOutgoingMessage.Failure(code: "M_X", reason: secret)
        try store.save(failed)
        try store.save(
            MXOutgoingAttachment(member: "url", filename: secret, mimeType: "text/plain", bytes: Array(secret.utf8)),
            ofMessage: "local2")
        try store.setDraft(secret, inRoom: Sample.room, threadId: nil)
        try store.addCachedSync(
            since: "s1", nextBatch: "s2",
            response: JSONValue.object(["next_batch": "s2", "text": .string(secret)]).serialized())
    }

    @Test("the next opening wipes the unencrypted remains that a process did not finish wiping")
    func interrupted() async throws {
        let folder = try TemporaryFolder()
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        let file = try #require(store.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { db in
            // Some systems build SQLite so that it overwrites what is deleted.
            try db.execute(sql: "PRAGMA secure_delete = OFF; CREATE TABLE bare (text TEXT)")
            for _ in 0..<500 {
                try db.execute(sql: "INSERT INTO bare VALUES (?)", arguments: [StoreEncryptionTests.secret])
            }
            try db.execute(sql: "DROP TABLE bare; INSERT INTO session (key, value) VALUES ('storeUnwiped', '')")
        }
        try queue.close()
        #expect(!secrets(in: folder).isEmpty, "free pages keep what stood in them")
        try await store.open(with: Sample.credentials)
        #expect(secrets(in: folder).isEmpty)
        #expect(try await store.read { try $0.event("$3", inRoom: Sample.room)?.body } == "hello")
        await store.close()
        let after = try DatabaseQueue(path: file.path)
        #expect(
            try await after.read {
                try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM session WHERE key = 'storeUnwiped'")
            } == 0)
        try after.close()
    }

    @Test("a damaged unencrypted store keeps its outbox when it is opened with a key, and leaves nothing unencrypted")
    func damagedAndBare() async throws {
        let folder = try TemporaryFolder()
        let bare = MXFileStore(directory: folder.url)
        try await bare.open(with: Sample.credentials)
        try await bare.write { try Sample.fill($0, body: StoreEncryptionTests.secret) }
        let file = try #require(bare.file)
        await bare.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: "UPDATE room SET details = x'00'") }
        try queue.close()
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        #expect(
            try await store.read { try $0.outgoingMessages().map(\.content["body"]) } == [
                .string(StoreEncryptionTests.secret)
            ])
        #expect(try await store.read { try $0.rooms().isEmpty })
        #expect(secrets(in: folder).isEmpty)
        await store.close()
    }

    @Test(
        "an unencrypted store that SQLite cannot read is not left beside its encrypted successor, and an encrypted one is",
        arguments: [false, true], [16, 200])
    func unreadable(isSealed: Bool, length: Int) async throws {
        let folder = try TemporaryFolder()
        let damaged =
            isSealed
            ? try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key) : MXFileStore(directory: folder.url)
        try await damaged.open(with: Sample.credentials)
        try await damaged.write { (store) throws in
            try Sample.fill(store, messages: 150, body: StoreEncryptionTests.secret)
            try store.setDraft(StoreEncryptionTests.secret, inRoom: Sample.room, threadId: nil)
        }
        let file = try #require(damaged.file)
        await damaged.close()
        var data = try Data(contentsOf: file)
        data.replaceSubrange(0..<length, with: Data(repeating: 0, count: length))
        try data.write(to: file)

        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        let recovery = try #require(store.recovery)
        if length == 16 {
            #expect(recovery.messageCount == 1 && recovery.lostMessageCount == 0 && recovery.draftCount == 1)
            #expect(
                try await store.read { try $0.draft(inRoom: Sample.room, threadId: nil) } == StoreEncryptionTests.secret
            )
        } else {
            #expect(recovery.messageCount == 0 && recovery.lostMessageCount == nil)
        }
        #expect(secrets(in: folder).isEmpty)
        #expect(FileManager.default.fileExists(atPath: recovery.file.path) == isSealed)
        await store.close()
    }

    @Test("a store that another session shares without a key is not encrypted meanwhile")
    func sharedAndBare() async throws {
        let folder = try TemporaryFolder()
        let bare = MXFileStore(directory: folder.url, sharing: .processes)
        try await bare.open(with: Sample.credentials)
        try await bare.write { try Sample.fill($0, body: StoreEncryptionTests.secret) }
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key, sharing: .processes)
        #expect((await failure { try await store.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeInUse)
        try await bare.write { try $0.save(Sample.outgoing(2, body: StoreEncryptionTests.secret)) }
        #expect(try await bare.read { try $0.outgoingMessages().count } == 2)
        await bare.close()
        try await store.open(with: Sample.credentials)
        #expect(try await store.read { try $0.outgoingMessages().count } == 2)
        #expect(secrets(in: folder).isEmpty)
        await store.close()
    }

    @Test("an encrypted value that is copied to another row cannot be decrypted there")
    func moved() async throws {
        let cipher = try MXAESStoreCipher(key: StoreKind.key)
        let sealed = try cipher.seal([1, 2, 3], boundTo: [1])
        #expect(try cipher.open(sealed, boundTo: [1]) == [1, 2, 3])
        #expect(throws: (any Error).self) { try cipher.open(sealed, boundTo: [2]) }
        #expect(try cipher.seal([1, 2, 3], boundTo: [1]) != sealed)
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(throws: (any Error).self) { try cipher.open(changed, boundTo: [1]) }
        }
        for length in 0..<sealed.count {
            #expect(throws: (any Error).self) { try cipher.open(Array(sealed.prefix(length)), boundTo: [1]) }
        }
        #expect(!"\(cipher) \(String(reflecting: cipher))".contains("31"))

        let folder = try TemporaryFolder()
        let store = try MXFileStore(directory: folder.url, encryptionKey: StoreKind.key)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        let file = try #require(store.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write {
            try $0.execute(sql: "UPDATE event SET raw = (SELECT raw FROM event ORDER BY place LIMIT 1)")
        }
        try queue.close()
        try await store.open(with: Sample.credentials)
        #expect(
            (await failure { _ = try await store.read { try $0.event("$3", inRoom: Sample.room) } } as? SDNSDKError)?
                .code == .storeDamaged)
        await store.close()
    }
}
