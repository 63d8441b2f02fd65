import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

struct OutboxTests {
    @Test("a room's messages are sent once each, in the order in which they were queued")
    func order() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let room = try session.theRoom
        let texts = (1...20).map { "message \($0)" }
        for text in texts {
            try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(text)])
        }
        _ = try await room.sendTextMessage("last")
        #expect(node.texts == texts + ["last"])
        let ids = Set(node.requests("/send/").map { $0.url.lastPathComponent })
        #expect(ids.count == 21 && ids.allSatisfy { $0.hasPrefix(kMXEventLocalEventIdPrefix) })
        await session.close()
    }

    @Test("a message whose answer is lost is delivered once")
    func lostAnswer() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        node.hold("/sync")
        node.fail("/send/", .answerLost)
        node.fail("/send/", .answerLost)
        let id = try await session.theRoom.sendTextMessage("hello")
        #expect(node.texts == ["hello"] && node.eventIDs.last == id)
        #expect(node.requests("/send/").count == 3 && Set(node.requests("/send/").map(\.url)).count == 1)
        node.hold(nil)
        await session.close()
    }

    @Test(
        "the echo is matched and leaves the outbox, in either order of the answer and the sync",
        arguments: ["/sync", "/send/"])
    func bothOrders(held: String) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let room = try session.theRoom
        let heard = Heard(room.liveTimeline)
        var updates = Updates(room.liveTimeline.updates())
        node.hold(held)
        var echo: MXEvent?
        let finished = OneShotResult()
        room.sendTextMessage("hello", localEcho: &echo) { finished.set($0) }
        let local = try #require(echo)
        #expect(local.isLocalEvent && local.body == "hello" && local.sender == ScriptedNode.me)
        #expect(room.outgoingMessages() == [local])
        if held == "/sync" {
            _ = try await updates.first { update -> Bool? in
                guard case .outgoing(let event) = update else { return nil }
                return event.sentState == .sent ? true : nil
            }
            #expect(
                room.outgoingMessages().map(\.eventId) == [node.eventIDs.last], "accepted and not yet seen in the room")
        } else {
            _ = try await updates.first { $0.liveEvent?.body == "hello" ? true : nil }
            #expect(room.outgoingMessages().isEmpty)
        }
        node.hold(nil)
        #expect(try await finished.value() == node.eventIDs.last)
        if held == "/sync" { _ = try await updates.first { $0.liveEvent?.body == "hello" ? true : nil } }
        #expect(room.outgoingMessages().isEmpty)
        #expect(heard.events(.forwards).filter { $0.body == "hello" }.count == 1)
        #expect(local.sentState == .sent && local.eventId == node.eventIDs.last)
        let live = try #require(heard.events(.forwards).first { $0.body == "hello" })
        #expect(live.unsignedData.transactionId == local.unsignedData.transactionId)
        await session.close()
    }

    @Test(
        "a message written while the node is away survives the process and arrives once, with the same transaction ID")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        // Handed over and acted on, and the answer lost with everything after it: the process ends without knowing.
        node.fail("/send/", .answerLost)
        node.hold("/sync")
        let room = try first.theRoom
        let waiting = Task { try await room.sendTextMessage("did it arrive?") }
        await node.until { $0.log.last?["content"]?["body"] == "did it arrive?" }
        node.setDown(true)
        let queued = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "and then this"])
        await first.close()
        #expect((await failure { try await waiting.value } as? SDNSDKError)?.code == .closed)
        let txns = Set(node.requests("/send/").map { $0.url.lastPathComponent })

        node.hold(nil)
        node.setDown(false)
        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        let restored = try second.theRoom
        #expect(restored.outgoingMessages().map(\.body) == ["did it arrive?", "and then this"])
        #expect(restored.outgoingMessages().last?.unsignedData.transactionId == queued.unsignedData.transactionId)
        var updates = Updates(restored.liveTimeline.updates())
        try await second.start()
        if node.texts.count < 2 || !restored.outgoingMessages().isEmpty {
            _ = try await updates.first { $0.liveEvent?.body == "and then this" ? true : nil }
        }
        #expect(node.texts == ["did it arrive?", "and then this"])
        #expect(
            Set(node.requests("/send/").map { $0.url.lastPathComponent }).count
                == txns.union([queued.unsignedData.transactionId ?? ""]).count)
        #expect(restored.outgoingMessages().isEmpty)
        await second.close()
    }

    @Test(
        "a message that the node refuses fails with its reason, lets the next one pass, and can be sent again or removed"
    )
    func refused() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        let room = try session.theRoom
        for _ in 0..<2 { node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "you may not"])) }
        #expect(await failure { try await room.sendTextMessage("first") } as? MXError == .forbidden)
        #expect(await failure { try await room.sendTextMessage("second") } as? MXError == .forbidden)
        _ = try await room.sendTextMessage("third")
        #expect(node.texts == ["third"])
        let failed = room.outgoingMessages().filter { $0.sentState == .failed }
        #expect(
            failed.map(\.body) == ["first", "second"] && failed.allSatisfy { $0.sentError as? MXError == .forbidden })
        await session.close()

        let next = MXSession.scripted(node)
        try await next.setStore(MXFileStore(directory: folder.url))
        let kept = try next.theRoom.outgoingMessages().filter { $0.sentState == .failed }
        #expect(kept.map(\.body) == ["first", "second"] && kept.allSatisfy { $0.sentError as? MXError == .forbidden })
        try await next.start()
        #expect(node.texts == ["third"], "a refused message does not go out by itself")
        let ids = kept.compactMap(\.unsignedData.transactionId)
        _ = try await next.theRoom.resend(ids[0])
        try await next.theRoom.removeOutgoingMessage(ids[1])
        #expect(node.texts == ["third", "first"])
        #expect((await failure { try await next.theRoom.resend(ids[1]) } as? SDNSDKError)?.code == .unknownMessage)
        await next.close()
    }

    @Test("the outbox waits as long as the node asks, and retries after a connection error")
    func retries() async throws {
        let node = ScriptedNode()
        let clock = ManualClock()
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        node.fail(
            "/send/", .answer(429, ["errcode": "M_LIMIT_EXCEEDED", "error": "slow down", "retry_after_ms": 40_000]))
        node.fail("/send/", .answer(503, ["errcode": "M_UNKNOWN", "error": "restarting"]))
        node.fail("/send/", .refused)
        _ = try await session.theRoom.sendTextMessage("hello")
        #expect(node.texts == ["hello"] && node.requests("/send/").count == 4)
        #expect(clock.sleeps == [.seconds(40), .seconds(1), .seconds(2)])
        await session.close()
    }

    @Test("replies, edits, reactions and redactions name their target")
    func relations() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        let theirs = node.say("two\nlines")
        try await session.start()
        let room = try session.theRoom
        let event = try await room.event(withEventId: theirs)
        var updates = Updates(room.liveTimeline.updates())
        func next(_ id: String) async throws -> MXEvent {
            try await updates.first { $0.liveEvent?.eventId == id ? $0.liveEvent : nil }
        }

        let reply = try await next(room.sendReply(to: event, textMessage: "an answer"))
        #expect(reply.isReplyEvent && reply.relatesTo?.inReplyTo == theirs)
        #expect(reply.body == "> <@other:node.example> two\n> lines\n\nan answer")
        let mine = try await next(room.sendTextMessage("helo"))
        let edit = try await next(room.replaceTextMessage(mine, withTextMessage: "hello"))
        #expect(edit.isEditEvent && edit.body == "* hello")
        #expect(try await room.latestVersion(of: mine).body == "hello")
        #expect(
            (await failure { try await room.replaceTextMessage(event, withTextMessage: "x") } as? SDNSDKError)?.code
                == .invalidArgument)
        let reaction = try await next(room.sendReaction("👍", to: event))
        #expect(reaction.relatesTo?.key == "👍" && reaction.relatesTo?.relationType == "m.annotation")
        _ = try await room.redactEvent(theirs, reason: "done")
        let pruned = try await updates.first { update -> MXEvent? in
            guard case .redacted(let event) = update else { return nil }
            return event
        }
        #expect(pruned.eventId == theirs)
        await session.close()
    }
}

/// The outcome of a closure form.
final class OneShotResult: Sendable {
    private let stream: AsyncStream<MXResponse<String?>>
    private let continuation: AsyncStream<MXResponse<String?>>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func set(_ response: MXResponse<String?>) { continuation.yield(response) }

    func value() async throws -> String? {
        for await response in stream { return try response.get() }
        return nil
    }
}
