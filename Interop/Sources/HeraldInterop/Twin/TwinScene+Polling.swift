import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for polls, under the names of the specification and under the earlier ones: started, voted on, changed, ended, and counted on both
    /// sides.
    func poll() async {
        await step("a poll counts each voter's last vote, until it is ended") {
            let start = try await room.sendEvent(.custom("m.poll.start"), content: Self.question("m.disclosed"))
            await names.know(start, as: "$poll")
            try await vote(ann, room, start, ["sea"], count: 1)
            try await vote(bob, bobsRoom, start, ["hills"], count: 2)
            try await vote(bob, bobsRoom, start, ["sea"], count: 2) { $0.answers.first?.count == 2 }
            let open = try await counted(room, start)
            await names.know(try await room.sendEvent(.custom("m.poll.end"), content: Self.end(start)), as: "$end")
            try await both(start, "the end") { $0.isEnded }
            try await bobsRoom.sendEvent(.custom("m.poll.response"), content: Self.vote(start, ["hills"]))
            let last = try await bobsRoom.sendTextMessage("voted too late")
            try await received(last, ann, room)
            return [
                "open": open, "ann": try await counted(room, start), "bob": try await counted(bobsRoom, start),
            ]
        }
        await step("a vote for what is not there is none, and who may not end a poll does not end it") {
            let prefix = "org.matrix.msc3381.poll."
            let answers: JSONValue = [
                ["id": "yes", "org.matrix.msc1767.text": "Yes"], ["id": "no", "org.matrix.msc1767.text": "No"],
            ]
            let about: JSONValue = [
                "kind": "org.matrix.msc3381.poll.undisclosed", "max_selections": 2,
                "question": ["org.matrix.msc1767.text": "Both?"], "answers": answers,
            ]
            let start = try await room.sendEvent(
                .custom(prefix + "start"), content: [prefix + "start": about, "org.matrix.msc1767.text": "Both?"])
            await names.know(start, as: "$second poll")
            func cast(_ session: MXRoom, _ ids: [String]) async throws {
                let content: JSONObject = [
                    "m.relates_to": Self.relation(start),
                    prefix + "response": ["answers": .array(ids.map(JSONValue.string))],
                ]
                try await session.sendEvent(.custom(prefix + "response"), content: content)
            }
            try await room.setPowerLevel(ofUser: bob.myUserId, powerLevel: 0)
            try await cast(bobsRoom, ["maybe"])
            try await bobsRoom.sendEvent(
                .custom(prefix + "end"), content: ["m.relates_to": Self.relation(start), prefix + "end": [:]])
            try await cast(room, ["yes", "no", "no"])
            try await both(start, "the votes") { $0.voterCount == 1 }
            let value: JSONValue = [
                "ann": try await counted(room, start), "bob": try await counted(bobsRoom, start),
            ]
            try await room.setPowerLevel(ofUser: bob.myUserId, powerLevel: 50)
            try await bob.eventually("the power") {
                try await bobsRoom.state().powerLevels.powerLevelOfUser(withUserID: bob.myUserId) == 50 ? true : nil
            }
            return value
        }
    }

    /// Votes, and returns when both sessions have counted the vote. Two votes of one user are distinguished by their times.
    private func vote(
        _ session: MXSession, _ room: MXRoom, _ poll: String, _ answers: [String], count: Int,
        _ isIt: @escaping @Sendable (MXPoll) -> Bool = { _ in true }
    ) async throws {
        try await room.sendEvent(.custom("m.poll.response"), content: Self.vote(poll, answers))
        try await both(poll, "the vote of \(session.myUserId)") { $0.voterCount == count && isIt($0) }
    }

    private func both(_ poll: String, _ what: String, _ isIt: @escaping @Sendable (MXPoll) -> Bool) async throws {
        for (session, room) in [(ann, room), (bob, bobsRoom)] {
            try await session.eventually(what) { () -> Bool? in
                guard let event = try? await room.event(withEventId: poll), let found = try await room.poll(event)
                else { return nil }
                return isIt(found) ? true : nil
            }
        }
    }

    private func counted(_ room: MXRoom, _ poll: String) async throws -> JSONValue {
        guard let found = try await room.poll(room.event(withEventId: poll)) else { throw Refuted("this is no poll") }
        var answers: [JSONValue] = []
        for answer in found.answers {
            answers.append([
                "id": .string(answer.id), "text": .string(answer.text),
                "voters": .array(answer.voters.map(JSONValue.string)),
            ])
        }
        return [
            "question": .string(found.question), "author": .string(found.authorId), "answers": .array(answers),
            "voters": .int(Int64(found.voterCount)),
            "mine": .array(found.mySelections.map(JSONValue.string)),
            "end": found.endEventId.map(JSONValue.string) ?? .null,
            "shows": .bool(found.showsResults), "complete": .bool(found.isComplete),
            "winners": .array(found.winners.map { .string($0.id) }),
        ]
    }

    private static func question(_ kind: String) -> JSONObject {
        let answers: JSONValue = [
            ["m.id": "sea", "m.text": [["body": "The sea"]]], ["m.id": "hills", "m.text": [["body": "The hills"]]],
        ]
        let about: JSONValue = [
            "kind": .string(kind), "max_selections": 1, "question": ["m.text": [["body": "Where to?"]]],
            "answers": answers,
        ]
        return ["m.text": [["body": "Where to?"]], "m.poll": about]
    }

    private static func vote(_ poll: String, _ answers: [String]) -> JSONObject {
        ["m.relates_to": relation(poll), "m.selections": .array(answers.map(JSONValue.string))]
    }

    private static func end(_ poll: String) -> JSONObject {
        ["m.relates_to": relation(poll), "m.text": [["body": "Ended"]], "m.poll.results": ["sea": 2]]
    }

    private static func relation(_ poll: String) -> JSONValue {
        ["rel_type": "m.reference", "event_id": .string(poll)]
    }
}
