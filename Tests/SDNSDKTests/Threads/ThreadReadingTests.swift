import Foundation
import HeraldJSON
import SDNSDK
import Testing

@Suite("Reading a room beside its threads", .timeLimit(.minutes(10)))
struct ThreadReadingTests {
    private let me = ScriptedNode.me

    /// A room in which the user has read `$0` and has not read `$1` to `$5`.
    private func unread() async throws -> QuietSession {
        let quiet = try await QuietSession()
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        quiet.node.on("/read_markers") { _, _ in (200, [:]) }
        try await quiet.take(room: [
            "timeline": ["events": .array((0...5).map { QuietSession.message("$\($0)", at: 1) })],
            "ephemeral": QuietSession.receipt("$0", me),
        ])
        return quiet
    }

    private func bodies(_ quiet: QuietSession, _ path: String) throws -> [JSONValue] {
        try quiet.node.requests(path).map { try JSONValue(parsing: String(decoding: $0.body ?? [], as: UTF8.self)) }
    }

    @Test("an answer in a thread reads the thread and not the room, whoever sends it and however the answer changes")
    func answer() async throws {
        let quiet = try await unread()
        let room = try quiet.room
        let list = try await room.timelineUpdates(hidesThreads: true)
        #expect(room.summary.localUnreadEventCount == 5)
        try await quiet.take(events: [
            QuietSession.threaded("$t", "$1", from: me), QuietSession.edit("$e", of: "$t", "new", from: me),
        ])
        try await quiet.take(events: [
            QuietSession.reaction("$r", to: "$t", from: me), QuietSession.threaded("$b", "$1", from: "@bob:x"),
        ])
        #expect(room.summary.localUnreadEventCount == 6, "Bob's answer is new too")
        #expect(list.items.first(where: \.isFirstUnread)?.id == "$1")
        #expect(!list.items.contains { $0.readers.contains("@bob:x") })
        #expect(try await room.getEventReceipts("$b", threadId: "$1").map(\.userId) == ["@bob:x"])
        try await room.acknowledgeEvent(room.event(withEventId: "$5"), andUpdateReadMarker: false)
        #expect(quiet.node.requests("/receipt/").count == 1, "the node counts by receipts alone")
        #expect(list.items.first(where: \.isFirstUnread) == nil)
        await quiet.session.close()
    }

    @Test("who has read all events of the room has read its threads up to there, in a list and in a new one")
    func marks() async throws {
        let quiet = try await unread()
        let room = try quiet.room
        try await quiet.take(room: [
            "timeline": [
                "events": [
                    QuietSession.threaded("$t1", "$1"), QuietSession.threaded("$t2", "$1"), QuietSession.message("$6"),
                    QuietSession.threaded("$t3", "$1"), QuietSession.message("$7"),
                ]
            ],
            "ephemeral": QuietSession.receipt("$t1", me, thread: "$1"),
        ])
        func mark(_ list: MXTimelineUpdates) -> String? { list.items.first(where: \.isFirstUnread)?.id }
        let thread = try await room.threadTimelineUpdates(rootId: "$1")
        #expect(mark(thread) == "$t2")
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$6", me)])
        #expect(mark(thread) == "$t3")
        #expect(try await mark(room.threadTimelineUpdates(rootId: "$1")) == "$t3")
        let short = try await room.threadTimelineUpdates(rootId: "$1", limit: 1)
        try await short.loadOlder(2)
        #expect(mark(short) == "$t3")
        try await room.acknowledgeEvent(room.event(withEventId: "$7"), andUpdateReadMarker: false)
        #expect(mark(thread) == nil && thread.items.count == 4)
        await quiet.session.close()
    }

    @Test("a user with one receipt for all events and one outside of threads is shown at the later one")
    func twoReceipts() async throws {
        let quiet = try await unread()
        let list = try await quiet.room.timelineUpdates()
        func places(_ list: MXTimelineUpdates) -> [String] {
            list.items.filter { $0.readers.contains("@bob:x") }.map(\.id)
        }
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$1", "@bob:x", thread: "main")])
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$3", "@bob:x")])
        #expect(places(list) == ["$3"])
        try await quiet.take(events: [QuietSession.message("$6", from: "@bob:x")])
        #expect(places(list) == ["$6"])
        #expect(try await places(quiet.room.timelineUpdates()) == ["$6"])
        await quiet.session.close()
    }

    @Test("a receipt for the events outside of threads is not at a reaction or an edit of a message in a thread")
    func partsOfThreads() async throws {
        let quiet = try await unread()
        quiet.session.acknowledgableEventTypes = [.roomMessage, .reaction]
        let room = try quiet.room
        try await quiet.take(room: [
            "timeline": [
                "events": [
                    QuietSession.threaded("$t", "$1"), QuietSession.reaction("$r", to: "$t"),
                    QuietSession.edit("$e", of: "$t", "new"),
                    QuietSession.state("m.room.pinned_events", "", ["pinned": []], id: "$pins"),
                    QuietSession.reaction("$late", to: "$t"),
                ]
            ],
            "unread_notifications": ["notification_count": 5, "highlight_count": 0],
        ])
        for eventId in ["$pins", "$late"] {
            try await room.acknowledgeEvent(
                room.event(withEventId: eventId), andUpdateReadMarker: false, hidesThreads: true)
        }
        #expect(quiet.node.requests("/receipt/").map { $0.url.path.hasSuffix("/$5") } == [true, true])
        #expect(room.summary.notificationCount == 5, "the pinned messages came after the receipt")
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$6"), QuietSession.reaction("$s", to: "$t")]],
            "unread_notifications": ["notification_count": 6, "highlight_count": 0],
        ])
        try await room.acknowledgeEvent(
            room.event(withEventId: "$6"), andUpdateReadMarker: false, hidesThreads: true)
        #expect(room.summary.notificationCount == 0, "only a part of a thread came after it")
        await quiet.session.close()
    }

    @Test("a room is read when its threads were read too, here or on another device", arguments: [false, true])
    func threadsRead(elsewhere: Bool) async throws {
        let quiet = try await unread()
        let room = try quiet.room
        try await quiet.take(events: [QuietSession.threaded("$t", "$1"), QuietSession.threaded("$t2", "$1")])
        func read(_ eventId: String) async throws {
            if elsewhere {
                try await quiet.take(room: ["ephemeral": QuietSession.receipt(eventId, me, thread: "$1")])
            } else {
                try await room.acknowledgeEvent(room.event(withEventId: eventId), inThread: "$1")
            }
        }
        try await room.acknowledgeEvent(
            room.event(withEventId: "$5"), andUpdateReadMarker: false, hidesThreads: true)
        #expect(room.summary.localUnreadEventCount == 2)
        try await read("$t")
        #expect(room.summary.localUnreadEventCount == 1)
        try await read("$t2")
        #expect(room.summary.localUnreadEventCount == 0 && !room.summary.hasUnread)
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.threaded("$t3", "$1"), QuietSession.threaded("$t4", "$1")]],
            "ephemeral": QuietSession.receipt("$t3", me, thread: "$1"),
        ])
        #expect(room.summary.localUnreadEventCount == 1)
        await quiet.session.close()
    }

    @Test("who reads a list without threads leaves the threads unread, and who reads all events does not")
    func main() async throws {
        let quiet = try await unread()
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.threaded("$t", "$1"), QuietSession.threaded("$t2", "$1")]],
            "unread_notifications": ["notification_count": 5, "highlight_count": 1],
            "unread_thread_notifications": ["$1": ["notification_count": 2, "highlight_count": 0]],
        ])
        let room = try quiet.room
        try await room.acknowledgeEvent(
            room.event(withEventId: "$5"), andUpdateReadMarker: true, hidesThreads: true)
        #expect(room.summary.notificationCount == 2 && room.summary.highlightCount == 0)
        #expect(room.summary.threadCounts["$1"]?.notificationCount == 2 && room.summary.localUnreadEventCount == 2)
        #expect(try bodies(quiet, "/receipt/").map { $0["thread_id"]?.stringValue } == ["main"])
        let markers = try bodies(quiet, "/read_markers")
        #expect(markers.map { $0["m.fully_read"]?.stringValue } == ["$5"] && markers.first?["m.read"] == nil)
        let newest = try await room.event(withEventId: "$t2")
        try await room.acknowledgeEvent(newest, andUpdateReadMarker: false, hidesThreads: true)
        #expect(quiet.node.requests("/receipt/").map { $0.url.path.contains("$5") } == [true, true])
        try await room.markAllAsRead()
        #expect(room.summary.notificationCount == 0 && room.summary.localUnreadEventCount == 0)
        #expect(try bodies(quiet, "/read_markers").last?["m.read"] == "$t2")
        await quiet.session.close()
    }

    @Test(
        "the unread number of a room that was read without its threads is the number of its threads, or 0 if it is muted",
        arguments: [false, true])
    func unreadNumber(isMuted: Bool) async throws {
        let quiet = try await unread()
        let room = try quiet.room
        let threads: JSONValue = isMuted ? [:] : ["$1": ["notification_count": 3, "highlight_count": 0]]
        try await quiet.take(room: [
            "timeline": [
                "events": [
                    QuietSession.threaded("$t", "$1"), QuietSession.message("$6"), QuietSession.threaded("$u", "$2"),
                ]
            ],
            "unread_notifications": ["notification_count": isMuted ? 0 : 6, "highlight_count": 0],
            "unread_thread_notifications": threads,
        ])
        try await room.acknowledgeEvent(
            room.event(withEventId: "$6"), andUpdateReadMarker: false, hidesThreads: true)
        #expect(room.summary.localUnreadEventCount == 1 && room.summary.unreadCount == (isMuted ? 0 : 3))
        await quiet.session.close()
    }

    @Test("who answered later in a thread and then reads an earlier event of it has read the room up to that event")
    func answeredLater() async throws {
        let quiet = try await unread()
        let room = try quiet.room
        try await quiet.take(events: [
            QuietSession.threaded("$t10", "$1"), QuietSession.message("$11"),
            QuietSession.threaded("$t12", "$1", from: me),
        ])
        #expect(room.summary.localUnreadEventCount == 6)
        try await room.acknowledgeEvent(room.event(withEventId: "$t10"), andUpdateReadMarker: false)
        #expect(quiet.node.requests("/receipt/").map { $0.url.path.hasSuffix("/$t10") } == [true])
        #expect(room.summary.localUnreadEventCount == 1, "only $11 came after it")
        try await room.acknowledgeEvent(room.event(withEventId: "$5"), andUpdateReadMarker: false)
        #expect(quiet.node.requests("/receipt/").count == 1, "all events up to a later one are read already")
        try await room.acknowledgeEvent(
            room.event(withEventId: "$11"), andUpdateReadMarker: false, hidesThreads: true)
        try await room.acknowledgeEvent(room.event(withEventId: "$t12"), inThread: "$1")
        try await room.acknowledgeEvent(room.event(withEventId: "$t10"), andUpdateReadMarker: false)
        #expect(quiet.node.requests("/receipt/").count == 3, "later ones in the thread and outside of threads are read")
        #expect(room.summary.localUnreadEventCount == 0)
        await quiet.session.close()
    }

    @Test(
        "marking an old event as read looks at 1,000 later events at most, and only at those of its thread",
        arguments: [false, true], [990, 1_010])
    func boundedWork(inThread: Bool, later: Int) async throws {
        let quiet = try await unread()
        let room = try quiet.room
        let events = [QuietSession.threaded("$t", "$1"), QuietSession.message("$6")]
        // Events that are not counted: outside of the thread, or in threads only.
        let others = (0..<later).map { number in
            inThread ? QuietSession.message("$m\(number)") : QuietSession.threaded("$m\(number)", "$2")
        }
        try await quiet.take(room: [
            "timeline": ["events": .array(events + others)],
            "unread_notifications": ["notification_count": 5, "highlight_count": 0],
            "unread_thread_notifications": ["$1": ["notification_count": 1, "highlight_count": 0]],
        ])
        if inThread {
            try await room.acknowledgeEvent(room.event(withEventId: "$t"), inThread: "$1")
        } else {
            try await room.acknowledgeEvent(
                room.event(withEventId: "$6"), andUpdateReadMarker: false, hidesThreads: true)
        }
        let thread = room.summary.threadCounts["$1"]?.notificationCount ?? 0
        #expect(thread == (inThread ? 0 : 1))
        let isLeft = inThread || later > 1_000
        #expect(room.summary.notificationCount == thread + (isLeft ? 5 : 0))
        await quiet.session.close()
    }
}
