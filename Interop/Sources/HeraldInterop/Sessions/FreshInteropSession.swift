import Foundation
import HeraldJSON
import SDNSDK

/// A new device with an empty store. Events from before its first sync have to come by pagination.
struct FreshInteropSession: Sendable {
    let scene: InteropScene
    let report: InteropReport

    func run() async {
        let loggedIn = await report.check("a new device logs in with the password") {
            try await scene.strangersClient().login(
                username: scene.user, password: scene.password, deviceDisplayName: "Herald elsewhere")
        }
        guard let credentials = loggedIn else { return }
        let client = scene.client(credentials)
        let session = MXSession(sdnRestClient: client)
        let started = await report.check("its initial sync brings the room") {
            try await session.setStore(MXFileStore(directory: scene.folder))
            try await session.start()
            try expectEqual(session.rooms.map(\.summary.displayName), [InteropScene.roomName], "rooms")
            guard let room = session.rooms.first else { throw Refuted("no room") }
            return room
        }
        if let room = started {
            await report.check("pagination over the network walks to the creation of the room") {
                let history = try await RoomHistory.walk(room, pageSize: 9)
                try expectEqual(history.last?.type, "m.room.create", "the oldest event")
                await report.fact("history", .array(history.reversed().map { .string($0.eventId) }))
            }
            await report.check("the redacted message is empty here as well") {
                let history = try await RoomHistory.walk(room, pageSize: 100)
                let empty = history.filter { $0.type == "m.room.message" && $0.content.isEmpty }
                try expectEqual(empty.count, 1, "empty messages")
            }
            await report.check("logging out makes the token void") {
                try await session.logout()
                do {
                    _ = try await client.whoami()
                } catch MXError.unknownToken {
                    return
                }
                throw Refuted("the token still works")
            }
        }
        await session.close()
        client.close()
    }
}
