import HeraldJSON
import HeraldLocks
import SDNFolds
import SDNSDK
import TestSupport
import Testing

@testable import SDNSession

@Suite("Receipts at events that a timeline does not show")
struct HiddenReceiptTests {
    private func reaction(_ id: String, to target: String) -> JSONValue {
        [
            "event_id": .string(id), "type": "m.reaction", "sender": "@writer:x", "origin_server_ts": 2,
            "content": ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": .string(id)]],
        ]
    }

    /// The events at which a reader is shown.
    private func places(_ list: MXTimelineUpdates, _ reader: String = "@reader:x") -> [String] {
        list.items.filter { $0.readers.contains(reader) }.map(\.original.eventId)
    }

    @Test("a receipt at a reaction or an edit is shown on the last item before it, and moves on with the next receipt")
    func lastItem() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", from: "@writer:x")])
        let list = try await quiet.room.timelineUpdates()
        try await quiet.take(room: [
            "timeline": ["events": [reaction("$r1", to: "$1"), reaction("$r2", to: "$1")]],
            "ephemeral": QuietSession.receipt("$r1", "@reader:x"),
        ])
        #expect(places(list) == ["$1"])
        try await quiet.take(events: [QuietSession.message("$2", from: "@writer:x"), reaction("$r3", to: "$1")])
        #expect(places(list) == ["$1"], "the reader has not read the new message")
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.edit("$e", of: "$1", "new", from: "@writer:x")]],
            "ephemeral": QuietSession.receipt("$e", "@reader:x", ts: 2),
        ])
        #expect(places(list) == ["$2"])
        let fresh = try await quiet.room.timelineUpdates()
        #expect(places(fresh) == ["$2"])
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$late", "@other:x")])
        try await quiet.take(events: [reaction("$late", to: "$2")])
        #expect(places(list, "@other:x") == ["$2"], "the receipt came before its event")
        await quiet.session.close()
    }

    @Test("a receipt at a hidden event of an older page appears with the item before it")
    func olderPages() async throws {
        let quiet = try await QuietSession()
        let hidden = (1...4).map { reaction("$r\($0)", to: "$1") }
        try await quiet.take(room: [
            "timeline": ["events": .array([QuietSession.message("$1", from: "@writer:x")] + hidden)],
            "ephemeral": QuietSession.receipt("$r1", "@reader:x"),
        ])
        try await quiet.take(events: [QuietSession.message("$2", from: "@writer:x")])
        let list = try await quiet.room.timelineUpdates(limit: 1)
        #expect(places(list).isEmpty)
        try await list.loadOlder(5)
        #expect(places(list) == ["$1"])
        await quiet.session.close()
    }

    @Test("a receipt or read marker at a hidden event that the list dropped is shown on the last item before it")
    func dropped() async throws {
        let quiet = try await QuietSession()
        let first = "$x1"
        try await quiet.take(events: [
            QuietSession.message("$1", from: "@writer:x"), reaction(first, to: "$1"),
            QuietSession.message("$2", from: "@writer:x"), QuietSession.message("$3", from: "@writer:x"),
        ])
        let list = try await quiet.room.timelineUpdates()
        var all = list.items
        var batches = list.makeAsyncIterator()
        let count = TimelineModel.hiddenLimit + 1_000
        for begin in stride(from: 0, to: count, by: 500) {
            try await quiet.take(events: (begin..<begin + 500).map { reaction("$r\($0)", to: "$none") })
        }
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$1", "@reader:x")])
        #expect(places(list) == ["$1"])
        try await quiet.take(events: [QuietSession.message("$4", from: "@writer:x")])
        // The list no longer has these reactions.
        #expect(list.feed.state.withLock { $0.model.newestEventIds.contains("$r0") } == false)
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$r0", "@reader:x", ts: 2)])
        try await quiet.take(room: ["ephemeral": QuietSession.receipt(first, "@early:x")])
        #expect(places(list) == ["$3"] && places(list, "@early:x") == ["$1"])
        try await quiet.take(room: [
            "account_data": ["events": [["type": "m.fully_read", "content": ["event_id": .string(first)]]]],
            "ephemeral": QuietSession.receipt(first, ScriptedNode.me),
        ])
        let marked = list.items.first { $0.followsReadMarker && $0.isFirstUnread }
        #expect(marked?.original.eventId == "$2")
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$4", "@reader:x", ts: 3)])
        #expect(places(list) == ["$4"])
        try await quiet.take(events: [QuietSession.message("$end", from: "@writer:x")])
        while all.last?.id != "$end", let batch = await batches.next() { all.apply(batch) }
        #expect(all == list.items)
        #expect(try await quiet.room.timelineUpdates(limit: 3_500).items == list.items)
        await quiet.session.close()
    }
}
