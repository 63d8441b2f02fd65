import HeraldJSON
import TestSupport
import SDNSDK
import Testing

@Suite("Relations of other events to an event", .timeLimit(.minutes(10)))
struct RelationTests {
    private func session(_ node: ScriptedNode, _ store: any MXStore = MXMemoryStore()) async throws -> MXSession {
        let session = MXSession.scripted(node)
        try await session.setStore(store)
        try await session.start()
        return session
    }

    @Test("reactions of ignored users do not count")
    func ignored() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$1"), QuietSession.reaction("$2", to: "$1", from: "@spam:x"),
            QuietSession.reaction("$3", to: "$1"),
        ])
        let list: JSONValue = ["type": "m.ignored_user_list", "content": ["ignored_users": ["@spam:x": [:]]]]
        try await quiet.take(["account_data": ["events": [list]]])
        let counts = try await quiet.session.aggregations.aggregatedReactions(
            onEvent: "$1", inRoom: ScriptedNode.room)
        #expect(counts.map(\.reaction) == ["$3"])
        await quiet.session.close()
    }

    @Test("reactions are counted by user in the order of their first use, and the user's own reaction is known")
    func reactions() async throws {
        let node = ScriptedNode()
        let target = node.say("hello")
        let first = node.react("🎉", to: target, "@a:x")
        node.react("👍", to: target, "@a:x")
        node.react("👍", to: target, "@b:x")
        node.react("👍", to: target, "@b:x")
        let mine = node.react("👍", to: target, ScriptedNode.me)
        let session = try await session(node)
        let room = try session.theRoom
        let event = try await room.event(withEventId: target)
        let reactions = try await room.relations(of: event).reactions
        #expect(reactions.map(\.reaction) == ["🎉", "👍"] && reactions.map(\.count) == [1, 3])
        #expect(reactions.last?.myUserReactionEventId == mine && reactions.first?.myUserHasReacted == false)
        #expect(reactions.first?.originServerTs == (try await room.event(withEventId: first)).originServerTs)

        try await session.aggregations.removeReaction("👍", forEvent: target, inRoom: room.roomId)
        try await session.aggregations.addReaction("🙂", forEvent: target, inRoom: room.roomId)
        try await session.aggregations.addReaction("🙂", forEvent: target, inRoom: room.roomId)
        let after = try await session.aggregations.aggregatedReactions(onEvent: target, inRoom: room.roomId)
        #expect(after.map(\.reaction) == ["🎉", "👍", "🙂"] && after.map(\.count) == [1, 2, 1])
        #expect(node.redacted.contains(mine))
        await session.close()
    }

    @Test("reactions, edits and redactions that are being sent already count")
    func pending() async throws {
        let node = ScriptedNode()
        let target = node.say("helo", sender: ScriptedNode.me)
        let theirs = node.say("x")
        let session = try await session(node)
        let room = try session.theRoom
        await session.pause()
        let event = try await room.event(withEventId: target)
        let tasks = [
            Task { try await room.sendReaction("👍", to: event) },
            Task { try await room.replaceTextMessage(event, withTextMessage: "hello") },
            Task { try await room.redactEvent(theirs) },
        ]
        while room.outgoingMessages().count < 3 { await Task.yield() }
        let relations = try await room.relations(of: event)
        #expect(
            relations.reactions.map(\.count) == [1]
                && relations.reactions.first?.myUserReactionEventId?.hasPrefix(kMXEventLocalEventIdPrefix) == true)
        #expect(relations.edit?.content["m.new_content"]?["body"] == "hello" && !relations.isBeingRedacted)
        let other = try await room.relations(of: room.event(withEventId: theirs))
        #expect(other.isBeingRedacted)
        await session.close()
        for task in tasks { _ = await failure { try await task.value } }
    }

    @Test(
        "an edit counts if its sender and type are the event's; the latest wins; a redacted one does not count"
    )
    func edits() async throws {
        let node = ScriptedNode()
        let target = node.say("one")
        let first = node.edit(target, "two")
        let second = node.edit(target, "three")
        node.edit(target, "not mine", sender: ScriptedNode.me)
        node.add(
            "m.sticker",
            [
                "m.new_content": ["body": "other type"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
            ])
        node.edit(second, "an edit of an edit")
        let session = try await session(node)
        let room = try session.theRoom
        let event = try await room.event(withEventId: target)
        #expect(try await room.relations(of: event).edit?.eventId == second)
        #expect(try await room.relations(of: room.event(withEventId: second)).edit == nil)
        var updates = Updates(room.liveTimeline.updates())
        node.add("m.room.redaction", [:], redacts: second)
        _ = try await updates.first { update -> Bool? in
            guard case .redacted = update else { return nil }
            return true
        }
        #expect(try await room.relations(of: event).edit?.eventId == first)
        await session.close()
    }

    @Test("an edit is known although its target comes with an older page")
    func olderPage() async throws {
        let node = ScriptedNode()
        let target = node.say("one")
        for number in 1...30 { node.say("\(number)") }
        node.edit(target, "two")
        node.react("👍", to: target, "@a:x")
        node.limit = 5
        let session = try await session(node)
        let room = try session.theRoom
        let history = try await room.liveTimeline.history()
        let event = try #require(history.first { $0.eventId == target })
        let relations = try await room.relations(of: event)
        #expect(relations.edit?.content["m.new_content"]?["body"] == "two" && relations.reactions.map(\.count) == [1])
        await session.close()
    }

    @Test("replies, references and threads are summarised; thread events do not count as replies")
    func threads() async throws {
        let node = ScriptedNode()
        let root = node.say("root")
        let reply = node.add(
            "m.room.message", ["body": "re", "m.relates_to": ["m.in_reply_to": ["event_id": .string(root)]]])
        let reference = node.add(
            "m.key.verification.start", ["m.relates_to": ["rel_type": "m.reference", "event_id": .string(root)]])
        node.inThread(root, "a")
        let latest = node.inThread(root, "b", sender: ScriptedNode.me)
        let session = try await session(node)
        let room = try session.theRoom
        let relations = try await room.relations(of: room.event(withEventId: root))
        #expect(relations.replies == [reply] && relations.references == [reference])
        #expect(
            relations.thread?.count == 2 && relations.thread?.latestEvent?.eventId == latest
                && relations.thread?.isParticipated == true)
        await session.close()
    }

    @Test("the node's summary is used only if the store may lack events")
    func bundled() async throws {
        let node = ScriptedNode()
        let target = node.say("one")
        node.bundle(
            [
                "m.annotation": ["chunk": [["type": "m.reaction", "key": "👍", "count": 5]]],
                "m.thread": [
                    "count": 7,
                    "latest_event": ["type": "m.room.message", "event_id": "$t", "sender": "@a:x", "content": [:]],
                    "current_user_participated": true,
                ],
                "m.replace": [
                    "type": "m.room.message", "event_id": "$e", "sender": .string(ScriptedNode.other),
                    "content": [
                        "body": "* two", "m.new_content": ["body": "two"],
                        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
                    ],
                ],
            ], target)
        let whole = try await session(node)
        let event = try await whole.theRoom.event(withEventId: target)
        let known = try await whole.theRoom.relations(of: event)
        #expect(known.reactions.isEmpty && known.thread == nil && known.edit == nil, "everything since is stored")
        await whole.pause()
        for number in 1...9 { node.say("\(number)") }
        node.limit = 2
        try await whole.resume()
        let lacking = try await whole.theRoom.relations(of: event)
        #expect(lacking.reactions.map(\.count) == [5] && lacking.thread?.count == 7 && lacking.edit?.eventId == "$e")
        await whole.close()
    }

    @Test(
        "an event that only looks like a redaction does not hide an edit in the node's summary",
        arguments: [false, true])
    func falseRedaction(asRelation: Bool) async throws {
        let node = ScriptedNode()
        let target = node.say("one")
        node.bundle(
            [
                "m.replace": [
                    "type": "m.room.message", "event_id": "$e", "sender": .string(ScriptedNode.other),
                    "content": [
                        "body": "* two", "m.new_content": ["body": "two"],
                        "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
                    ],
                ]
            ], target)
        let session = try await session(node)
        let room = try session.theRoom
        let event = try await room.event(withEventId: target)
        await session.pause()
        for number in 1...9 { node.say("\(number)") }
        // In this version of rooms a redaction names its target beside the content.
        let type = asRelation ? "m.room.message" : "m.room.redaction"
        let content: JSONObject =
            asRelation ? ["m.relates_to": ["rel_type": "m.room.redaction", "event_id": "$e"]] : ["redacts": "$e"]
        node.add(type, content, sender: "@stranger:x")
        node.limit = 2
        try await session.resume()
        #expect(try await room.relations(of: event).edit?.eventId == "$e")
        await session.close()
    }

    @Test(
        "a sender cannot use the relation types reserved for redactions, replies and replaced state",
        arguments: [
            "m.room.redaction", "m.in_reply_to", "m.replaces_state",
        ])
    func reservedNames(name: String) throws {
        let event = try MXEvent(json: [
            "type": "m.room.message", "content": ["m.relates_to": ["rel_type": .string(name), "event_id": "$e"]],
        ])
        #expect(event.indexedRelation == nil)
        let known = try MXEvent(json: [
            "type": "m.room.message", "content": ["m.relates_to": ["rel_type": "m.other", "event_id": "$e"]],
        ])
        #expect(known.indexedRelation?.type == "m.other")
    }
}

extension ScriptedNode {
    @discardableResult
    func react(_ key: String, to target: String, _ sender: String) -> String {
        add(
            "m.reaction",
            ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": .string(key)]],
            sender: sender)
    }

    @discardableResult
    func edit(_ target: String, _ text: String, sender: String = ScriptedNode.other) -> String {
        add(
            "m.room.message",
            [
                "msgtype": "m.text", "body": .string("* " + text),
                "m.new_content": ["msgtype": "m.text", "body": .string(text)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
            ], sender: sender)
    }

    @discardableResult
    func inThread(_ root: String, _ text: String, sender: String = ScriptedNode.other) -> String {
        add(
            "m.room.message",
            ["body": .string(text), "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)]], sender: sender
        )
    }

    /// Makes the node say what it summed up about an event.
    func bundle(_ relations: JSONObject, _ eventId: String) {
        change(eventId) { $0["unsigned"] = ["m.relations": .object(relations)] }
    }
}
