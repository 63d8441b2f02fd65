import HTTPTypes
import Logging
import Synchronization
import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Ids of requests", .timeLimit(.minutes(10)))
struct RequestIDTests {
    private static func get(_ more: String) -> String { "GET /who HTTP/1.1\r\nHost: x\r\n\(more)\r\n" }

    private static func ids(_ more: String, trusted: [String]) async throws -> [String] {
        var limits = HTTPListener.Limits(bodyDeadline: .seconds(30))
        limits.proxies = try TrustedProxies(trusted)
        return try await TestPeer.with(limits) { listener in
            let socket = try TestSocket(port: listener.port)
            return try (0..<2).map { _ in
                socket.write(get(more))
                return try #require(socket.read().headers["x-request-id"])
            }
        }
    }

    @Test("every answer has an id of its own")
    func made() async throws {
        let ids = try await Self.ids("", trusted: [])
        #expect(Set(ids).count == 2 && ids.allSatisfy { $0.wholeMatch(of: /[0-9a-z]{13}/) != nil })
        #expect(Set((0..<10_000).map { _ in RequestID().text }).count == 10_000)
    }

    @Test("the id of a trusted proxy is used")
    func trusted() async throws {
        let id = "4bf92f35-77b3.A_6"
        let headers = "X-Forwarded-For: 192.0.2.1\r\nX-Request-Id: \(id)\r\n"
        #expect(try await Self.ids(headers, trusted: ["127.0.0.1"]) == [id, id])
    }

    @Test(
        "the id of a stranger, and one that is malformed, is replaced",
        arguments: [
            ("good", []), ("a b", ["127.0.0.1"]), ("a\"b", ["127.0.0.1"]), ("", ["127.0.0.1"]), ("ü", ["127.0.0.1"]),
            (String(repeating: "a", count: 65), ["127.0.0.1"]),
        ])
    func replaced(id: String, trusted: [String]) async throws {
        let ids = try await Self.ids("X-Forwarded-For: 192.0.2.1\r\nX-Request-Id: \(id)\r\n", trusted: trusted)
        #expect(!ids.contains(id) && ids.allSatisfy { $0.wholeMatch(of: /[0-9a-z]{13}/) != nil })
    }

    /// Stores the metadata of log lines.
    private struct Lines: LogHandler {
        let stored: Stored
        var metadataProvider: Logger.MetadataProvider?
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        final class Stored: Sendable {
            let ids = Mutex<[String?]>([])
        }

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            stored.ids.withLock { $0.append(metadataProvider?.get()[RequestID.key].map { "\($0)" }) }
        }
    }

    /// Logs a line in each phase of a request.
    private struct Speaker: ListenerHandler {
        let logger: Logger

        func admit(_ request: ListenerRequest) async -> ListenerAdmission {
            logger.info("admitted")
            return .admitted(.skipped) { _ in
                logger.info("answered")
                async let later: Void = logger.info("later")
                await later
                return ListenerResponse(.ok)
            }
        }

        func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.badRequest) }
    }

    @Test("the log lines of a request have its id, and those of the server's own work have none")
    func logged() async throws {
        let stored = Lines.Stored()
        let logger = Logger(label: "test") { _ in
            Lines(stored: stored, metadataProvider: Logger.requestMetadata)
        }
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: HTTPListener.Limits(bodyDeadline: .seconds(30), farewell: .seconds(1)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, handler: Speaker(logger: logger))
        let answer = await TestPeer.onThread {
            let socket = try TestSocket(port: listener.port)
            socket.write(Self.get(""))
            return try socket.read()
        }
        logger.info("own")
        await listener.stop()
        let id = try answer.get().headers["x-request-id"]
        #expect(id != nil)
        #expect(stored.ids.withLock(\.self) == [id, id, id, nil])
    }
}
