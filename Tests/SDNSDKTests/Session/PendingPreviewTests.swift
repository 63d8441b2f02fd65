import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@testable import SDNSession

@Suite("Messages of the outbox in the room list", .timeLimit(.minutes(10)))
struct PendingPreviewTests {
    private static let text: JSONObject = ["msgtype": "m.text", "body": "on its way"]

    @Test(
        "a message is shown from the moment in which it is handed over, moves its room up, and gives way to its event")
    func shown() async throws {
        let node = ScriptedNode()
        node.say("before")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let before = room.summary
        #expect(before.latestEvent?.event.body == "before" && before.latestEvent?.isLocal == false)
        var lists = session.roomList.makeAsyncIterator()
        _ = await lists.next()
        // Neither the answer to the message nor the sync that brings it arrives.
        node.hold("/s")
        try await room.queueEvent(.roomMessage, content: Self.text)
        var shown: MXRoomSummary?
        while shown?.latestEvent?.isLocal != true, let list = await lists.next() { shown = list.rooms.first }
        guard case .localIsSending(let echo) = shown?.latestEvent else {
            Issue.record("\(String(describing: shown?.latestEvent))")
            return
        }
        #expect(echo.body == "on its way" && shown?.lastMessage?.body == "before")
        #expect(try #require(shown).latestActivity > before.latestActivity)
        node.hold(nil)
        while shown?.latestEvent?.isLocal != false, let list = await lists.next() { shown = list.rooms.first }
        #expect(shown?.latestEvent?.event.body == "on its way" && shown?.lastMessage?.body == "on its way")
        await session.close()
    }

    @Test("a refused message stays in the list until it is removed, and is shown as refused, also after a restart")
    func refused() async throws {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        node.say("before")
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        let room = try session.theRoom
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "no"]))
        let sending = await failure { try await room.sendTextMessage("refused") }
        #expect(sending as? MXError == .forbidden)
        guard case .localCannotBeSent(let echo) = room.summary.latestEvent else {
            Issue.record("\(String(describing: room.summary.latestEvent))")
            return
        }
        node.say("after")
        var updates = Updates(room.summaryUpdates())
        _ = try await updates.first { $0.lastMessage?.body == "after" ? true : nil }
        #expect(room.summary.latestEvent?.event.body == "refused", "the timeline lists it after all events, too")
        await session.close()

        let again = MXSession.scripted(node)
        try await again.setStore(MXFileStore(directory: folder.url))
        let stored = try again.theRoom
        guard case .localCannotBeSent = stored.summary.latestEvent else {
            Issue.record("\(String(describing: stored.summary.latestEvent))")
            return
        }
        try await stored.removeOutgoingMessage(echo.lastingId)
        #expect(stored.summary.latestEvent?.event.body == "after")
        await again.close()
    }

    @Test("edits, reactions and redactions that wait are not shown, and of several messages the last one is")
    func others() async throws {
        let node = ScriptedNode()
        let target = node.say("before")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        node.hold("/s")
        try await room.queueEvent(
            .reaction, content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": "+"]])
        try await room.queueEvent(
            .roomMessage,
            content: [
                "msgtype": "m.text", "body": "* x", "m.new_content": ["msgtype": "m.text", "body": "x"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
            ])
        #expect(room.summary.latestEvent?.isLocal == false)
        for text in ["one", "two"] {
            try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string(text)])
        }
        #expect(room.summary.latestEvent?.event.body == "two")
        node.hold(nil)
        await session.close()
    }
}
