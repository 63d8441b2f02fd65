import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("The outbox and the end of a session", .timeLimit(.minutes(10)))
struct OutboxLogoutTests {
    @Test("a message sent during logout is refused and does not survive it")
    func logout() async throws {
        let folder = try TemporaryFolder()
        let node = AnsweringNode()
        node.on("/sync") { _, count in count == 1 ? (200, AnsweringNode.oneRoom) : try await AnsweringNode.silence() }
        node.on("/logout") { _, _ in (200, [:]) }
        let session = MXSession.scripted(node)
        let store = InterceptedStore(MXFileStore(directory: folder.url))
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        let outcome = OneShotResult()
        store.afterDeletion {
            var echo: MXEvent?
            room.sendTextMessage("private", localEcho: &echo) { outcome.set($0) }
        }
        try await session.logout()
        #expect((await failure { try await outcome.value() } as? SDNSDKError)?.code == .closed)
        #expect(node.requests("/send/").isEmpty)

        let again = MXFileStore(directory: folder.url)
        try await again.open(with: session.credentials)
        #expect(try await again.read { try $0.outgoingMessages() }.isEmpty)
        await again.close()
    }
}
