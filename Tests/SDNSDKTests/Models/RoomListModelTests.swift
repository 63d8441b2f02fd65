import HeraldJSON
import SDNObservation
import SDNSDK
import Testing

@testable import SDNSession

@Suite("The observed list of rooms", .timeLimit(.minutes(3)))
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
            #expect(quiet.session.roomLists.followers == 1)
        }
        // The tasks that follow the session end at their next turn.
        while quiet.session.roomLists.followers > 0 { await Task.yield() }
        #expect(released == nil)
        await quiet.session.close()
    }
}
