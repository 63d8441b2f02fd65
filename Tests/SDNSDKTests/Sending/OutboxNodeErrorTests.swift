import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Errors of the node while the outbox sends", .timeLimit(.minutes(10)))
struct OutboxNodeErrorTests {
    private static let broken: JSONObject = ["errcode": "M_UNKNOWN", "error": "Internal server error"]

    @Test("a message that the node fails to process is given up after 8 tries, and the next one is sent")
    func bounded() async throws {
        let (node, clock) = (ScriptedNode(), ManualClock())
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        let room = try session.theRoom
        for _ in 0..<8 { node.fail("/send/", .answer(500, Self.broken)) }
        let first = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "first"])
        _ = try await room.sendTextMessage("second")
        #expect(node.texts == ["second"] && node.requests("/send/").count == 9)
        #expect(clock.sleeps == [0.5, 1, 2, 4, 8, 16, 32].map { .seconds($0) })
        #expect(first.sentState == .failed && (first.sentError as? MXError)?.httpStatus == 500)
        _ = try await room.resend(first.eventId)
        #expect(node.texts == ["second", "first"])
        await session.close()
    }

    @Test("a message waits longer for a node that says it is away", arguments: [502, 503, 504])
    func away(status: Int) async throws {
        let (node, clock) = (ScriptedNode(), ManualClock())
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        for _ in 0..<12 { node.fail("/send/", .answer(status, Self.broken)) }
        _ = try await session.theRoom.sendTextMessage("hello")
        #expect(node.texts == ["hello"] && clock.sleeps.count == 12 && clock.sleeps.last == .seconds(32))
        await session.close()
    }

    /// A session whose message waits, because the node failed to process it.
    private func waiting(_ node: ScriptedNode, _ clock: HeldClock) async throws -> (MXSession, MXRoom, MXEvent) {
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .answer(500, Self.broken))
        let echo = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "first"])
        _ = try await clock.asleep()
        return (session, room, echo)
    }

    @Test("a waiting message says why it waits; a sync does not end the wait, and the user does")
    func reason() async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let (session, room, echo) = try await waiting(node, clock)
        #expect(echo.sentState == .preparing && (echo.sentError as? MXError)?.error == "Internal server error")
        for number in 1...3 {
            let syncs = node.requests("/sync").count
            node.say("\(number)")
            await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > syncs }
        }
        #expect(node.requests("/send/").count == 1 && clock.interruptions == 0)
        let id = try await room.resend(echo.eventId)
        #expect(node.texts.last == "first" && echo.eventId == id && echo.sentError == nil)
        #expect(node.requests("/send/").count == 2)
        await session.close()
    }

    @Test("the user gives a waiting message up, and the next one is sent without its wait", arguments: [true, false])
    func givingUp(removes: Bool) async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let (session, room, echo) = try await waiting(node, clock)
        let next = Task { try await room.sendTextMessage("second") }
        if removes {
            try await room.removeOutgoingMessage(echo.eventId)
        } else {
            try await room.cancelSendingOperation(echo.eventId)
        }
        _ = try await next.value
        #expect(node.texts == ["second"] && clock.interruptions == 1)
        #expect(removes || echo.sentState == .failed)
        await session.close()
    }
}
