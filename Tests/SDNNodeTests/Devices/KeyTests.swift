import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Keys of devices (SDN sheet 7.2 and 7.8)")
struct KeyTests {
    private func deviceKeys(_ user: RoomUser, _ device: String, _ key: String = "abc") -> JSONValue {
        [
            "user_id": .string(user.userID), "device_id": .string(device),
            "algorithms": ["m.olm.v1.curve25519-aes-sha2"],
            "keys": .object(JSONObject(["ed25519:\(device)": .string(key)])), "signatures": [:],
        ]
    }

    private func object(_ key: String, _ value: JSONValue) -> JSONValue { .object(JSONObject([key: value])) }

    @Test("keys are uploaded, counted and queried, and users who share a room learn of the change")
    func uploaded() async throws {
        let pair = try await Pair()
        let bob = try await RoomUser(pair.node, 2, deviceID: "B")
        let alice = pair.alice
        let since = try await alice.sync().nextBatch
        let uploaded = try await bob.ok(
            "POST", ["keys", "upload"],
            [
                "device_keys": deviceKeys(bob, "B"),
                "one_time_keys": ["signed_curve25519:1": ["key": "x"], "signed_curve25519:2": ["key": "y"]],
                "fallback_keys": ["signed_curve25519:f": ["key": "z", "fallback": true]],
            ])
        #expect(uploaded == ["one_time_key_counts": ["signed_curve25519": 2]])
        try await bob.ok("PUT", ["devices", "B"], ["display_name": "Bob's"])
        let answer = try await alice.ok("POST", ["keys", "query"], ["device_keys": object(bob.userID, [])])
        #expect(answer["failures"] == [:])
        #expect(answer.at("device_keys", bob.userID, "B", "keys", "ed25519:B") == "abc")
        #expect(answer.at("device_keys", bob.userID, "B", "unsigned", "device_display_name") == "Bob's")
        let told = try await alice.sync(since: since)
        #expect(told.at("device_lists", "changed") == [.string(bob.userID)])
        #expect(try await alice.sync(since: told.nextBatch).at("device_lists", "changed") == [])
        let changes = try await alice.ok("GET", ["keys", "changes"], query: ["from": since, "to": told.nextBatch])
        #expect(changes == ["changed": [.string(bob.userID)], "left": []])
        let own = try await bob.sync()
        #expect(own["device_one_time_keys_count"] == ["signed_curve25519": 2])
        #expect(own["device_unused_fallback_key_types"] == ["signed_curve25519"])
        // A device that goes is a change too, and a companion who goes may be forgotten.
        try await bob.ok("POST", ["logout"])
        let gone = try await alice.sync(since: told.nextBatch)
        #expect(gone.at("device_lists", "changed") == [.string(bob.userID)])
        #expect(
            try await alice.ok("POST", ["keys", "query"], ["device_keys": object(bob.userID, [])]).at(
                "device_keys", bob.userID) == [:])
    }

    @Test("a one-time key is claimed once, then the fallback key is given")
    func claimed() async throws {
        let pair = try await Pair()
        let bob = try await RoomUser(pair.node, 2, deviceID: "B")
        try await bob.ok(
            "POST", ["keys", "upload"],
            [
                "one_time_keys": ["c:1": ["key": "x"], "c:2": "plain"], "fallback_keys": ["c:f": ["key": "z"]],
            ])
        let claim: JSONValue = ["one_time_keys": object(bob.userID, ["B": "c"])]
        var names: [String] = []
        for _ in 0..<4 {
            let answer = try await pair.alice.ok("POST", ["keys", "claim"], claim)
            names += answer.at("one_time_keys", bob.userID, "B").objectValue?.keys ?? []
        }
        #expect(names == ["c:1", "c:2", "c:f", "c:f"])
        let sync = try await bob.sync()
        #expect(sync["device_one_time_keys_count"] == [:] && sync["device_unused_fallback_key_types"] == [])
        let none = try await pair.alice.ok("POST", ["keys", "claim"], ["one_time_keys": object("@no:x", ["B": "c"])])
        #expect(none["one_time_keys"] == [:] && none.at("failures", "x", "status") == 503)
    }

    @Test("a claimed fallback key that its device uploads again stays used, and one with another value is unused")
    func fallbackAgain() async throws {
        let pair = try await Pair()
        let bob = try await RoomUser(pair.node, 2, deviceID: "B")
        func upload(_ name: String, _ key: JSONValue) async throws -> JSONValue? {
            try await bob.ok("POST", ["keys", "upload"], ["fallback_keys": object(name, key)])
            return try await bob.sync()["device_unused_fallback_key_types"]
        }
        func claim() async throws {
            try await pair.alice.ok("POST", ["keys", "claim"], ["one_time_keys": object(bob.userID, ["B": "c"])])
        }
        #expect(try await upload("c:f", ["key": "z", "fallback": true]) == ["c"])
        try await claim()
        #expect(try await upload("c:f", ["fallback": true, "key": "z"]) == [])
        #expect(try await upload("c:f", ["key": "y", "fallback": true]) == ["c"])
        try await claim()
        #expect(try await upload("c:g", ["key": "y", "fallback": true]) == ["c"])
    }

    @Test(
        "a query has an entry for each user of the node, with or without an account, and an error for each other server"
    )
    func unknownUsers() async throws {
        let pair = try await Pair()
        let digits = String(repeating: "ab", count: 20)
        let wanted: [String] = [
            pair.bob.userID, "@nobody:localhost", "@sdn_\(digits):\(digits)", "@ann:other.example",
            "@ben:other.example",
            "no user",
        ]
        let users = JSONObject(uniqueKeysWithValues: wanted.map { ($0, JSONValue.array([])) })
        let answer = try await pair.alice.ok("POST", ["keys", "query"], ["device_keys": .object(users)])
        #expect(
            answer["device_keys"]
                == .object(JSONObject(uniqueKeysWithValues: wanted.prefix(3).map { ($0, JSONValue.object([:])) })))
        #expect(answer["failures"]?.objectValue?.keys == ["other.example"])
        #expect(answer.at("failures", "other.example", "status") == 503)
        let claims = JSONObject(uniqueKeysWithValues: wanted.map { ($0, ["D": "c"] as JSONValue) })
        let claimed = try await pair.alice.ok("POST", ["keys", "claim"], ["one_time_keys": .object(claims)])
        #expect(claimed["one_time_keys"] == [:])
        #expect(claimed["failures"]?.objectValue?.keys == ["other.example"])
    }

    @Test("keys of another device, and another key under an existing name, are refused")
    func refused() async throws {
        let pair = try await Pair()
        let bob = try await RoomUser(pair.node, 2, deviceID: "B")
        #expect(
            try await bob.call("POST", ["keys", "upload"], ["device_keys": deviceKeys(bob, "OTHER")]).errcode
                == "M_INVALID_PARAM")
        #expect(
            try await bob.call("POST", ["keys", "upload"], ["device_keys": deviceKeys(pair.alice, "B")]).errcode
                == "M_INVALID_PARAM")
        try await bob.ok("POST", ["keys", "upload"], ["one_time_keys": ["c:1": ["key": "x"]]])
        try await bob.ok("POST", ["keys", "upload"], ["one_time_keys": ["c:1": ["key": "x"]]])
        #expect(
            try await bob.call("POST", ["keys", "upload"], ["one_time_keys": ["c:1": ["key": "other"]]]).errcode
                == "M_INVALID_PARAM")
        #expect(
            try await bob.call("POST", ["keys", "upload"], ["one_time_keys": ["nameless": "x"]]).errcode
                == "M_INVALID_PARAM")
        #expect(try await bob.call("POST", ["keys", "query"], [:]).errcode == "M_MISSING_PARAM")
        #expect(try await bob.call("GET", ["keys", "changes"]).errcode == "M_MISSING_PARAM")
    }

    @Test("the owner's signatures are visible to all, and another user's only to that user")
    func signatures() async throws {
        let pair = try await Pair()
        let bob = try await RoomUser(pair.node, 2, deviceID: "B")
        let (alice, room) = (pair.alice, pair.room)
        let carol = try await RoomUser(pair.node, 3)
        try await carol.join(room)
        try await bob.ok("POST", ["keys", "upload"], ["device_keys": deviceKeys(bob, "B")])
        let (mine, theirs) = (try SigningIdentity(alice.userID), try SigningIdentity(bob.userID))
        #expect(try await alice.uploadSigning(mine.upload()).status == 200)
        #expect(try await bob.uploadSigning(theirs.upload()).status == 200)
        func sign(_ target: String, _ signed: JSONValue, by user: RoomUser) async throws -> JSONValue {
            let body = object(bob.userID, object(target, signed))
            return try await user.ok("POST", ["keys", "signatures", "upload"], body)
        }
        let device = try theirs.signed(#require(deviceKeys(bob, "B").objectValue), by: [.selfSigning])
        #expect(try await sign("B", device, by: bob) == ["failures": [:]])
        let master = try mine.signed(theirs.json(.master), by: [.userSigning])
        #expect(try await sign(theirs.id(.master), master, by: alice) == ["failures": [:]])
        func signers(_ reader: RoomUser) async throws -> [[String]?] {
            let answer = try await reader.ok("POST", ["keys", "query"], ["device_keys": object(bob.userID, ["B"])])
            return [
                answer.at("device_keys", bob.userID, "B", "signatures").objectValue?.keys,
                answer.at("master_keys", bob.userID, "signatures").objectValue?.keys,
            ]
        }
        #expect(try await signers(alice) == [[bob.userID], [alice.userID]])
        #expect(try await signers(carol) == [[bob.userID], nil])
    }
}
