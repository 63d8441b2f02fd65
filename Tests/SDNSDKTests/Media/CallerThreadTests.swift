import Dispatch
import Foundation
import HeraldJSON
import HeraldLocks
@testable import SDNClient
import SDNSDK
import SDNValues
import TestSupport
import Testing

@Suite("Calls that an app makes in its main thread", .timeLimit(.minutes(3)))
struct CallerThreadTests {
    @Test("the size of the cache does not wait for the first listing of the folder")
    func sizeBeforeListing() async throws {
        let place = try TemporaryFolder(), release = DispatchSemaphore(value: 0), stops = Mutex(false)
        let entered = OneShot<Void>(), folder = place.url, client = MXSession.scripted(ScriptedNode()).sdnRestClient
        try MXMediaManager(restClient: client, folder: folder).keep(Data("a".utf8), for: "mxc://x/a")
        // Listing the folder reads the clock for an unfinished file.
        try Data().write(to: folder.appendingPathComponent("part-1"))
        stops.withLock { $0 = true }
        let media = MXMediaManager(
            restClient: client, folder: folder, maximumCacheSize: 1_000,
            maximumFileSize: 1_000
        ) {
            let isStopped = stops.withLock { stops in
                defer { stops = false }
                return stops
            }
            if isStopped {
                entered.fulfil(.success(()))
                release.wait()
            }
            return Date()
        }
        #expect(media.cacheSize == 0)
        try await entered.value()
        #expect(media.cacheSize == 0)
        release.signal()
        #expect(await media.measuredCacheSize() == 1 && media.cacheSize == 1)
    }

    @Test("a short file is not read before the call returns, and short content in memory needs no reading")
    func attachment() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appendingPathComponent("a.txt", isDirectory: false)
        try Data("file".utf8).write(to: path)
        let file = try MXOutgoingAttachment(
            member: "url", filename: nil, mimeType: "text/plain", source: MXAttachmentSource(localURL: path))
        #expect(file.bytes.isEmpty && file.source != nil && file.size == 4)
        let memory = try MXOutgoingAttachment(
            member: "url", filename: nil, mimeType: "text/plain", source: MXAttachmentSource(Data("file".utf8)))
        #expect(memory.bytes == Array("file".utf8) && memory.source == nil)
    }

    @Test("short and empty files are stored with their message and sent")
    func shortFiles() async throws {
        let (folder, files, node) = (try TemporaryFolder(), try TemporaryFolder(), ScriptedNode())
        let session = MXSession.scripted(node)
        let store = MXFileStore(directory: folder.url)
        try await session.setStore(store)
        try await session.start()
        await session.pause()
        let room = try session.theRoom
        var echoes: [String] = []
        for text in ["file", ""] {
            let path = files.url.appendingPathComponent("a\(text).txt", isDirectory: false)
            try Data(text.utf8).write(to: path)
            var echo: MXEvent?
            room.sendFile(localURL: path, mimeType: "text/plain", localEcho: &echo) { _ in }
            try FileManager.default.removeItem(at: path)
            echoes.append(try #require(echo?.eventId))
        }
        _ = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "behind them"])
        for (localId, text) in zip(echoes, ["file", ""]) {
            let stored = try await store.read { try $0.attachments(ofMessage: localId) }
            #expect(stored.map(\.bytes) == [Array(text.utf8)] && stored.first?.isInParts == false)
        }
        try await session.resume()
        await node.until { $0.log.last?["content"]?["body"] == "behind them" }
        #expect(node.texts == ["afile.txt", "a.txt", "behind them"])
        #expect(node.state.withLock { $0.files } == [Array("file".utf8), []])
        await session.close()
    }
}
