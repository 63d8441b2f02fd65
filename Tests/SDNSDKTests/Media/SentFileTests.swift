import Foundation
import HeraldJSON
import HeraldLocks
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Files that this device sends", .timeLimit(.minutes(10)))
struct SentFileTests {
    private static let content = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

    @Test("what was sent is in the media cache, whole, with its thumbnail, and its progress rises to the end")
    func cached() async throws {
        let files = try TemporaryFolder()
        let path = files.url.appendingPathComponent("clip.mp4", isDirectory: false)
        try Self.content.write(to: path)
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let alice = try await EmbeddedUser(node, 71)
        let roomId = try await alice.client.createRoom(parameters: MXRoomCreationParameters(name: "Files")).roomId
        let session = try await alice.session(MXFileStore(directory: files.url.appendingPathComponent("store")))
        try await session.start()
        let room = try #require(session.room(withRoomId: roomId))
        var updates = Updates(room.liveTimeline.updates())
        let eventId = try await room.sendVideo(
            localURL: path,
            thumbnail: MXMediaThumbnail(data: Data([1, 2]), size: CGSize(width: 8, height: 6)))
        var fractions: [Double] = []
        _ = try await updates.first { update -> Bool? in
            guard case .uploading(_, let fraction) = update else { return nil }
            fractions.append(fraction)
            return fraction == 1 ? true : nil
        }
        #expect(fractions == fractions.sorted() && fractions.count <= 102)
        let event = try await alice.client.event(withEventId: eventId, inRoom: roomId)
        let url = try #require(event.content["url"]?.stringValue)
        let thumbnail = try #require(event.content["info"]?["thumbnail_url"]?.stringValue)
        let media = session.mediaManager
        #expect(try media.cachedFile(for: url).map { try Data(contentsOf: $0) } == Self.content)
        #expect(try media.cachedFile(for: thumbnail).map { try Data(contentsOf: $0) } == Data([1, 2]))
        #expect(try await alice.client.downloadContent(url).data == Self.content)
        await session.close()
        await node.stop()
    }

    @Test("a file is uploaded from its URL with its name, byte for byte")
    func fromURL() async throws {
        let files = try TemporaryFolder()
        let path = files.url.appendingPathComponent("clip.mp4", isDirectory: false)
        try Self.content.write(to: path)
        let node = try await EmbeddedNode.start(NodeConfiguration(rateLimits: .unlimited))
        let alice = try await EmbeddedUser(node, 72)
        let steps = Mutex<[TransportProgress]>([])
        let url = try await alice.client.uploadContent(localURL: path, mimeType: "video/mp4") { step in
            steps.withLock { $0.append(step) }
        }
        let file = try await alice.client.downloadContent(url.absoluteString)
        #expect(file.data == Self.content && file.filename == "clip.mp4" && file.mimeType == "video/mp4")
        #expect(steps.withLock { $0.last?.bytesSent } == Int64(Self.content.count))
        await node.stop()
    }

    #if os(Linux)
    /// The memory that an upload may take in addition to the memory of a session at rest, with the pages of the program that it loads. A share
    /// extension has 120 MB in all.
    private static let memory = 16 << 20

    @Test(
        "an upload takes at most 16 MiB above rest at any size, also from an encrypted store",
        arguments: [40_000_000, 200_000_000].flatMap { size in ["upload", "upload-sealed"].map { ($0, size) } })
    func memory(command: String, size: Int) async throws {
        let files = try TemporaryFolder()
        let folder = files.url.appendingPathComponent("store", isDirectory: true)
        // The file is sparse, and takes no space on the disk.
        #expect(FileManager.default.createFile(atPath: folder.path + ".file", contents: nil))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + ".file", isDirectory: false))
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        var configuration = NodeConfiguration(rateLimits: .unlimited)
        configuration.media = MediaSettings(uploadLimit: size)
        let node = try await EmbeddedNode.start(configuration)
        let alice = try await EmbeddedUser(node, 73)
        _ = try await alice.client.createRoom(parameters: MXRoomCreationParameters(name: "Files"))
        let token = try #require(alice.client.credentials.accessToken)
        let arguments = [command, folder.path, node.url.absoluteString, alice.userId, String(size)]
        let run = try await KilledSession.run(arguments, token: token, killedAfter: nil, pause: 0)
        #expect(run.isFinished, "\(run.lines.suffix(3))")
        func said(_ word: String) -> Int? {
            run.lines.last { $0.hasPrefix(word + " ") }.flatMap { Int($0.dropFirst(word.count + 1)) }
        }
        let peak = try #require(said("peak"))
        print("\(command) of \(size / 1_000_000) MB: at most \(peak >> 10) KiB above rest")
        // Each upload needs some memory. Without any, nothing was measured.
        #expect((1...Self.memory).contains(peak))
        #expect(said("cached") == size)
        await node.stop()
    }
    #endif
}
