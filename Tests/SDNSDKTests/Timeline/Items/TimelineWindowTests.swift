import HeraldJSON
import SDNFolds
import SDNSDK
import TestSupport
import Testing

@Suite("The part of a timeline in memory", .timeLimit(.minutes(10)))
struct TimelineWindowTests {
    @Test("a timeline of 100,000 events needs no more memory than one of a few hundred")
    func flat() throws {
        var model = TimelineModel(myUserId: ScriptedNode.me, hidesThreads: false)
        var largest: [String: Int] = [:]
        for batch in 0..<400 {
            for index in 0..<250 {
                let number = batch * 250 + index
                var content: JSONObject = ["msgtype": "m.text", "body": "text"]
                if number % 5 == 4 {
                    content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string("$\(number - 3)")]]
                }
                var json: JSONObject = [
                    "event_id": .string("$\(number)"), "type": "m.room.message",
                    "sender": .string("@user\(number % 3_000):x"), "origin_server_ts": .int(Int64(number)),
                    "content": .object(content),
                ]
                if number % 5 == 3 {
                    json["type"] = "m.reaction"
                    json["content"] = [
                        "m.relates_to": [
                            "rel_type": "m.annotation", "event_id": .string("$\(number / 2)"), "key": "👍",
                        ]
                    ]
                }
                if number % 50 == 7 {
                    json["type"] = "m.room.member"
                    json["state_key"] = json["sender"]
                    json["content"] = ["membership": "join", "displayname": .string("Name \(number)")]
                }
                model.append(try MXEvent(json: json, roomId: ScriptedNode.room))
                // Receipts are at all kinds of events, also at those that are dropped later.
                if number % 10 == 0 {
                    model.take([MXReceiptData(eventId: "$\(number)", userId: "@reader\(number % 500):x")])
                }
            }
            _ = model.settle()
            if model.dropOldest(keeping: 300) != nil { _ = model.settle() }
            for (part, size) in model.sizes { largest[part] = max(largest[part] ?? 0, size) }
        }
        #expect(model.eventItemCount == 300)
        #expect(largest.values.allSatisfy { $0 <= 1_200 }, "\(largest)")
    }

    @Test(
        "a list with a limit stays short while a session receives 100,000 messages, and keeps none of them",
        .tags(.slow))
    func longSession() async throws {
        struct Sample { weak var event: MXEvent? }
        let quiet = try await QuietSession(store: MXNoStore())
        let list = try await quiet.room.timelineUpdates()
        list.maximumItemCount = 200
        var samples: [Sample] = []
        for batch in 0..<200 {
            let events = (batch * 500..<batch * 500 + 500).map {
                QuietSession.message("$\($0)", from: "@user\($0 % 3_000):x")
            }
            try await quiet.take(events: events)
            #expect(list.items.count <= 250)
            samples.append(Sample(event: list.items.last?.original))
        }
        #expect(list.items.last?.id == "$99999" && samples.last?.event != nil)
        #expect(samples.filter { $0.event != nil }.count <= 5, "memory has only the newest events")
        await quiet.session.close()
    }

    @Test("a list with a limit drops old items when new ones come, and reads them again")
    func newEvents() async throws {
        let quiet = try await QuietSession()
        let list = try await quiet.room.timelineUpdates()
        list.maximumItemCount = 8
        for number in 1...40 { try await quiet.take(events: [QuietSession.message("$\(number)")]) }
        #expect(list.items.count <= 10 && list.items.last?.id == "$40" && list.hasOlder && !list.hasNewer)
        let first = String(list.items.first?.id.dropFirst() ?? "")
        list.maximumItemCount = nil
        try await list.loadOlder(5, onlyFromStore: true)
        let oldest = try #require(Int(first)) - 5
        #expect(list.items.map(\.id) == (oldest...40).map { "$\($0)" })
        list.trim(toNewest: 3)
        #expect(list.items.map(\.id) == ["$38", "$39", "$40"])
        await quiet.session.close()
    }

    @Test("reading a long history back and forth shows every message once, in a bounded list")
    func backAndForth() async throws {
        let quiet = try await QuietSession()
        let all = (1...120).map { "$\($0)" }
        try await quiet.take(events: all.map { QuietSession.message($0) })
        let list = try await quiet.room.timelineUpdates(limit: 20)
        var followed: [MXTimelineItem] = []
        var batches = list.makeAsyncIterator()
        list.maximumItemCount = 30
        var back = list.items.map(\.id)
        while list.items.first?.id != "$1" {
            try await list.loadOlder(10, onlyFromStore: true)
            #expect(list.items.count <= 30)
            for item in list.items.reversed() where !back.contains(item.id) { back.insert(item.id, at: 0) }
        }
        #expect(back == all && list.hasNewer && list.items.map(\.id) == Array(all.prefix(30)))
        // The list does not show new events while it is at older ones. An edit still changes its item.
        try await quiet.take(events: [
            QuietSession.message("$121"), QuietSession.edit("$122", of: "$3", "new"),
        ])
        #expect(list.items.count == 30 && list.items[2].isEdited)
        var forth = list.items.map(\.id)
        while list.hasNewer {
            try await list.loadNewer(7)
            #expect(list.items.count <= 30)
            for item in list.items where !forth.contains(item.id) { forth.append(item.id) }
        }
        #expect(forth == all + ["$121"])
        let fresh = try await quiet.room.timelineUpdates(limit: 30)
        #expect(list.items.suffix(20) == fresh.items.suffix(20))
        try await quiet.take(events: [QuietSession.message("$123")])
        #expect(list.items.last?.id == "$123")
        try await quiet.take(events: [QuietSession.message("$end")])
        while followed.last?.id != "$end", let batch = await batches.next() { followed.apply(batch) }
        #expect(followed == list.items)
        await quiet.session.close()
    }

    @Test("a list without the newest events returns to them")
    func newest() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: (1...50).map { QuietSession.message("$\($0)") })
        let list = try await quiet.room.timelineUpdates(limit: 10)
        list.maximumItemCount = 10
        try await list.loadOlder(10, onlyFromStore: true)
        #expect(list.hasNewer && list.items.last?.id == "$40")
        try await list.returnToNewest(limit: 5)
        #expect(!list.hasNewer && list.items.map(\.id) == (46...50).map { "$\($0)" })
        await quiet.session.close()
    }
}
