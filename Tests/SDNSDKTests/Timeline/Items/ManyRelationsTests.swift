import HeraldJSON
import HeraldLocks
import SDNFolds
import SDNSDK
import Testing

@testable import SDNSession

@Suite("An event with very many relations", .timeLimit(.minutes(10)))
struct ManyRelationsTests {
    private static let begin: Int64 = 1_800_000_000_000

    private func relations(_ list: MXTimelineUpdates) -> Int {
        list.feed.state.withLock { $0.model.sizes["targets"] } ?? .max
    }

    @Test("of one user's reactions the newest 100 count, and those of others all count")
    func reactions() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1")])
        let list = try await quiet.room.timelineUpdates()
        try await quiet.take(
            events: (1...50).map { QuietSession.reaction("$honest\($0)", to: "$1", from: "@u\($0):x") })
        for begin in stride(from: 1_000, to: 3_500, by: 500) {
            try await quiet.take(
                events: (begin..<begin + 500).map { QuietSession.reaction("$r\($0)", to: "$1", from: "@loud:x") })
        }
        let reactions = try #require(list.items.first).reactions
        #expect(reactions.count == 150 && reactions.filter { $0.reaction.hasPrefix("$honest") }.count == 50)
        #expect(reactions.contains { $0.reaction == "$r3499" })
        #expect(relations(list) <= TimelineModel.relationLimit)
        #expect(try await quiet.room.timelineUpdates().items == list.items)
        let event = try await quiet.room.event(withEventId: "$1")
        #expect(try await quiet.room.relations(of: event).reactions == reactions)
        await quiet.session.close()
    }

    @Test("the first end of a poll counts, however many there are later")
    func ends() throws {
        func refer(_ id: String, _ type: String, _ content: JSONObject = [:], from sender: String, at time: Int64)
            throws -> MXEvent
        {
            let relation: JSONObject = ["m.relates_to": ["rel_type": "m.reference", "event_id": "$poll"]]
            return try MXEvent(
                json: [
                    "event_id": .string(id), "type": .string(type), "sender": .string(sender),
                    "origin_server_ts": .int(time), "content": .object(content.merging(relation) { _, new in new }),
                ], roomId: "!r:x")
        }
        let start = try MXEvent(
            json: [
                "event_id": "$poll", "type": "m.poll.start", "sender": "@author:x", "origin_server_ts": 1,
                "content": [
                    "m.poll": [
                        "kind": "m.poll.disclosed", "question": ["m.text": [["body": "Q"]]],
                        "answers": [
                            ["m.id": "a", "m.text": [["body": "A"]]], ["m.id": "b", "m.text": [["body": "B"]]],
                        ],
                    ]
                ],
            ], roomId: "!r:x")
        var events = try (0..<300).map { try refer("$e\($0)", "m.poll.end", from: "@author:x", at: 10 + Int64($0)) }
        events.append(try refer("$v", "m.poll.response", ["m.selections": ["a"]], from: "@u:x", at: 5))
        events.append(try refer("$late", "m.poll.response", ["m.selections": ["b"]], from: "@u:x", at: 20))
        let fold = PollFold(start: start, myUserId: "@me:x", levels: MXRoomPowerLevels(content: nil))
        let poll = try #require(fold.tally(events, isComplete: true))
        #expect(poll.endEventId == "$e0" && poll.answers.map(\.count) == [1, 0])
        for number in 0..<300 {
            events.append(
                try refer(
                    "$n\(number)", "m.poll.response", ["m.selections": ["b"]], from: "@u:x", at: 30 + Int64(number)))
        }
        let later = try #require(fold.tally(events, isComplete: true))
        #expect(later.answers.map(\.count) == [1, 0], "votes after the end displace no vote before it")
    }

    @Test("of a shared location's positions few are read, and the newest of its user is found")
    func positions() async throws {
        let store = WatchedStore()
        let quiet = try await QuietSession(store: store)
        func position(_ number: Int, from sender: String) -> JSONValue {
            [
                "event_id": .string("$p\(number)"), "type": "m.beacon", "sender": .string(sender),
                "origin_server_ts": .int(Self.begin + Int64(number)),
                "content": [
                    "m.location": ["uri": .string("geo:\(number % 90),3")], "m.ts": .int(Self.begin + Int64(number)),
                    "m.relates_to": ["rel_type": "m.reference", "event_id": "$share"],
                ],
            ]
        }
        try await quiet.take(events: [
            QuietSession.state(
                "m.beacon_info", "@walker:x", ["live": true, "timeout": 600_000, "m.ts": .int(Self.begin - 1_000)],
                from: "@walker:x", id: "$share")
        ])
        for begin in stride(from: 0, to: 3_000, by: 500) {
            try await quiet.take(events: (begin..<begin + 500).map { position($0, from: "@walker:x") })
        }
        try await quiet.take(events: (3_000..<3_150).map { position($0, from: "@stranger:x") })
        store.counts.reset()
        let list = try await quiet.room.timelineUpdates()
        try await list.loadOlder(1, onlyFromStore: true)
        #expect(list.items.map(\.original.eventId) == ["$share"] && store.counts.related <= 200)
        store.counts.reset()
        let live = try #require(try await quiet.room.liveLocations().first)
        #expect(live.location?.latitude == 29 && store.counts.related <= 400)
        await quiet.session.close()
    }
}
