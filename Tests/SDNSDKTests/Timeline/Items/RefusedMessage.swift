import HeraldJSON
import SDNSDK
import TestSupport

/// A session whose node has refused a message, and the list that shows it as failed.
struct RefusedMessage {
    let node = ScriptedNode()
    let session: MXSession
    let room: MXRoom
    let list: Followed

    init() async throws {
        session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        self.room = room
        list = Followed(try await room.timelineUpdates())
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "you may not"]))
        _ = await failure { try await room.sendTextMessage("hello") }
        try await list.until { $0.last?.sentState == .failed }
    }
}
