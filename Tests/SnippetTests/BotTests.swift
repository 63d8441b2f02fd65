import Foundation
import HeraldJSON
import HeraldKeys
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("The bot of the article", .timeLimit(.minutes(10)))
struct BotTests {
    /// A user who asks the bot something, and hears its answers.
    private struct Asker {
        let session: MXSession
        let room: MXRoom
        let botId: String
        var updates: AsyncStream<MXSessionUpdate>.Iterator

        init(_ node: EmbeddedNode, botId: String) async throws {
            self.botId = botId
            let credentials = try await SDNSamples.logIn(nodeURL: node.url, keyBytes: Array(repeating: 21, count: 32))
            session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
            try await session.start()
            updates = session.updates().makeAsyncIterator()
            room = try await session.createRoom(withName: "Echo", preset: .publicChat)
        }

        /// Invites the bot to a room, and returns when it has joined.
        mutating func botJoins(_ room: MXRoom) async throws {
            try await room.invite(.userId(botId))
            while let update = await updates.next() {
                guard case .event(let event) = update, event.roomId == room.roomId, event.stateKey == botId else {
                    continue
                }
                if event.content["membership"]?.stringValue == "join" { return }
            }
        }

        /// Returns the last line of the bot's next message.
        mutating func answer() async -> String? {
            while let update = await updates.next() {
                guard case .event(let event) = update, event.sender == botId, event.eventType == .roomMessage else {
                    continue
                }
                return event.content["body"]?.stringValue?.split(separator: "\n").last.map(String.init)
            }
            return nil
        }
    }

    @Test(
        "a bot answers neither what was said before it joined, nor, after its store was lost, what it answered before")
    func history() async throws {
        let (node, folder) = (try await EmbeddedNode.start(), try TemporaryFolder())
        let key = try Secp256k1PrivateKey(bytes: Array(repeating: 22, count: 32))
        let visitor = MXRestClient(node: node.url, unrecognizedCertificateHandler: nil)
        let botId = try #require(try await visitor.loginWithDID(signer: LocalWalletSigner(key)).userId)
        var asker = try await Asker(node, botId: botId)
        try await asker.room.sendTextMessage("!echo before")

        let first = Task {
            try await SDNSamples.echoBot(nodeURL: node.url, key: key, folder: folder.url.appendingPathComponent("a"))
        }
        try await asker.botJoins(asker.room)
        try await asker.room.sendTextMessage("!echo one")
        #expect(await asker.answer() == "one")
        first.cancel()
        _ = try? await first.value

        // The second run has an empty folder. It can be heard because it accepts an invite.
        let second = Task {
            try await SDNSamples.echoBot(nodeURL: node.url, key: key, folder: folder.url.appendingPathComponent("b"))
        }
        let other = try await asker.session.createRoom(withName: "Bell")
        try await asker.botJoins(other)
        try await asker.room.sendTextMessage("!echo two")
        #expect(await asker.answer() == "two", "the answers to what was said before would have come first")
        second.cancel()
        _ = try? await second.value
        await asker.session.close()
        await node.stop()
    }
}
