import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
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

    /// A session with a store on disk, which logs out while the node holds its answer back. Returns when the node has the request.
    private func loggingOut(
        _ folder: TemporaryFolder, _ node: AnsweringNode, _ answer: OneShot<Void>, status: Int
    ) async throws -> (MXSession, Task<Void, any Error>) {
        node.on("/sync") { _, count in count == 1 ? (200, AnsweringNode.oneRoom) : try await AnsweringNode.silence() }
        node.on("/logout") { _, _ in
            try await answer.value()
            guard status == 200 else { return (status, ["errcode": "M_FORBIDDEN", "error": "no"]) }
            return (200, [:])
        }
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        let logout = Task { try await session.logout() }
        try await node.received(1, "/logout")
        return (session, logout)
    }

    private func rooms(in folder: TemporaryFolder, of session: MXSession) async throws -> Int {
        let store = MXFileStore(directory: folder.url)
        try await store.open(with: session.credentials)
        let count = try await store.read { try $0.rooms().count }
        await store.close()
        return count
    }

    @Test("a close during a logout waits for it, and the data is removed")
    func closeMeanwhile() async throws {
        let (folder, node, answer) = (try TemporaryFolder(), AnsweringNode(), OneShot<Void>())
        let (session, logout) = try await loggingOut(folder, node, answer, status: 200)
        let states = session.stateUpdates()
        let close = Task { await session.close() }
        for await state in states where state == .closed { break }
        answer.fulfil(.success(()))
        try await logout.value
        await close.value
        #expect(try await rooms(in: folder, of: session) == 0)
    }

    @Test("a close during a logout that the node refuses leaves the data, and the caller of logout knows it")
    func refusedMeanwhile() async throws {
        let (folder, node, answer) = (try TemporaryFolder(), AnsweringNode(), OneShot<Void>())
        let (session, logout) = try await loggingOut(folder, node, answer, status: 403)
        let close = Task { await session.close() }
        answer.fulfil(.success(()))
        #expect((await failure { try await logout.value } as? MXError) == .forbidden)
        await close.value
        #expect(try await rooms(in: folder, of: session) == 1)
    }
}
