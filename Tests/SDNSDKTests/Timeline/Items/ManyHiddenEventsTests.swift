import HeraldJSON
import HeraldLocks
import SDNFolds
import SDNSDK
import Testing

@testable import SDNSession

@Suite("A timeline with very many events that are no items", .timeLimit(.minutes(10)))
struct ManyHiddenEventsTests {
    private static let count = 6_000

    private func position(_ number: Int) -> JSONValue {
        [
            "event_id": .string("$p\(number)"), "type": "m.beacon", "sender": "@walker:x", "origin_server_ts": 2,
            "content": ["m.relates_to": ["rel_type": "m.reference", "event_id": "$share"]],
        ]
    }

    private func like(_ number: Int) -> JSONValue {
        [
            "event_id": .string("$r\(number)"), "type": "m.reaction", "sender": .string("@u\(number):x"),
            "origin_server_ts": .int(Int64(number) + 4),
            "content": ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": "👍"]],
        ]
    }

    private func walk(_ quiet: QuietSession) async throws {
        for begin in stride(from: 0, to: Self.count, by: 500) {
            try await quiet.take(events: (begin..<begin + 500).map(position))
        }
    }

    private func heldEvents(_ list: MXTimelineUpdates) -> Int {
        list.feed.state.withLock { $0.model.sizes["events"] } ?? .max
    }

    @Test("an open list holds only the newest of them, and keeps its items and their readers")
    func open() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", from: "@writer:x")])
        let list = try await quiet.room.timelineUpdates()
        list.maximumItemCount = 10
        try await quiet.take(room: [
            "timeline": ["events": [position(-1)]], "ephemeral": QuietSession.receipt("$p-1", "@early:x"),
        ])
        try await walk(quiet)
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$p\(Self.count - 1)", "@reader:x", ts: 2)])
        #expect(list.items.last?.id == "$1")
        let readers = Set(list.items.last.map(\.readers) ?? [])
        #expect(readers.isSuperset(of: ["@early:x", "@reader:x"]))
        #expect(heldEvents(list) <= TimelineModel.hiddenLimit + 20)
        try await quiet.take(events: [
            QuietSession.message("$2", from: "@writer:x"), QuietSession.reaction("$r", to: "$1"),
        ])
        #expect(list.items.last?.id == "$2" && list.items.first { $0.id == "$1" }?.reactions.count == 1)
        await quiet.session.close()
    }

    @Test("opening a room reads pages of limited size, and loading older events finds the items before them")
    func opening() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", from: "@writer:x")])
        try await walk(quiet)
        let list = try await quiet.room.timelineUpdates(limit: 10)
        #expect(list.items.isEmpty && list.hasOlder && heldEvents(list) <= 1_200)
        try await list.loadOlder(1, onlyFromStore: true)
        #expect(list.items.map(\.id) == ["$1"])
        #expect(heldEvents(list) <= TimelineModel.hiddenLimit + 200)
        await quiet.session.close()
    }

    @Test("a list that is renewed several times at once is never without its items")
    func atOnce() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", from: "@writer:x")])
        for begin in stride(from: 0, to: 3_000, by: 500) {
            try await quiet.take(events: (begin..<begin + 500).map(position))
        }
        let room = try quiet.room
        let list = try await room.timelineUpdates()
        while list.items.isEmpty { try await list.loadOlder(1, onlyFromStore: true) }
        let (ended, end) = AsyncStream<Void>.makeStream()
        let reader = Task {
            var (seen, counts): ([MXTimelineItem], [Int]) = ([], [])
            for await batch in list {
                seen.apply(batch)
                if !seen.isEmpty || !counts.isEmpty { counts.append(seen.count) }
                if seen.last?.id == "$end" { break }
            }
            end.finish()
            return counts
        }
        await withTaskGroup { group in
            for _ in 0..<8 { group.addTask { try? await room.renewFeeds() } }
        }
        #expect(list.items.map(\.id) == ["$1"])
        try await quiet.take(events: [QuietSession.message("$end", from: "@writer:x")])
        for await _ in ended {}
        #expect(await reader.value.contains(0) == false)
        await quiet.session.close()
    }

    @Test("a list that begins anew keeps its items, and no reader sees it without them")
    func anew() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", from: "@writer:x")])
        try await quiet.take(events: (0..<450).map(position))
        let list = try await quiet.room.timelineUpdates()
        #expect(list.items.map(\.id) == ["$1"])
        var batches = list.makeAsyncIterator()
        var (seen, counts): ([MXTimelineItem], [Int]) = ([], [])
        try await quiet.room.renewFeeds()
        #expect(list.items.map(\.id) == ["$1"])
        try await list.returnToNewest(limit: 10)
        #expect(list.items.map(\.id) == ["$1"])
        try await quiet.take(events: [QuietSession.message("$end", from: "@writer:x")])
        while seen.last?.id != "$end", let batch = await batches.next() {
            seen.apply(batch)
            counts.append(seen.count)
        }
        #expect(seen.map(\.id) == ["$1", "$end"] && !counts.contains(0))
        await quiet.session.close()
    }

    @Test("a list keeps the items that were loaded from before very many hidden events when it begins anew")
    func anewAfterLoading() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", from: "@writer:x")])
        try await walk(quiet)
        let list = try await quiet.room.timelineUpdates(limit: 10)
        try await list.loadOlder(1, onlyFromStore: true)
        #expect(list.items.map(\.id) == ["$1"])
        try await quiet.room.renewFeeds()
        #expect(list.items.map(\.id) == ["$1"] && heldEvents(list) <= TimelineModel.hiddenLimit + 400)
        await quiet.session.close()
    }

    @Test("opening a thread reads a limited number of reactions as events, and counts them all")
    func thread() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$root"), QuietSession.threaded("$1", at: 3)])
        for begin in stride(from: 0, to: 1_000, by: 500) {
            try await quiet.take(events: (begin..<begin + 500).map(like))
        }
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$r999", "@reader:x", thread: "$root")])
        let list = try await quiet.room.threadTimelineUpdates(rootId: "$root", limit: 5)
        #expect(list.items.map(\.id) == ["$root", "$1"] && list.items.last?.reactions.first?.count == 1_000)
        #expect(list.items.last?.readers.contains("@reader:x") == true)
        #expect(heldEvents(list) <= 202)
        await quiet.session.close()
    }
}
