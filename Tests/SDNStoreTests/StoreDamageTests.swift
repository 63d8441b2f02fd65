import Foundation
import GRDB
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

struct StoreDamageTests {
    /// The bytes of a closed store with messages in room, outbox and state.
    private func sample(_ kind: StoreKind) async throws -> (name: String, data: Data) {
        let folder = try TemporaryFolder()
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.write { (store) throws in
            try Sample.fill(store, messages: 150, body: "a message of some length, so that there are pages")
            for number in 2...20 { try store.save(Sample.outgoing(number)) }
        }
        await store.close()
        return try #require(folder.files.first { $0.name.hasSuffix("store.sqlite") })
    }

    /// Opens what was damaged and reads all of it.
    /// - Returns: the messages that are on their way in the store that results; `nil` when it is refused with a reason.
    private func use(_ kind: StoreKind, _ name: String, _ data: Data) async throws -> Set<String>? {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
        let store = try kind.make(in: folder)
        // Damage that is only met in reading counts at the next opening.
        for _ in 0..<3 {
            if let error = await failure(of: { try await store.open(with: Sample.credentials) }) {
                let code = (error as? SDNSDKError)?.code
                #expect(
                    code == .storeTooNew || code == .storeTooOld || code == .storeKeyWrong || code == .storeKeyMissing
                        || code == .storeFailed, "\(error)")
                return nil
            }
            let reading = await failure {
                try await store.read { (store) throws in
                    for room in try store.rooms() {
                        _ = try store.state(ofRoom: room.roomId)
                        var segment = try store.newestSegment(ofRoom: room.roomId)
                        while let current = segment {
                            for event in try store.events(inSegment: current.id, before: .max, limit: 1000)
                            where event.body?.isEmpty ?? true {
                                throw SDNSDKError(.storeDamaged, reason: "an event without its text")
                            }
                            segment = try store.segment(olderThan: current)
                        }
                    }
                    _ = try store.profiles()
                    _ = try store.outgoingMessages()
                }
            }
            guard let reading else {
                let messages = try await store.read { Set(try $0.outgoingMessages().map(\.localId)) }
                try await store.write { try $0.set(.eventStreamToken, "goes on") }
                await store.close()
                return messages
            }
            let code = (reading as? SDNSDKError)?.code
            #expect(code == .storeDamaged || code == .storeFailed, "\(reading)")
            await store.close()
        }
        Issue.record("the store does not become usable")
        return []
    }

    @Test(
        "a file that was cut off at any length gives a working store, with the readable part of the outbox",
        arguments: [StoreKind.file, .encrypted])
    func truncated(kind: StoreKind) async throws {
        let (name, data) = try await sample(kind)
        var (rescued, refused) = (0, 0)
        for part in 0..<40 {
            let length = data.count * part / 40
            guard let messages = try await use(kind, name, data.prefix(length)) else {
                refused += 1
                continue
            }
            if !messages.isEmpty { rescued += 1 }
        }
        #expect(rescued > 0, "a cut behind the outbox leaves it readable")
        #expect(refused == 0, "a file that is short is no file of a newer version or of another key")
    }

    @Test(
        "random changes of bytes never end the process, and never show another text",
        arguments: [StoreKind.file, .encrypted])
    func flipped(kind: StoreKind) async throws {
        let (name, data) = try await sample(kind)
        var random = SeededGenerator(seed: 6)
        var kept = 0
        for _ in 0..<120 {
            var damaged = data
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<data.count, using: &random)
                damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            }
            if try await use(kind, name, damaged)?.count ?? 0 >= 19 { kept += 1 }
        }
        #expect(kept > 60, "the outbox is on few pages, and most damage is elsewhere")
    }

    @Test(
        "a damaged store's readable outbox is copied completely and in order, and the next process has it too")
    func rescue() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        try await store.write { (store) throws in
            try Sample.fill(store)
            for number in 2...30 { try store.save(Sample.outgoing(number, body: "message \(number)")) }
        }
        let file = try #require(store.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: "UPDATE room SET details = x'00'") }
        try queue.close()

        try await store.open(with: Sample.credentials)
        #expect((await failure { _ = try await store.read { try $0.rooms() } } as? SDNSDKError)?.code == .storeDamaged)
        await store.close()
        try await store.open(with: Sample.credentials)
        let messages = try await store.read { (store) throws in
            #expect(try store.rooms().isEmpty && store.value(.eventStreamToken) == nil)
            return try store.outgoingMessages()
        }
        #expect(
            messages.map(\.localId) == (1...30).map { "local\($0)" } && messages.last?.content["body"] == "message 30")
        await store.close()
        #expect(
            folder.files.contains { $0.name.hasSuffix(".damaged-1") }
                && !folder.files.contains { $0.name.hasSuffix(".rescue") })

        // A process that ended between moving the file aside and taking the messages over.
        let note = URL(fileURLWithPath: file.path + ".rescue")
        try Data("store.sqlite.damaged-1".utf8).write(to: note)
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        try await store.open(with: Sample.credentials)
        #expect(try await store.read { try $0.outgoingMessages().count } == 30)
        await store.close()
    }

    @Test(
        "every message of a file with damaged first bytes is copied, and the store reports it",
        arguments: [StoreKind.file, .encrypted])
    func header(kind: StoreKind) async throws {
        let (name, data) = try await sample(kind)
        for (length, taken) in [(16, 20), (200, 0)] {
            let folder = try TemporaryFolder()
            let file = folder.url.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try (Data(repeating: 0, count: length) + data.dropFirst(length)).write(to: file)
            let store = try kind.make(in: folder)
            try await store.open(with: Sample.credentials)
            let recovery = try #require(store.recovery)
            #expect(recovery.messageCount == taken)
            #expect(try await store.read { try $0.outgoingMessages().count } == taken)
            let isSame = try Data(contentsOf: recovery.file).dropFirst(length) == data.dropFirst(length)
            #expect(isSame, "what cannot be read may be what a key opens, and stays")
            await store.close()
            try await store.open(with: Sample.credentials)
            #expect(store.recovery == nil)
            await store.close()
        }
    }

    @Test("only drafts on damaged pages are lost")
    func drafts() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        try await store.write { (store) throws in
            for number in 100..<300 {
                try store.setDraft(
                    "draft \(number) " + String(repeating: "x", count: 1_000), inRoom: "!\(number):x", threadId: nil)
            }
        }
        let file = try #require(store.file)
        await store.close()
        var data = try Data(contentsOf: file)
        let place = try #require(data.range(of: Data("draft 200 ".utf8))).lowerBound
        let page = place / 4096 * 4096
        data.replaceSubrange(page..<page + 4096, with: Data(repeating: 0, count: 4096))
        data.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
        try data.write(to: file)
        try await store.open(with: Sample.credentials)
        let taken = try #require(store.recovery).draftCount
        #expect((190..<200).contains(taken))
        #expect(try await store.read { try $0.draft(inRoom: "!299:x", threadId: nil) }?.hasPrefix("draft 299") ?? false)
        #expect(try await store.read { try $0.draft(inRoom: "!100:x", threadId: nil) }?.hasPrefix("draft 100") ?? false)
        await store.close()
    }

    @Test("files that were moved aside are deleted with the account's data")
    func forgetting() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0, body: "to be forgotten") }
        let file = try #require(store.file)
        await store.close()
        var data = try Data(contentsOf: file)
        data.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
        try data.write(to: file)
        try await store.open(with: Sample.credentials)
        #expect(folder.files.contains { $0.name.contains(".damaged-1") })
        try await store.deleteAllData()
        #expect(!folder.files.contains { $0.data.range(of: Data("to be forgotten".utf8)) != nil })
        await store.close()
    }

    @Test("messages of a damaged store are not given up while no copy of it can be made")
    func noCopy() async throws {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: Sample.credentials)
        let file = try #require(store.file)
        await store.close()
        // A folder under the name of the file that was moved aside: it is there and cannot be opened.
        let aside = URL(fileURLWithPath: file.path + ".damaged-1", isDirectory: true)
        try FileManager.default.createDirectory(at: aside, withIntermediateDirectories: false)
        let note = URL(fileURLWithPath: file.path + ".rescue")
        try Data(aside.lastPathComponent.utf8).write(to: note)
        #expect(
            (await failure { try await store.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeFailed)
        #expect(FileManager.default.fileExists(atPath: note.path))
        try FileManager.default.removeItem(at: aside)
        let other = try TemporaryFolder()
        let source = MXFileStore(directory: other.url)
        try await source.open(with: Sample.credentials)
        try await source.write { try Sample.fill($0) }
        let damaged = try #require(source.file)
        await source.close()
        try FileManager.default.copyItem(at: damaged, to: aside)
        try await store.open(with: Sample.credentials)
        #expect(try await store.read { try $0.outgoingMessages().map(\.localId) } == ["local1"])
        #expect(!FileManager.default.fileExists(atPath: note.path))
        await store.close()
    }

    @Test("a store of a newer version is left alone", arguments: StoreKind.permanent)
    func tooNew(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        let file = try #require((store as? MXFileStore)?.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write { try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99')") }
        try queue.close()
        #expect(
            (await failure { try await store.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeTooNew)
        #expect(!folder.files.contains { $0.name.contains("damaged") })
    }

    @Test("a store from before the first release is left alone", arguments: StoreKind.permanent)
    func tooOld(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        let file = try #require((store as? MXFileStore)?.file)
        await store.close()
        let queue = try DatabaseQueue(path: file.path)
        try await queue.write {
            try $0.execute(sql: "DELETE FROM grdb_migrations; INSERT INTO grdb_migrations VALUES ('1')")
        }
        try queue.close()
        #expect(
            (await failure { try await store.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeTooOld)
        #expect(!folder.files.contains { $0.name.contains("damaged") })
    }
}
