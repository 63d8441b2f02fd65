import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing

@Suite("Removing a message from the outbox", .timeLimit(.minutes(10)))
struct OutboxRemovalTests {
    @Test("a message can be removed at once after it was queued, and is not sent")
    func atOnce() async throws {
        for _ in 0..<20 {
            let node = ScriptedNode()
            let session = MXSession.scripted(node)
            try await session.start()
            let room = try session.theRoom
            // The room sends one message at a time, so the second one cannot be on its way yet.
            node.hold("/send/")
            let first = Task { try await room.sendTextMessage("first") }
            await node.until { $0.requests.contains { $0.url.path.contains("/send/") } }
            let outcome = OneShotResult()
            var echo: MXEvent?
            room.sendTextMessage("oops", localEcho: &echo) { outcome.set($0) }
            try await room.removeOutgoingMessage(#require(echo?.unsignedData.transactionId))
            #expect(room.outgoingMessages().allSatisfy { $0.body != "oops" })
            #expect(await failure { try await outcome.value() } is CancellationError)
            node.hold(nil)
            _ = try await first.value
            _ = try await room.sendTextMessage("last")
            #expect(node.texts == ["first", "last"])
            await session.close()
        }
    }

    @Test("a message is listed as outgoing while it is being written to the store")
    func whileStored() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let store = InterceptedStore(MXMemoryStore())
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        let seen = OneShot<[String?]>()
        store.beforeCommit { seen.fulfil(.success(room.outgoingMessages().map(\.body))) }
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "hello"])
        #expect(try await seen.value() == ["hello"])
        await session.close()
    }

    @Test("a message whose removal cannot be stored can still be sent")
    func removalFails() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let store = InterceptedStore(MXMemoryStore())
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "you may not"]))
        #expect(await failure { try await room.sendTextMessage("hello") } as? MXError == .forbidden)
        let localId = try #require(room.outgoingMessages().first?.unsignedData.transactionId)
        store.beforeCommit { throw SDNSDKError(.storeFailed, reason: "the disk is full") }
        #expect((await failure { try await room.removeOutgoingMessage(localId) } as? SDNSDKError)?.code == .storeFailed)
        store.beforeCommit(nil)
        #expect(try await room.resend(localId) == node.eventIDs.last)
        #expect(node.texts == ["hello"])
        await session.close()
    }
}
