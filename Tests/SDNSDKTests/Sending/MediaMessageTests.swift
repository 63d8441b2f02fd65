import Foundation
import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("Messages with files", .timeLimit(.minutes(10)))
struct MediaMessageTests {
    private static let thumbnail = MXMediaThumbnail(data: Data([1, 2]), size: CGSize(width: 8, height: 6))

    @Test("the files are uploaded first, then the message that names them is sent; its echo exists from the start")
    func image() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        var updates = Updates(room.liveTimeline.updates())
        var echo: MXEvent?
        let finished = OneShotResult()
        room.sendImage(
            data: Data([7, 7, 7]), size: CGSize(width: 80, height: 60), mimeType: "image/png",
            thumbnail: Self.thumbnail, localEcho: &echo
        ) { finished.set($0) }
        #expect(echo?.content["msgtype"] == "m.image")
        _ = try await finished.value()
        let fraction = try await updates.first { update -> Double? in
            guard case .uploading(_, let fraction) = update, fraction == 1 else { return nil }
            return fraction
        }
        #expect(fraction == 1 && node.state.withLock { $0.files } == [[1, 2], [7, 7, 7]])
        let content = node.state.withLock { $0.log.last?["content"] }
        #expect(
            content?["url"] == "mxc://node.example/file2"
                && content?["info"]?["thumbnail_url"] == "mxc://node.example/file1")
        #expect(
            content?["info"]?["w"] == 80 && content?["info"]?["size"] == 3
                && content?["info"]?["thumbnail_info"]?["h"] == 6)
        await session.close()
    }

    @Test("after a crash between upload and message, the file is not uploaded again and the message is sent once")
    func crash() async throws {
        let folder = try TemporaryFolder()
        let files = try TemporaryFolder()
        let path = files.url.appendingPathComponent("report.txt")
        try Data("numbers".utf8).write(to: path)
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        node.fail("/send/", .answerLost)
        node.hold("/sync")
        let room = try first.theRoom
        let sending = Task { try await room.sendFile(localURL: path, mimeType: "text/plain") }
        await node.until { $0.log.last?["content"]?["body"] == "report.txt" }
        node.setDown(true)
        await first.close()
        _ = await failure { try await sending.value }

        node.hold(nil)
        node.setDown(false)
        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        var updates = Updates(second.updates())
        try await second.start()
        while try !second.theRoom.outgoingMessages().isEmpty { _ = try await updates.first { _ in true } }
        #expect(node.state.withLock { $0.files.count } == 1 && node.texts == ["report.txt"])
        await second.close()
    }

    @Test("an unsent file survives the process and is sent before the messages that were written after it")
    func offline() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        let first = MXSession.scripted(node)
        try await first.setStore(MXFileStore(directory: folder.url))
        try await first.start()
        await first.pause()
        let room = try first.theRoom
        var echo: MXEvent?
        room.sendImage(
            data: Data([9]), size: CGSize(width: 1, height: 1), mimeType: "image/png", thumbnail: nil, localEcho: &echo
        ) { _ in }
        _ = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "behind it"])
        await first.close()
        let second = MXSession.scripted(node)
        try await second.setStore(MXFileStore(directory: folder.url))
        node.fail("/upload", .refused)
        try await second.start()
        await node.until { $0.log.last?["content"]?["body"] == "behind it" }
        #expect(node.texts == ["Image", "behind it"] && node.state.withLock { $0.files } == [[9]])
        await second.close()
    }

    @Test("if the node refuses a file, its message fails and the other messages are sent")
    func refused() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        node.fail("/upload", .answer(413, ["errcode": "M_TOO_LARGE", "error": "too large"]))
        #expect(
            (await failure { try await room.sendImage(data: Data([1]), mimeType: "image/png") } as? MXError)?.errcode
                == "M_TOO_LARGE")
        _ = try await room.sendTextMessage("fine")
        #expect(node.texts == ["fine"])
        let failed = try #require(room.outgoingMessages().first?.unsignedData.transactionId)
        _ = try await room.resend(failed)
        #expect(node.texts == ["fine", "Image"])
        await session.close()
    }

    @Test("a voice message has its duration and its loudness as whole numbers")
    func voice() async throws {
        let files = try TemporaryFolder()
        let path = files.url.appendingPathComponent("voice.ogg")
        try Data([1]).write(to: path)
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        _ = try await session.theRoom.sendVoiceMessage(
            localURL: path, mimeType: "audio/ogg", duration: 1500, samples: [0, 0.5, 1, .nan, 7])
        let content = node.state.withLock { $0.log.last?["content"]?.objectValue } ?? [:]
        #expect(content["msgtype"] == "m.audio" && content["info"]?["duration"] == 1500)
        #expect(
            content["org.sdn.msc1767.audio"]?["waveform"] == [0, 512, 1024, 0, 1024]
                && content["org.sdn.msc3245.voice"] == [:])
        await session.close()
    }
}
