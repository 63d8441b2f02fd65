import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

struct FileStoreTests {
    private let credentials = MXCredentials(
        node: "http://node.example", userId: ScriptedNode.me, accessToken: "secret-access-token")

    @Test(
        "opening a file that another session uses fails with `storeInUse`, and succeeds after that session has closed")
    func inUse() async throws {
        let folder = try TemporaryFolder()
        let first = MXFileStore(directory: folder.url)
        try await first.open(with: credentials)
        let second = MXFileStore(directory: folder.url)
        let error = await failure { try await second.open(with: credentials) }
        #expect((error as? SDNSDKError)?.code == .storeInUse)
        await first.close()
        try await second.open(with: credentials)
        await second.close()
    }

    @Test("each user of each node has a file of its own")
    func separate() async throws {
        let folder = try TemporaryFolder()
        let stores = [
            MXFileStore(directory: folder.url), MXFileStore(directory: folder.url), MXFileStore(directory: folder.url),
        ]
        try await stores[0].open(with: credentials)
        try await stores[1].open(
            with: MXCredentials(node: "http://node.example", userId: ScriptedNode.other, accessToken: nil))
        try await stores[2].open(
            with: MXCredentials(node: "http://node2.example", userId: ScriptedNode.me, accessToken: nil))
        #expect(Set(stores.compactMap { $0.file?.path }).count == 3)
        for store in stores { await store.close() }
        let error = await failure {
            try await stores[0].open(with: MXCredentials(node: "http://node.example", userId: nil, accessToken: nil))
        }
        #expect((error as? SDNSDKError)?.code == .missingCredentials)
    }

    @Test(
        "a damaged file is moved aside unchanged, and a fresh one is created",
        arguments: ["garbage", "header", "middle"])
    func damaged(how: String) async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        node.say("hello")
        let before = MXSession.scripted(node)
        let store = MXFileStore(directory: folder.url)
        try await before.setStore(store)
        let file = try #require(store.file)
        try await before.start()
        await before.close()
        var bytes = try Data(contentsOf: file)
        switch how {
        case "garbage": bytes = Data(repeating: 0x5A, count: 8192)
        case "header": bytes.replaceSubrange(0..<16, with: Data(repeating: 0, count: 16))
        default: bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xFF, count: 3996))
        }
        try bytes.write(to: file)

        let after = MXSession.scripted(node)
        try await after.setStore(MXFileStore(directory: folder.url))
        #expect(after.rooms.isEmpty)
        #expect(folder.files.contains { $0.name.hasSuffix("store.sqlite.damaged-1") && $0.data == bytes })
        try await after.start()
        #expect(try after.theRoom.summary.lastMessage?.body == "hello")
        await after.close()
    }

    @Test("no file of the store contains the access token")
    func noToken() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        _ = try await session.theRoom.sendTextMessage("a text that the store holds")
        await session.close()
        let files = folder.files
        #expect(files.contains { $0.data.range(of: Data("a text that the store holds".utf8)) != nil })
        #expect(!files.contains { $0.data.range(of: Data("secret-access-token".utf8)) != nil })
    }

    @Test("a transaction that fails stores nothing", arguments: [true, false])
    func rollback(inFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let store: any MXStore = inFile ? MXFileStore(directory: folder.url) : MXMemoryStore()
        try await store.open(with: credentials)
        struct Stop: Error {}
        let error = await failure {
            try await store.write { writer in
                try writer.save(MXRoomSummary(roomId: "!a:b", membership: .join))
                try writer.set(.eventStreamToken, "t")
                throw Stop()
            }
        }
        #expect(error is Stop)
        let (rooms, token) = try await store.read { try ($0.rooms().count, $0.value(.eventStreamToken)) }
        #expect(rooms == 0 && token == nil)
        await store.close()
        #expect((await failure { try await store.read { try $0.rooms() } } as? SDNSDKError)?.code == .storeFailed)
    }

    @Test("a process that ends in the middle of a sync leaves the old token with the old data")
    func crash() async throws {
        let folder = try TemporaryFolder()
        let copy = try TemporaryFolder()
        let node = ScriptedNode()
        for number in 1...30 { node.say("old \(number)") }
        let file = MXFileStore(directory: folder.url)
        let store = InterceptedStore(file)
        let session = MXSession.scripted(node)
        try await session.setStore(store)
        try await session.start()
        let oldIDs = node.eventIDs
        await session.pause()
        for number in 1...30 { node.say("new \(number)") }
        // The files as they lie on the disk when everything is written and nothing committed: what a kill would leave.
        let (from, to) = (folder.url, copy.url.appendingPathComponent("store"))
        store.beforeCommit { try FileManager.default.copyItem(at: from, to: to) }
        try await session.resume()
        store.beforeCommit(nil)
        await session.close()

        let resumed = MXSession.scripted(node)
        try await resumed.setStore(MXFileStore(directory: to))
        #expect(try await resumed.store.read { try $0.value(.eventStreamToken) } == "s\(oldIDs.count)")
        let timeline = try resumed.theRoom.liveTimeline
        let heard = Heard(timeline)
        try await timeline.paginate(1000, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == oldIDs.reversed())

        timeline.resetPagination()
        try await resumed.start()
        #expect(heard.ids(.forwards) == Array(node.eventIDs.suffix(30)), "the new events come once more, and once")
        await resumed.close()
    }

    @Test("a sync that cannot be stored is requested again and counts once")
    func storeFailure() async throws {
        let node = ScriptedNode()
        let store = InterceptedStore(MXMemoryStore())
        let session = MXSession.scripted(node)
        try await session.setStore(store)
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        var updates = Updates(timeline.updates())
        let failures = Mutex(3)
        store.beforeCommit {
            try failures.withLock { left in
                guard left > 0 else { return }
                left -= 1
                throw SDNSDKError(.storeFailed, reason: "the disk is full")
            }
        }
        let id = node.say("once")
        _ = try await updates.first { $0.liveEvent?.eventId == id ? true : nil }
        #expect(failures.withLock { $0 } == 0)
        #expect(heard.ids(.forwards) == [id])
        await session.close()
    }
}
