import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing

@testable import SDNSession

@Suite("A session beside another one that syncs into the same store", .timeLimit(.minutes(10)))
struct SharedStoreSessionTests {
    private func session(_ node: ScriptedNode, _ folder: TemporaryFolder, _ clock: ManualClock = ManualClock())
        async throws -> MXSession
    {
        let session = MXSession.scripted(node, clock: clock)
        try await session.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        return session
    }

    /// Returns when a session has looked at the store a few times more.
    private func turns(_ clock: ManualClock) async {
        let before = clock.sleeps.count
        while clock.sleeps.count < before + 3 { await Task.yield() }
    }

    @Test("a sent message stays in the outbox until the other session has stored the event")
    func acceptedMessage() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let syncing = try await session(node, folder)
        try await syncing.start()
        let beside = try await session(node, folder, clock)
        try await beside.start()
        let room = try beside.theRoom
        node.hold("/sync")
        let id = try await room.sendTextMessage("hello")
        await turns(clock)
        #expect(room.outgoingMessages().map(\.eventId) == [id])
        #expect(try await beside.store.read { try $0.outgoingMessages() }.count == 1)
        var updates = Updates(room.liveTimeline.updates())
        node.hold(nil)
        _ = try await updates.first { update -> Bool? in
            guard case .outgoingEnded(_, id) = update else { return nil }
            return true
        }
        #expect(room.outgoingMessages().isEmpty)
        #expect(try await beside.store.read { try $0.event(id, inRoom: ScriptedNode.room) } != nil)
        await beside.close()
        await syncing.close()
    }

    @Test("one session's message in a gap of the other session's sync leaves the outbox of both")
    func acceptedInGap() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let syncing = try await session(node, folder)
        try await syncing.start()
        let beside = try await session(node, folder, clock)
        try await beside.start()
        let room = try beside.theRoom
        node.hold("/sync")
        node.say("0")
        await node.until { $0.heldAnswers > 0 }
        _ = try await room.sendTextMessage("hello")
        for number in 1...5 { node.say("\(number)") }
        node.limit = 2
        node.hold(nil)
        while !room.outgoingMessages().isEmpty { await Task.yield() }
        #expect(try await syncing.store.read { try $0.outgoingMessages() }.isEmpty)
        await beside.close()
        await syncing.close()
    }

    @Test("the session has started when the store has the result of a first sync, and not before")
    func firstSync() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let other = MXFileStore(directory: folder.url, sharing: .processes)
        try await other.open(
            with: MXCredentials(node: "http://node.example", userId: ScriptedNode.me, accessToken: "another"))
        #expect(try await other.takeSyncLease(for: .seconds(3_600)))
        let beside = try await session(node, folder, clock)
        let starting = Task { try await beside.start() }
        await turns(clock)
        #expect(beside.state == .syncInProgress && beside.startupProgress.stage < .done)
        try await other.releaseSyncLease()
        try await starting.value
        #expect(beside.state == .running && beside.rooms.count == 1)
        await beside.close()
        await other.close()
    }

    @Test("the session continues from the other one's token and filter when that one ends")
    func takingOver() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let syncing = try await session(node, folder)
        let beside = try await session(node, folder, clock)
        try await syncing.start()
        try await beside.start()
        await turns(clock)
        await syncing.close()
        let room = try beside.theRoom
        var updates = Updates(room.liveTimeline.updates())
        let id = node.say("later")
        _ = try await updates.first { $0.liveEvent?.eventId == id ? true : nil }
        #expect(
            node.requests("/sync").count { !$0.url.absoluteString.contains("since=") } == 1, "no second initial sync")
        #expect(node.requests("/filter").count == 1)
        await beside.close()
    }

    @Test(
        "all processes show a message that a process queued before it ended, and the syncing one sends it once"
    )
    func handedOver() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let syncing = try await session(node, folder)
        try await syncing.start()
        let beside = try await session(node, folder, clock)
        try await beside.start()
        var updates = Updates(try syncing.theRoom.liveTimeline.updates())
        let list = try await syncing.theRoom.timelineUpdates(limit: 10)

        let sharing = try await session(node, folder)
        let room = try sharing.theRoom
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "look at this"])
        let path = folder.url.appendingPathComponent("a.txt")
        try Data("file".utf8).write(to: path)
        var echo: MXEvent?
        room.sendFile(localURL: path, mimeType: "text/plain", localEcho: &echo) { _ in }
        _ = try await sharing.outbox.entry(#require(echo?.unsignedData.transactionId))?.stored.value()
        await sharing.close()
        try await beside.catchUpWithStore()
        #expect(try beside.theRoom.outgoingMessages().map(\.body) == ["look at this", "a.txt"])
        await turns(clock)
        #expect(node.requests("/send/").isEmpty, "only the one that syncs sends it")

        try await syncing.catchUpWithStore()
        #expect(
            list.items.suffix(2).map(\.original.body) == ["look at this", "a.txt"]
                || node.texts.contains("look at this"))
        _ = try await updates.first { update -> Bool? in
            guard case .outgoing(let event) = update, event.body == "look at this" else { return nil }
            return true
        }
        _ = try await updates.first { $0.liveEvent?.body == "a.txt" ? true : nil }
        #expect(
            node.texts == ["look at this", "a.txt"] && node.requests("/send/").count == 2
                && node.requests("/upload").count == 1)
        #expect(try syncing.theRoom.outgoingMessages().isEmpty)
        let besideRoom = try beside.theRoom
        while !besideRoom.outgoingMessages().isEmpty { await Task.yield() }
        await beside.close()
        await syncing.close()
    }

    @Test("a message that another process sent and the node refused is failed here too, and is not sent")
    func refusedElsewhere() async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        let syncing = try await session(node, folder)
        try await syncing.start()
        await syncing.pause()
        let other = try await session(node, folder)
        let echo = try await other.theRoom.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "hello"])
        try await syncing.catchUpWithStore()
        let localId = try #require(echo.unsignedData.transactionId)
        try await other.theRoom.cancelSendingOperation(localId)
        try await syncing.catchUpWithStore()
        #expect(try syncing.theRoom.outgoingMessages().map(\.sentState) == [.failed])
        await other.close()
        try await syncing.resume()
        node.say("later")
        #expect(try await syncing.theRoom.resend(localId) == node.eventIDs.last)
        #expect(node.texts == ["later", "hello"] && node.requests("/send/").count == 1)
        await syncing.close()
    }

    @Test("a message that one device is sending is not sent by another one that shares the store")
    func claimed() async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        let syncing = try await session(node, folder)
        syncing.credentials.deviceId = "ONE"
        try await syncing.start()
        let other = try await session(node, folder)
        other.credentials.deviceId = "TWO"
        let echo = try await other.theRoom.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "hello"])
        let localId = try #require(echo.unsignedData.transactionId)
        try await other.store.write { store in
            guard var message = try store.outgoingMessage(localId) else { return }
            message.attemptedBy = "TWO"
            try store.save(message)
        }
        try await syncing.catchUpWithStore()
        #expect(try syncing.theRoom.outgoingMessages().map(\.sentState) == [.preparing])
        _ = try await syncing.theRoom.sendTextMessage("mine")
        #expect(node.texts == ["mine"])
        await other.close()
        await syncing.close()
    }

    @Test("the syncing process sends a failed message that another process queued again before it ended")
    func sentAgainElsewhere() async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        let syncing = try await session(node, folder)
        try await syncing.start()
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "not now"]))
        await #expect(throws: MXError.self) { _ = try await syncing.theRoom.sendTextMessage("hello") }
        let localId = try #require(try syncing.theRoom.outgoingMessages().first?.unsignedData.transactionId)

        let other = try await session(node, folder)
        try await other.catchUpWithStore()
        let waiting = Task { try await other.theRoom.resend(localId) }
        while try await other.store.read({ try $0.outgoingMessage(localId)?.status }) != .queued { await Task.yield() }
        waiting.cancel()
        await other.close()
        #expect(node.texts.isEmpty)
        try await syncing.catchUpWithStore()
        while try !syncing.theRoom.outgoingMessages().isEmpty { await Task.yield() }
        #expect(node.texts == ["hello"])
        await syncing.close()
    }

    @Test("a message that refers to a lost one stays failed, whatever other processes write")
    func dependentElsewhere() async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        let store = MXFileStore(directory: folder.url, sharing: .processes)
        try await store.open(with: MXSession.scripted(node).credentials)
        try await store.write { store in
            try store.save(
                MXOutgoingMessage(
                    localId: "about", roomId: ScriptedNode.room, type: "m.reaction",
                    content: [
                        "m.relates_to": [
                            "rel_type": "m.annotation", "event_id": .string(kMXEventLocalEventIdPrefix + "lost"),
                            "key": "+",
                        ]
                    ],
                    createdAt: Timestamp(milliseconds: 1)))
        }
        await store.close()
        let syncing = try await session(node, folder)
        try await syncing.start()
        #expect(syncing.outbox.entry("about")?.message.status == .failed)
        let other = try await session(node, folder)
        try await other.start()
        try await other.store.write { try $0.setDraft("something else", inRoom: ScriptedNode.room, threadId: nil) }
        try await syncing.catchUpWithStore()
        #expect(syncing.outbox.entry("about")?.message.status == .failed)
        await other.close()
        await syncing.close()
    }
}
