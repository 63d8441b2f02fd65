import Foundation
import HeraldJSON
import SDNSDK

/// The second session: continues from the store of the first one, with only what is on disk.
struct SecondInteropSession: Sendable {
    let scene: InteropScene
    let report: InteropReport

    func run() async {
        let loaded = await report.check("the credentials of the first session are found") {
            try SavedCredentials(in: scene.folder).load(node: scene.node)
        }
        guard let credentials = loaded else { return }
        let client = scene.client(credentials)
        let session = MXSession(sdnRestClient: client)
        let log = SessionLog(session)
        let opened = await report.check("the second session reads room and messages from its store, before any request")
        {
            try await session.setStore(MXFileStore(directory: scene.folder))
            try expectEqual(session.state, .storeDataReady, "state")
            try expectEqual(session.rooms.map(\.summary.displayName), [InteropScene.roomName], "rooms")
            guard let room = session.rooms.first else { throw Refuted("no room") }
            let stored = try await RoomHistory.walk(room, pageSize: 50, onlyFromStore: true)
            let bodies = stored.reversed().compactMap { $0.content["body"]?.stringValue }.filter {
                $0.hasPrefix("Message ")
            }
            try expectEqual(bodies, (1...InteropScene.messageCount).map { "Message \($0)" }, "stored messages")
            return room
        }
        if let room = opened { await resume(session, room, log) }
        await session.close()
        client.close()
    }

    private func resume(_ session: MXSession, _ room: MXRoom, _ log: SessionLog) async {
        let (roomId, witness) = (room.roomId, scene.witness)
        await report.check("the second session brings what was missed, once and in order") {
            try await session.start()
            _ = try await log.wait(for: "the last missed message") {
                $0.roomId == roomId && $0.content["body"] == "While you were away 3"
            }
            let missed = await log.events(inRoom: roomId, type: "m.room.message").filter { $0.sender == witness }
            try expectEqual(
                missed.compactMap { $0.content["body"]?.stringValue }, (1...3).map { "While you were away \($0)" },
                "messages")
        }
        await report.check("the second session sends") {
            let id = try await room.sendTextMessage("Back again")
            await report.fact("message", .string(id))
            _ = try await log.wait(for: "its own message") { $0.eventId == id }
        }
        await report.check("the second session's history has no seam between the sessions") {
            let history = try await RoomHistory.walk(room, pageSize: 7)
            try expectEqual(Set(history.map(\.eventId)).count, history.count, "distinct events")
            await report.fact("history", .array(history.reversed().map { .string($0.eventId) }))
        }
    }
}
