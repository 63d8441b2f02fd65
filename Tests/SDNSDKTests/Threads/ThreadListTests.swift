import HeraldJSON
import SDNSDK
import Testing

@Suite("The list of a room's threads", .timeLimit(.minutes(10)))
struct ThreadListTests {
    /// Returns the list as soon as it is as a test wants it.
    private func wait(_ list: MXThreadList, _ condition: ([MXThread]) -> Bool) async -> [MXThread] {
        for await threads in list.updates() where condition(threads) { return threads }
        return []
    }

    private func root(_ id: String, count: Int64, latest: String, at time: Int64) -> JSONValue {
        var root = QuietSession.message(id, at: 1).objectValue ?? [:]
        root["unsigned"] = [
            "m.relations": [
                "m.thread": [
                    "count": .int(count), "current_user_participated": false,
                    "latest_event": QuietSession.threaded(latest, id, at: time),
                ]
            ]
        ]
        return .object(root)
    }

    @Test("after a sync that skipped events, the list asks the node for its first page again")
    func gap() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$a"), QuietSession.message("$b"), QuietSession.threaded("$a1", "$a", at: 3),
            QuietSession.threaded("$b1", "$b", at: 4),
        ])
        let first: [JSONValue] = [
            root("$b", count: 1, latest: "$b1", at: 4), root("$a", count: 1, latest: "$a1", at: 3),
        ]
        let second = [root("$c", count: 2, latest: "$c2", at: 9), root("$a", count: 5, latest: "$a5", at: 8)]
        quiet.node.on("/threads") { _, count in
            count == 1 ? (200, ["chunk": .array(first)]) : (200, ["chunk": .array(second), "next_batch": "t"])
        }
        let list = try await quiet.room.threadList()
        try await list.loadMore()
        #expect(list.threads.map(\.id) == ["$b", "$a"] && !list.hasMore)
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$later", at: 10)], "limited": true, "prev_batch": "p"]
        ])
        let threads = await wait(list) { $0.first?.id == "$c" }
        #expect(threads.map(\.id) == ["$c", "$a", "$b"] && threads.map(\.summary.count) == [2, 5, 1])
        await quiet.session.close()
    }

    @Test("when the node fails after a gap, the list asks it again after a later sync")
    func gapWithoutNode() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$a"), QuietSession.threaded("$a1", "$a", at: 3)])
        let page: JSONValue = [root("$c", count: 2, latest: "$c2", at: 9)]
        quiet.node.on("/threads") { _, count in
            switch count {
            case 1: (200, ["chunk": []])
            case 2: throw SDNSDKError(.cannotConnect, reason: "the node is down")
            default: (200, ["chunk": page, "next_batch": "t"])
            }
        }
        let list = try await quiet.room.threadList()
        try await list.loadMore()
        #expect(!list.hasMore)
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$later", at: 10)], "limited": true, "prev_batch": "p"]
        ])
        try await quiet.node.received(2, "/threads")
        try await quiet.take(events: [QuietSession.message("$more", at: 11)])
        #expect(await wait(list) { $0.first?.id == "$c" }.map(\.id) == ["$c", "$a"])
        for await _ in list.updates() where list.hasMore { break }
        await quiet.session.close()
    }

    @Test("a redaction of any message of a thread and an edit of its newest one are seen")
    func changes() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$a"), QuietSession.threaded("$1", "$a", at: 3),
            QuietSession.threaded("$2", "$a", at: 4),
            QuietSession.threaded("$3", "$a", at: 5),
        ])
        let (list, items) = (try await quiet.room.threadList(), try await quiet.room.timelineUpdates())
        #expect(list.threads.first?.summary.count == 3)
        try await quiet.take(events: [QuietSession.redaction("$x", of: "$2")])
        #expect(await wait(list) { $0.first?.summary.count == 2 }.first?.summary.latestEvent?.eventId == "$3")
        try await quiet.take(events: [QuietSession.edit("$e", of: "$3", "new", at: 6)])
        _ = await wait(list) { $0.first?.summary.latestEvent?.body == "new" }
        #expect(items.items.first?.thread?.latestEvent?.body == "new")
        #expect(try await quiet.room.timelineUpdates().items == items.items)
        #expect(try await quiet.room.threadList().threads == list.threads)
        try await quiet.take(events: [QuietSession.redaction("$x2", of: "$e")])
        #expect(await wait(list) { $0.first?.summary.latestEvent?.body == "$3" }.count == 1, "the edit was redacted")
        try await quiet.take(events: [QuietSession.edit("$e2", of: "$a", "new root", at: 7)])
        _ = await wait(list) { $0.first?.root.body == "new root" }
        try await quiet.take(events: [QuietSession.redaction("$x3", of: "$e2")])
        #expect(await wait(list) { $0.first?.root.body == "text" }.count == 1)
        try await quiet.take(events: [QuietSession.edit("$e3", of: "$a", "short-lived", at: 8)])
        try await quiet.take(events: [
            QuietSession.redaction("$x4", of: "$e3"), QuietSession.threaded("$4", "$a", at: 9),
        ])
        let last = await wait(list) { $0.first?.summary.latestEvent?.eventId == "$4" && $0.first?.root.body == "text" }
        #expect(last.count == 1)
        await quiet.session.close()
    }

    @Test("a thread's newest message that came with its root is left out when redacted", arguments: [false, true])
    func told(isStored: Bool) async throws {
        let quiet = try await QuietSession()
        var events = [root("$a", count: 2, latest: "$a2", at: 4), QuietSession.threaded("$a1", "$a", at: 3)]
        if isStored { events.append(QuietSession.threaded("$a2", "$a", at: 4)) }
        try await quiet.take(events: events)
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$later", at: 10)], "limited": true, "prev_batch": "p"]
        ])
        let list = try await quiet.room.threadList()
        #expect(list.threads.first?.summary.latestEvent?.eventId == "$a2")
        try await quiet.take(events: [QuietSession.redaction("$x", of: "$a2")])
        #expect(await wait(list) { $0.first?.summary.latestEvent?.eventId == "$a1" }.map(\.id) == ["$a"])
        #expect(try await quiet.room.threadList().threads == list.threads)
        await quiet.session.close()
    }

    @Test("threads and messages of ignored users are left out")
    func ignored() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$a"), QuietSession.message("$loud", from: "@loud:x"),
            QuietSession.threaded("$a1", "$a", at: 3), QuietSession.threaded("$a2", "$a", from: "@loud:x", at: 4),
            QuietSession.threaded("$loud1", "$loud", at: 5),
        ])
        try await quiet.take([
            "account_data": [
                "events": [["type": "m.ignored_user_list", "content": ["ignored_users": ["@loud:x": [:]]]]]
            ]
        ])
        let threads = try await quiet.room.threadList().threads
        #expect(threads.map(\.id) == ["$a"] && threads.first?.summary.count == 1)
        #expect(threads.first?.summary.latestEvent?.eventId == "$a1")
        await quiet.session.close()
    }

    @Test("the counts fall as soon as the user reads the thread")
    func reading() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$a"), QuietSession.threaded("$1", "$a", at: 3)]],
            "unread_thread_notifications": ["$a": ["notification_count": 1, "highlight_count": 0]],
        ])
        let list = try await quiet.room.threadList()
        #expect(list.threads.first?.notificationCount == 1)
        try await quiet.room.acknowledgeEvent(quiet.room.event(withEventId: "$1"), inThread: "$a")
        #expect(await wait(list) { $0.first?.notificationCount == 0 }.map(\.id) == ["$a"])
        await quiet.session.close()
    }
}
