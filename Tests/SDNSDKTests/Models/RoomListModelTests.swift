import HeraldJSON
import SDNObservation
import SDNSDK
import Testing

@testable import SDNSession

@Suite("The observed list of rooms", .timeLimit(.minutes(10)))
@MainActor
struct RoomListModelTests {
    private static func room(_ text: String, at time: Int64) -> JSONValue {
        ["timeline": ["events": [QuietSession.message("$\(time)", text, at: time)]]]
    }

    private static let twoRooms: JSONValue = [
        "next_batch": "s1", "rooms": ["join": ["!a:x": room("old", at: 1), "!b:x": room("new", at: 2)]],
    ]

    @Test("the model has the stored rooms from the beginning, and observers see each change of the list")
    func follows() async throws {
        let quiet = try await QuietSession(Self.twoRooms)
        let model = MXRoomListModel(session: quiet.session)
        #expect(model.rooms.map(\.roomId) == ["!b:x", "!a:x"] && model.state == .running)
        try await quiet.take(room: Self.room("newest", at: 3), id: "!a:x")
        await observing { model.rooms.first?.roomId == "!a:x" }
        #expect(model.rooms.map(\.lastMessage?.body) == ["newest", "new"])
        #expect(model.list.roomIds == ["!a:x", "!b:x"] && model.rooms(in: .rooms).count == 2)
        #expect(model.rooms(in: .favourites).isEmpty)
        await quiet.session.close()
    }

    @Test("the options choose the rooms and their order")
    func options() async throws {
        let quiet = try await QuietSession(Self.twoRooms)
        let model = MXRoomListModel(session: quiet.session, options: MXRoomListOptions(unreadFirst: true))
        try await quiet.take(
            room: ["unread_notifications": ["notification_count": 1, "highlight_count": 0]], id: "!a:x")
        await observing { model.rooms.first?.roomId == "!a:x" }
        #expect(model.options.unreadFirst && model.rooms.first?.notificationCount == 1)
        await quiet.session.close()
    }

    private static func summary(_ name: String, tags: JSONObject = [:], unread: Int64 = 0) -> JSONValue {
        [
            "state": ["events": [QuietSession.state("m.room.name", ["name": .string(name)])]],
            "account_data": ["events": [["type": "m.tag", "content": ["tags": .object(tags)]]]],
            "unread_notifications": ["notification_count": .int(unread), "highlight_count": 0],
        ]
    }

    private static let manyRooms: JSONValue = [
        "next_batch": "s1",
        "account_data": ["events": [["type": "m.direct", "content": ["@ann:x": ["!ann:x"]]]]],
        "rooms": [
            "join": [
                "!ann:x": summary("Ann", unread: 1),
                "!harbour:x": summary("Harbour", tags: ["m.favourite": [:]]),
                "!quay:x": summary("Quay", tags: ["m.lowpriority": [:]]),
                "!town:x": [
                    "state": [
                        "events": [
                            QuietSession.state("m.room.create", ["type": "m.space"]),
                            QuietSession.state("m.room.name", ["name": "Town"]),
                            QuietSession.state("m.space.child", "!quay:x", ["via": ["x"]]),
                        ]
                    ]
                ],
            ],
            "invite": [
                "!invited:x": [
                    "invite_state": [
                        "events": [
                            QuietSession.state("m.room.member", ScriptedNode.me, ["membership": "invite"]),
                            QuietSession.state("m.room.name", ["name": "Invited"]),
                        ]
                    ]
                ]
            ],
        ],
    ]

    @Test("a filter and a typed name choose rooms together, and observers see the list that they make")
    func filters() async throws {
        let quiet = try await QuietSession(Self.manyRooms)
        let model = MXRoomListModel(session: quiet.session)
        #expect(Set(model.rooms.map(\.roomId)) == ["!ann:x", "!harbour:x", "!quay:x", "!invited:x"])
        let space = try #require(model.spaces.first)
        #expect(model.spaces.map(\.displayName) == ["Town"])
        for (filter, roomId) in [
            (MXRoomListFilter.unread, "!ann:x"), (.category(.people), "!ann:x"), (.favourite, "!harbour:x"),
            (.lowPriority, "!quay:x"), (.invite, "!invited:x"), (.space(space.roomId), "!quay:x"),
        ] {
            model.filter = filter
            await observing { model.rooms.map(\.roomId) == [roomId] && model.filter == filter }
        }
        model.searchText = "town"
        await observing { model.rooms.isEmpty }
        model.filter = .all([])
        model.searchText = "har"
        await observing { model.rooms.map(\.roomId) == ["!harbour:x"] && model.searchText == "har" }
        model.searchText = ""
        await observing { model.rooms.count == 4 }
        await quiet.session.close()
    }

    @Test("the options' own filter stays when another one is chosen")
    func filterOfOptions() async throws {
        let quiet = try await QuietSession(Self.manyRooms)
        let model = MXRoomListModel(session: quiet.session, options: MXRoomListOptions(filter: .joined))
        #expect(model.rooms.count == 3)
        model.filter = .any([.invite, .favourite])
        await observing { model.rooms.map(\.roomId) == ["!harbour:x"] }
        await quiet.session.close()
    }

    @Test("rooms are shown page by page, and a view learns when there are no more")
    func pages() async throws {
        let quiet = try await QuietSession(Self.manyRooms)
        let model = MXRoomListModel(session: quiet.session, pageSize: 3)
        #expect(model.rooms.count == 3 && model.hasMore)
        model.loadMore()
        await observing { model.rooms.count == 4 && !model.hasMore }
        model.loadMore()
        model.filter = .joined
        await observing { model.rooms.count == 3 && !model.hasMore }
        await quiet.session.close()
    }

    @Test("observers see the spaces that the user joins")
    func spaces() async throws {
        let quiet = try await QuietSession(Self.twoRooms)
        let model = MXRoomListModel(session: quiet.session)
        #expect(model.spaces.isEmpty)
        try await quiet.take(
            room: ["state": ["events": [QuietSession.state("m.room.create", ["type": "m.space"])]]], id: "!s:x")
        await observing { model.spaces.map(\.roomId) == ["!s:x"] }
        await quiet.session.close()
    }

    @Test("observers see that the session was closed, and the list stays readable")
    func closed() async throws {
        let quiet = try await QuietSession(Self.twoRooms)
        let model = MXRoomListModel(session: quiet.session)
        await quiet.session.close()
        await observing { model.state == .closed }
        #expect(model.rooms.count == 2)
    }

    @Test("a model that was released no longer follows the session")
    func released() async throws {
        let quiet = try await QuietSession(Self.twoRooms)
        weak var released: MXRoomListModel?
        do {
            let model = MXRoomListModel(session: quiet.session)
            released = model
            try await quiet.take(room: Self.room("newest", at: 3), id: "!a:x")
            await observing { model.rooms.first?.roomId == "!a:x" }
            #expect(quiet.session.roomLists.followers == 2, "the rooms and the spaces")
        }
        // The tasks that follow the session end at their next turn.
        while quiet.session.roomLists.followers > 0 { await Task.yield() }
        #expect(released == nil)
        await quiet.session.close()
    }
}
