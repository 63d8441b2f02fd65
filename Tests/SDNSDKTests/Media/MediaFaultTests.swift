import Foundation
import HeraldJSON
import HeraldLocks
import SDNNode
import SDNSDK
import SDNWire
import TestSupport
import Testing

@Suite("Files over faulty connections", .timeLimit(.minutes(10)))
struct MediaFaultTests {
    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("herald-" + UUID().uuidString, isDirectory: true)
    }

    /// A clock on which every wait is over at once.
    private static let clock = RetryClock(
        now: { .zero }, sleep: { _ in try Task.checkCancellation() }, jitter: { _ in .zero },
        wall: { Timestamp(milliseconds: 0) })

    @Test("a token that expires is renewed during transfers, and each transfer completes")
    func renewal() async throws {
        let node = AnsweringNode()
        func answers(_ fragment: String, _ body: JSONValue) {
            node.on(fragment) { request, _ in
                request.headers["Authorization"] == "Bearer new"
                    ? (200, body) : (401, ["errcode": "M_UNKNOWN_TOKEN", "error": "", "soft_logout": true])
            }
        }
        answers("/upload", ["content_uri": "mxc://node.example/abc"])
        answers("/download", ["a": "file"])
        node.on("/refresh") { _, _ in (200, ["access_token": "new", "refresh_token": "next"]) }
        let credentials = MXCredentials(node: "http://node.example", userId: "@me:node.example", accessToken: "old")
        credentials.refreshToken = "first"
        let client = MXRestClient(credentials: credentials, transport: node, options: MXSDKOptions(), clock: Self.clock)
        async let address = client.uploadContent(Data([1, 2, 3]), mimeType: "image/png")
        async let file = client.downloadContent("mxc://node.example/abc")
        #expect(try await address.absoluteString == "mxc://node.example/abc")
        #expect(try await file.data == Data(#"{"a":"file"}"#.utf8))
        #expect(node.requests("/refresh").count == 1)
        #expect(node.requests("/upload").last?.body == [1, 2, 3])
    }

    @Test(
        "an incomplete file is never used and never stored",
        arguments: ["Content-Length: 100000", "Transfer-Encoding: chunked"])
    func cutOff(length: String) async throws {
        let content = [UInt8]((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 13) })
        let isChunked = length.hasPrefix("Transfer")
        let head =
            Array("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nConnection: close\r\n\(length)\r\n\r\n".utf8)
            + (isChunked ? Array("186a0\r\n".utf8) : [])
        let half = head + content.prefix(50_000),
            whole = head + content + (isChunked ? Array("\r\n0\r\n\r\n".utf8) : [])
        let connections = Mutex(0)
        let server = try RawServer { _ in
            let number = connections.withLock { count in
                count += 1
                return count
            }
            return number == 7 ? whole : half
        }
        let folder = Self.folder()
        let client = MXRestClient(
            credentials: MXCredentials(node: "http://127.0.0.1:\(server.port)", userId: "@me:x", accessToken: "t"),
            options: MXSDKOptions(),
            clock: Self.clock)
        defer {
            client.close()
            server.stop()
            try? FileManager.default.removeItem(at: folder)
        }
        let media = MXMediaManager(restClient: client, folder: folder)
        // Four tries that all break off, and then the third of the next ones is whole.
        let steps = Mutex<[Int64]>([])
        let error = await failure {
            try await media.data(for: "mxc://x/a") { step in steps.withLock { $0.append(step.bytesReceived) } }
        }
        #expect((error as? SDNSDKError)?.code == .connectionLost)
        let told = steps.withLock { $0 }
        #expect(!told.isEmpty && told == Array(Set(told)).sorted() && told.last ?? 0 <= 50_000)
        #expect(media.cachedFile(for: "mxc://x/a") == nil)
        #expect((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] == [])
        #expect(try await media.data(for: "mxc://x/a") == Data(content))
        let file = try #require(media.cachedFile(for: "mxc://x/a"))
        #expect(try Data(contentsOf: file) == Data(content))
        #expect(server.heads.count == 7)
    }

    @Test(
        "every file arrives unchanged over a network that fails, and its progress never decreases",
        arguments: [1, 2] as [UInt64])
    func badNetwork(seed: UInt64) async throws {
        let node = try await EmbeddedNode.start(.quick)
        let ann = try await node.loggedIn()
        let transport = FaultyTransport(seed: seed, share: 0.6, kinds: FaultyTransport.Fault.honest)
        try await exchange(
            seed,
            MXRestClient(credentials: ann.credentials, transport: transport, options: MXSDKOptions(), clock: Self.clock)
        )
        #expect(Set(transport.counts.keys) == Set(FaultyTransport.Fault.honest))
        ann.close()
        transport.close()
        await node.stop()
    }

    @Test(
        "every file arrives unchanged over a connection that damages answers, and its progress never decreases",
        arguments: [1, 2] as [UInt64])
    func badWire(seed: UInt64) async throws {
        let node = try await EmbeddedNode.start(.quick)
        let ann = try await node.loggedIn()
        let proxy = try FaultyProxy(to: node.url, seed: seed, share: 0.6, silences: 1)
        let transport = ImpatientTransport(), options = MXSDKOptions()
        options.maximumResponseBytes = 1 << 20
        let credentials = MXCredentials(
            node: proxy.url.absoluteString, userId: ann.credentials.userId, accessToken: ann.credentials.accessToken)
        try await exchange(
            seed, MXRestClient(credentials: credentials, transport: transport, options: options, clock: Self.clock))
        #expect(proxy.faults > 60 && proxy.counts.count > 12)
        ann.close()
        transport.close()
        proxy.close()
        await node.stop()
    }

    /// Sends files and fetches them again, all at the same time.
    private func exchange(_ seed: UInt64, _ client: MXRestClient) async throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(seed: seed)
        let files = (0..<40).map { _ in
            Data(
                (0..<Int.random(in: 0...20_000, using: &random)).flatMap { _ in
                    withUnsafeBytes(of: random.next()) { Array($0) }
                })
        }
        let addresses = try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for (index, data) in files.enumerated() {
                group.addTask {
                    let address = try await Self.untilItWorks { tell in
                        try await client.uploadContent(
                            data, filename: "\(index)", mimeType: "image/png", progress: tell
                        ).absoluteString
                    }
                    return (index, address)
                }
            }
            return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        // A file that ends with its connection looks complete, so only its size distinguishes it from a flood of bytes.
        let media = MXMediaManager(restClient: client, folder: folder.url, maximumFileSize: 1 << 20)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, address) in addresses {
                group.addTask {
                    let data = try await Self.untilItWorks { tell in try await media.data(for: address, progress: tell)
                    }
                    let isSame = data == files[index]
                    #expect(isSame, "file \(index) of \(files[index].count) bytes came as \(data.count)")
                }
            }
            try await group.waitForAll()
        }
        #expect(addresses.count == files.count)
        client.close()
        for (index, address) in addresses {
            let isSame = try await media.data(for: address) == files[index]
            #expect(isSame, "kept file \(index)")
        }
    }

    /// Repeats a call whose own tries were not enough; each must tell of a progress that rises.
    private static func untilItWorks<T: Sendable>(_ body: (@escaping TransportProgressHandler) async throws -> T)
        async throws -> T
    {
        while true {
            let steps = Mutex<[TransportProgress]>([])
            let result: Result<T, any Error>
            do { result = .success(try await body { step in steps.withLock { $0.append(step) } }) } catch {
                result = .failure(error)
            }
            let told = steps.withLock { $0 }
            for (step, next) in zip(told, told.dropFirst()) {
                #expect(step.bytesSent <= next.bytesSent && step.bytesReceived <= next.bytesReceived)
            }
            #expect(told.allSatisfy { $0.bytesSent <= $0.bytesToSend && $0.bytesReceived <= $0.bytesExpected ?? .max })
            switch result {
            case .success(let value): return value
            case .failure(let error): guard error is SDNSDKError || error is MXError else { throw error }
            }
        }
    }
}
