import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Waits of the outbox", .timeLimit(.minutes(10)))
struct OutboxPatienceTests {
    @Test("a sync does not shorten a wait that the node asked for")
    func askedWait() async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        let room = try session.theRoom
        node.fail(
            "/send/", .answer(429, ["errcode": "M_LIMIT_EXCEEDED", "error": "slow down", "retry_after_ms": 600_000]))
        let sending = Task { try await room.sendTextMessage("hello") }
        #expect(try await clock.asleep() == .seconds(600))
        for number in 1...3 {
            let syncs = node.requests("/sync").count
            node.say("\(number)")
            await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > syncs }
        }
        #expect(node.requests("/send/").count == 1 && clock.interruptions == 0)
        clock.wake()
        #expect(try await sending.value == node.eventIDs.last)
        #expect(node.requests("/send/").count == 2)
        await session.close()
    }

    @Test("the next successful sync ends a wait after a connection error")
    func ownWait() async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .refused)
        let sending = Task { try await room.sendTextMessage("hello") }
        _ = try await clock.asleep()
        let talk = Task {
            // The wait is noted just after the clock is asked, so one sync might come too early.
            while !Task.isCancelled {
                let syncs = node.requests("/sync").count
                node.say("somebody talks")
                await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > syncs }
            }
        }
        _ = try await sending.value
        talk.cancel()
        await talk.value
        #expect(node.texts.filter { $0 == "hello" }.count == 1 && clock.interruptions == 1)
        await session.close()
    }

    @Test(
        "a page that does not come from the node refuses nothing: message and file wait until the network lets them through",
        arguments: [400, 401, 403, 404, 407, 451, 511])
    func networkWithALogin(status: Int) async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.start()
        let room = try session.theRoom
        for fragment in ["/send/", "/upload"] { for _ in 0..<3 { node.fail(fragment, .page(status)) } }
        let id = try await room.sendTextMessage("hello")
        let path = folder.url.appendingPathComponent("a.txt")
        try Data("file".utf8).write(to: path)
        var echo: MXEvent?
        let sent = OneShotResult()
        room.sendFile(localURL: path, mimeType: "text/plain", localEcho: &echo) { sent.set($0) }
        #expect(try await [id, sent.value()] == node.eventIDs.suffix(2))
        #expect(node.texts == ["hello", "a.txt"] && node.requests("/send/").count == 5)
        #expect(Set(node.requests("/send/").map { $0.url.lastPathComponent }).count == 2)
        await session.close()
    }

    @Test("a message that is too large for a proxy before the node fails, and the next one is sent")
    func tooLarge() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .page(413))
        #expect((await failure { try await room.sendTextMessage("long") } as? SDNSDKError)?.httpStatus == 413)
        _ = try await room.sendTextMessage("short")
        #expect(node.texts == ["short"] && room.outgoingMessages().first?.sentState == .failed)
        await session.close()
    }
}
