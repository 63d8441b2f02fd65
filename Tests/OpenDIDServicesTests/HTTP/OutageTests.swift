import HeraldPeer
import Logging
import OpenDID_DataModel
import Synchronization
import Testing

@testable import OpenDIDServices

@Suite("Requests that meet a database which is not available")
struct OutageTests {
    private static let echo = ServiceEndpoint<RetrievePii, _RetrievePii>(.tas, .post, "echo")

    private func answer(
        _ handler: @escaping @Sendable () async throws -> String
    ) async -> ServiceResponse {
        var routes = RouteTable()
        routes.on(Self.echo) { (_: RetrievePii, _: ReceivedCall) in _RetrievePii(pii: try await handler()) }
        let router = ServiceRouter(
            routes: routes, admission: Admission(operatorToken: nil, peerToken: nil),
            limiter: ClientLimiter(.unlimited, uptime: { .zero }),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return await router.respond(
            to: ServiceRequest(method: "POST", path: Self.echo.path, body: Array(#"{"userId":"7"}"#.utf8)))
    }

    private static let busy = ServiceDatabaseError(.temporary(retryAfter: .seconds(3)), reason: "busy")

    @Test("a temporary error of the database is answered with 503 and the time to wait")
    func temporary() async {
        let response = await answer { throw Self.busy }
        #expect(response.status == 503 && response.code == "9503" && response.retryAfter == .seconds(3))
        #expect(!String(decoding: response.body, as: UTF8.self).contains("busy"))
    }

    @Test("an outage that a handler takes for a fault of the sender is answered with 503 all the same")
    func hidden() async {
        let response = await answer {
            TemporaryOutage.note(Self.busy)
            throw ServiceError(TASError.signatureInvalid)
        }
        #expect(response.status == 503 && response.retryAfter == .seconds(3))
    }

    @Test("a request that succeeds in spite of an outage gets its answer")
    func overcome() async {
        let response = await answer {
            TemporaryOutage.note(Self.busy)
            return "a"
        }
        #expect(response == ServiceResponse(status: 200, body: Array(#"{"pii":"a"}"#.utf8)))
    }

    @Test("the outage of one request does not change the answer to another one")
    func separate() async {
        #expect(await answer { throw Self.busy }.status == 503)
        #expect(await answer { throw ServiceError(TASError.signatureInvalid) }.status == 400)
    }

    @Test(
        "other errors of the database have the server's own codes, and texts that cannot be stored are the sender's fault",
        arguments: [
            (ServiceDatabaseError.Kind.constraint, "SSRVTRA90003", 500), (.other, "SSRVTRA90003", 500),
            (.unstorableText, "SSRVTRA12004", 400),
        ])
    func others(kind: ServiceDatabaseError.Kind, code: String, status: Int) async {
        let response = await answer { throw ServiceDatabaseError(kind, reason: "a reason") }
        #expect(response.code == code && response.status == status && response.retryAfter == nil)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("a reason"))
    }

    @Test("a server that calls another one, which refuses the connection, answers 503 with its own code")
    func refused() async {
        struct Refusing: PeerTransport {
            func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse {
                throw CancellationError()
            }
        }
        for isCaught in [false, true] {
            let response = await answer {
                let peers = PeerClient(
                    local: LateHandler(), localRoles: [], addresses: [.tas: "http://127.0.0.1:1"], token: nil,
                    transport: Refusing())
                do {
                    let answer: _RetrievePii = try await peers.call(
                        Self.echo, RetrievePii(userId: "7"), unreachable: TASError.peerUnreachable)
                    return answer.pii
                } catch {
                    if isCaught { throw ServiceError(TASError.signatureInvalid) }
                    throw error
                }
            }
            #expect(response.status == 503 && response.retryAfter == .seconds(5))
            #expect(response.code == (isCaught ? "9503" : "SSRVTRA15502"))
        }
    }

    @Test("an outage is logged with its reason, at most once a second")
    func logged() {
        let lines = Lines()
        let log = OutageLog(logger: Logger(label: "test") { _ in lines })
        let start = ContinuousClock.now
        for (reason, after) in [("busy", 0), ("busy", 999), ("down", 999), ("busy", 1000)] {
            log.note(reason, at: start + .milliseconds(after))
        }
        #expect(lines.all.withLock(\.self) == ["busy", "down", "busy"])
    }

    /// Stores the reasons in the log.
    private final class Lines: LogHandler {
        let all = Mutex<[String]>([])
        var logLevel: Logger.Level {
            get { .warning }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }

        subscript(metadataKey _: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            all.withLock { $0.append(event.metadata?["reason"].map { "\($0)" } ?? "") }
        }
    }

    @Test("a server that stops answers 503 and the time to wait")
    func stopping() async {
        let stopped = ServicesError(.stopped, field: "database", reason: "the server stopped")
        for error in [CancellationError(), stopped] as [any Error] {
            let response = await answer { throw error }
            #expect(response.status == 503 && response.code == "9503" && response.retryAfter == .seconds(5))
        }
    }

    @Test(
        "a server that calls another one, which is not available or whose proxy says so, answers 503 too",
        arguments: [502, 503, 504])
    func passedOn(status: Int) async {
        struct Unavailable: PeerTransport {
            let status: Int

            func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse {
                ServiceResponse(status: status, body: Array("<html>".utf8))
            }
        }
        let response = await answer {
            let peers = PeerClient(
                local: LateHandler(), localRoles: [], addresses: [.tas: "http://127.0.0.1:1"], token: nil,
                transport: Unavailable(status: status))
            let answer: _RetrievePii = try await peers.call(
                Self.echo, RetrievePii(userId: "7"), unreachable: TASError.peerUnreachable)
            return answer.pii
        }
        #expect(response.status == 503 && response.code == "9503" && response.retryAfter == .seconds(5))
    }
}
