import HeraldJSON
import SDNSDK
import Testing

@Suite("The items of a thread", .timeLimit(.minutes(10)))
struct ThreadItemTests {
    private func member(_ name: String, before: String? = nil, at time: Int64) -> JSONValue {
        var event =
            QuietSession.state(
                "m.room.member", "@bob:x", ["membership": "join", "displayname": .string(name)], from: "@bob:x",
                at: time
            ).objectValue ?? [:]
        if let before {
            event["unsigned"] = ["prev_content": ["membership": "join", "displayname": .string(before)]]
        }
        return .object(event)
    }

    @Test("a sender who takes another name has it in the thread from then on")
    func names() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            member("Bob", at: 1), QuietSession.message("$root"), QuietSession.threaded("$1", from: "@bob:x"),
        ])
        let thread = try await quiet.room.threadTimelineUpdates(rootId: "$root")
        #expect(thread.items.last?.senderProfile.displayname == "Bob")
        try await quiet.take(events: [
            member("Robert", before: "Bob", at: 3), QuietSession.threaded("$2", from: "@bob:x", at: 4),
        ])
        #expect(thread.items.dropFirst().map(\.senderProfile.displayname) == ["Bob", "Robert"])
        await quiet.session.close()
    }

    @Test("a redacted message stays in its thread and out of a list without threads, and no longer counts")
    func redacted() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$root"), QuietSession.threaded("$1"), QuietSession.threaded("$2", at: 3),
            QuietSession.message("$last"),
        ])
        let room = try quiet.room
        let (list, all) = (try await room.timelineUpdates(hidesThreads: true), try await room.timelineUpdates())
        let thread = try await room.threadTimelineUpdates(rootId: "$root")
        func ids(_ list: MXTimelineUpdates) -> [String] { list.items.map(\.id) }
        try await quiet.take(events: [QuietSession.redaction("$x", of: "$2", from: ScriptedNode.me)])
        #expect(ids(list) == ["$root", "$last"] && ids(all) == ["$root", "$1", "$2", "$last"])
        #expect(ids(thread) == ["$root", "$1", "$2"] && thread.items[2].original.isRedacted)
        #expect(thread.items[2].event.content.isEmpty && thread.items[2].threadRootId == "$root")
        #expect(list.items[0].thread?.count == 1 && list.items[0].thread?.latestEvent?.eventId == "$1")
        #expect(try await ids(room.timelineUpdates(hidesThreads: true)) == ids(list))
        #expect(try await room.threadTimelineUpdates(rootId: "$root").items == thread.items)
        #expect(try await room.timelineUpdates().items == all.items)
        #expect(try await room.threadList().threads.first?.summary.count == 1)
        await quiet.session.close()
    }

    @Test("only a redacted event is in a thread without its content saying so, and a thread without an ID is none")
    func claimed() async throws {
        let quiet = try await QuietSession()
        var claim = QuietSession.message("$claim").objectValue ?? [:]
        claim["content"] = [:]
        claim["unsigned"] = ["org.sdn.thread_root": "$root"]
        try await quiet.take(events: [
            QuietSession.message("$root"), .object(claim), QuietSession.threaded("$nameless", ""),
        ])
        let list = try await quiet.room.timelineUpdates(hidesThreads: true)
        #expect(list.items.map(\.id).contains("$claim"))
        let receipts = try await quiet.session.store.read {
            try $0.receipts(ofUser: ScriptedNode.other, inRoom: ScriptedNode.room)
        }
        #expect(receipts.map(\.threadId) == ["main"] && receipts.first?.eventId == "$nameless")
        await quiet.session.close()
    }

    @Test("a receipt at a reaction or an edit in the thread is shown on the last item before it, also in a new list")
    func hiddenReceipts() async throws {
        let quiet = try await QuietSession()
        func places(_ list: MXTimelineUpdates) -> [String] {
            list.items.filter { $0.readers.contains("@bob:x") }.map(\.id)
        }
        try await quiet.take(room: [
            "timeline": [
                "events": [
                    QuietSession.message("$root"), QuietSession.threaded("$1"), QuietSession.threaded("$2"),
                    QuietSession.threaded("$3"),
                ]
            ],
            "ephemeral": QuietSession.receipt("$1", "@bob:x", thread: "$root"),
        ])
        let thread = try await quiet.room.threadTimelineUpdates(rootId: "$root")
        #expect(places(thread) == ["$1"])
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.reaction("$r", to: "$1")]],
            "ephemeral": QuietSession.receipt("$r", "@bob:x", ts: 2, thread: "$root"),
        ])
        #expect(places(thread) == ["$3"])
        #expect(try await places(quiet.room.threadTimelineUpdates(rootId: "$root")) == ["$3"])
        try await quiet.take(room: [
            "timeline": [
                "events": [
                    QuietSession.threaded("$4"), QuietSession.edit("$e", of: "$2", "new"), QuietSession.threaded("$5"),
                ]
            ],
            "ephemeral": QuietSession.receipt("$e", "@bob:x", ts: 3, thread: "$root"),
        ])
        #expect(places(thread) == ["$4"] && thread.items.map(\.id) == ["$root", "$1", "$2", "$3", "$4", "$5"])
        let short = try await quiet.room.threadTimelineUpdates(rootId: "$root", limit: 1)
        try await short.loadOlder(10)
        #expect(places(short).count == 1 && short.items.map(\.id) == thread.items.map(\.id))
        await quiet.session.close()
    }
}
