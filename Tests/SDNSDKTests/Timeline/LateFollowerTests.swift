import HeraldJSON
import SDNSDK
import Testing

@Suite("Followers that begin while a sync is being stored", .timeLimit(.minutes(10)))
struct LateFollowerTests {
    /// Somebody begins to follow when a sync has been written but for its commit, and looks into the store, which does not have it yet.
    private func sync(
        _ room: JSONValue, id: String = ScriptedNode.room, following body: @escaping @Sendable (QuietSession) -> Void
    ) async throws -> QuietSession {
        let store = InterceptedStore(MXMemoryStore())
        let quiet = try await QuietSession(store: store)
        try await quiet.take(events: [
            QuietSession.state("m.room.name", "", ["name": "First"], id: "$first", at: 1),
            QuietSession.message("$old", at: 2),
        ])
        store.beforeCommit { body(quiet) }
        try await quiet.take(room: room, id: id)
        store.beforeCommit(nil)
        return quiet
    }

    private let batch: JSONValue = {
        var name = QuietSession.state("m.room.name", "", ["name": "Second"], id: "$second", at: 4)
        name["unsigned"] = ["replaces_state": "$first", "prev_content": ["name": "First"]]
        return [
            "timeline": ["events": [QuietSession.message("$1", at: 3), name, QuietSession.message("$2", at: 5)]],
            "ephemeral": QuietSession.receipt("$2", "@c:d"),
        ]
    }()

    @Test("a listener of a room receives its events once, each with the state before it, and then the receipts")
    func listener() async throws {
        let heard = Heard()
        let quiet = try await sync(batch) { quiet in
            _ = try? quiet.room.liveTimeline.listenToEvents { heard.note($0, $1, $2) }
        }
        #expect(
            heard.ids(.forwards).prefix(3) == ["$1", "$second", "$2"] && heard.all.map(\.event.type).last == "m.receipt"
        )
        #expect(heard.all.prefix(3).map { $0.state?.name } == ["First", "First", "Second"])
        await quiet.session.close()
    }

    @Test("a listener of the session receives the events of every room, even of a new one")
    func sessionListener() async throws {
        let heard = Heard()
        let quiet = try await sync(batch, id: "!new:node.example") { quiet in
            _ = quiet.session.listenToEvents { event, direction, state in
                heard.note(event, direction, state as? MXRoomState)
            }
        }
        #expect(heard.ids(.forwards).prefix(3) == ["$1", "$second", "$2"])
        await quiet.session.close()
    }

    @Test("pagination that is reset then starts before the sync, with the state of that moment")
    func pagination() async throws {
        let quiet = try await sync(batch) { quiet in _ = try? quiet.room.liveTimeline.resetPagination() }
        let timeline = try quiet.room.liveTimeline
        let heard = Heard(timeline)
        try await timeline.paginate(1, direction: .backwards)
        #expect(heard.ids(.backwards) == ["$old"] && heard.all.first?.state?.name == "First")
        await quiet.session.close()
    }

    @Test("a listener does not receive messages of ignored users")
    func ignored() async throws {
        let heard = Heard()
        let hidden: JSONValue = [
            "timeline": ["events": [QuietSession.message("$1", from: "@bad:x"), QuietSession.message("$2")]]
        ]
        let store = InterceptedStore(MXMemoryStore())
        let quiet = try await QuietSession(store: store)
        try await quiet.take([
            "account_data": [
                "events": [["type": "m.ignored_user_list", "content": ["ignored_users": ["@bad:x": [:]]]]]
            ]
        ])
        let timeline = try quiet.room.liveTimeline
        store.beforeCommit { _ = timeline.listenToEvents { heard.note($0, $1, $2) } }
        try await quiet.take(room: hidden)
        #expect(heard.ids(.forwards) == ["$2"])
        await quiet.session.close()
    }
}
