import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("A session that failed and was not closed", .timeLimit(.minutes(10)))
struct FailedSessionTests {
    /// A store with a room, which a session has left.
    private func leftStore() async throws -> (ScriptedNode, TemporaryFolder) {
        let (node, folder) = (ScriptedNode(), try TemporaryFolder())
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        await session.close()
        return (node, folder)
    }

    private func failedStart(_ node: ScriptedNode, _ folder: TemporaryFolder) async throws -> MXSession {
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        node.fail("/sync", .answer(401, ["errcode": "M_UNKNOWN_TOKEN", "error": "log in again"]))
        #expect(await failure { try await session.start() } as? MXError == .unknownToken)
        return session
    }

    /// The number of open files below a folder; 0 on systems that do not list them.
    private func openFiles(_ folder: TemporaryFolder) -> Int {
        let manager = FileManager.default, list = "/proc/self/fd"
        return ((try? manager.contentsOfDirectory(atPath: list)) ?? []).count { name in
            (try? manager.destinationOfSymbolicLink(atPath: list + "/" + name))?.hasPrefix(folder.url.path) ?? false
        }
    }

    @Test("the next session opens the exclusive store, and no file stays open")
    func dropped() async throws {
        let (node, folder) = try await leftStore()
        for _ in 0..<10 {
            let session = try await failedStart(node, folder)
            #expect(session.rooms.count == 1)
        }
        #expect(openFiles(folder) == 0)
        let last = MXSession.scripted(node)
        try await last.setStore(MXFileStore(directory: folder.url))
        try await last.start()
        await last.close()
    }

    @Test("a failed background sync leaves the exclusive store to the next session")
    func failedBackgroundSync() async throws {
        let (node, folder) = try await leftStore()
        node.setDown(true)
        for _ in 0..<3 {
            let session = MXSession.scripted(node)
            try await session.setStore(MXFileStore(directory: folder.url))
            #expect(await failure { try await session.backgroundSync(ignoreSessionState: true) } != nil)
        }
        #expect(openFiles(folder) == 0)
    }

    @Test("a cancelled start leaves the exclusive store to the next session, and no file stays open")
    func cancelled() async throws {
        let (node, folder) = try await leftStore()
        node.hold("/sync")
        for number in 1...10 {
            let session = MXSession.scripted(node)
            try await session.setStore(MXFileStore(directory: folder.url))
            let starting = Task { try await session.start() }
            await node.until { $0.heldAnswers >= number }
            starting.cancel()
            #expect(await failure { try await starting.value } is CancellationError)
            #expect(session.state == .storeDataReady)
        }
        #expect(openFiles(folder) == 0)
    }

    @Test("a session that is refused while it sends stops sending, and leaves the exclusive store to the next session")
    func refusedWhileSending() async throws {
        let (node, folder) = try await leftStore()
        let session = MXSession.scripted(node)
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        node.hold("/upload")
        let picture = folder.url.appendingPathComponent("a.png")
        try Data([1, 2, 3]).write(to: picture)
        var echo: MXEvent?
        let told = OneShot<Void>()
        try session.theRoom.sendFile(localURL: picture, mimeType: "image/png", localEcho: &echo) { response in
            guard let error = response.error else { return told.fulfil(.success(())) }
            told.fulfil(.failure(error))
        }
        await node.until { $0.heldAnswers > 0 }
        #expect(echo?.sentState == .uploading)
        node.fail("/sync", .answer(401, ["errcode": "M_UNKNOWN_TOKEN", "error": "log in again"]))
        node.say("wakes the sync up")
        let next = MXFileStore(directory: folder.url)
        while await failure(of: { try await next.open(with: session.credentials) }) != nil { await Task.yield() }
        #expect(echo?.sentState == .preparing)
        await next.close()
        #expect(await failure { try await told.value() } as? MXError == .unknownToken)
        node.hold(nil)
        // A message that is handed over now waits too, and its caller learns why.
        let room = try session.theRoom
        #expect(await failure { _ = try await room.sendTextMessage("later") } as? MXError == .unknownToken)
        #expect(room.outgoingMessages().map(\.sentState) == [.preparing, .preparing])
        #expect(session.reconnect())
        await node.until { $0.log.last?["content"]?["body"] == "later" }
        #expect(node.texts.contains("a.png"))
        await session.close()
    }

    @Test("the failed session reads its store again when it is used, and may start again")
    func usedAgain() async throws {
        let (node, folder) = try await leftStore()
        let session = try await failedStart(node, folder)
        #expect(try await session.theRoom.state().members.member(withUserId: ScriptedNode.other) != nil)
        let heard = Heard(try session.theRoom.liveTimeline)
        var updates = Updates(session.updates())
        let id = node.say("later")
        #expect(session.reconnect())
        _ = try await updates.first { if case .synced = $0 { true } else { nil } }
        #expect(heard.ids(.forwards) == [id])
        await session.close()
        #expect(openFiles(folder) == 0)
    }

    @Test("the failed session does not continue with a store that another session has synced into")
    func overtaken() async throws {
        let (node, folder) = try await leftStore()
        let failed = try await failedStart(node, folder)
        let next = MXSession.scripted(node)
        try await next.setStore(MXFileStore(directory: folder.url))
        node.say("later")
        try await next.start()
        await next.close()
        let error = await failure { _ = try await failed.theRoom.state() } as? SDNSDKError
        #expect(error?.code == .storeInUse)
        await failed.close()
    }
}
