import Foundation
import HeraldJSON
import Testing

@testable import SDNSDK

@Suite("a session beside another one that syncs into the same store", .timeLimit(.minutes(3)))
struct SharedStoreSessionTests {
    private func session(_ node: ScriptedNode, _ folder: TemporaryFolder, _ clock: ManualClock = ManualClock()) async throws -> MXSession {
        let session = MXSession.scripted(node, clock: clock)
        try await session.setStore(MXFileStore(directory: folder.url, sharing: .processes))
        return session
    }

    /// Returns when a session has looked at the store a few times more.
    private func turns(_ clock: ManualClock) async {
        let before = clock.sleeps.count
        while clock.sleeps.count < before + 3 { await Task.yield() }
    }

    @Test("what it sent stays in the outbox until the other one has stored the event")
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

    @Test("a message of one that lies in a gap of the other one's sync leaves the outbox of both")
    func acceptedInGap() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let syncing = try await session(node, folder)
        try await syncing.start()
        let beside = try await session(node, folder, clock)
        try await beside.start()
        let room = try beside.theRoom
        await syncing.pause()
        _ = try await room.sendTextMessage("hello")
        for number in 1...5 { node.say("\(number)") }
        node.limit = 2
        try await syncing.resume()
        while !room.outgoingMessages().isEmpty { await Task.yield() }
        #expect(try await syncing.store.read { try $0.outgoingMessages() }.isEmpty)
        await beside.close()
        await syncing.close()
    }

    @Test("it has started when the store holds what a first sync brought, and not before")
    func firstSync() async throws {
        let (folder, node, clock) = (try TemporaryFolder(), ScriptedNode(), ManualClock())
        let other = MXFileStore(directory: folder.url, sharing: .processes)
        try await other.open(with: MXCredentials(node: "http://node.example", userId: ScriptedNode.me, accessToken: "another"))
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

    @Test("it goes on from the other one's token and filter when that one ends")
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
        #expect(node.requests("/sync").count { !$0.url.absoluteString.contains("since=") } == 1, "no second initial sync")
        #expect(node.requests("/filter").count == 1)
        await beside.close()
    }
}
