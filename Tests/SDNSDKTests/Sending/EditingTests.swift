import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Edits of own messages", .timeLimit(.minutes(10)))
struct EditingTests {
    private func scene(_ content: JSONObject) async throws -> (ScriptedNode, MXSession, MXRoom, MXEvent) {
        let node = ScriptedNode()
        let id = node.add("m.room.message", content, sender: ScriptedNode.me)
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        return (node, session, room, try await room.event(withEventId: id))
    }

    private func lastContent(_ node: ScriptedNode) -> JSONValue? { node.state.withLock { $0.log.last?["content"] } }

    @Test("a text, a notice and an emote keep their type", arguments: ["m.text", "m.notice", "m.emote"])
    func texts(kind: String) async throws {
        let (node, session, room, event) = try await scene(["msgtype": .string(kind), "body": "helo"])
        try await room.replaceTextMessage(event, withTextMessage: "hello")
        let content = lastContent(node)
        #expect(content?["msgtype"]?.stringValue == kind && content?["m.new_content"]?["msgtype"]?.stringValue == kind)
        #expect(content?["m.new_content"]?["body"] == "hello")
        await session.close()
    }

    @Test(
        "a message that is no text is not replaced by one",
        arguments: ["m.image", "m.video", "m.audio", "m.file", "m.location", "org.example.custom"])
    func others(kind: String) async throws {
        let (node, session, room, event) = try await scene([
            "msgtype": .string(kind), "body": "a.png", "url": "mxc://node.example/1", "geo_uri": "geo:1,2",
        ])
        let error = await failure { try await room.replaceTextMessage(event, withTextMessage: "gone") }
        #expect((error as? SDNSDKError)?.code == .invalidArgument)
        #expect(node.requests("/send/").isEmpty)
        await session.close()
    }

    @Test("a caption is added, edited and removed, and the file stays")
    func captions() async throws {
        let (node, session, room, event) = try await scene([
            "msgtype": "m.image", "body": "a.png", "url": "mxc://node.example/1", "info": ["w": 2, "h": 3],
        ])
        var updates = Updates(room.liveTimeline.updates())
        let edit = try await room.replaceCaption(
            of: event, with: "The harbour", formattedCaption: "<b>The harbour</b>")
        _ = try await updates.first { $0.liveEvent?.eventId == edit ? true : nil }
        let captioned = lastContent(node)?["m.new_content"]
        #expect(captioned?["body"] == "The harbour" && captioned?["filename"] == "a.png")
        #expect(captioned?["url"] == "mxc://node.example/1" && captioned?["info"]?["w"] == 2)
        #expect(captioned?["formatted_body"] == "<b>The harbour</b>")
        let edited = try await room.latestVersion(of: event)
        try await room.replaceCaption(of: edited, with: nil)
        let plain = lastContent(node)?["m.new_content"]
        #expect(plain?["body"] == "a.png" && plain?["filename"] == "a.png" && plain?["formatted_body"] == nil)
        #expect(plain?["url"] == "mxc://node.example/1" && plain?["m.relates_to"] == nil)
        await session.close()
    }

    @Test("an edit keeps the mentions of its message, and notifies nobody again", arguments: ["m.text", "m.image"])
    func mentions(kind: String) async throws {
        let mentions: JSONValue = ["user_ids": ["@ann:x"], "room": true]
        let (node, session, room, event) = try await scene([
            "msgtype": .string(kind), "body": "Ann, look", "filename": "a.png", "url": "mxc://node.example/1",
            "m.mentions": mentions,
        ])
        if kind == "m.text" {
            try await room.replaceTextMessage(event, withTextMessage: "Ann, look here")
        } else {
            try await room.replaceCaption(of: event, with: "Ann, look here")
        }
        let content = lastContent(node)
        #expect(content?["m.mentions"] == [:] && content?["m.new_content"]?["m.mentions"] == mentions)
        await session.close()
    }

    @Test("only an own message with a file has a caption")
    func noCaption() async throws {
        let (node, session, room, event) = try await scene(["msgtype": "m.text", "body": "helo"])
        #expect(
            (await failure { try await room.replaceCaption(of: event, with: "x") } as? SDNSDKError)?.code
                == .invalidArgument)
        #expect(node.requests("/send/").isEmpty)
        await session.close()
    }

    @Test("an edit of an edit edits the message, as a text and as a caption")
    func again() async throws {
        let (node, session, room, event) = try await scene(["msgtype": "m.text", "body": "helo"])
        var updates = Updates(room.liveTimeline.updates())
        func live(_ id: String) async throws -> MXEvent {
            try await updates.first { $0.liveEvent?.eventId == id ? $0.liveEvent : nil }
        }
        let edit = try await live(room.replaceTextMessage(event, withTextMessage: "hallo"))
        _ = try await live(room.replaceTextMessage(edit, withTextMessage: "hello"))
        #expect(lastContent(node)?["m.relates_to"]?["event_id"]?.stringValue == event.eventId)
        #expect(try await room.latestVersion(of: event).body == "hello")
        let picture = node.add(
            "m.room.message", ["msgtype": "m.image", "body": "a.png", "url": "mxc://node.example/1"],
            sender: ScriptedNode.me)
        let caption = try await live(room.replaceCaption(of: live(picture), with: "The harbour"))
        _ = try await live(room.replaceCaption(of: caption, with: "At six"))
        #expect(lastContent(node)?["m.relates_to"]?["event_id"]?.stringValue == picture)
        #expect(lastContent(node)?["m.new_content"]?["filename"] == "a.png")
        await session.close()
    }

    @Test("an edit that turned a picture into a text is not edited as a text")
    func disguised() async throws {
        let (node, session, room, event) = try await scene([
            "msgtype": "m.image", "body": "a.png", "url": "mxc://node.example/1",
        ])
        let edit = node.add(
            "m.room.message",
            [
                "msgtype": "m.text", "body": "* gone", "m.new_content": ["msgtype": "m.text", "body": "gone"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(event.eventId)],
            ], sender: ScriptedNode.me)
        try await session.seen(edit, in: room)
        let disguise = try await room.event(withEventId: edit)
        let error = await failure { try await room.replaceTextMessage(disguise, withTextMessage: "x") }
        #expect((error as? SDNSDKError)?.code == .invalidArgument && node.requests("/send/").isEmpty)
        await session.close()
    }
}
