import Foundation
import GRDB
import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

@Suite("Remains of devices whose sessions have ended")
struct LeftoverTests {
    enum Ending: CaseIterable, Sendable {
        case logout, logoutAll, deletion, deactivation, crowdedOut
    }

    /// The most rows that one write may delete, plus a device with its keys.
    private static let perTurn = RemovalSlice.rowsPerWrite + 2

    @Test(
        "attack 96: ending a session with many waiting messages deletes a slice of them, and later turns delete the rest",
        arguments: Ending.allCases)
    func slices(ending: Ending) async throws {
        let node = try TestNode { if ending == .crowdedOut { $0.userLimits.devices = 2 } }
        let scene = try await LeftoverCase(node, ["A", "B"]), user = scene.user
        await node.assembly.services.fanOutTasks.stop()
        let before = try await scene.rows(), lasting = try await scene.rows(of: "B")
        switch ending {
        case .logout: try await user.ok("POST", ["logout"])
        case .logoutAll: try await user.ok("POST", ["logout", "all"])
        case .deletion:
            let proof = try Demand(await user.delete(["A", "B"])).proof(TestWallet(1))
            #expect(try await user.delete(["A", "B"], auth: proof).status == 200)
        case .deactivation:
            let proof = try Demand(await user.call("POST", ["account", "deactivate"], [:])).proof(TestWallet(1))
            try await user.ok("POST", ["account", "deactivate"], ["auth": proof])
        case .crowdedOut:
            node.clock.advance(by: .seconds(1))
            try await RoomUser(node, 1, deviceID: "B").ok("GET", ["devices"])
            _ = try await RoomUser(node, 1, deviceID: "C")
        }
        #expect(try await user.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        var last = try await scene.rows(), turns = 1
        #expect(last < before && before - last <= Self.perTurn)
        while try await node.stepFanOut() {
            let now = try await scene.rows()
            #expect(last - now <= Self.perTurn)
            last = now
            turns += 1
        }
        #expect(turns >= 5)
        #expect(try await scene.rows(of: "A") == 0)
        #expect(try await scene.rows(of: "B") == ([.logout, .crowdedOut].contains(ending) ? lasting : 0))
    }

    @Test(
        "attack 96: nothing of a device is visible after its session ends, and a new login on it begins empty"
    )
    func hidden() async throws {
        let node = try TestNode(), wallet = try TestWallet(1)
        let bob = try await RoomUser(node, 2), alice = try await RoomUser(node, 1, deviceID: "A")
        let room = try await bob.createRoom(["preset": "public_chat"])
        try await alice.join(room)
        var body = try TestNode.loginBody(wallet, await node.challenge(wallet), deviceID: "B").objectValue ?? [:]
        body["refresh_token"] = true
        let login = try await node.logIn(.object(body)).body
        let gone = RoomUser(node, token: try #require(login.text("access_token")), userID: alice.userID)
        let scene = try await LeftoverCase(node, ["A"])
        try await scene.fill("B")
        let other = scene.user
        await node.assembly.services.fanOutTasks.stop()
        let since = try await bob.sync().nextBatch
        try await gone.ok("POST", ["logout"])
        #expect(try await node.pendingFanOuts().count == 1)
        #expect(try await bob.sync(since: since).at("device_lists", "changed") == [.string(alice.userID)])
        #expect(try await other.deviceIDs() == ["A"])
        #expect(try await other.call("PUT", ["devices", "B"], ["display_name": "x"]).errcode == "M_NOT_FOUND")
        let refresh = try await node.send(
            "POST", "/_matrix/client/v3/refresh", ["refresh_token": .string(try #require(login.text("refresh_token")))])
        #expect(refresh.errcode == "M_UNKNOWN_TOKEN")
        let name: (JSONValue) -> JSONValue = { .object(JSONObject([alice.userID: $0])) }
        let keys = try await bob.ok("POST", ["keys", "query"], ["device_keys": name([])])
        #expect(keys.at("device_keys", alice.userID).objectValue?.keys.sorted() == ["A"])
        let claimed = try await bob.ok("POST", ["keys", "claim"], ["one_time_keys": name(["A": "a", "B": "a"])])
        #expect(claimed.at("one_time_keys", alice.userID).objectValue?.keys.sorted() == ["A"])
        let waiting = try await node.count("to_device", where: "device = 'B'")
        #expect(waiting > 0)
        try await bob.ok("PUT", ["sendToDevice", "x.y", "1"], ["messages": name(["B": ["n": 1]])])
        try await bob.ok("PUT", ["sendToDevice", "x.y", "2"], ["messages": name(["*": ["n": 1]])])
        #expect(try await node.count("to_device", where: "device = 'B'") == waiting)

        let returned = try await RoomUser(node, 1, deviceID: "B")
        #expect(try await scene.rows(of: "B") == 1)
        let first = try await returned.sync()
        #expect(first.list("to_device", "events").isEmpty)
        #expect(first["device_one_time_keys_count"] == [:])
        try await bob.ok("PUT", ["sendToDevice", "x.y", "3"], ["messages": name(["B": ["n": 2]])])
        while try await node.stepFanOut() {}
        #expect(try await returned.sync().list("to_device", "events").count == 1)
    }

    @Test("attack 96: a restarted node continues to delete the remains of ended sessions")
    func restart() async throws {
        let directory = try TemporaryFolder()
        let first = try TestNode { $0.storage = .directory(directory.url) }
        let scene = try await LeftoverCase(first, ["A", "B"])
        await first.assembly.services.fanOutTasks.stop()
        try await scene.user.ok("POST", ["logout", "all"])
        #expect(try await first.pendingFanOuts().count == 1)
        await first.assembly.services.database.close()
        let second = try await EmbeddedNode.start(
            NodeConfiguration(storage: .directory(directory.url), rateLimits: .unlimited))
        await second.assembly.services.fanOutTasks.idle()
        let node = TestNode(assembly: second.assembly)
        #expect(try await node.pendingFanOuts().isEmpty)
        for table in ["to_device", "one_time_key", "fallback_key", "key_signature", "device_key", "device"] {
            #expect(try await node.count(table) == 0, "\(table)")
        }
        await second.stop()
    }

    @Test(
        "attack 97: messages that a device acknowledges all at once are deleted in slices and not sent again"
    )
    func acknowledged() async throws {
        let node = try TestNode(), bob = try await RoomUser(node, 2), scene = try await LeftoverCase(node, ["A"]),
            alice = scene.user
        await node.assembly.services.fanOutTasks.stop()
        let before = try await node.count("to_device"), position = try await node.position(),
            token = StreamToken(position, toDevice: position).description
        #expect(try await alice.sync(since: token).list("to_device", "events").isEmpty)
        var last = try await node.count("to_device")
        #expect(last < before && before - last <= RemovalSlice.rowsPerWrite)
        // Neither an older token nor none brings it back, and what comes later comes.
        #expect(try await alice.sync().list("to_device", "events").isEmpty)
        try await bob.ok(
            "PUT", ["sendToDevice", "x.y", "1"], ["messages": .object(JSONObject([alice.userID: ["A": ["n": "new"]]]))])
        #expect(try await alice.sync(since: "s0").list("to_device", "events").map { $0.at("content", "n") } == ["new"])
        while try await node.stepFanOut() {
            let now = try await node.count("to_device")
            #expect(last - now <= RemovalSlice.rowsPerWrite)
            last = now
        }
        #expect(last == 1)
        #expect(try await alice.sync().list("to_device", "events").count == 1)
    }

    @Test(
        "attack 97: one write deletes up to a mebibyte of messages, and the first message whatever its size",
        arguments: [
            (5 << 20, 1), (1 << 20, 1), (64 << 10, 16), (20_000, 52), (1, RemovalSlice.rowsPerWrite),
        ])
    func bytes(each: Int, count: Int) {
        var slice = RemovalSlice(), taken = 0
        while slice.takes(bytes: each) { taken += 1 }
        #expect(taken == count)
    }
}
