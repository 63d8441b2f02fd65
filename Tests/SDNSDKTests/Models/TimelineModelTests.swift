import Foundation
import HeraldJSON
import SDNObservation
import SDNSDK
import Testing

@testable import SDNSession

@Suite("The observed timeline", .timeLimit(.minutes(10)))
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

    private static let utc: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The rows as short texts.
    private static func texts(_ rows: [MXTimelineRow]) -> [String] {
        rows.map { row in
            switch row {
            case .event(let item): item.content.body ?? ""
            case .dateDivider(let day, _): "day \(Int(day.timeIntervalSince1970) / 86_400)"
            case .readMarker: "read"
            case .unreadMarker: "unread"
            }
        }
    }

    @Test("the rows have the days and marks between the items, and each change keeps them in place")
    func rows() async throws {
        let day: Int64 = 86_400_000
        let quiet = try await QuietSession()
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        quiet.node.on("/read_markers") { _, _ in (200, [:]) }
        try await quiet.take(room: [
            "timeline": [
                "events": [QuietSession.message("$1", "one", at: 5), QuietSession.message("$2", "two", at: 6)]
            ],
            "account_data": ["events": [["type": "m.fully_read", "content": ["event_id": "$1"]]]],
            "ephemeral": QuietSession.receipt("$1", ScriptedNode.me),
        ])
        let model = MXTimelineModel(room: try quiet.room, calendar: Self.utc)
        await observing { model.hasItems }
        #expect(Self.texts(model.rows) == ["day 0", "one", "read", "unread", "two"])
        try await quiet.take(events: [QuietSession.message("$3", "three", at: day)])
        await observing { model.rows.count == 7 }
        #expect(Self.texts(model.rows) == ["day 0", "one", "read", "unread", "two", "day 1", "three"])
        #expect(model.rows.compactMap(\.item) == model.items)
        await model.markAsRead()
        await observing { !model.rows.contains(.readMarker) && !model.rows.contains(.unreadMarker) }
        #expect(Self.texts(model.rows) == ["day 0", "one", "two", "day 1", "three"] && model.failure == nil)
        await quiet.session.close()
    }

    @Test("a thread's model shows the thread alone, sends into it and marks only it as read")
    func thread() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/send/") { _, _ in (200, ["event_id": "$sent"]) }
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        let relation: JSONValue = ["rel_type": "m.thread", "event_id": "$1"]
        try await quiet.take(events: [
            QuietSession.message("$1", "root", at: 1), QuietSession.message("$2", "beside", at: 2),
            QuietSession.message("$3", "answer", at: 3, more: ["m.relates_to": relation]),
        ])
        let model = MXTimelineModel(room: try quiet.room, threadRootId: "$1", calendar: Self.utc)
        await observing { model.hasItems }
        #expect(Self.texts(model.rows) == ["day 0", "root", "answer"] && model.threadRootId == "$1")
        await model.markAsRead()
        let receipt = try #require(quiet.node.requests("/receipt/").first?.body)
        #expect(String(decoding: receipt, as: UTF8.self).contains(#""thread_id":"$1""#))
        await model.send("mine")
        await observing { model.items.last?.content.body == "mine" }
        #expect(model.items.last?.threadRootId == "$1" && model.failure == nil)
        await quiet.session.close()
    }

    @Test("a thread's model sends no receipt for a thread that has only its root")
    func newThread() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/receipt/") { _, _ in (400, ["errcode": "M_INVALID_PARAM", "error": "not in the thread"]) }
        try await quiet.take(events: [QuietSession.message("$1", "root")])
        let model = MXTimelineModel(room: try quiet.room, threadRootId: "$1")
        await observing { model.hasItems }
        #expect(model.items.map(\.id) == ["$1"])
        await model.markAsRead()
        #expect(model.failure == nil && quiet.node.requests("/receipt/").isEmpty)
        await quiet.session.close()
    }

    @Test("a model without threads leaves the threads unread when it marks the room as read")
    func withoutThreads() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        quiet.node.on("/read_markers") { _, _ in (200, [:]) }
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$1"), QuietSession.threaded("$2", "$1")]],
            "unread_thread_notifications": ["$1": ["notification_count": 1, "highlight_count": 0]],
        ])
        let model = MXTimelineModel(room: try quiet.room, hidesThreads: true, calendar: Self.utc)
        await observing { model.hasItems }
        await model.markAsRead()
        let receipt = try #require(quiet.node.requests("/receipt/").first?.body)
        #expect(String(decoding: receipt, as: UTF8.self).contains(#""thread_id":"main""#))
        #expect(try quiet.room.summary.threadCounts["$1"]?.notificationCount == 1 && model.failure == nil)
        await quiet.session.close()
    }

    @Test("a limited list drops its newest items while the user reads older ones, and returns to them")
    func limited() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: Self.messages(1...40))
        let model = MXTimelineModel(room: try quiet.room, limit: 10, maximumItemCount: 20)
        await observing { model.items.count == 10 }
        await model.loadOlder(25)
        await observing { model.hasNewer && model.items.last?.id != "$40" }
        #expect(model.items.count <= 25 && model.items.first?.id != "$31")
        await model.loadNewer(5)
        await model.returnToNewest()
        await observing { !model.hasNewer && model.items.last?.id == "$40" }
        #expect(model.failure == nil)
        await quiet.session.close()
    }

    @Test("a message to which another one replies comes from the node when a view asks for it")
    func repliedTo() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/event/") { _, _ in (200, QuietSession.message("$old", "question")) }
        let reply: JSONValue = ["m.in_reply_to": ["event_id": "$old"]]
        try await quiet.take(events: [QuietSession.message("$1", "answer", more: ["m.relates_to": reply])])
        let model = MXTimelineModel(room: try quiet.room)
        await observing { model.hasItems }
        let item = try #require(model.items.first)
        #expect(item.inReplyTo?.eventId == "$old" && item.inReplyTo?.event == nil)
        await model.loadRepliedTo(by: item)
        await observing { model.items.first?.inReplyTo?.event?.content.body == "question" }
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
