import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Threads as an app shows them", .timeLimit(.minutes(10)))
struct ThreadTests {
    private let me = ScriptedNode.me

    private func threaded(
        _ id: String, _ root: String = "$root", from sender: String = ScriptedNode.other, at time: Int64 = 2
    ) -> JSONValue {
        QuietSession.message(
            id, id, from: sender, at: time,
            more: [
                "m.relates_to": [
                    "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true,
                    "m.in_reply_to": ["event_id": .string(root)],
                ]
            ])
    }

    private func ids(_ list: MXTimelineUpdates) -> [String] { list.items.map(\.original.eventId) }

    @Test("a thread is a list of its root and its events, which follows the room")
    func live() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$root", "root"), QuietSession.message("$other"), threaded("$1"), threaded("$2"),
        ])
        let thread = try await quiet.room.threadTimelineUpdates(rootId: "$root")
        #expect(ids(thread) == ["$root", "$1", "$2"] && !thread.hasOlder)
        try await quiet.take(events: [
            QuietSession.message("$another"), threaded("$x", "$other"), threaded("$3"),
            QuietSession.edit("$e", of: "$1", "new"),
        ])
        #expect(ids(thread) == ["$root", "$1", "$2", "$3"])
        #expect(thread.items[1].isEdited && thread.items[0].thread?.count == 3)
        #expect(thread.items.dropFirst().allSatisfy { $0.threadRootId == "$root" && $0.inReplyTo == nil })
        let fresh = try await quiet.room.threadTimelineUpdates(rootId: "$root")
        #expect(fresh.items == thread.items)
        let short = try await quiet.room.threadTimelineUpdates(rootId: "$root", limit: 1)
        #expect(ids(short) == ["$3"] && short.hasOlder)
        try await short.loadOlder(1)
        #expect(ids(short) == ["$2", "$3"])
        try await short.loadOlder(10)
        #expect(short.items == thread.items)
        await quiet.session.close()
    }

    @Test("a message that is sent to the thread is an item of the thread at once")
    func sending() async throws {
        let node = ScriptedNode()
        let root = node.say("root")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let thread = Followed(try await room.threadTimelineUpdates(rootId: root))
        _ = try await room.sendTextMessage("in the room")
        _ = try await room.sendTextMessage("in the thread", threadId: root)
        try await thread.until { $0.count == 2 && $0.last?.original.isLocalEvent == false }
        #expect(thread.items.last?.event.content["body"] == "in the thread")
        await session.close()
    }

    @Test("events of a thread before a gap come from the node, and are redacted and edited like stored ones")
    func beforeTheGap() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "timeline": ["events": [threaded("$5"), threaded("$6")], "limited": true, "prev_batch": "p"]
        ])
        quiet.node.on("/relations/") { request, _ in
            let isSecond = request.url.query?.contains("from=t2") ?? false
            let chunk: [JSONValue] =
                isSecond ? [threaded("$2")] : [threaded("$6"), threaded("$5"), threaded("$4"), threaded("$3")]
            return (200, isSecond ? ["chunk": .array(chunk)] : ["chunk": .array(chunk), "next_batch": "t2"])
        }
        quiet.node.on("/event/") { _, _ in (200, QuietSession.message("$root", "root")) }
        let thread = try await quiet.room.threadTimelineUpdates(rootId: "$root")
        #expect(ids(thread) == ["$5", "$6"] && thread.hasOlder)
        try await thread.loadOlder(2, onlyFromStore: true)
        #expect(ids(thread) == ["$5", "$6"])
        try await thread.loadOlder(2)
        #expect(ids(thread) == ["$3", "$4", "$5", "$6"])
        try await thread.loadOlder(10)
        #expect(ids(thread) == ["$root", "$2", "$3", "$4", "$5", "$6"] && !thread.hasOlder)
        try await quiet.take(events: [
            QuietSession.edit("$e", of: "$3", "new"),
            [
                "event_id": "$x", "type": "m.room.redaction", "sender": .string(ScriptedNode.other), "redacts": "$4",
                "origin_server_ts": 9, "content": ["redacts": "$4"],
            ],
        ])
        #expect(thread.items[2].isEdited)
        #expect(ids(thread) == ["$root", "$2", "$3", "$4", "$5", "$6"] && thread.items[3].original.isRedacted)
        await quiet.session.close()
    }

    @Test("each thread has its own receipts and counts, which fall when the user reads the thread")
    func reading() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        let receipts: JSONValue = [
            "events": [
                [
                    "type": "m.receipt",
                    "content": ["$1": ["m.read": ["@ann:x": ["ts": 5, "thread_id": "$root"], "@bo:x": ["ts": 6]]]],
                ]
            ]
        ]
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$root"), threaded("$1"), threaded("$2")]],
            "unread_notifications": ["notification_count": 1, "highlight_count": 0],
            "unread_thread_notifications": ["$root": ["notification_count": 2, "highlight_count": 1]],
            "ephemeral": receipts,
        ])
        let room = try quiet.room
        #expect(room.summary.notificationCount == 3 && room.summary.highlightCount == 1)
        #expect(room.summary.threadCounts["$root"]?.notificationCount == 2)
        let thread = try await room.threadTimelineUpdates(rootId: "$root")
        #expect(thread.items[1].readers == ["@ann:x", "@bo:x"])
        #expect(try await room.timelineUpdates().items[1].readers == ["@bo:x"])
        #expect(thread.items.first(where: \.isFirstUnread) == nil, "nothing says how far the user has read")
        try await room.acknowledgeEvent(room.event(withEventId: "$1"), inThread: "$root")
        #expect(thread.items.first(where: \.isFirstUnread)?.id == "$2")
        #expect(room.summary.threadCounts["$root"]?.notificationCount == 2)
        try await room.acknowledgeEvent(room.event(withEventId: "$2"), inThread: "$root")
        #expect(thread.items.first(where: \.isFirstUnread) == nil)
        #expect(room.summary.threadCounts.isEmpty && room.summary.notificationCount == 1)
        let sent = quiet.node.requests("/receipt/")
        #expect(sent.count == 2)
        try await room.acknowledgeEvent(room.event(withEventId: "$1"), inThread: "$root")
        #expect(quiet.node.requests("/receipt/").count == 2, "nobody reads backwards")
        await quiet.session.close()
    }

    @Test("the session's own filter has threads counted apart")
    func filter() async throws {
        let quiet = try await QuietSession()
        let request = try #require(quiet.node.requests("/filter").first)
        let body = try JSONValue(parsing: String(decoding: request.body ?? [], as: UTF8.self))
        #expect(body["room"]?["timeline"]?["unread_thread_notifications"] == true)
        #expect(body["room"]?["state"]?["lazy_load_members"] == true)
        await quiet.session.close()
    }

    @Test("the list of threads is ordered by activity, follows the room, and has pages from the node")
    func list() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$a", at: 1), QuietSession.message("$b", at: 2), threaded("$a1", "$a", at: 3),
            threaded("$b1", "$b", from: me, at: 4),
        ])
        quiet.node.on("/threads") { _, _ in
            var old = QuietSession.message("$old", "old", at: 1).objectValue ?? [:]
            old["unsigned"] = [
                "m.relations": [
                    "m.thread": [
                        "count": 7, "current_user_participated": false,
                        "latest_event": QuietSession.message("$old7", at: 2),
                    ]
                ]
            ]
            return (200, ["chunk": [.object(old)]])
        }
        let room = try quiet.room
        let list = try await room.threadList(), mine = try await room.threadList(include: .participated)
        #expect(list.threads.map(\.id) == ["$b", "$a"] && list.hasMore)
        #expect(mine.threads.map(\.id) == ["$b"])
        try await list.loadMore()
        #expect(list.threads.map(\.id) == ["$b", "$a", "$old"] && !list.hasMore)
        #expect(list.threads.last?.summary.count == 7)
        var updates = list.updates().makeAsyncIterator()
        try await quiet.take(room: [
            "timeline": ["events": [threaded("$a2", "$a", at: 9)]],
            "unread_thread_notifications": ["$a": ["notification_count": 1, "highlight_count": 0]],
        ])
        var threads: [MXThread] = []
        while threads.first?.id != "$a" || threads.first?.notificationCount != 1, let next = await updates.next() {
            threads = next
        }
        #expect(threads.map(\.id) == ["$a", "$b", "$old"] && threads.first?.summary.count == 2)
        await quiet.session.close()
    }

    @Test("the history of edits has every version, also those that only the node has")
    func edits() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$1", "one"), QuietSession.edit("$3", of: "$1", "three", at: 3),
        ])
        let room = try quiet.room
        let event = try await room.event(withEventId: "$1")
        quiet.node.on("/relations/") { _, _ in
            return (
                200,
                [
                    "chunk": [
                        QuietSession.edit("$3", of: "$1", "three", at: 3),
                        QuietSession.edit("$2", of: "$1", "two", at: 2),
                        QuietSession.edit("$evil", of: "$1", "no", from: "@evil:x", at: 4),
                    ]
                ]
            )
        }
        let history = try await room.editHistory(of: event)
        #expect(history.map(\.id) == ["$1", "$2", "$3"])
        #expect(history.map { $0.event.content["body"]?.stringValue } == ["one", "two", "three"])
        await quiet.session.close()
    }

    @Test(
        "the history of a message that the store lacks begins with the caller's event when the node cannot be reached")
    func editsOffline() async throws {
        let quiet = try await QuietSession()
        for path in ["/event/", "/relations/"] {
            quiet.node.on(path) { _, _ in throw SDNSDKError(.cannotConnect, reason: "the node is down") }
        }
        let room = try quiet.room
        try await quiet.take(events: [QuietSession.edit("$3", of: "$1", "three", at: 3)])
        let event = try MXEvent(
            json: try #require(QuietSession.message("$1", "one").objectValue), roomId: room.roomId)
        let history = try await room.editHistory(of: event)
        #expect(history.map { $0.event.content["body"]?.stringValue } == ["one", "three"])
        let last = try #require(history.last)
        await #expect(throws: SDNSDKError.self) { try await room.editHistory(of: last.event) }
        await quiet.session.close()
    }
}
