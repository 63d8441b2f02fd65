import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Messages that refer to an unsent message", .timeLimit(.minutes(10)))
struct DependentMessageTests {
    /// The echo of a text that stays in the outbox, because the node cannot be reached.
    private func queued(_ text: String, _ room: MXRoom) async throws -> MXEvent {
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(text)])
    }

    @Test(
        "edits, reactions, replies and redactions wait for the message's ID, even across a restart, and are sent in order"
    )
    func restart() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        await first.pause()
        let room = try first.theRoom
        let echo = try await queued("helo", room)
        let local = echo.eventId
        #expect(echo.isLocalEvent)
        let edit: JSONObject = [
            "msgtype": "m.text", "body": "* hello", "m.new_content": ["msgtype": "m.text", "body": "hello"],
            "m.relates_to": ["rel_type": "m.replace", "event_id": .string(local)],
        ]
        _ = try await room.queueEvent(.roomMessage, content: edit)
        _ = try await room.queueEvent(
            .reaction, content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(local), "key": "👍"]])
        _ = try await room.queueEvent(
            .roomMessage,
            content: [
                "msgtype": "m.text", "body": "re", "m.relates_to": ["m.in_reply_to": ["event_id": .string(local)]],
            ])
        _ = try await queued("last", room)
        await first.close()

        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        #expect(try second.theRoom.outgoingMessages().count == 5)
        try await second.start()
        await node.until { $0.log.last?["content"]?["body"] == "last" }
        let sent = node.state.withLock { Array($0.log.suffix(5)) }
        let id = sent[0]["event_id"]
        #expect(
            sent.map { $0["type"]?.stringValue } == [
                "m.room.message", "m.room.message", "m.reaction", "m.room.message", "m.room.message",
            ])
        #expect(
            sent[1]["content"]?["m.relates_to"]?["event_id"] == id
                && sent[2]["content"]?["m.relates_to"]?["event_id"] == id)
        #expect(sent[3]["content"]?["m.relates_to"]?["m.in_reply_to"]?["event_id"] == id)
        await second.close()
    }

    @Test(
        "dependent messages wait while their message is refused, and are sent after it is sent again",
        arguments: [true, false])
    func refused(isSentAgain: Bool) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        await session.pause()
        let echo = try await queued("hello", room)
        let local = echo.eventId
        let reaction = Task { try await room.sendReaction("👍", to: echo) }
        var updates = Updates(room.liveTimeline.updates())
        while room.outgoingMessages().count < 2 { await Task.yield() }
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "no"]))
        try await session.resume()
        _ = try await updates.first { update -> Bool? in
            guard case .outgoing(let event) = update, event.sentState == .failed else { return nil }
            return true
        }
        _ = try await room.sendTextMessage("another")
        // A sent message may still wait until a sync shows it.
        #expect(node.texts == ["another"] && room.outgoingMessages().count { $0.sentState != .sent } == 2)
        if isSentAgain {
            let id = try await room.resend(local)
            _ = try await reaction.value
            #expect(node.state.withLock { $0.log.last?["content"]?["m.relates_to"]?["event_id"] } == .string(id))
        } else {
            try await room.removeOutgoingMessage(local)
            #expect(await failure { try await reaction.value } is CancellationError)
            #expect(room.outgoingMessages().isEmpty, "what was about it has gone with it")
        }
        await session.close()
    }

    @Test(
        "redacting an unsent message removes it from the outbox, and one that is being sent is redacted when it has its ID"
    )
    func redaction() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        await session.pause()
        let echo = try await queued("never said", room)
        #expect(try await room.redactEvent(echo.eventId) == echo.eventId)
        #expect(room.outgoingMessages().isEmpty)
        try await session.resume()

        node.hold("/send/")
        let second = try await queued("said and taken back", room)
        await node.until { $0.heldAnswers > 0 }
        let local = second.unsignedData.transactionId ?? ""
        let redaction = Task { try await room.redactEvent(local) }
        while room.outgoingMessages().allSatisfy({ $0.type != "m.room.redaction" }) && node.requests("/redact/").isEmpty
        { await Task.yield() }
        node.hold(nil)
        let id = try await redaction.value
        #expect(node.eventIDs.last == id && node.redacted.contains(second.eventId))
        await session.close()
    }

    @Test(
        "a cancelled message stays as failed and can be sent again, before its request and during it",
        arguments: [true, false])
    func cancelling(isUnderWay: Bool) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        if isUnderWay { node.hold("/s") } else { await session.pause() }
        let sending = Task { try await room.sendTextMessage("wait") }
        while room.outgoingMessages().isEmpty { await Task.yield() }
        if isUnderWay { await node.until { $0.log.last?["content"]?["body"] == "wait" } }
        guard let local = room.outgoingMessages().first?.unsignedData.transactionId else { return }
        try await room.cancelSendingOperation(local)
        #expect((await failure { try await sending.value } as? SDNSDKError)?.code == .sendingCancelled)
        node.hold(nil)
        if !isUnderWay {
            #expect(room.outgoingMessages().first?.sentState == .failed)
            try await session.resume()
            _ = try await room.resend(local)
        }
        _ = try await room.sendTextMessage("after")
        #expect(node.texts == ["wait", "after"], "the node had it once, or has it now")
        await session.close()
    }

    @Test("a reply in a thread is marked as a reply, and another message in a thread falls back to its newest event")
    func threads() async throws {
        let node = ScriptedNode()
        let root = node.say("root")
        let inThread: JSONObject = [
            "msgtype": "m.text", "body": "in", "m.relates_to": ["rel_type": "m.thread", "event_id": .string(root)],
        ]
        let newest = node.add("m.room.message", inThread)
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        var echo: MXEvent?
        let finished = OneShotResult()
        room.sendTextMessage("plain", threadId: root, localEcho: &echo) { finished.set($0) }
        _ = try await finished.value()
        let plain = node.state.withLock { $0.log.last?["content"]?["m.relates_to"] }
        #expect(
            plain?["event_id"] == .string(root) && plain?["is_falling_back"] == true
                && plain?["m.in_reply_to"]?["event_id"] == .string(newest))
        _ = try await room.sendReply(to: room.event(withEventId: newest), textMessage: "answer")
        let reply = node.state.withLock { $0.log.last?["content"] }
        #expect(
            reply?["m.relates_to"]?["rel_type"] == "m.thread" && reply?["m.relates_to"]?["is_falling_back"] == false)
        #expect(reply?["m.mentions"]?["user_ids"] == [.string(ScriptedNode.other)])
        await session.close()
    }

    @Test("drafts survive the process, one for the room and one for each thread")
    func drafts() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        try await first.theRoom.setPartialTextMessage("to be contin")
        try await first.theRoom.setPartialTextMessage("in the thread", threadId: "$root")
        await first.close()
        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        let room = try second.theRoom
        #expect(try await room.partialTextMessage() == "to be contin")
        #expect(try await room.partialTextMessage(threadId: "$root") == "in the thread")
        try await room.setPartialTextMessage(nil)
        #expect(try await room.partialTextMessage() == nil)
        await second.close()
    }
}
