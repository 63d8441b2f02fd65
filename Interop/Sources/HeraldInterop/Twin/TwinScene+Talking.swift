import HeraldJSON
import SDNSDK

extension TwinScene {
    /// Steps for messages, replies, edits, reactions, threads and redactions.
    func talk() async {
        await step("messages of both arrive in one order") {
            for number in 1...3 {
                await names.know(try await room.sendTextMessage("ann \(number)"), as: "$ann\(number)")
                await names.know(
                    try await bobsRoom.sendTextMessage("bob \(number)", formattedText: "<b>bob \(number)</b>"),
                    as: "$bob\(number)")
            }
            return try await timeline(bob, bobsRoom, until: "bob 3")
        }
        await step("an answer, an edit, a reaction and an emote arrive as what they are") {
            let first = try await event("ann 1", bob, bobsRoom)
            await names.know(try await bobsRoom.sendReply(to: first, textMessage: "an answer"), as: "$answer")
            let own = try await event("ann 2", ann, room)
            await names.know(try await room.replaceTextMessage(own, withTextMessage: "ann two"), as: "$edit")
            await names.know(try await bobsRoom.sendReaction("👍", to: first), as: "$reaction")
            let last = try await room.sendEmote("waves")
            await names.know(last, as: "$emote")
            try await received(last, bob, bobsRoom)
            let edited = try await bobsRoom.latestVersion(of: event("ann 2", bob, bobsRoom))
            return [
                "timeline": try await timeline(bob, bobsRoom, until: "waves"),
                "latest": edited.content["body"] ?? .null,
            ]
        }
        await step("what relates to an event is found by kind and type") {
            let first = try await event("ann 1", bob, bobsRoom).eventId,
                second = try await event("ann 2", bob, bobsRoom).eventId
            let client = bob.sdnRestClient
            let reactions = try await client.relations(
                forEvent: first, inRoom: room.roomId, relationType: "m.annotation", eventType: "m.reaction", limit: 10)
            let edits = try await client.relations(
                forEvent: second, inRoom: room.roomId, relationType: "m.replace", limit: 10)
            return [
                "reactions": .array(reactions.chunk.map { .string($0.type) }),
                "edits": .array(edits.chunk.map { .string($0.eventId) }),
            ]
        }
        await step("a thread has its root, its messages and its list") {
            let root = try await room.sendTextMessage("a thread begins")
            await names.know(root, as: "$root")
            for number in 1...2 {
                await names.know(
                    try await bobsRoom.sendTextMessage("in it \(number)", threadId: root), as: "$in\(number)")
            }
            _ = try await event("in it 2", ann, room)
            let threads = try await ann.sdnRestClient.threadsInRoomWithId(room.roomId, include: .all)
            let replies = try await ann.sdnRestClient.relations(
                forEvent: root, inRoom: room.roomId, relationType: "m.thread", direction: .forwards, limit: 10)
            return [
                "threads": .array(threads.chunk.map { .string($0.eventId) }),
                "replies": .array(replies.chunk.map { .string($0.eventId) }),
                "inThread": .bool(try await event("in it 1", ann, room).threadId == root),
            ]
        }
        await step("a message that is taken back is empty for both, and keeps its place") {
            let slip = try await room.sendTextMessage("a slip")
            await names.know(slip, as: "$slip")
            let redaction = try await room.redactEvent(slip, reason: "wrong room")
            await names.know(redaction, as: "$redaction")
            let pruned = try await bob.eventually("the redaction") { () -> MXEvent? in
                guard let event = try? await bobsRoom.event(withEventId: slip), event.content.isEmpty else {
                    return nil
                }
                return event
            }
            return [
                "content": .object(pruned.content), "reason": pruned.redactedBecause?["content"]?["reason"] ?? .null,
            ]
        }
        await step("who has too little power may not take back what is another's") {
            let first = try await event("ann 1", bob, bobsRoom).eventId
            return try await refusal { try await bobsRoom.redactEvent(first) }
        }
    }

    /// Returns the messages of a room in a session, oldest first, once one with this text is among them.
    func timeline(_ session: MXSession, _ room: MXRoom, until body: String) async throws -> JSONValue {
        _ = try await event(body, session, room)
        let events = try await RoomHistory.walk(room, pageSize: 20).reversed()
        return .array(
            events.filter { $0.stateKey == nil }.map { event in
                [
                    "type": .string(event.type), "sender": .string(event.sender), "content": .object(event.content),
                    "id": .string(event.eventId),
                ]
            })
    }

    /// Returns the message with a text, once it has arrived.
    func event(_ body: String, _ session: MXSession, _ room: MXRoom) async throws -> MXEvent {
        try await session.eventually(body) {
            try await RoomHistory.walk(room, pageSize: 20).first {
                $0.content["body"]?.stringValue == body && $0.relatesTo?.relationType != "m.replace"
            }
        }
    }

    /// Returns when a session has received an event. `MXRoom.event(withEventId:)` is no sign of this, because it also requests the event from the server.
    func received(_ eventID: String, _ session: MXSession, _ room: MXRoom) async throws {
        try await session.eventually(eventID) {
            try await RoomHistory.walk(room, pageSize: 20, onlyFromStore: true).contains { $0.eventId == eventID }
                ? true : nil
        }
    }
}
