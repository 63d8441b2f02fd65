import HeraldJSON
import SDNObservation
import SDNSDK
import Testing

@Suite("The observed list of threads", .timeLimit(.minutes(10)))
@MainActor
struct ThreadListModelTests {
    private static func threaded(_ id: String, _ root: String, at time: Int64) -> JSONValue {
        QuietSession.message(
            id, id, at: time, more: ["m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)]])
    }

    private static let events: [JSONValue] = [
        QuietSession.message("$a", "a", at: 1), QuietSession.message("$b", "b", at: 2), threaded("$a1", "$a", at: 3),
        threaded("$b1", "$b", at: 4),
    ]

    @Test("observers see the stored threads, a thread that moves up, and those of the node")
    func follows() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/threads") { _, _ in (200, ["chunk": []]) }
        try await quiet.take(events: Self.events)
        let model = MXThreadListModel(room: try quiet.room)
        #expect(model.threads.isEmpty && model.hasMore)
        await observing { model.threads.map(\.id) == ["$b", "$a"] }
        try await quiet.take(events: [Self.threaded("$a2", "$a", at: 5)])
        await observing { model.threads.map(\.id) == ["$a", "$b"] }
        #expect(model.threads.first?.summary.count == 2 && model.threads.first?.content.body == "a")
        await model.loadMore()
        #expect(!model.hasMore && !model.isLoading && model.failure == nil && model.threads.count == 2)
        await model.loadMore()
        #expect(quiet.node.requests("/threads").count == 1)
        await quiet.session.close()
    }

    @Test("an error of the node is shown and can be taken back, and the next try succeeds")
    func failure() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/threads") { _, count in
            count == 1 ? (403, ["errcode": "M_FORBIDDEN", "error": "not for you"]) : (200, ["chunk": []])
        }
        let model = MXThreadListModel(room: try quiet.room)
        await model.loadMore()
        #expect((model.failure as? MXError)?.errcode == "M_FORBIDDEN" && model.hasMore && !model.isLoading)
        model.failure = nil
        await model.loadMore()
        #expect(model.failure == nil && !model.hasMore)
        await quiet.session.close()
    }

    @Test("after a gap at which the node refused, the next try loads the list")
    func gap() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/threads") { _, count in
            count == 2 ? (403, ["errcode": "M_FORBIDDEN", "error": "not now"]) : (200, ["chunk": []])
        }
        let model = MXThreadListModel(room: try quiet.room)
        await model.loadMore()
        #expect(!model.hasMore)
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$later", at: 10)], "limited": true, "prev_batch": "p"]
        ])
        await observing { model.hasMore }
        await model.loadMore()
        #expect(!model.hasMore && quiet.node.requests("/threads").count == 3)
        await quiet.session.close()
    }

    @Test("a model that was released no longer follows the room")
    func released() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: Self.events)
        weak var released: MXThreadListModel?
        do {
            let model = MXThreadListModel(room: try quiet.room)
            released = model
            await observing { model.threads.count == 2 }
        }
        while released != nil { await Task.yield() }
        await quiet.session.close()
    }
}
