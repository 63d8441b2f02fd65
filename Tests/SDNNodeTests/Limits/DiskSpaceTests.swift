import HeraldJSON
import HeraldPeer
import Logging
import SDNWire
import Synchronization
import TestSupport
import Testing
@testable import SDNNode

@Suite("A disk that fills up")
struct DiskSpaceTests {
    /// The free bytes of a disk, which a test sets.
    private final class Disk: Sendable {
        private let free: Mutex<Int64?>
        let measured = Mutex(0)

        init(_ free: Int64?) { self.free = Mutex(free) }

        func set(_ bytes: Int64?) { free.withLock { $0 = bytes } }

        func measure() -> Int64? {
            measured.withLock { $0 += 1 }
            return free.withLock(\.self)
        }
    }

    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func node(on disk: Disk, _ folder: TemporaryFolder, _ clock: TestClock) throws -> TestNode {
        try TestNode(clock: clock) {
            $0.storage = .directory(folder.url)
            $0.diskReserve = 100
            $0.freeSpace = { _ in disk.measure() }
        }
    }

    @Test("the node refuses to store anything with a sentence, and goes on when there is space again")
    func writes() async throws {
        let folder = try TemporaryFolder(), disk = Disk(100), clock = TestClock()
        let node = try node(on: disk, folder, clock)
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom()
        try await ann.send("before", to: room)
        disk.set(99)
        clock.advance(by: .seconds(1))
        let refused = [
            try await ann.call("PUT", ["rooms", room, "send", "m.room.message", "t"], ["body": "x"]),
            try await ann.call("POST", ["createRoom"], [:]),
            try await ann.call("PUT", ["user", ann.userID, "account_data", "x"], [:]),
            try await ann.upload([1, 2, 3]), try await ann.reserve(),
        ]
        for answer in refused {
            #expect(answer.status == 507)
            #expect(answer.error?.contains("almost full") == true)
        }
        disk.set(100)
        clock.advance(by: .seconds(1))
        try await ann.send("after", to: room)
        _ = try await ann.uploaded([1, 2, 3])
    }

    @Test("reading, logging in and deleting go on")
    func reads() async throws {
        let folder = try TemporaryFolder(), disk = Disk(100), clock = TestClock()
        let node = try node(on: disk, folder, clock)
        let ann = try await RoomUser(node, 1, deviceID: "A")
        let room = try await ann.createRoom(), id = try await ann.uploaded([7])
        try await ann.send("hello", to: room)
        let since = try await ann.sync().nextBatch
        disk.set(0)
        clock.advance(by: .seconds(1))
        _ = try await ann.sync(since: since)
        #expect(try await ann.messages(room).list("chunk").contains { $0.bodyText == "hello" })
        #expect(try await ann.download("/_matrix/client/v1/media/download/localhost/" + id).body == [7])
        try await ann.ok("POST", ["search"], ["search_categories": ["room_events": ["search_term": "hello"]]])
        try await ann.ok("POST", ["keys", "query"], ["device_keys": .object(JSONObject([ann.userID: []]))])
        // The rule holds for all paths of an endpoint.
        let unstable = "/_matrix/client/unstable/"
        for (path, status) in [
            ("org.matrix.msc2753/rooms/\(room)/unpeek", 200),
            ("org.matrix.msc3814.v1/dehydrated_device/D/events", 403),
        ] {
            #expect(try await node.send("POST", unstable + path, token: ann.token, [:]).status == status)
        }
        let second = try await RoomUser(node, 1, deviceID: "B")
        // Clients store a filter before they sync for the first time.
        let filter = try await second.ok(
            "POST", ["user", second.userID, "filter"], ["room": ["timeline": ["limit": 20]]])
        let filterID = try #require(filter.text("filter_id"))
        try await second.ok("GET", ["sync"], query: ["filter": filterID])
        try await second.ok("POST", ["logout"])
    }

    @Test("an upload ends when the disk becomes almost full meanwhile, and leaves nothing behind")
    func upload() async throws {
        let folder = try TemporaryFolder(), disk = Disk(100), clock = TestClock()
        let node = try node(on: disk, folder, clock)
        let ann = try await RoomUser(node, 1)
        let media = MediaService(services: node.assembly.services)
        let body = RequestBodyStream { each in
            try await each([1])
            disk.set(99)
            clock.advance(by: .seconds(1))
            try await each([2])
        }
        let request = UploadMediaRequest(filename: nil, payload: Payload(contentType: "image/png"))
        await #expect(throws: StatusedError.self) {
            _ = try await media.upload(request, body, Caller(userID: ann.userID, deviceID: "D", tokenID: 1))
        }
        let use = try await node.assembly.services.database.read { db in try MediaRecord.use(by: ann.userID, in: db) }
        #expect(use == (0, 0))
    }

    @Test("the space is measured at most once a second, and not at all in memory or without a reserve")
    func measuring() throws {
        let clock = TestClock(), disk = Disk(nil)
        var configuration = NodeConfiguration(monotonicClock: clock.monotonic)
        configuration.freeSpace = { _ in disk.measure() }
        #expect(!DiskSpace(configuration, logger: Self.silent).isLow)
        let folder = try TemporaryFolder()
        configuration.storage = .directory(folder.url)
        configuration.diskReserve = 0
        #expect(!DiskSpace(configuration, logger: Self.silent).isLow)
        #expect(disk.measured.withLock(\.self) == 0)
        configuration.diskReserve = 10
        let space = DiskSpace(configuration, logger: Self.silent)
        // A system that does not say how much is free does not stop the node.
        for _ in 0..<3 { #expect(!space.isLow) }
        #expect(disk.measured.withLock(\.self) == 1)
        disk.set(9)
        #expect(!space.isLow)
        clock.advance(by: .seconds(1))
        #expect(space.isLow)
        #expect(disk.measured.withLock(\.self) == 2)
    }

    @Test("the system says how much is free")
    func system() throws {
        let folder = try TemporaryFolder()
        #expect(try #require(NodeConfiguration.systemFreeSpace(folder.url)) > 0)
    }
}
