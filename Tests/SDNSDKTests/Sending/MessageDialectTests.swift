import HeraldJSON
import HeraldLocks
import SDNSDK
import SDNWire
import Testing

@Suite("Names of formats and links in messages")
struct MessageDialectTests {
    @Test(
        "a message uses the format name and the links of its kind of node",
        arguments: [
            (APIRoot.api, "org.sdn.custom.html", "https://sdn.to/#/"),
            (.matrix, "org.matrix.custom.html", "https://matrix.to/#/"),
        ])
    func dialect(root: APIRoot, format: String, link: String) async throws {
        let node = ScriptedNode()
        let theirs = node.say("a question")
        let session = MXSession.scripted(node, retryClock: ManualClock().retryClock, apiRoot: root)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        _ = try await room.sendTextMessage("bold", formattedText: "<b>bold</b>")
        _ = try await room.sendReply(to: room.event(withEventId: theirs), textMessage: "an answer")
        let contents = node.state.withLock { $0.log.suffix(2).map { $0["content"] } }
        #expect(contents.map { $0?["format"]?.stringValue } == [format, format])
        #expect(contents.last??["formatted_body"]?.stringValue?.contains("href=\"\(link)") == true)
        await session.close()
    }
}
