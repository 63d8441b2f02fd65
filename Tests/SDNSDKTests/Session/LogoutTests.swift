import Foundation
import HeraldJSON
import SDNSDK
import Testing

@Suite("Logging out", .timeLimit(.minutes(10)))
struct LogoutTests {
    @Test(
        "logging out deletes the account's files, even another process's, and a file that arrives later is not stored"
    )
    func media() async throws {
        let node = AnsweringNode()
        let released = OneShot<Void>()
        node.on("/sync") { _, count in count == 1 ? (200, AnsweringNode.oneRoom) : try await AnsweringNode.silence() }
        node.on("/logout") { _, _ in (200, [:]) }
        node.on("/download") { _, _ in
            try await released.value()
            return (200, "a file")
        }
        let session = MXSession.scripted(node, userId: "@\(UUID().uuidString.lowercased()):node.example")
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let media = session.mediaManager
        defer { try? FileManager.default.removeItem(at: media.folder) }
        try media.keep(Data([1, 2, 3]), for: "mxc://node.example/a")
        #expect(media.cacheSize == 3)
        try MXMediaManager(restClient: session.sdnRestClient, folder: media.folder).keep(
            Data([4]), for: "mxc://node.example/b")
        let late = Task { try await media.data(for: "mxc://node.example/c") }
        try await node.received(1, "/download")
        try await session.logout()
        released.fulfil(.success(()))
        #expect(try await late.value == Data(#""a file""#.utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: media.folder.path).isEmpty)
        #expect(media.cachedFile(for: "mxc://node.example/a") == nil && media.cacheSize == 0)
    }
}
