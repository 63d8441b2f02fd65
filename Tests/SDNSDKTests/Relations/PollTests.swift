import HeraldJSON
import SDNSDK
import Testing

@Suite("Counting the votes of polls", .timeLimit(.minutes(10)))
struct PollTests {
    private static let levels = MXRoomPowerLevels(content: ["users": ["@mod:x": 50]])

    private static func event(_ id: String, _ type: String, _ content: JSONObject, from sender: String, at time: Int64)
        throws -> MXEvent
    {
        let json: JSONObject = [
            "event_id": .string(id), "type": .string(type), "sender": .string(sender), "content": .object(content),
            "origin_server_ts": .int(time),
        ]
        return try MXEvent(json: json, roomId: "!r:x")
    }

    private static let stable: JSONObject = [
        "m.poll": [
            "kind": "m.poll.disclosed", "max_selections": 2,
            "question": ["m.text": [["mimetype": "text/html", "body": "<b>Q</b>"], ["body": "Q"]]],
            "answers": [
                ["m.id": "a", "m.text": [["body": "A"]]], ["m.id": "b", "m.text": [["body": "B"]]],
                ["m.id": "c", "m.text": [["body": "C"]]],
            ],
        ]
    ]

    private static func start(_ content: JSONObject = stable, type: String = "m.poll.start") throws -> MXEvent {
        try event("$poll", type, content, from: "@author:x", at: 1)
    }

    private static func refer(
        _ id: String, _ type: String, _ content: JSONObject = [:], from sender: String, at time: Int64
    ) throws -> MXEvent {
        try event(
            id, type, content.merging(["m.relates_to": ["rel_type": "m.reference", "event_id": "$poll"]]), from: sender,
            at: time)
    }

    private static func vote(_ id: String, _ choices: [JSONValue], from sender: String, at time: Int64) throws
        -> MXEvent
    {
        try refer(id, "m.poll.response", ["m.selections": .array(choices)], from: sender, at: time)
    }

    private static func object(_ members: (String, JSONValue)...) -> JSONObject {
        JSONObject(uniqueKeysWithValues: members)
    }

    private func tally(_ events: [MXEvent], _ start: MXEvent? = nil, outgoing: [MXEvent] = []) throws -> MXPoll? {
        let fold = PollFold(
            start: try start ?? Self.start(), myUserId: "@me:x", levels: Self.levels, outgoing: outgoing)
        let poll = fold.tally(events, isComplete: true)
        #expect(
            fold.tally(events.reversed(), isComplete: true) == poll, "the order in which events come does not matter")
        return poll
    }

    @Test("each user's latest vote counts, by the node's time and not by the order of arrival")
    func latest() throws {
        let poll = try #require(
            try tally([
                Self.vote("$1", ["a"], from: "@u:x", at: 10), Self.vote("$2", ["b"], from: "@u:x", at: 30),
                Self.vote("$3", ["c"], from: "@u:x", at: 20),
                Self.vote("$4", ["b", "c"], from: "@me:x", at: 5), Self.vote("$5", ["a"], from: "@v:x", at: 7),
                Self.vote("$6", ["c"], from: "@v:x", at: 7),
            ]))
        #expect(
            poll.question == "Q" && poll.answers.map(\.text) == ["A", "B", "C"] && poll.isDisclosed && poll.showsResults
                && !poll.isEnded)
        #expect(poll.answers.map(\.voters) == [[], ["@me:x", "@u:x"], ["@me:x", "@v:x"]] && poll.voterCount == 3)
        #expect(poll.mySelections == ["b", "c"] && poll.winners.map(\.id) == ["b", "c"])
    }

    @Test(
        "answers beyond a vote's allowed number are dropped, and a vote with an unknown answer revokes the user's earlier vote"
    )
    func spoiled() throws {
        let poll = try #require(
            try tally([
                Self.vote("$1", ["a", "b", "c"], from: "@many:x", at: 10),
                Self.vote("$2", ["a", "a"], from: "@twice:x", at: 10),
                Self.vote("$3", ["a"], from: "@back:x", at: 10), Self.vote("$4", [], from: "@back:x", at: 11),
                Self.vote("$5", ["a", "z"], from: "@odd:x", at: 10),
                Self.vote("$6", ["b", "c", "z"], from: "@late:x", at: 10),
                Self.vote("$7", ["a", 5], from: "@number:x", at: 10),
            ]))
        #expect(
            poll.answers.map(\.voters) == [["@many:x", "@twice:x"], ["@late:x", "@many:x"], ["@late:x"]]
                && poll.voterCount == 3)
    }

    @Test("only the author or a user who may redact can end a poll, and later votes do not count")
    func ends() throws {
        let votes = [
            try Self.vote("$1", ["a"], from: "@u:x", at: 10), try Self.vote("$2", ["b"], from: "@u:x", at: 21),
            try Self.vote("$3", ["c"], from: "@v:x", at: 20),
        ]
        let stranger = try Self.refer("$x", "m.poll.end", from: "@u:x", at: 5)
        let open = try #require(try tally(votes + [stranger]))
        #expect(!open.isEnded && open.answers.map(\.count) == [0, 1, 1])
        for (sender, time) in [("@author:x", Int64(20)), ("@mod:x", 20)] {
            let ends = [
                try Self.refer("$end", "m.poll.end", from: sender, at: time),
                try Self.refer("$again", "m.poll.end", from: "@author:x", at: 40),
            ]
            let poll = try #require(try tally(votes + ends + [stranger]))
            #expect(poll.endEventId == "$end" && poll.answers.map(\.voters) == [["@u:x"], [], ["@v:x"]])
        }
    }

    @Test(
        "the unstable names of Matrix and of SendingNetwork are understood, even mixed",
        arguments: ["org.matrix.", "org.sdn."])
    func unstable(prefix: String) throws {
        let start = try Self.start(
            Self.object(
                (
                    prefix + "msc3381.poll.start",
                    [
                        "kind": .string(prefix + "msc3381.poll.undisclosed"),
                        "question": .object(Self.object((prefix + "msc1767.text", "Q"))),
                        "answers": [
                            .object(Self.object(("id", "a"), (prefix + "msc1767.text", "A"))),
                            .object(Self.object(("id", "b"), (prefix + "msc1767.text", "B"))),
                        ],
                    ]
                )), type: prefix + "msc3381.poll.start")
        let response = Self.object((prefix + "msc3381.poll.response", ["answers": ["b", "a"]]))
        let events = [
            try Self.refer("$1", prefix + "msc3381.poll.response", response, from: "@u:x", at: 2),
            try Self.vote("$2", ["a"], from: "@v:x", at: 3),
        ]
        let open = try #require(try tally(events, start))
        #expect(open.question == "Q" && !open.isDisclosed && !open.showsResults && open.maximumSelections == 1)
        #expect(open.answers.map(\.text) == ["A", "B"] && open.answers.map(\.voters) == [["@v:x"], ["@u:x"]])
        let ended = try #require(
            try tally(events + [Self.refer("$e", prefix + "msc3381.poll.end", from: "@author:x", at: 9)], start))
        #expect(ended.isEnded && ended.showsResults)
    }

    @Test(
        "an event without poll content or answers is not a poll; answers beyond twenty and repeated IDs are left out"
    )
    func shapes() throws {
        #expect(try tally([], Self.start(["msgtype": "m.text"])) == nil)
        #expect(try tally([], Self.start(["m.poll": ["question": ["m.text": "Q"], "answers": []]])) == nil)
        #expect(try tally([], Self.start(type: "m.room.message")) == nil)
        let answers = (0..<30).map {
            JSONValue.object(["m.id": .string("\($0 / 2)"), "m.text": [["body": .string("\($0)")]]])
        }
        let poll = try #require(
            try tally(
                [], Self.start(["m.poll": ["max_selections": -3, "answers": .array(answers + answers + [5, [:]])]])))
        #expect(
            poll.answers.map(\.id) == (0..<15).map { "\($0)" } && poll.maximumSelections == 1 && poll.winners.isEmpty)
        let many = (0..<30).map { JSONValue.object(["m.id": .string("\($0)")]) }
        #expect(try tally([], Self.start(["m.poll": ["answers": .array(many)]]))?.answers.count == 20)
    }

    @Test(
        "a room's poll is read from the store; a vote that is being sent counts at once, and a redacted one no longer")
    func room() async throws {
        let node = ScriptedNode()
        let poll = node.add("m.poll.start", Self.stable)
        let relation: JSONObject = ["m.relates_to": ["rel_type": "m.reference", "event_id": .string(poll)]]
        let theirs = node.add("m.poll.response", relation.merging(["m.selections": ["a"]]), sender: "@a:x")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let event = try await room.event(withEventId: poll)
        let before = try #require(try await room.poll(event))
        #expect(before.answers.map(\.voters) == [["@a:x"], [], []] && before.isComplete)
        #expect(try await room.poll(room.event(withEventId: theirs)) == nil)
        var updates = Updates(room.liveTimeline.updates())
        node.add("m.room.redaction", [:], redacts: theirs)
        _ = try await updates.first { update -> Bool? in
            guard case .redacted = update else { return nil }
            return true
        }
        await session.pause()
        _ = try await room.queueEvent(.pollResponse, content: relation.merging(["m.selections": ["b"]]))
        let after = try #require(try await room.poll(event))
        #expect(after.answers.map(\.voters) == [[], [ScriptedNode.me], []] && after.mySelections == ["b"])
        await session.close()
    }
}

extension JSONObject {
    /// This object with the members of another one.
    fileprivate func merging(_ other: JSONObject) -> JSONObject {
        var merged = self
        for key in other.keys { merged[key] = other[key] }
        return merged
    }
}
