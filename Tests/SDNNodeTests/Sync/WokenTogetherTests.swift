import Dispatch
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Long polls that wake together", .timeLimit(.minutes(10)))
struct WokenTogetherTests {
    /// A node on disk whose reads of syncs can be held, so that the polls that commits wake read together.
    private final class Scene: Sendable {
        let folder: TemporaryFolder
        let node: TestNode
        private let held = DispatchSemaphore(value: 0)
        private let begun = Tally()

        init() throws {
            folder = try TemporaryFolder()
            let directory = folder.url
            node = try TestNode { $0.storage = .directory(directory) }
        }

        /// Runs work while the polls that it wakes cannot read. They read together afterwards.
        func whileHeld(_ work: () async throws -> Void) async throws {
            let before = begun.count, database = node.assembly.services.database
            let reads = Task {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<SharedReads.perAddress {
                        group.addTask {
                            let network = RemoteNetwork.key(of: "127.0.0.1")
                            let requester = Requester(client: "@held\(number):x", network: network)
                            try await Requester.$current.withValue(requester) {
                                try await database.readTogether { _ in
                                    self.begun.add()
                                    self.held.wait()
                                }
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            while begun.count < before + SharedReads.perAddress { try? await Task.sleep(for: .milliseconds(2)) }
            let result: Result<Void, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            for _ in 0..<SharedReads.perAddress { held.signal() }
            try await reads.value
            try result.get()
        }

        func untilWaiting(_ count: Int) async {
            while node.assembly.services.notifier.waiterCount < count, !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(2))
            }
        }

        func close() async { await node.assembly.services.database.close() }
    }

    private static func bodies(_ answer: JSONValue, _ room: String) -> [String] {
        answer.timeline(room).compactMap(\.bodyText)
    }

    /// Returns a token of each user, all of whom are online by then. Their presence is no news afterwards.
    private func tokens(of users: [RoomUser]) async throws -> [String] {
        for user in users { _ = try await user.sync() }
        var tokens: [String] = []
        for user in users { tokens.append(try await user.sync().nextBatch) }
        return tokens
    }

    @Test("each receives what it may see and asked for")
    func different() async throws {
        let scene = try Scene()
        let alice = try await RoomUser(scene.node, 1), carol = try await RoomUser(scene.node, 2)
        let dave = try await RoomUser(scene.node, 3), erin = try await RoomUser(scene.node, 4)
        let frank = try await RoomUser(scene.node, 5), gina = try await RoomUser(scene.node, 6)
        let hal = try await RoomUser(scene.node, 7)
        let room = try await alice.createRoom(["preset": "public_chat"])
        for user in [carol, dave, erin, frank, gina, hal] { try await user.join(room) }
        try await dave.ok(
            "PUT", ["user", dave.userID, "account_data", "m.ignored_user_list"],
            ["ignored_users": [alice.userID: [:]]])
        let old = try await hal.sync().nextBatch
        let zero = try await alice.send("zero", to: room)
        try await carol.ok("POST", ["rooms", room, "receipt", "m.read", zero], [:])
        let tokens = try await tokens(of: [alice, carol, dave, erin, frank, gina])
        async let own = alice.sync(since: tokens[0], timeout: 50_000)
        async let plain = carol.sync(since: tokens[1], timeout: 50_000)
        async let ignoring = dave.sync(since: tokens[2], timeout: 50_000)
        async let filtered = erin.sync(
            since: tokens[3], filter: ["room": ["timeline": ["not_types": ["m.room.message"]]]], timeout: 50_000)
        async let kicked = frank.sync(since: tokens[4], timeout: 50_000)
        async let loggedOut = gina.call("GET", ["sync"], query: ["since": tokens[5], "timeout": "50000"])
        await scene.untilWaiting(6)
        try await scene.whileHeld {
            try await alice.send("one", to: room, txn: "t1")
            try await alice.ok("POST", ["rooms", room, "kick"], ["user_id": .string(frank.userID)])
            #expect(try await gina.call("POST", ["logout"]).status == 200)
            try await alice.send("two", to: room, txn: "t2")
        }
        let late = try await hal.sync(since: old, timeout: 50_000)
        #expect(try await Self.bodies(plain, room) == ["one", "two"])
        #expect(try await plain.joined(room).at("unread_notifications", "notification_count") == 2)
        #expect(try await plain.timeline(room).allSatisfy { $0.at("unsigned", "transaction_id") == .null })
        #expect(try await Self.bodies(own, room) == ["one", "two"])
        #expect(
            try await own.timeline(room).compactMap { $0.at("unsigned", "transaction_id").stringValue } == ["t1", "t2"])
        #expect(try await Self.bodies(ignoring, room) == [])
        #expect(try await ignoring.timeline(room).count == 1)
        #expect(try await ignoring.joined(room).at("unread_notifications", "notification_count") == 0)
        #expect(try await filtered.timeline(room).compactMap { $0.text("type") } == ["m.room.member"])
        #expect(try await kicked.at("rooms", "join", room) == .null)
        let left = try await kicked.at("rooms", "leave", room).list("timeline", "events")
        #expect(left.compactMap(\.bodyText) == ["one"])
        #expect(left.last?.at("content", "membership") == "leave")
        #expect(try await loggedOut.errcode == "M_UNKNOWN_TOKEN")
        #expect(Self.bodies(late, room) == ["zero", "one", "two"])
        #expect(late.joined(room).at("unread_notifications", "notification_count") == 3)
        await scene.close()
    }

    @Test("what the room's history hides from one of them is not shown because another one sees it")
    func history() async throws {
        let scene = try Scene()
        let alice = try await RoomUser(scene.node, 1), bob = try await RoomUser(scene.node, 2)
        let carol = try await RoomUser(scene.node, 3)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await alice.setState("m.room.history_visibility", ["history_visibility": "joined"], in: room)
        try await bob.join(room)
        let since = try await bob.sync().nextBatch, other = try await carol.sync().nextBatch
        async let inside = bob.sync(since: since, timeout: 50_000)
        async let newcomer = carol.sync(since: other, timeout: 50_000)
        await scene.untilWaiting(2)
        try await scene.whileHeld {
            try await alice.send("before", to: room)
            try await carol.join(room)
            try await alice.send("after", to: room)
        }
        #expect(try await Self.bodies(inside, room) == ["before", "after"])
        #expect(try await Self.bodies(newcomer, room) == ["after"])
        await scene.close()
    }

    @Test("device lists, messages to devices, keys, account data and receipts reach only those whom they concern")
    func facts() async throws {
        let scene = try Scene()
        let alice = try await RoomUser(scene.node, 1), bob = try await RoomUser(scene.node, 2)
        let carol = try await RoomUser(scene.node, 3)
        let room = try await alice.createRoom(["preset": "public_chat"])
        for user in [bob, carol] { try await user.join(room) }
        let event = try await alice.send("x", to: room)
        let tokens = try await tokens(of: [bob, carol])
        async let bobs = bob.sync(since: tokens[0], timeout: 50_000)
        async let carols = carol.sync(since: tokens[1], timeout: 50_000)
        await scene.untilWaiting(2)
        try await scene.whileHeld {
            try await alice.ok(
                "PUT", ["sendToDevice", "m.test", "t1"],
                ["messages": [bob.userID: ["*": ["for": "bob"]]]])
            try await bob.ok("PUT", ["user", bob.userID, "rooms", room, "account_data", "x.mine"], ["a": 1])
            try await carol.ok("POST", ["rooms", room, "receipt", "m.read.private", event], [:])
            try await alice.ok("POST", ["rooms", room, "receipt", "m.read", event], [:])
            try await alice.send("y", to: room)
        }
        let answers = try await (bobs, carols)
        #expect(answers.0.list("to_device", "events").compactMap { $0.text("content", "for") } == ["bob"])
        #expect(answers.1.list("to_device", "events").isEmpty)
        #expect(answers.0.joined(room).list("account_data", "events").compactMap { $0.text("type") } == ["x.mine"])
        #expect(answers.1.joined(room).list("account_data", "events").isEmpty)
        func readers(_ answer: JSONValue, _ kind: String) -> Set<String> {
            let receipts = answer.joined(room).list("ephemeral", "events").map { $0.at("content", event, kind) }
            return Set(receipts.flatMap { $0.objectValue.map { Array($0.keys) } ?? [] })
        }
        #expect(readers(answers.0, "m.read") == [alice.userID] && readers(answers.1, "m.read") == [alice.userID])
        #expect(readers(answers.0, "m.read.private").isEmpty && readers(answers.1, "m.read.private") == [carol.userID])
        await scene.close()
    }
}
