import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing

@Suite("The outbox and a store that fails", .timeLimit(.minutes(10)))
struct OutboxStoreFailureTests {
    private static let diskFull = SDNSDKError(.storeFailed, reason: "the disk is full")

    @Test("a message that cannot be stored fails, and its echo is removed")
    func notStored() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let store = InterceptedStore(MXMemoryStore())
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        store.beforeCommit { throw Self.diskFull }
        #expect((await failure { try await room.sendTextMessage("hello") } as? SDNSDKError)?.code == .storeFailed)
        store.beforeCommit(nil)
        #expect(room.outgoingMessages().isEmpty)
        let echo = try await updates.first { update -> MXEvent? in
            guard case .outgoing(let event) = update, event.sentState == .failed else { return nil }
            return event
        }
        let ended = try await updates.first { update -> (localId: String, eventId: String?)? in
            guard case .outgoingEnded(let localId, let eventId) = update else { return nil }
            return (localId, eventId)
        }
        #expect(echo.body == "hello" && (echo.sentError as? SDNSDKError)?.code == .storeFailed)
        #expect(ended.localId == echo.unsignedData.transactionId && ended.eventId == nil)
        #expect(try await room.sendTextMessage("again") == node.eventIDs.last && node.texts == ["again"])
        await session.close()
    }

    @Test("a message whose cancellation cannot be stored is still sent, in its order")
    func cancellingFails() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let store = InterceptedStore(MXMemoryStore())
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        node.hold("/send/")
        let first = Task { try await room.sendTextMessage("first") }
        await node.until { $0.requests.contains { $0.url.path.contains("/send/") } }
        let second = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "second"])
        store.beforeCommit { throw Self.diskFull }
        let localId = try #require(second.unsignedData.transactionId)
        #expect(
            (await failure { try await room.cancelSendingOperation(localId) } as? SDNSDKError)?.code == .storeFailed)
        store.beforeCommit(nil)
        node.hold(nil)
        _ = try await first.value
        _ = try await room.sendTextMessage("third")
        #expect(node.texts == ["first", "second", "third"])
        await session.close()
    }

    @Test(
        "a message whose acceptance could not be stored is sent again with the same transaction ID when the store works again"
    )
    func acceptanceNotStored() async throws {
        let store = InterceptedStore(MXMemoryStore())
        let repaired = OneShot<Void>()
        let node = AnsweringNode()
        node.on("/sync") { _, count in
            if count == 1 { return (200, AnsweringNode.oneRoom) }
            guard count == 2 else { return try await AnsweringNode.silence() }
            try await repaired.value()
            return (200, AnsweringNode.nothing(count))
        }
        node.on("/send/") { _, count in
            if count == 1 { store.beforeCommit { throw Self.diskFull } }
            return (200, ["event_id": "$hello"])
        }
        let session = MXSession.scripted(node)
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        #expect((await failure { try await room.sendTextMessage("hello") } as? SDNSDKError)?.code == .storeFailed)
        store.beforeCommit(nil)
        repaired.fulfil(.success(()))
        _ = try await updates.first { update -> Bool? in
            guard case .outgoing(let event) = update, event.sentState == .sent else { return nil }
            return true
        }
        #expect(room.outgoingMessages().map(\.eventId) == ["$hello"])
        #expect(node.requests("/send/").count == 2 && Set(node.requests("/send/").map(\.url)).count == 1)
        await session.close()
    }
}
