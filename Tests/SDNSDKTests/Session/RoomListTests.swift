import HeraldJSON
import TestSupport
@testable import SDNSession
import SDNSDK
import Testing

@Suite("The room list", .timeLimit(.minutes(10)))
struct RoomListTests {
    private static func room(_ time: Int64, _ more: JSONObject = [:]) -> JSONValue {
        var room: JSONObject = ["timeline": ["events": [QuietSession.message("$\(time)", "at \(time)", at: time)]]]
        for (key, value) in more { room[key] = value }
        return .object(room)
    }
    private static func tagged(_ tags: JSONValue) -> JSONObject {
        ["account_data": ["events": [["type": "m.tag", "content": ["tags": tags]]]]]
    }

    private func fullList() async throws -> QuietSession {
        try await QuietSession([
            "next_batch": "s1",
            "rooms": [
                "join": [
                    "!old:x": Self.room(10), "!new:x": Self.room(30), "!middle:x": Self.room(20),
                    "!low:x": Self.room(90, Self.tagged(["m.lowpriority": [:]])),
                    "!fav2:x": Self.room(80, Self.tagged(["m.favourite": [:]])),
                    "!fav1:x": Self.room(5, Self.tagged(["m.favourite": ["order": 0.1]])),
                    "!hidden:x": Self.room(70, Self.tagged(["m.invisible": [:]])),
                    "!space:x": [
                        "timeline": ["events": [QuietSession.state("m.room.create", ["type": "m.space"], at: 99)]]
                    ],
                ],
                "invite": [
                    "!invite:x": [
                        "invite_state": [
                            "events": [QuietSession.state("m.room.member", ScriptedNode.me, ["membership": "invite"])]
                        ]
                    ]
                ],
            ],
        ])
    }

    @Test("invites, favourites, rooms and low priority follow one another, each by the time of the last message")
    func order() async throws {
        let quiet = try await fullList()
        let list = quiet.session.roomList.snapshot
        #expect(list.roomIds == ["!invite:x", "!fav1:x", "!fav2:x", "!new:x", "!middle:x", "!old:x", "!low:x"])
        #expect(
            list.rooms(in: .rooms).map(\.roomId) == ["!new:x", "!middle:x", "!old:x"] && list.rooms(in: .knocks).isEmpty
        )
        #expect(list.rooms.prefix(2).map(\.roomId) == ["!invite:x", "!fav1:x"] && list.count == 7)
        let everything = quiet.session.roomList(MXRoomListOptions(showsHidden: true, showsSpaces: true)).snapshot
        #expect(
            everything.rooms(in: .rooms).map(\.roomId) == ["!space:x", "!hidden:x", "!new:x", "!middle:x", "!old:x"])
        await quiet.session.close()
    }

    @Test(
        "a message moves a room up, a low-priority tag moves it down, leaving removes it, and each sync gives one snapshot"
    )
    func moves() async throws {
        let quiet = try await fullList()
        var lists = quiet.session.roomList.makeAsyncIterator()
        let first = try #require(await lists.next())
        try await quiet.take(["rooms": ["join": ["!old:x": Self.room(40), "!middle:x": Self.room(35)]]])
        let second = try #require(await lists.next())
        #expect(second.rooms(in: .rooms).map(\.roomId) == ["!old:x", "!middle:x", "!new:x"])
        #expect(first.roomIds.applying(second.changes(since: first)) == second.roomIds)
        try await quiet.take(room: .object(Self.tagged(["m.lowpriority": [:]])), id: "!old:x")
        #expect(await lists.next()?.rooms(in: .lowPriority).map(\.roomId) == ["!low:x", "!old:x"])
        try await quiet.take([
            "rooms": [
                "leave": [
                    "!middle:x": [
                        "timeline": [
                            "events": [
                                QuietSession.state(
                                    "m.room.member", ScriptedNode.me, ["membership": "leave"], from: ScriptedNode.me)
                            ]
                        ]
                    ]
                ]
            ]
        ])
        #expect(await lists.next()?.rooms(in: .rooms).map(\.roomId) == ["!new:x"])
        await quiet.session.close()
        #expect(await lists.next() == nil)
    }

    @Test("with the option set, unread rooms come first, and move back when they are read")
    func unreadFirst() async throws {
        let quiet = try await fullList()
        var lists = quiet.session.roomList(MXRoomListOptions(unreadFirst: true)).makeAsyncIterator()
        _ = await lists.next()
        try await quiet.take(
            room: ["unread_notifications": ["notification_count": 1, "highlight_count": 0]], id: "!old:x")
        #expect(await lists.next()?.rooms(in: .rooms).map(\.roomId) == ["!old:x", "!new:x", "!middle:x"])
        try await quiet.take(
            room: ["unread_notifications": ["notification_count": 0, "highlight_count": 0]], id: "!old:x")
        #expect(await lists.next()?.rooms(in: .rooms).map(\.roomId) == ["!new:x", "!middle:x", "!old:x"])
        await quiet.session.close()
    }

    @Test("the preview follows edits and redactions, and an edit does not move the room")
    func preview() async throws {
        let quiet = try await fullList()
        var lists = quiet.session.roomList.makeAsyncIterator()
        _ = await lists.next()
        func preview(_ list: MXRoomListSnapshot?) -> String? {
            list?.rooms(in: .rooms).first { $0.roomId == "!old:x" }?.lastMessage?.body
        }
        try await quiet.take(
            events: [
                QuietSession.edit("$e1", of: "$10", "edited", at: 50),
                QuietSession.edit("$e2", of: "$10", "edited again", at: 60),
            ], id: "!old:x")
        let edited = await lists.next()
        #expect(preview(edited) == "edited again" && edited?.rooms(in: .rooms).map(\.roomId).last == "!old:x")
        func redact(_ target: String) -> JSONValue {
            [
                "event_id": .string("$r" + target), "type": "m.room.redaction", "sender": .string(ScriptedNode.other),
                "redacts": .string(target), "content": [:],
            ]
        }
        try await quiet.take(events: [redact("$e2")], id: "!old:x")
        #expect(preview(await lists.next()) == "edited")
        try await quiet.take(events: [QuietSession.message("$next", "next", at: 70)], id: "!old:x")
        #expect(preview(await lists.next()) == "next")
        try await quiet.take(events: [redact("$next")], id: "!old:x")
        #expect(preview(await lists.next()) == "edited", "a redacted message gives way to the one before")
        try await quiet.take(events: [redact("$10")], id: "!old:x")
        let redacted = await lists.next()?.rooms(in: .rooms).first { $0.roomId == "!old:x" }?.lastMessage
        #expect(redacted?.isRedacted == true)
        await quiet.session.close()
    }

    @Test("a list after many changes equals a list that is sorted anew")
    func sameAsSorting() async throws {
        let quiet = try await fullList()
        let ids = (0..<40).map { "!r\($0):x" }
        var generator = SeededGenerator(seed: 7)
        var index = RoomListIndex(MXRoomListOptions(unreadFirst: true), rooms: [], isJoined: { _ in false })
        var hidden = 0
        var rooms: [String: MXRoomSummary] = [:]
        for _ in 0..<2000 {
            let id = ids.randomElement(using: &generator) ?? ids[0]
            if Int.random(in: 0..<8, using: &generator) == 0 {
                rooms[id] = nil
            } else {
                var details: JSONObject = [
                    "active": .int(Int64.random(in: 0..<20, using: &generator)),
                    "unread": .int(Int64.random(in: 0...1, using: &generator)),
                ]
                if Bool.random(using: &generator) {
                    details["tags"] = [
                        "m.favourite": ["order": .double(Double(Int.random(in: 0..<3, using: &generator)))]
                    ]
                }
                // Few replacements, so that each has several rooms before it.
                if Int.random(in: 0..<4, using: &generator) == 0 {
                    details["replacement"] = .string(ids.prefix(4).randomElement(using: &generator) ?? ids[0])
                }
                rooms[id] = MXRoomSummary(
                    roomId: id, membership: Bool.random(using: &generator) ? .join : .invite, details: details)
            }
            let now = rooms
            func isJoined(_ roomId: String) -> Bool { now[roomId]?.membership == .join }
            for changed in index.predecessors(of: id).union([id]) {
                _ = index.update(changed, rooms[changed], isJoined: isJoined)
            }
            let sorted = RoomListIndex(index.options, rooms: Array(rooms.values), isJoined: isJoined)
            #expect(index.entries.map(\.summary.roomId) == sorted.entries.map(\.summary.roomId))
            hidden = max(hidden, rooms.count - sorted.entries.count)
        }
        #expect(hidden > 2 && !rooms.isEmpty)
        await quiet.session.close()
    }

    @Test("a follower that stops has no further cost")
    func cancelled() async throws {
        let quiet = try await fullList()
        let session = quiet.session
        let follower = Task { for await _ in session.roomList {} }
        while session.roomLists.followers == 0 { await Task.yield() }
        follower.cancel()
        await follower.value
        while session.roomLists.followers > 0 { await Task.yield() }
        await session.close()
    }
}
