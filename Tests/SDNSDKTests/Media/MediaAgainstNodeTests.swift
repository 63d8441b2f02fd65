import Foundation
import HeraldLocks
import SDNNode
import SDNSDK
import TestSupport
import Testing

@Suite("Files on the embedded node")
struct MediaAgainstNodeTests {
    @Test("a file is uploaded and downloaded with progress, byte for byte")
    func roundTrip() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn(), bob = try await node.loggedIn()
            defer {
                ann.close()
                bob.close()
            }
            let data = Data((0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let up = Mutex<[TransportProgress]>([]), down = Mutex<[TransportProgress]>([])
            let url = try await ann.uploadContent(data, filename: "clip.mp4", mimeType: "video/mp4") { step in
                up.withLock { $0.append(step) }
            }
            let file = try await bob.downloadContent(url.absoluteString) { step in down.withLock { $0.append(step) } }
            #expect(file.data == data)
            #expect(file.mimeType == "video/mp4")
            #expect(file.filename == "clip.mp4")
            let sent = up.withLock { $0 }, received = down.withLock { $0 }
            #expect(sent.allSatisfy { $0.bytesToSend == 2_500_000 && $0.bytesSent <= 2_500_000 })
            #expect(sent.map(\.bytesSent) == sent.map(\.bytesSent).sorted())
            #expect(sent.last?.bytesSent == 2_500_000)
            #expect(received.last?.bytesReceived == 2_500_000)
            #expect(received.last?.bytesExpected == 2_500_000)
        }
    }

    @Test("an upload over the node's limits throws the node's error")
    func limits() async throws {
        var configuration = NodeConfiguration.quick
        configuration.media = MediaSettings(uploadLimit: 1_000, quotaPerUser: 1_500)
        try await withNode(configuration) { node in
            let ann = try await node.loggedIn()
            defer { ann.close() }
            #expect(try await ann.maxUploadSize() == 1_000)
            await #expect(throws: MXError.tooLarge) {
                _ = try await ann.uploadContent(Data(count: 1_001), mimeType: "image/png")
            }
            _ = try await ann.uploadContent(Data(count: 1_000), mimeType: "image/png")
            await #expect(throws: MXError.resourceLimitExceeded) {
                _ = try await ann.uploadContent(Data(count: 1_000), mimeType: "image/png")
            }
        }
    }

    @Test(
        "a thumbnail is the picture itself, and other files, missing files and previews of web pages are errors"
    )
    func others() async throws {
        try await withNode { node in
            let ann = try await node.loggedIn()
            defer { ann.close() }
            let picture = try await ann.uploadContent(Data([1, 2]), mimeType: "image/png").absoluteString
            let text = try await ann.uploadContent(Data([1, 2]), mimeType: "text/plain").absoluteString
            let size = MXThumbnailSize(width: 64, height: 64)
            #expect(try await ann.downloadThumbnail(picture, size: size).data == Data([1, 2]))
            await #expect(throws: MXError.unknown) { _ = try await ann.downloadThumbnail(text, size: size) }
            await #expect(throws: MXError.notFound) { _ = try await ann.downloadContent("mxc://localhost/unknown") }
            let page = try #require(URL(string: "http://127.0.0.1/"))
            await #expect(throws: MXError.notFound) { _ = try await ann.previewForURL(page) }
        }
    }

    @Test("the media manager still has the files that it downloaded after the node has stopped")
    func offline() async throws {
        let folder = try TemporaryFolder()
        let node = try await EmbeddedNode.start(.quick)
        let ann = try await node.loggedIn()
        let url = try await ann.uploadContent(Data("hello".utf8), mimeType: "text/plain").absoluteString
        let media = MXMediaManager(restClient: ann, folder: folder.url)
        #expect(try await media.data(for: url) == Data("hello".utf8))
        await node.stop()
        #expect(try await media.data(for: url) == Data("hello".utf8))
        ann.close()
    }
}
