import HeraldJSON
@testable import SDNSDK
import Testing

@Suite("sending a refused message again")
struct OutboxResendTests {
    @Test("whoever sends a message again learns its id even when it has left the outbox by then")
    func goneAtOnce() async throws {
        let session = MXSession.scripted(ScriptedNode())
        var message = MXOutgoingMessage(
            localId: kMXEventLocalEventIdPrefix + "1", roomId: ScriptedNode.room, type: "m.room.message", content: ["body": "hello"], createdAt: 0,
            status: .failed)
        session.outbox.load([message], sender: ScriptedNode.me)
        message.status = .queued
        let entry = try #require(session.outbox.requeue(message, session))
        session.outbox.hasArrived(ArrivedMessage(localId: message.localId, eventId: "$hello"), room: nil)
        #expect(session.outbox.entry(message.localId) == nil)
        #expect(try await entry.sent.value() == "$hello")
    }
}
