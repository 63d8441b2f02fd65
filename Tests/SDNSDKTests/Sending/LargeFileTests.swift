import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Messages with large files", .timeLimit(.minutes(10)))
struct LargeFileTests {
    private static let content = Data((0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    private static func file(in folder: TemporaryFolder) throws -> URL {
        let path = folder.url.appendingPathComponent("clip.mp4", isDirectory: false)
        try content.write(to: path)
        return path
    }

    @Test(
        "a large file outlives its path and the process, can be shown while it waits, and is sent whole before later messages"
    )
    func restart() async throws {
        let (folder, files) = (try TemporaryFolder(), try TemporaryFolder())
        let path = try Self.file(in: files)
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        await first.pause()
        let room = try first.theRoom
        var echo: MXEvent?
        room.sendFile(localURL: path, mimeType: "video/mp4", localEcho: &echo) { _ in }
        try FileManager.default.removeItem(at: path)
        let localId = try #require(echo?.eventId)
        _ = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "behind it"])
        let waiting = try #require(try await room.fileOfOutgoingMessage(localId))
        defer { try? FileManager.default.removeItem(at: waiting) }
        #expect(try Data(contentsOf: waiting) == Self.content)
        #expect(try await room.fileOfOutgoingMessage(localId, isThumbnail: true) == nil)
        await first.close()

        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        try await second.start()
        await node.until { $0.log.last?["content"]?["body"] == "behind it" }
        #expect(node.texts == ["clip.mp4", "behind it"])
        #expect(node.state.withLock { $0.files } == [[UInt8](Self.content)])
        await second.close()
    }

    @Test(
        "messages of other rooms and of the same room keep their order while a file is stored; none is lost at a close")
    func order() async throws {
        let (folder, files) = (try TemporaryFolder(), try TemporaryFolder())
        let path = try Self.file(in: files)
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        await first.pause()
        let room = try first.theRoom
        for number in 0..<3 {
            var echo: MXEvent?
            room.sendFile(localURL: path, mimeType: "video/mp4", localEcho: &echo) { _ in }
            room.sendTextMessage("after \(number)", localEcho: &echo) { _ in }
        }
        // Nothing has waited until the messages were stored.
        await first.close()
        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        try await second.start()
        await node.until { $0.log.last?["content"]?["body"] == "after 2" }
        #expect(node.texts == ["clip.mp4", "after 0", "clip.mp4", "after 1", "clip.mp4", "after 2"])
        await second.close()
    }

    @Test("an item says how much of its file is uploaded; when the message is removed, its parts are deleted")
    func progress() async throws {
        let files = try TemporaryFolder()
        let path = try Self.file(in: files)
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        let store = MXMemoryStore()
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        let list = Followed(try await room.timelineUpdates())
        node.hold("/upload")
        let sending = Task { try await room.sendVideo(localURL: path) }
        let size = Int64(Self.content.count)
        try await list.until { $0.last?.upload == MXUploadProgress(bytesSent: 0, bytesToSend: size) }
        #expect(list.items.last?.sentState == .uploading && list.items.last?.upload?.fraction == 0)
        let localId = try #require(list.items.last?.id)
        #expect(try await store.read { try $0.attachmentPart(2, of: "url", ofMessage: localId) } != nil)
        try await room.removeOutgoingMessage(localId)
        #expect(try await store.read { try $0.attachmentPart(2, of: "url", ofMessage: localId) } == nil)
        #expect(try await room.fileOfOutgoingMessage(localId) == nil)
        try await list.until { $0.last?.id != localId }
        node.hold(nil)
        _ = await failure { try await sending.value }
        await session.close()
    }

    @Test("an item has no progress any more when its files are uploaded")
    func waiting() async throws {
        let files = try TemporaryFolder()
        let path = try Self.file(in: files)
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let list = Followed(try await room.timelineUpdates())
        node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "no"]))
        node.hold("/upload")
        let sending = Task { try await room.sendVideo(localURL: path) }
        try await list.until { $0.last?.upload != nil }
        node.hold(nil)
        try await list.until { $0.last?.sentState == .failed }
        #expect(list.items.last?.upload == nil)
        _ = await failure { try await sending.value }
        await session.close()
    }

    @Test("a file that cannot be read is refused at once", arguments: ["missing", ""])
    func unreadable(name: String) async throws {
        let files = try TemporaryFolder()
        let session = MXSession.scripted(ScriptedNode())
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let path = name.isEmpty ? files.url : files.url.appendingPathComponent(name, isDirectory: false)
        let error = await failure { try await room.sendFile(localURL: path, mimeType: "text/plain") } as? SDNSDKError
        #expect(error?.code == .invalidArgument && error?.field == "localURL")
        #expect(room.outgoingMessages().isEmpty)
        await session.close()
    }
}
