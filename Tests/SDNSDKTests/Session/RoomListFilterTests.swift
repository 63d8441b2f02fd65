import HeraldJSON
@testable import SDNSession
import SDNSDK
import TestSupport
import Testing

@Suite("Filters and pages of the room list", .timeLimit(.minutes(10)))
struct RoomListFilterTests {
    private static func room(_ name: String, _ time: Int64, _ more: JSONObject = [:]) -> JSONValue {
        var room: JSONObject = [
            "state": ["events": [QuietSession.state("m.room.name", ["name": .string(name)])]],
            "timeline": ["events": [QuietSession.message("$\(time)", "at \(time)", at: time)]],
        ]
        for (key, value) in more { room[key] = value }
        return .object(room)
    }
    private static func tagged(_ tag: String) -> JSONObject {
        ["account_data": ["events": [["type": "m.tag", "content": ["tags": .object(JSONObject([tag: [:]]))]]]]]
    }
    private static func unread(_ count: Int64) -> JSONObject {
        ["unread_notifications": ["notification_count": .int(count), "highlight_count": 0]]
    }

    private func fullList() async throws -> QuietSession {
        try await QuietSession([
            "next_batch": "s1",
            "account_data": ["events": [["type": "m.direct", "content": ["@ann:x": ["!ann:x"]]]]],
            "rooms": [
                "join": [
                    "!ann:x": Self.room("Ännchen Müller", 60, Self.unread(2)),
                    "!team:x": Self.room("Team of José García", 50),
                    "!fav:x": Self.room("Garden", 40, Self.tagged("m.favourite")),
                    "!low:x": Self.room("日本語チャット", 30, Self.tagged("m.lowpriority")),
                    "!sub:x": Self.room("C++ (news)", 20, Self.unread(1)),
                ],
                "invite": [
                    "!invite:x": [
                        "invite_state": [
                            "events": [
                                QuietSession.state(
                                    "m.room.member", ScriptedNode.me, ["membership": "invite", "is_direct": true])
                            ]
                        ]
                    ]
                ],
            ],
        ])
    }

    private func ids(_ session: MXSession, _ filter: MXRoomListFilter) -> Set<String> {
        Set(session.roomList(MXRoomListOptions(filter: filter)).snapshot.roomIds)
    }

    @Test("a muted room with a new message is unread, but has no notifications; a room marked as unread has")
    func unreadNotifications() async throws {
        let quiet = try await fullList()
        var muted = Self.unread(0)
        muted["timeline"] = ["events": [QuietSession.message("$1")]]
        try await quiet.take(room: .object(muted), id: "!team:x")
        try await quiet.take(
            room: ["account_data": ["events": [["type": "m.marked_unread", "content": ["unread": true]]]]], id: "!fav:x"
        )
        #expect(ids(quiet.session, .unread) == ["!ann:x", "!sub:x", "!team:x", "!fav:x"])
        #expect(ids(quiet.session, .unreadNotifications) == ["!ann:x", "!sub:x", "!fav:x"])
        await quiet.session.close()
    }

    @Test("each filter lists its rooms, and filters can be combined")
    func filters() async throws {
        let quiet = try await fullList()
        let session = quiet.session
        let everything: Set = ["!ann:x", "!team:x", "!fav:x", "!low:x", "!sub:x", "!invite:x"]
        #expect(ids(session, .all([])) == everything)
        #expect(ids(session, .any([])).isEmpty && ids(session, .none).isEmpty)
        #expect(ids(session, .unread) == ["!ann:x", "!sub:x"])
        #expect(ids(session, .category(.people)) == ["!ann:x", "!invite:x"], "an invite to a direct chat is one, too")
        #expect(ids(session, .category(.group)) == everything.subtracting(["!ann:x", "!invite:x"]))
        #expect(ids(session, .favourite) == ["!fav:x"] && ids(session, .lowPriority) == ["!low:x"])
        #expect(
            ids(session, .invite) == ["!invite:x"] && ids(session, .joined) == everything.subtracting(["!invite:x"]))
        #expect(ids(session, .all([.unread, .not(.category(.people))])) == ["!sub:x"])
        #expect(ids(session, .any([.favourite, .identifiers(["!low:x"])])) == ["!fav:x", "!low:x"])
        await session.close()
    }

    @Test(
        "a typed text finds names by the beginnings of their words, whatever the case, accents and order",
        arguments: [
            ("mull", "!ann:x"), ("ANNCHEN", "!ann:x"), ("müller änn", "!ann:x"), ("garcia jos", "!team:x"),
            ("of te", "!team:x"), ("チャット", "!low:x"), ("本語", "!low:x"), ("c++", "!sub:x"), ("NEWS", "!sub:x"),
            ("(news", "!sub:x"), ("ｇarden", "!fav:x"),
        ])
    func typed(text: String, room: String) async throws {
        let quiet = try await fullList()
        #expect(ids(quiet.session, .normalizedMatchRoomName(text)) == [room])
        await quiet.session.close()
    }

    @Test("a text inside of a word finds nothing, and a text without words finds everything")
    func typedElsewhere() async throws {
        let quiet = try await fullList()
        for text in ["arden", "chen", "eam", "garden zzz", "++"] {
            #expect(ids(quiet.session, .normalizedMatchRoomName(text)).isEmpty, "\(text)")
        }
        #expect(ids(quiet.session, .normalizedMatchRoomName("  ")).count == 6)
        #expect(ids(quiet.session, .normalizedMatchRoomName("gar")) == ["!fav:x", "!team:x"])
        await quiet.session.close()
    }

    @Test("a room enters and leaves a filtered list as it changes")
    func live() async throws {
        let quiet = try await fullList()
        var lists = quiet.session.roomList(MXRoomListOptions(filter: .unread)).makeAsyncIterator()
        #expect(await lists.next()?.roomIds == ["!ann:x", "!sub:x"])
        try await quiet.take(room: .object(Self.unread(0)), id: "!ann:x")
        // Another room is not in this list, so the list stays as it is.
        try await quiet.take(room: .object(Self.tagged("u.work")), id: "!fav:x")
        try await quiet.take(room: .object(Self.unread(3)), id: "!team:x")
        var seen: [[String]] = []
        while seen.last != ["!team:x", "!sub:x"], let list = await lists.next() { seen.append(list.roomIds) }
        #expect(seen.allSatisfy { $0 == ["!sub:x"] || $0 == ["!team:x", "!sub:x"] })
        await quiet.session.close()
    }

    @Test(
        "pages are added at the end, the filter goes back to the first page, and changes beyond the pages are not reported"
    )
    func pages() async throws {
        let quiet = try await fullList()
        let entries = quiet.session.roomList.entriesWithDynamicAdapters(pageSize: 2)
        var lists = entries.makeAsyncIterator()
        let first = try #require(await lists.next())
        #expect(first.roomIds == ["!invite:x", "!fav:x"] && first.totalCount == 6 && first.hasMore)
        entries.controller.addOnePage()
        #expect(await lists.next()?.roomIds == ["!invite:x", "!fav:x", "!ann:x", "!team:x"])
        entries.controller.addOnePage()
        entries.controller.addOnePage()
        let whole = try #require(await lists.next())
        #expect(whole.roomIds == ["!invite:x", "!fav:x", "!ann:x", "!team:x", "!sub:x", "!low:x"] && !whole.hasMore)
        entries.controller.setFilter(.normalizedMatchRoomName("gar"))
        #expect(await lists.next()?.roomIds == ["!fav:x", "!team:x"])
        entries.controller.setFilter(.joined)
        #expect(await lists.next()?.roomIds == ["!fav:x", "!ann:x"])
        #expect(entries.snapshot.roomIds == ["!fav:x", "!ann:x"] && entries.controller.filter == .joined)
        try await quiet.take(room: .object(Self.unread(9)), id: "!low:x")
        try await quiet.take(room: .object(Self.unread(8)), id: "!ann:x")
        let next = try #require(await lists.next())
        #expect(next.rooms.map(\.notificationCount) == [0, 8] && next.totalCount == 5)
        entries.controller.addOnePage()
        #expect(await lists.next()?.count == 4)
        entries.controller.resetToOnePage()
        #expect(await lists.next()?.count == 2)
        await quiet.session.close()
        #expect(await lists.next() == nil)
    }

    @Test("the unread number is the node's, and this device's as long as the node has not counted")
    func unreadNumber() async throws {
        let quiet = try await fullList()
        let session = quiet.session
        try await quiet.take(
            events: [
                QuietSession.message("$mine", from: ScriptedNode.me, at: 80), QuietSession.message("$new", at: 90),
            ],
            id: "!team:x")
        let team = try #require(session.roomSummary(withRoomId: "!team:x"))
        #expect(team.unreadCount == 1 && team.localUnreadEventCount == 1 && team.notificationCount == 0)
        try await quiet.take(room: .object(Self.unread(0)), id: "!team:x")
        let muted = try #require(session.roomSummary(withRoomId: "!team:x"))
        #expect(muted.unreadCount == 0, "the node counts by the push rules, and the room is muted")
        #expect(muted.localUnreadEventCount == 1 && muted.hasUnread)
        #expect(session.roomSummary(withRoomId: "!ann:x")?.unreadCount == 2)
        await session.close()
    }
}
