import Foundation
import HeraldJSON
import TestSupport
@testable import SDNSession
import SDNSDK
import Testing

@Suite("Sending a refused message again")
struct OutboxResendTests {
    @Test("resending a message returns its ID, even if it has left the outbox by then")
    func goneAtOnce() async throws {
        let session = MXSession.scripted(ScriptedNode())
        var message = MXOutgoingMessage(
            localId: kMXEventLocalEventIdPrefix + "1", roomId: ScriptedNode.room, type: "m.room.message",
            content: ["body": "hello"], createdAt: Timestamp(milliseconds: 0),
            status: .failed)
        session.outbox.load([message], sender: ScriptedNode.me)
        message.status = .queued
        let entry = try #require(session.outbox.requeue(message, session))
        session.outbox.hasArrived(ArrivedMessage(localId: message.localId, eventId: "$hello"), room: nil)
        #expect(session.outbox.entry(message.localId) == nil)
        #expect(try await entry.sent.value() == "$hello")
    }

    @Test("a message that is sent again stands behind the others, even after a restart")
    func orderAfterRestart() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "you may not"]))
        _ = await failure { try await room.sendTextMessage("refused") }
        await session.pause()
        let localId = try #require(room.outgoingMessages().first?.unsignedData.transactionId)
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "queued"])
        let again = Task { try await room.resend(localId) }
        while room.outgoingMessages().last?.body != "refused" { await Task.yield() }
        await session.close()
        _ = await failure { try await again.value }

        let next = MXSession.scripted(node)
        try await next.setStore(MXFileStore(directory: folder.url))
        #expect(try next.theRoom.outgoingMessages().map(\.body) == ["queued", "refused"])
        try await next.start()
        await node.until { $0.log.last?["content"]?["body"] == "refused" }
        #expect(node.texts == ["queued", "refused"])
        await next.close()
    }
}
