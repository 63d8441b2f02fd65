import Foundation
import HeraldJSON
@testable import SDNClient
@testable import SDNSession
import SDNSDK
import SDNWire
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

    @Test(
        "a message waits for the next login when the node ends the login while it is sent",
        arguments: [(401, "M_UNKNOWN_TOKEN"), (401, "M_MISSING_TOKEN"), (403, "M_USER_DEACTIVATED")])
    func loginEnds(status: Int, code: String) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let ended: ScriptedNode.Fault = .answer(status, ["errcode": .string(code), "error": "no"])
        node.fail("/send/", ended)
        let room = try session.theRoom
        let error = await failure { _ = try await room.sendTextMessage("waits") }
        #expect(error as? MXError == MXError(errcode: code))
        #expect(room.outgoingMessages().map(\.sentState) == [.preparing])
        node.fail("/sync", ended)
        node.say("wakes the sync up")
        while !session.reconnect() { await Task.yield() }
        await node.until { $0.log.last?["content"]?["body"] == "waits" }
        await session.close()
    }

    @Test("messages wait while the account is locked, and are sent after the next sync")
    func locked() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .answer(401, ["errcode": "M_USER_LOCKED", "error": "locked", "soft_logout": true]))
        let error = await failure { _ = try await room.sendTextMessage("waits") }
        #expect(error as? MXError == .userLocked)
        #expect(room.outgoingMessages().map(\.sentState) == [.preparing])
        node.say("wakes the sync up")
        await node.until { $0.log.last?["content"]?["body"] == "waits" }
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

    /// Answers that do not come from the node: pages of a proxy, of a firewall and of a network, JSON without an error code, and no message's ID.
    private static let strangers: [ScriptedNode.Fault] = [
        .page(500), .page(403), .page(502), .page(200), .answer(503, [:]), .answer(200, ["rooms": [:]]),
    ]

    @Test(
        "a message that something in front of the node answers is given up after 40 tries, and the next one is sent",
        arguments: strangers.indices)
    func foreign(_ index: Int) async throws {
        let (node, clock) = (ScriptedNode(), ManualClock())
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        let room = try session.theRoom
        for _ in 0..<40 { node.fail("/send/", Self.strangers[index]) }
        let first = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "first"])
        _ = try await room.sendTextMessage("second")
        #expect(node.texts == ["second"] && node.requests("/send/").count == 41)
        #expect(Array(clock.sleeps.prefix(8)) == [0.5, 1, 2, 4, 8, 16, 32, 32].map { .seconds($0) })
        #expect(clock.sleeps.count == 39 && first.sentState == .failed && first.sentError is SDNSDKError)
        _ = try await room.resend(first.eventId)
        #expect(node.texts == ["second", "first"])
        await session.close()
    }

    @Test("a file that a proxy never lets through is sent 80 times at most, and the next message is sent")
    func file() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node, clock: ManualClock())
        try await session.start()
        let room = try session.theRoom
        for _ in 0..<200 { node.fail("/upload", .page(503)) }
        let path = folder.url.appendingPathComponent("a.txt")
        try Data("file".utf8).write(to: path)
        var echo: MXEvent?
        let sent = OneShotResult()
        room.sendFile(localURL: path, mimeType: "text/plain", localEcho: &echo) { sent.set($0) }
        #expect((await failure { try await sent.value() } as? SDNSDKError)?.httpStatus == 503)
        _ = try await room.sendTextMessage("next")
        #expect(node.texts == ["next"] && (40...80).contains(node.requests("/upload").count))
        #expect(echo?.sentState == .failed)
        await session.close()
    }

    @Test("a file whose upload took longer than half a minute is not sent again in the same try")
    func slowFile() {
        let away = SDNSDKError(.httpStatus, httpStatus: 502, reason: "away")
        func pause(tries: Int, age: Duration) -> Duration? {
            RetryRule.twice.pause(after: away, tries: tries, age: age, jitter: { _ in .zero })
        }
        #expect(pause(tries: 1, age: .seconds(10)) == .seconds(1))
        #expect(pause(tries: 1, age: .seconds(30)) == nil && pause(tries: 2, age: .zero) == nil)
    }

    @Test("a lost connection between two errors of the node does not begin the count again")
    func alternating() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node, clock: ManualClock())
        try await session.start()
        let room = try session.theRoom
        for _ in 0..<8 {
            node.fail("/send/", .refused)
            node.fail("/send/", .answer(500, Self.broken))
        }
        let first = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "first"])
        _ = try await room.sendTextMessage("second")
        #expect(node.texts == ["second"] && node.requests("/send/").count == 17 && first.sentState == .failed)
        await session.close()
    }

    @Test("errors of the node itself and answers in its place are counted apart")
    func apart() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node, clock: ManualClock())
        try await session.start()
        for _ in 0..<7 { node.fail("/send/", .answer(500, Self.broken)) }
        for _ in 0..<39 { node.fail("/send/", .page(403)) }
        _ = try await session.theRoom.sendTextMessage("hello")
        #expect(node.texts == ["hello"] && node.requests("/send/").count == 47)
        await session.close()
    }

    @Test("a question about encryption that is answered at last leaves the message all of its tries")
    func questions() {
        var errors = NodeErrors()
        let (question, send) = (Endpoints.stateContent.name, Endpoints.sendEvent.name)
        for _ in 0..<3 {
            for _ in 0..<39 {
                errors.note("a", failedAt: question)
                let mayAsk = errors.allowsRetry(after: .away(endpoint: question))
                #expect(mayAsk)
            }
            errors.note("a", failedAt: send)
        }
        for number in 1...40 {
            errors.note("a", failedAt: send)
            let maySend = errors.allowsRetry(after: .away(endpoint: send))
            #expect(maySend == (number < 40))
        }
    }

    /// A session whose message waits, because the node failed to process it.
    private func waiting(
        _ node: ScriptedNode, _ clock: HeldClock, after fault: ScriptedNode.Fault = .answer(500, broken)
    ) async throws -> (MXSession, MXRoom, MXEvent) {
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", fault)
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

    @Test(
        "a sync does not shorten the wait after an answer that does not come from the node", arguments: [403, 502, 200])
    func firewall(status: Int) async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let (session, room, echo) = try await waiting(node, clock, after: .page(status))
        for number in 1...3 {
            let syncs = node.requests("/sync").count
            node.say("\(number)")
            await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > syncs }
        }
        #expect(node.requests("/send/").count == 1 && clock.interruptions == 0)
        _ = try await room.resend(echo.eventId)
        #expect(node.texts.last == "first")
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
