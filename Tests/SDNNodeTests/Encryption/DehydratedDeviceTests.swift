import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Dehydrated devices (MSC3814)")
struct DehydratedDeviceTests {
    private func path(_ rest: String = "") -> String {
        "/_matrix/client/unstable/org.matrix.msc3814.v1/dehydrated_device" + rest
    }

    private func body(_ user: RoomUser, _ device: String, data: JSONValue = ["algorithm": "a"]) -> JSONValue {
        [
            "device_id": .string(device), "device_data": data, "device_keys": user.deviceKeys(device),
            "one_time_keys": ["c:1": ["key": "x"]], "fallback_keys": ["c:f": ["key": "z"]],
            "initial_device_display_name": "asleep",
        ]
    }

    private func put(_ body: JSONValue, by user: RoomUser) async throws -> TestNode.Answer {
        try await user.node.send("PUT", path(), token: user.token, body)
    }

    private func ask(_ method: String, _ rest: String = "", by user: RoomUser, _ body: JSONValue = [:]) async throws
        -> TestNode.Answer
    {
        try await user.node.send(method, path(rest), token: user.token, body)
    }

    @Test("a device without a session is stored with its keys, and others can encrypt for it")
    func stored() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        #expect(try await ask("GET", by: bob).errcode == "M_NOT_FOUND")
        #expect(try await ask("DELETE", by: bob).errcode == "M_NOT_FOUND")
        let since = try await alice.sync().nextBatch
        #expect(try await put(body(bob, "D/1"), by: bob).body == ["device_id": "D/1"])
        #expect(
            try await ask("GET", by: bob).body == ["device_id": "D/1", "device_data": ["algorithm": "a"]])
        #expect(try await alice.changedDevices(since: since) == [.string(bob.userID)])
        let shown = try await alice.keys(of: bob).at("device_keys", bob.userID, "D/1")
        #expect(shown.at("keys", "ed25519:D/1") == "abc")
        #expect(shown.at("unsigned", "device_display_name") == "asleep")
        let claim: JSONValue = ["one_time_keys": .object(JSONObject([bob.userID: ["D/1": "c"]]))]
        for name in ["c:1", "c:f"] {
            let claimed = try await alice.ok("POST", ["keys", "claim"], claim)
            #expect(claimed.at("one_time_keys", bob.userID, "D/1").objectValue?.keys == [name])
        }
        #expect(try await ask("GET", by: alice).errcode == "M_NOT_FOUND")
        #expect(try await bob.deviceIDs().contains("D/1"))
    }

    @Test("its messages are read page by page, as often as a device likes")
    func events() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        #expect(try await put(body(bob, "D"), by: bob).status == 200)
        for number in 0..<(ToDeviceStore.perAnswer + 5) {
            let messages = JSONObject([bob.userID: ["D": ["n": .int(Int64(number))]]])
            try await alice.ok(
                "PUT", ["sendToDevice", "x.y", "t\(number)"], ["messages": .object(messages)])
        }
        for _ in 0..<2 {
            var seen: [Int64] = [], next: JSONValue?, pages: [Int] = []
            repeat {
                let answer = try await ask(
                    "POST", "/D/events", by: bob, next.map { ["next_batch": $0] } ?? [:])
                let events = answer.body.list("events")
                seen += events.compactMap { $0.at("content", "n").intValue }
                pages.append(events.count)
                next = answer.body["next_batch"]
            } while pages.last != 0 && pages.count < 5
            #expect(seen == (0..<Int64(ToDeviceStore.perAnswer + 5)).map(\.self))
            #expect(pages == [ToDeviceStore.perAnswer, 5, 0])
        }
        let wrong = try await ask("POST", "/OTHER/events", by: bob)
        #expect(wrong.status == 403 && wrong.errcode == "M_FORBIDDEN")
        #expect(try await ask("POST", "/D/events", by: alice).status == 403)
        #expect(try await ask("POST", "/D/events", by: bob, ["next_batch": "bogus"]).errcode == "M_INVALID_PARAM")
    }

    @Test("a new device replaces the one before with all that belongs to it, also under the same ID")
    func replaced() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        #expect(try await put(body(bob, "D1"), by: bob).status == 200)
        let messages: JSONValue = ["messages": .object(JSONObject([bob.userID: ["*": ["n": 1]]]))]
        try await alice.ok("PUT", ["sendToDevice", "x.y", "1"], messages)
        #expect(try await ask("POST", "/D1/events", by: bob).body.list("events").count == 1)
        #expect(try await put(body(bob, "D1", data: ["algorithm": "b"]), by: bob).status == 200)
        #expect(try await ask("GET", by: bob).body.at("device_data", "algorithm") == "b")
        #expect(try await ask("POST", "/D1/events", by: bob).body.list("events").isEmpty)
        #expect(try await put(body(bob, "D2"), by: bob).status == 200)
        #expect(try await ask("POST", "/D1/events", by: bob).status == 403)
        let devices = try await alice.keys(of: bob).at("device_keys", bob.userID).objectValue?.keys
        #expect(devices == ["D2"])
        #expect(try await ask("DELETE", by: bob).body == ["device_id": "D2"])
        #expect(try await ask("GET", by: bob).errcode == "M_NOT_FOUND")
        #expect(try await alice.keys(of: bob).at("device_keys", bob.userID) == [:])
    }

    @Test(
        "a refused device leaves the one before with its keys and messages, also under the same ID",
        arguments: ["D", "E"])
    func refusedReplacement(id: String) async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        #expect(try await put(body(bob, "D"), by: bob).status == 200)
        let messages: JSONValue = ["messages": .object(JSONObject([bob.userID: ["D": ["n": 1]]]))]
        try await alice.ok("PUT", ["sendToDevice", "x.y", "1"], messages)
        let shown = try await alice.keys(of: bob)
        // Keys of more algorithms than a device may have.
        var refused = body(bob, id, data: ["algorithm": "b"]).objectValue ?? [:]
        refused["one_time_keys"] = .object(
            JSONObject(uniqueKeysWithValues: (0..<17).map { ("a\($0):1", ["key": "y"] as JSONValue) }))
        #expect(try await put(.object(refused), by: bob).errcode == "M_INVALID_PARAM")
        #expect(try await ask("GET", by: bob).body == ["device_id": "D", "device_data": ["algorithm": "a"]])
        #expect(try await ask("POST", "/D/events", by: bob).body.list("events").count == 1)
        #expect(try await alice.keys(of: bob) == shown)
        let claim: JSONValue = ["one_time_keys": .object(JSONObject([bob.userID: ["D": "c"]]))]
        let claimed = try await alice.ok("POST", ["keys", "claim"], claim)
        #expect(claimed.at("one_time_keys", bob.userID, "D").objectValue?.keys == ["c:1"])
    }

    @Test("a new device under the same ID begins without name, keys and messages, and others learn of it")
    func sameID() async throws {
        let pair = try await Pair(), (alice, bob) = (pair.alice, pair.bob)
        #expect(try await put(body(bob, "D"), by: bob).status == 200)
        let messages: JSONValue = ["messages": .object(JSONObject([bob.userID: ["D": ["n": 1]]]))]
        try await alice.ok("PUT", ["sendToDevice", "x.y", "1"], messages)
        let since = try await alice.sync().nextBatch
        let next: JSONValue = ["device_id": "D", "device_data": [:], "device_keys": bob.deviceKeys("D")]
        #expect(try await put(next, by: bob).status == 200)
        #expect(try await ask("POST", "/D/events", by: bob).body.list("events").isEmpty)
        let shown = try await alice.keys(of: bob).at("device_keys", bob.userID, "D")
        #expect(shown["unsigned"] == [:] && shown.at("keys", "ed25519:D") == "abc")
        let claim: JSONValue = ["one_time_keys": .object(JSONObject([bob.userID: ["D": "c"]]))]
        #expect(try await alice.ok("POST", ["keys", "claim"], claim)["one_time_keys"] == [:])
        #expect(try await alice.changedDevices(since: since) == [.string(bob.userID)])
        try await alice.ok("PUT", ["sendToDevice", "x.y", "2"], messages)
        while try await pair.node.stepFanOut() {}
        #expect(try await ask("POST", "/D/events", by: bob).body.list("events").count == 1)
        #expect(try await pair.node.count("to_device", where: "device = 'D'") == 1)
    }

    @Test("the ID of a device with a session, and bodies in another form are refused")
    func refused() async throws {
        let node = try TestNode(), bob = try await RoomUser(node, 2, deviceID: "B")
        #expect(try await put(body(bob, "B"), by: bob).errcode == "M_INVALID_PARAM")
        for member in ["device_id", "device_data", "device_keys"] {
            var without = body(bob, "D").objectValue ?? [:]
            without[member] = nil
            #expect(try await put(.object(without), by: bob).errcode == "M_MISSING_PARAM")
        }
        let other: JSONObject = [
            "device_id": "D", "device_data": [:], "device_keys": bob.deviceKeys("OTHER"),
        ]
        #expect(try await put(.object(other), by: bob).errcode == "M_INVALID_PARAM")
        let large: JSONValue = ["pickle": .string(String(repeating: "x", count: 65 << 10))]
        #expect(try await put(body(bob, "D", data: large), by: bob).errcode == "M_TOO_LARGE")
        #expect(try await ask("GET", by: bob).errcode == "M_NOT_FOUND")
    }

    @Test("it is not the device that is logged out when there are too many")
    func crowded() async throws {
        let node = try TestNode { $0.userLimits.devices = 2 }
        let bob = try await RoomUser(node, 2, deviceID: "B1")
        #expect(try await put(body(bob, "D"), by: bob).status == 200)
        for device in ["B2", "B3", "B4"] {
            node.clock.advance(by: .seconds(1))
            let next = try await RoomUser(node, 2, deviceID: device)
            #expect(try await ask("GET", by: next).body["device_id"] == "D")
        }
    }
}
