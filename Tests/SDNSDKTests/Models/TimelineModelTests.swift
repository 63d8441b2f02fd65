import HeraldJSON
import SDNObservation
import SDNSDK
import Testing

@testable import SDNSession

@Suite("The observed timeline", .timeLimit(.minutes(3)))
@MainActor
struct TimelineModelTests {
    private static func messages(_ numbers: ClosedRange<Int>) -> [JSONValue] {
        numbers.map { QuietSession.message("$\($0)", "text \($0)", at: Int64($0)) }
    }

    @Test("observers see the stored items, new ones and edits, in the order of the timeline")
    func follows() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: Self.messages(1...2))
        let model = MXTimelineModel(room: try quiet.room)
        #expect(model.items.isEmpty && !model.hasItems)
        await observing { model.hasItems }
        #expect(model.items.map(\.id) == ["$1", "$2"])
        try await quiet.take(events: Self.messages(3...3))
        await observing { model.items.count == 3 }
        try await quiet.take(events: [QuietSession.edit("$4", of: "$2", "edited", at: 4)])
        await observing { model.items.contains { $0.isEdited } }
        #expect(model.items.map(\.event.body) == ["text 1", "edited", "text 3"])
        #expect(model.failure == nil)
        await quiet.session.close()
    }

    @Test("older items come in front, and a view learns when there are none left")
    func older() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/messages") { _, _ in (200, ["chunk": [], "start": "t1"]) }
        try await quiet.take(events: Self.messages(1...30))
        let model = MXTimelineModel(room: try quiet.room, limit: 10)
        await observing { model.items.count == 10 }
        #expect(model.hasOlder && !model.isLoadingOlder)
        // The second call begins while the first one loads. It waits for the first one, and adds nothing.
        let calls = [Task { await model.loadOlder(10) }, Task { await model.loadOlder(10) }]
        for call in calls { await call.value }
        await observing { model.items.count >= 20 }
        #expect(model.items.first?.id == "$11" && model.items.last?.id == "$30" && !model.isLoadingOlder)
        await model.loadOlder()
        await observing { model.items.count == 30 && !model.hasOlder }
        await model.loadOlder()
        #expect(model.items.count == 30 && model.failure == nil)
        await quiet.session.close()
    }

    @Test("an error of the node is shown, can be taken back, and is followed by a try that succeeds")
    func failure() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/messages") { _, count in
            count == 1
                ? (403, ["errcode": "M_FORBIDDEN", "error": "not for you"]) : (200, ["chunk": [], "start": "t1"])
        }
        try await quiet.take(
            room: ["timeline": ["limited": true, "prev_batch": "t1", "events": .array(Self.messages(1...3))]])
        let model = MXTimelineModel(room: try quiet.room)
        await observing { model.hasItems }
        await model.loadOlder()
        #expect((model.failure as? MXError)?.errcode == "M_FORBIDDEN" && model.hasOlder && !model.isLoadingOlder)
        model.failure = nil
        await model.loadOlder()
        #expect(model.failure == nil && model.items.count == 3)
        await quiet.session.close()
    }

    @Test("an action that fails leaves its error, and one that is cancelled leaves none")
    func actions() async throws {
        let quiet = try await QuietSession()
        let model = MXTimelineModel(room: try quiet.room)
        await model.perform { _ in throw CancellationError() }
        #expect(model.failure == nil)
        await model.perform { room in
            #expect(room.roomId == ScriptedNode.room)
            throw SDNSDKError(.invalidArgument, reason: "no")
        }
        #expect((model.failure as? SDNSDKError)?.code == .invalidArgument)
        await quiet.session.close()
    }

    @Test("a message that waits is in the list at once, and its event takes its place")
    func echo() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/send/") { _, _ in (200, ["event_id": "$sent"]) }
        let model = MXTimelineModel(room: try quiet.room)
        await observing { model.hasItems }
        await model.perform { try await $0.sendTextMessage("Hello") }
        await observing { model.items.last?.event.body == "Hello" }
        let id = try #require(model.items.last?.id)
        var sent = try #require(QuietSession.message("$sent", "Hello", from: ScriptedNode.me, at: 9).objectValue)
        sent["unsigned"] = ["transaction_id": .string(id)]
        try await quiet.take(
            events: [
                .object(sent),
                QuietSession.message("$next", "Hi", at: 10),
            ])
        await observing { model.items.last?.event.body == "Hi" }
        #expect(model.items.map(\.event.body) == ["Hello", "Hi"] && model.items.first?.id == id)
        await quiet.session.close()
    }

    @Test("observers see the room's name and who is typing")
    func summary() async throws {
        let quiet = try await QuietSession()
        let model = MXTimelineModel(room: try quiet.room)
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.state("m.room.name", ["name": "Harbour"], at: 5)]],
            "ephemeral": ["events": [["type": "m.typing", "content": ["user_ids": [.string(ScriptedNode.other)]]]]],
        ])
        await observing { model.summary.displayName == "Harbour" && model.typingUsers == [ScriptedNode.other] }
        #expect(model.room.roomId == model.summary.roomId)
        await quiet.session.close()
    }

    @Test("a model that was released no longer follows the room")
    func released() async throws {
        let quiet = try await QuietSession()
        let room = try quiet.room
        weak var released: MXTimelineModel?
        do {
            let model = MXTimelineModel(room: room)
            released = model
            await observing { model.hasItems }
            #expect(room.liveTimeline.feeds.all.count == 1)
        }
        // The tasks that follow the room end at their next turn.
        while !room.liveTimeline.feeds.all.isEmpty { await Task.yield() }
        #expect(released == nil)
        await quiet.session.close()
    }
}
