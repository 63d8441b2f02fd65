import Foundation
import HeraldJSON
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
    private func restore(_ backup: NodeBackup, _ name: String) throws -> TestNode {
        let target = folder.url.appendingPathComponent(name)
        try backup.restore(to: target)
        return try TestNode(clock: node.clock) { $0.storage = .directory(target) }
    }

    private func returned(_ user: RoomUser, to node: TestNode) -> RoomUser {
        RoomUser(node, token: user.token, userID: user.userID)
    }

    @Test("no one-time key is given out twice: the backup's are deleted, fallback keys serve, and devices are told that none is left")
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

    private func keys(_ user: RoomUser, _ device: String) -> JSONValue {
        [
            "user_id": .string(user.userID), "device_id": .string(device),
            "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
            "keys": .object(JSONObject(["ed25519:\(device)": "abc"])), "signatures": [:],
        ]
    }
}
