import Foundation
import HeraldJSON
import HeraldLocks
@testable import SDNSession
import SDNSDK
import TestSupport
import Testing

@Suite("Spaces", .timeLimit(.minutes(10)))
struct SpaceTests {
    private static func space(_ name: String, _ children: [JSONValue]) -> JSONValue {
        let events: [JSONValue] = [
            QuietSession.state("m.room.create", ["type": "m.space"]),
            QuietSession.state("m.room.name", ["name": .string(name)]),
        ]
        return ["timeline": ["events": .array(events + children)]]
    }
    private static func child(_ id: String, _ order: String? = nil, at time: Int64 = 1) -> JSONValue {
        var content: JSONObject = ["via": ["x"]]
        content["order"] = order.map(JSONValue.string)
        return QuietSession.state("m.space.child", id, .object(content), at: time)
    }
    private static func room(_ name: String, unread: Int64 = 0) -> JSONValue {
        [
            "timeline": ["events": [QuietSession.state("m.room.name", ["name": .string(name)])]],
            "unread_notifications": ["notification_count": .int(unread), "highlight_count": .int(unread / 2)],
        ]
    }

    /// A space with two rooms and a space inside it, which has a room of its own.
    private func tree() async throws -> QuietSession {
        try await QuietSession([
            "next_batch": "s1",
            "rooms": [
                "join": [
                    "!work:x": Self.space(
                        "Work",
                        [
                            Self.child("!late:x", at: 9), Self.child("!early:x", at: 3), Self.child("!first:x", "a"),
                            Self.child("!unknown:x", at: 4), Self.child("!team:x", "b"),
                            Self.child("!long:x", String(repeating: "a", count: 51), at: 12),
                        ]),
                    "!team:x": Self.space("Team", [Self.child("!deep:x")]), "!home:x": Self.space("Home", []),
                    "!late:x": Self.room("Late"), "!early:x": Self.room("Early", unread: 2),
                    "!first:x": Self.room("First"), "!deep:x": Self.room("Deep", unread: 3),
                    "!long:x": Self.room("Long"),
                    "!outside:x": Self.room("Outside", unread: 7),
                ]
            ],
        ])
    }

    @Test("a space lists its rooms in its own order, and counts what is unread, also in the spaces inside it")
    func content() async throws {
        let quiet = try await tree()
        let space = try quiet.session.space(withId: "!work:x")
        let content = try #require(space.content)
        #expect(
            content.children.map(\.roomId)
                == ["!first:x", "!team:x", "!early:x", "!unknown:x", "!late:x", "!long:x"],
            "first those with a place, then by the time at which they were added; a place that is too long does not count"
        )
        #expect(content.rooms.map(\.displayName) == ["First", "Early", "Late", "Long"])
        #expect(content.spaces.map(\.displayName) == ["Team"])
        #expect(content.unreadCount == 5 && content.highlightCount == 2 && content.hasUnread)
        #expect(Set(space.roomList.snapshot.roomIds) == ["!late:x", "!early:x", "!first:x", "!deep:x", "!long:x"])
        let own = quiet.session.roomList(MXRoomListOptions(filter: .spaceChildren("!work:x"))).snapshot
        #expect(Set(own.roomIds) == ["!late:x", "!early:x", "!first:x", "!long:x"])
        #expect(quiet.session.topLevelSpaces.map(\.id) == ["!home:x", "!work:x"])
        #expect(space.room?.summary.displayName == "Work")
        let spaces = MXRoomListOptions(showsSpaces: true, filter: .spaces)
        #expect(Set(quiet.session.roomList(spaces).snapshot.roomIds) == ["!work:x", "!team:x", "!home:x"])
        #expect(Set(space.roomList(spaces).snapshot.roomIds) == ["!team:x"])
        let error = await failure { try quiet.session.space(withId: "!late:x") }
        #expect((error as? SDNSDKError)?.code == .unknownRoom)
        await quiet.session.close()
    }

    @Test("a space follows its rooms, and the rooms of spaces inside it that are added and removed")
    func live() async throws {
        let quiet = try await tree()
        var contents = try quiet.session.space(withId: "!work:x").updates().makeAsyncIterator()
        #expect(await contents.next()?.unreadCount == 5)
        try await quiet.take(room: Self.room("Deep", unread: 1), id: "!deep:x")
        #expect(await contents.next()?.unreadCount == 3)
        try await quiet.take(events: [Self.child("!outside:x")], id: "!team:x")
        #expect(await contents.next()?.unreadCount == 10, "a room that was added to the inner space")
        try await quiet.take(
            events: [QuietSession.state("m.space.child", "!team:x", [:], at: 20)], id: "!work:x")
        let without = try #require(await contents.next())
        #expect(without.unreadCount == 2 && without.spaces.isEmpty)
        try await quiet.take(events: [Self.child("!early:x", "0", at: 30)], id: "!work:x")
        #expect(await contents.next()?.rooms.first?.displayName == "Early")
        await quiet.session.close()
        #expect(await contents.next() == nil)
    }

    @Test("the list of spaces follows which space is in which, and spaces inside each other are listed once")
    func topLevel() async throws {
        let quiet = try await tree()
        var lists = quiet.session.spaceList.makeAsyncIterator()
        #expect(await lists.next()?.map(\.displayName) == ["Home", "Work"])
        try await quiet.take(events: [Self.child("!work:x")], id: "!home:x")
        #expect(await lists.next()?.map(\.displayName) == ["Home"])
        try await quiet.take(events: [Self.child("!home:x")], id: "!work:x")
        var names: [String]?
        while names?.count != 1 { names = await lists.next()?.map(\.displayName) }
        let space = try quiet.session.space(withId: "!home:x")
        #expect(space.content?.spaces.map(\.displayName) == ["Work"])
        #expect(SpaceGraph(parents: ["a": ["b"], "b": ["a"]]).roots(of: ["b", "a"]) == ["a"])
        #expect(!SpaceGraph(parents: ["a": ["b"], "b": ["a"]]).contains("c", in: "a"))
        await quiet.session.close()
    }

    @Test("the node's list of a space comes page by page, without the space itself, and ends")
    func pages() async throws {
        let quiet = try await tree()
        quiet.node.on("/hierarchy") { request, _ in
            let isSecond = request.url.query?.contains("from=p2") ?? false
            func room(_ id: String) -> JSONValue {
                [
                    "room_id": .string(id), "num_joined_members": 1, "world_readable": false, "guest_can_join": false,
                    "children_state": [],
                ]
            }
            let rooms: [JSONValue] =
                isSecond ? [room("!late:x"), room("!first:x")] : [room("!work:x"), room("!first:x"), room("!new:x")]
            var page: JSONObject = ["rooms": .array(rooms)]
            if !isSecond { page["next_batch"] = "p2" }
            return (200, .object(page))
        }
        let list = try quiet.session.space(withId: "!work:x").children(pageSize: 3)
        try await list.paginate()
        #expect(list.rooms.map(\.roomId) == ["!first:x", "!new:x"] && list.hasMore)
        try await list.paginate()
        try await list.paginate()
        #expect(list.rooms.map(\.roomId) == ["!first:x", "!new:x", "!late:x"] && !list.hasMore)
        #expect(list.membership(ofRoom: "!first:x") == .join && list.membership(ofRoom: "!new:x") == .unknown)
        #expect(quiet.node.requests("/hierarchy").count == 2)
        await quiet.session.close()
    }

    @Test(
        "if the node has forgotten where the list continues, the list is requested anew, and an error if that happens again",
        arguments: [false, true])
    func forgottenToken(happensAgain: Bool) async throws {
        let quiet = try await tree()
        quiet.node.on("/hierarchy") { request, count in
            func page(_ id: String, next: String?) -> JSONValue {
                let room: JSONValue = [
                    "room_id": .string(id), "num_joined_members": 1, "world_readable": false, "guest_can_join": false,
                    "children_state": [],
                ]
                var page: JSONObject = ["rooms": [room]]
                page["next_batch"] = next.map(JSONValue.string)
                return .object(page)
            }
            guard request.url.query?.contains("from=") ?? false else {
                return (200, page("!first:x", next: "p\(count)"))
            }
            if count == 2 || happensAgain {
                return (400, ["errcode": "M_INVALID_PARAM", "error": "Unknown pagination token"])
            }
            return (200, page("!new:x", next: nil))
        }
        let list = try quiet.session.space(withId: "!work:x").children(pageSize: 1)
        try await list.paginate()
        if happensAgain {
            #expect(await failure { try await list.paginate() } as? MXError == .invalidParam)
            #expect(list.rooms.map(\.roomId) == ["!first:x"] && list.hasMore)
        } else {
            try await list.paginate()
            #expect(list.rooms.map(\.roomId) == ["!first:x", "!new:x"] && !list.hasMore)
        }
        #expect(quiet.node.requests("/hierarchy").count == 4)
        await quiet.session.close()
    }

    @Test("a room is added to a space and removed from it")
    func changes() async throws {
        let quiet = try await tree()
        let sent = Mutex<[JSONObject]>([])
        quiet.node.on("/state/m.space.child/") { request, _ in
            let body = try JSONValue(parsing: request.body ?? []).objectValue ?? [:]
            sent.withLock { $0.append(body) }
            return (200, ["event_id": "$e"])
        }
        let space = try quiet.session.space(withId: "!work:x")
        try await space.addChild("!new:x", order: "c", suggested: true)
        try await space.removeChild("!new:x")
        #expect(
            sent.withLock { $0 } == [["via": ["node.example"], "order": "c", "suggested": true], [:]])
        await quiet.session.close()
    }
}
