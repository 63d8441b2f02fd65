import Foundation
import Hummingbird
import Logging
import MYKEYLocalServers
import MYKEYServices
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import MYKEYHummingbird

@Suite("Posts that are refused before their body, and routes without clients' addresses", .timeLimit(.minutes(10)))
struct UnreadBodyTests {
    /// A request context that knows the client's address.
    private struct AddressContext: RequestContext, RemoteAddressRequestContext {
        var coreContext: CoreRequestContextStorage
        let remoteAddress: SocketAddress?

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            remoteAddress = source.channel.remoteAddress
        }
    }

    private func service() throws -> CallbackService {
        var limits = CallbackLimits()
        limits.postsPerAddress = 1
        return try LoginCast().service(store: try SQLiteReplayStore.inMemory(), limits: limits)
    }

    /// Posts a body, and returns the first line of the answer. Receiving blocks, so it has a thread of its own.
    private func post(_ url: String, _ path: String, length: Int, body: String) async throws -> String {
        let port = try #require(URL(string: url)?.port)
        let text = "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: \(length)\r\n\r\n\(body)"
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.exchange(text, port: port) })
            }
        }
    }

    private static func exchange(_ text: String, port: Int) throws -> String {
        let connection = try LoopbackConnection.connect(to: port)
        connection.send(text.utf8)
        let answer = String(decoding: connection.receive() ?? [], as: UTF8.self)
        connection.close()
        return String(answer.prefix { $0 != "\r\n" })
    }

    @Test("attack 82: a back end answers a post of an address that posts too often before the body arrives")
    func backEnd() async throws {
        let service = try service()
        let server = try await LoginServer.start { _ in service }
        let first = try await post(server.url, "/login", length: 2, body: "{}")
        let second = try await post(server.url, "/login", length: 10_000, body: "")
        await server.stop()
        #expect(first.contains(" 200 ") && second.contains(" 429 "), "\(first), \(second)")
    }

    @Test("attack 82: the callback route answers a post of an address that posts too often before the body arrives")
    func route() async throws {
        let router = Router(context: AddressContext.self)
        router.mykeyCallback("/mykey/login", try service())
        let server = try await LoopbackServer.start(responder: router.buildResponder())
        let first = try await post(server.url, "/mykey/login", length: 2, body: "{}")
        let second = try await post(server.url, "/mykey/login", length: 10_000, body: "")
        await server.stop()
        #expect(first.contains(" 200 ") && second.contains(" 429 "), "\(first), \(second)")
    }

    @Test("a route that does not know its clients' addresses says so once")
    func unknownAddresses() {
        let lines = LineCount()
        let addresses = CallerAddresses()
        for _ in 0..<3 { addresses.report(to: lines.logger) }
        #expect(lines.all.count == 1 && lines.all.first?.contains("RemoteAddressRequestContext") == true)
    }
}

/// Stores the messages of a logger.
private final class LineCount: Sendable {
    private struct Handler: LogHandler {
        let lines: LineCount
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.warning

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) { lines.stored.withLock { $0.append("\(event.message)") } }
    }

    private let stored = Mutex<[String]>([])

    var all: [String] { stored.withLock(\.self) }
    var logger: Logger { Logger(label: "test") { _ in Handler(lines: self) } }
}
