import HeraldJSON
import TestSupport
import Testing
@testable import SDNNode

/// A client that combines sync answers and fills the gaps has the same data as the database.
@Suite("Combining syncs")
struct SyncFoldTests {
    /// Random doings of three users in two rooms; returns the rooms.
    private struct World {
        let users: [RoomUser]
        var rooms: [String] = []
        var sent: [String: [String]] = [:]
        var counter = 0

        mutating func start() async throws {
            for preset in ["public_chat", "private_chat"] {
                rooms.append(try await users[0].createRoom(["preset": .string(preset)]))
            }
            // Here a member who has been away never sees what happened meanwhile.
            rooms.append(
                try await users[0].createRoom([
                    "preset": "public_chat",
                    "initial_state": [
                        ["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]
                    ],
                ]))
        }

        mutating func step(_ random: inout SeededGenerator) async throws {
            let user = users[Int.random(in: 0..<users.count, using: &random)]
            let other = users[Int.random(in: 0..<users.count, using: &random)]
            let room = rooms[Int.random(in: 0..<rooms.count, using: &random)]
            counter += 1
            // Most of these are refused now and then, which is part of the game.
            switch Int.random(in: 0..<24, using: &random) {
            case 0, 20, 21, 22: _ = try await user.call("POST", ["join", room])
            case 1 where user.userID != users[0].userID, 23 where user.userID != users[0].userID:
                _ = try await user.call("POST", ["rooms", room, "leave"])
            case 2: _ = try await user.call("POST", ["rooms", room, "invite"], ["user_id": .string(other.userID)])
            case 3 where other.userID != users[0].userID:
                _ = try await users[0].call("POST", ["rooms", room, "kick"], ["user_id": .string(other.userID)])
            case 4:
                _ = try await users[0].call(
                    "PUT", ["rooms", room, "state", "m.room.topic", ""], ["topic": .string("\(counter)")])
            case 5, 8, 9:
                _ = try await users[0].call(
                    "PUT", ["rooms", room, "state", "x", "\(counter % 3)"], ["n": .int(Int64(counter))])
            case 6:
                let rule = ["joined", "invited", "shared", "world_readable"][Int.random(in: 0..<4, using: &random)]
                _ = try await users[0].call(
                    "PUT", ["rooms", room, "state", "m.room.history_visibility", ""],
                    ["history_visibility": .string(rule)])
            case 7:
                let known = sent[room] ?? []
                guard !known.isEmpty else { return }
                let target = known[Int.random(in: 0..<known.count, using: &random)]
                _ = try await users[0].call("PUT", ["rooms", room, "redact", target, "r\(counter)"], [:])
            default:
                let answer = try await user.call(
                    "PUT", ["rooms", room, "send", "m.room.message", "m\(counter)"], ["body": .string("\(counter)")])
                if answer.status == 200 { sent[room, default: []].append(answer.body.eventID) }
            }
        }
    }

    @Test(
        "combined syncs, with their gaps filled, equal the database", .tags(.slow), arguments: Array(1...8) as [UInt64],
        [false, true])
    func fold(seed: UInt64, lazy: Bool) async throws {
        var random = SeededGenerator(seed: seed &* 77 &+ (lazy ? 1 : 0))
        let node = try TestNode()
        var world = World(users: [
            try await RoomUser(node, 1), try await RoomUser(node, 2), try await RoomUser(node, 3),
        ])
        try await world.start()
        var clients = world.users.map(FoldingClient.init)
        for _ in 0..<250 {
            try await world.step(&random)
            guard Int.random(in: 0..<9, using: &random) == 0 else { continue }
            let index = Int.random(in: 0..<clients.count, using: &random)
            let limit = Int.random(in: 1...12, using: &random)
            try await clients[index].sync(filter: [
                "room": ["timeline": ["limit": .int(Int64(limit))], "state": ["lazy_load_members": .bool(lazy)]]
            ])
        }
        for index in clients.indices {
            try await clients[index].sync(filter: [
                "room": ["timeline": ["limit": 3], "state": ["lazy_load_members": .bool(lazy)]]
            ])
            try await check(&clients[index], world, lazy: lazy, limit: Int.random(in: 1...20, using: &random))
        }
    }

    private func check(_ client: inout FoldingClient, _ world: World, lazy: Bool, limit: Int) async throws {
        let user = client.user
        let joined = Set(try await user.ok("GET", ["joined_rooms"]).list("joined_rooms").compactMap(\.stringValue))
        #expect(Set(client.rooms.keys).subtracting(client.left) == joined)
        for room in world.rooms where joined.contains(room) {
            try await client.fillGaps(room, limit: limit)
            let folded = try #require(client.rooms[room])
            let log = try await user.messages(room, backwards: false, limit: 1_000).list("chunk").map(\.eventID)
            // State that was current at a sync is in its timeline even if it is from a time of absence. Pages of history do not have it.
            let readable = Set(log), hidden = folded.timeline.filter { !readable.contains($0) }
            let timeline = folded.timeline.filter(readable.contains)
            #expect(folded.stateEvents.isSuperset(of: hidden))
            #expect(timeline == Array(log.suffix(timeline.count)), "timeline of \(room)")
            #expect(Set(folded.timeline).count == folded.timeline.count)
            var actual: [String: String] = [:]
            for event in try await user.state(of: room) {
                actual[event.type + "|" + (event.text("state_key") ?? "")] = event.eventID
            }
            if lazy {
                // Lazily loaded members may be missing, never wrong; who is shown must be known.
                for (key, id) in folded.state { #expect(actual[key] == id, "\(key)") }
                #expect(
                    actual.filter { !$0.key.hasPrefix("m.room.member|") }
                        == folded.state.filter { !$0.key.hasPrefix("m.room.member|") })
                for sender in try await senders(client, room) {
                    #expect(folded.state["m.room.member|" + sender] != nil, "\(sender) is shown and unknown")
                }
            } else {
                #expect(folded.state == actual)
            }
        }
    }

    /// The senders of the newest events, which came with a sync and not by filling a gap.
    private func senders(_ client: FoldingClient, _ room: String) async throws -> Set<String> {
        let newest = try await client.user.messages(room, limit: 1).list("chunk")
        return Set(newest.compactMap { $0.text("sender") })
    }

    @Test("state that changed while the user was away is not replaced by older state")
    func away() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await alice.createRoom([
            "preset": "public_chat",
            "initial_state": [["type": "m.room.history_visibility", "content": ["history_visibility": "joined"]]],
        ])
        try await bob.join(room)
        var client = FoldingClient(bob)
        try await client.sync()
        try await alice.setState("x", ["n": 1], in: room)
        try await bob.leave(room)
        let hidden = try await alice.setState("x", ["n": 2], in: room)
        try await bob.join(room)
        try await client.sync(filter: ["room": ["timeline": ["limit": 50]]])
        #expect(client.rooms[room]?.state["x|"] == hidden)
    }

    @Test("a member known before leaving is sent again after coming back")
    func comingBack() async throws {
        let node = try TestNode()
        let alice = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), carol = try await RoomUser(node, 3)
        let room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        try await carol.join(room)
        try await carol.send("1", to: room)
        let filter: JSONValue = ["room": ["timeline": ["limit": 1], "state": ["lazy_load_members": true]]]
        var client = FoldingClient(bob)
        try await client.sync(filter: filter)
        #expect(client.rooms[room]?.state["m.room.member|" + carol.userID] != nil)
        try await bob.leave(room)
        try await client.sync(filter: filter)
        try await bob.join(room)
        try await client.sync(filter: filter)
        try await carol.send("2", to: room)
        try await client.sync(filter: filter)
        #expect(client.rooms[room]?.state["m.room.member|" + carol.userID] != nil)
    }
}
