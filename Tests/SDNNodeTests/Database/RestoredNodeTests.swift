import Foundation
import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("A node on restored data")
struct RestoredNodeTests {
    private let folder: TemporaryFolder
    private let node: TestNode

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        node = try TestNode { $0.storage = .directory(folder.url.appendingPathComponent("data")) }
    }

    private func backUp() throws -> NodeBackup {
        let backup = folder.url.appendingPathComponent("backup")
        _ = try NodeBackup.make(of: folder.url.appendingPathComponent("data"), at: backup, program: "test")
        return try NodeBackup.verified(backup)
    }

    /// Returns a node on the data of a backup.
    private func restore(
        _ backup: NodeBackup, _ name: String, now: () -> Timestamp = NodeConfiguration.systemClock
    ) throws -> TestNode {
        let target = folder.url.appendingPathComponent(name)
        try backup.restore(to: target, now: now)
        return try TestNode(clock: node.clock) { $0.storage = .directory(target) }
    }

    private func returned(_ user: RoomUser, to node: TestNode) -> RoomUser {
        RoomUser(node, token: user.token, userID: user.userID)
    }

    @Test("the one-time keys of the backup are not given out again, fallback keys serve, and devices are told of it")
    func oneTimeKeys() async throws {
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2, deviceID: "B")
        try await bob.ok(
            "POST", ["keys", "upload"],
            [
                "device_keys": keys(bob, "B"),
                "one_time_keys": ["signed_curve25519:1": ["key": "x"], "signed_curve25519:2": ["key": "y"]],
                "fallback_keys": ["signed_curve25519:f": ["key": "z", "fallback": true]],
            ])
        let claim: JSONValue = ["one_time_keys": .object(JSONObject([bob.userID: ["B": "signed_curve25519"]]))]
        func claimed(_ user: RoomUser) async throws -> [String] {
            let answer = try await user.ok("POST", ["keys", "claim"], claim)
            return answer.at("one_time_keys", bob.userID, "B").objectValue?.keys.sorted() ?? []
        }
        let backup = try backUp()
        #expect(try await claimed(alice) == ["signed_curve25519:1"])
        let since = try await bob.sync().nextBatch
        await node.assembly.services.database.close()

        let again = try restore(backup, "new")
        let told = try await returned(bob, to: again).sync(since: since)
        #expect(told["device_one_time_keys_count"] == ["signed_curve25519": 0])
        #expect(try await claimed(returned(alice, to: again)) == ["signed_curve25519:f"])
        let uploaded = try await returned(bob, to: again).ok(
            "POST", ["keys", "upload"], ["one_time_keys": ["signed_curve25519:3": ["key": "w"]]])
        #expect(uploaded == ["one_time_key_counts": ["signed_curve25519": 1]])
        #expect(try await claimed(returned(alice, to: again)) == ["signed_curve25519:3"])
    }

    @Test("a client with a token newer than the backup receives what is written after each restore")
    func tokens() async throws {
        let pair = try await Pair(node)
        let backup = try backUp()
        for number in 0..<50 { try await pair.bob.send("lost \(number)", to: pair.room) }
        var since = try await pair.alice.sync().nextBatch
        await node.assembly.services.database.close()

        for name in ["first", "second"] {
            let again = try restore(backup, name)
            let alice = returned(pair.alice, to: again), bob = returned(pair.bob, to: again)
            #expect(try await alice.sync(since: since).timeline(pair.room) == [])
            try await bob.send("new in \(name)", to: pair.room)
            let told = try await alice.sync(since: since)
            #expect(told.timeline(pair.room).map(\.bodyText) == ["new in \(name)"])
            for number in 0..<50 { try await bob.send("more \(number)", to: pair.room) }
            since = try await alice.sync().nextBatch
            await again.assembly.services.database.close()
        }
    }

    @Test("with a clock that was set back, the stream moves on too")
    func clock() async throws {
        let backup = try backUp(), since = try await RoomUser(node, 1).sync().nextBatch
        let again = try restore(backup, "new") { Timestamp(milliseconds: -1) }
        let position = try await again.assembly.services.database.read { db in try EventStore.position(in: db) }
        #expect(try position > StreamToken(since, field: "since").position + 900_000)
    }

    @Test("clients ask for all keys of devices anew")
    func deviceLists() async throws {
        let pair = try await Pair(node), bob = try await RoomUser(node, 2, deviceID: "B")
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": keys(bob, "B")])
        let backup = try backUp(), since = try await pair.alice.sync().nextBatch
        #expect(try await pair.alice.sync(since: since).list("device_lists", "changed") == [])
        await node.assembly.services.database.close()
        let told = try await returned(pair.alice, to: restore(backup, "new")).sync(since: since)
        #expect(told.list("device_lists", "changed").contains(.string(bob.userID)))
    }

    private func keys(_ user: RoomUser, _ device: String) -> JSONValue {
        [
            "user_id": .string(user.userID), "device_id": .string(device),
            "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
            "keys": .object(JSONObject(["ed25519:\(device)": "abc"])), "signatures": [:],
        ]
    }
}
