import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Claims of one-time keys (Matrix 1.11, 11.11.2.4)")
struct KeyClaimTests {
    @Test("of 50 claims at once, no two get the same one-time key, and those without one get the fallback key")
    func atOnce() async throws {
        let pair = try await Pair(), bob = try await RoomUser(pair.node, 2, deviceID: "B"), alice = pair.alice
        let keys = JSONObject(
            uniqueKeysWithValues: (0..<40).map { ("c:\($0)", ["key": .string("k\($0)")] as JSONValue) })
        try await bob.ok(
            "POST", ["keys", "upload"], ["one_time_keys": .object(keys), "fallback_keys": ["c:f": ["key": "z"]]])
        let claim: JSONValue = ["one_time_keys": .object(JSONObject([bob.userID: ["B": "c"]]))]
        let userID = bob.userID
        let names = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await alice.ok("POST", ["keys", "claim"], claim).at("one_time_keys", userID, "B").objectValue?
                        .keys ?? []
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(names.count == 50 && Set(names).count == 41)
        #expect(names.count { $0 == "c:f" } == 10)
        let sync = try await bob.sync()
        #expect(sync["device_one_time_keys_count"] == [:] && sync["device_unused_fallback_key_types"] == [])
        // A new fallback key is unused.
        try await bob.ok("POST", ["keys", "upload"], ["fallback_keys": ["c:g": ["key": "z"]]])
        #expect(try await bob.sync()["device_unused_fallback_key_types"] == ["c"])
    }

    @Test("keys are given in the order of their upload (MSC4225), and the same keys may be uploaded again")
    func order() async throws {
        let pair = try await Pair(), bob = try await RoomUser(pair.node, 2, deviceID: "B")
        func upload(_ names: [String]) async throws -> JSONValue {
            let keys = JSONObject(uniqueKeysWithValues: names.map { ($0, ["key": .string($0)] as JSONValue) })
            return try await bob.ok("POST", ["keys", "upload"], ["one_time_keys": .object(keys)])
        }
        #expect(try await upload(["c:2"]) == ["one_time_key_counts": ["c": 1]])
        #expect(try await upload(["c:1"]) == ["one_time_key_counts": ["c": 2]])
        #expect(try await upload(["c:2", "c:1"]) == ["one_time_key_counts": ["c": 2]])
        #expect(try await upload(["c:1", "c:3"]) == ["one_time_key_counts": ["c": 3]])
        let claim: JSONValue = ["one_time_keys": .object(JSONObject([bob.userID: ["B": "c"]]))]
        var names: [String] = []
        for _ in 0..<4 {
            let answer = try await pair.alice.ok("POST", ["keys", "claim"], claim)
            names += answer.at("one_time_keys", bob.userID, "B").objectValue?.keys ?? []
        }
        #expect(names == ["c:2", "c:1", "c:3"])
    }

    @Test("a message that a key is withheld reaches its device as it was sent")
    func withheld() async throws {
        let pair = try await Pair(), bob = try await RoomUser(pair.node, 2, deviceID: "B")
        let content: JSONValue = [
            "algorithm": "m.megolm.v1.aes-sha2", "code": "m.unverified", "reason": "not verified",
            "room_id": .string(pair.room), "sender_key": "k", "session_id": "s",
        ]
        let messages: JSONValue = ["messages": .object(JSONObject([bob.userID: .object(JSONObject(["B": content]))]))]
        try await pair.alice.ok("PUT", ["sendToDevice", "m.room_key.withheld", "1"], messages)
        #expect(
            try await bob.sync().list("to_device", "events") == [
                ["type": "m.room_key.withheld", "sender": .string(pair.alice.userID), "content": content]
            ])
    }
}
