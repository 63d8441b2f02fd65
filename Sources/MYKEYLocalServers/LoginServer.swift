import HTTPTypes
import HeraldPeer
import Logging
import MYKEYHummingbird
import MYKEYServices
import MYKEYWire
import Synchronization

/// The server of a dapp. By default it listens on the loopback interface. `herald mykey server`, the demonstration and the tests run it.
///
/// | request | response |
/// | --- | --- |
/// | `POST /begin` | 200 `{"uuID","session","until"}`: a login is expected; 403 for a page of another site |
/// | `POST /login` | the callback for wallets |
/// | `GET /status` | the state of the login whose session is the bearer token |
package final class LoginServer: Sendable {
    /// Decides about logins.
    package let service: CallbackService
    private let server: LoopbackServer

    /// The URL of the server, `http://127.0.0.1:PORT`.
    package var url: String { server.url }
    /// The URL to which wallets post their callbacks.
    package var callbackURL: String { url + "/login" }

    private init(service: CallbackService, server: LoopbackServer) {
        self.service = service
        self.server = server
    }

    /// Starts the server.
    /// - Parameters:
    ///   - host: the address to listen on. Other machines should reach it through a proxy with TLS.
    ///   - port: the port, or 0 for any free port.
    ///   - limits: the limits for clients, and the trusted proxies.
    ///   - logger: receives the decisions.
    ///   - service: creates the service for this server's own address, such as `127.0.0.1:8470`, which is known only
    ///     when the server listens. See ``domain(of:)``.
    package static func start(
        host: String = "127.0.0.1", port: Int = 0, limits: HTTPListener.Limits = LoopbackServer.limits,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() }),
        service: (_ address: String) throws -> CallbackService
    ) async throws -> LoginServer {
        let routes = LoginRoutes()
        let server = try await LoopbackServer.start(routes, host: host, port: port, limits: limits, logger: logger)
        do {
            let service = try service(Self.domain(of: server.url))
            routes.set(service)
            return LoginServer(service: service, server: server)
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Returns the name that wallets sign for a server with this URL: its host, with the port unless it is the default port of the scheme.
    package static func domain(of url: String) -> String {
        (try? ServerAddress(url))?.displayHost ?? String(url.dropFirst("http://".count))
    }

    /// Stops accepting connections and waits for open requests.
    package func stop() async { await server.stop() }
}

/// The routes of a ``LoginServer``. They respond with 503 until the service exists, because it is created only after the server listens.
private final class LoginRoutes: ListenerHandler {
    private let service = Mutex<CallbackService?>(nil)
    private let refusals = RefusalLog()

    func set(_ new: CallbackService) { service.withLock { $0 = new } }

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        guard let path = LoopbackServer.path(of: request) else { return .answered(ListenerResponse(.notFound)) }
        guard let service = service.withLock({ $0 }) else { return .answered(ListenerResponse(.serviceUnavailable)) }
        switch (path, request.head.method) {
        case ("/begin", .post):
            return answered(request) {
                await BeginRoute.response(to: request.headers, service, from: $0, logger: request.logger)
            }
        case ("/login", .post):
            let refusals = refusals
            let client = request.client.ipAddress
            if let refusal = CallbackRoute.refusal(service, from: client, logger: request.logger, refusals) {
                return .answered(refusal)
            }
            return .admitted(.whole(upTo: MYKEYLimits.callbackBytes)) { body in
                await Self.respond(to: request) {
                    await CallbackRoute.response(to: body.bytes, service, from: $0, logger: request.logger, refusals)
                }
            }
        case ("/login", .get), ("/login", .put), ("/login", .delete), ("/login", .patch):
            return .answered(CallbackRoute.wrongMethod)
        case ("/status", .get):
            return answered(request) {
                await StatusRoute.response(to: request.headers, service, from: $0, logger: request.logger)
            }
        default: return .answered(ListenerResponse(.notFound))
        }
    }

    /// The response to a body that is too long or incomplete. Only the callback has a body, so it is always the callback's response.
    func response(to failure: ListenerFailure) -> ListenerResponse { CallbackRoute.bodyTooLong }

    func responseToBrokenBody() -> ListenerResponse? { CallbackRoute.bodyTooLong }

    private func answered(
        _ request: ListenerRequest, _ work: @escaping @Sendable (_ address: String?) async -> ListenerResponse
    ) -> ListenerAdmission {
        .admitted(.skipped) { _ in await Self.respond(to: request, work) }
    }

    private static func respond(
        to request: ListenerRequest, _ work: (_ address: String?) async -> ListenerResponse
    ) async -> ListenerResponse {
        await CallerExecutor.$current.withValue(request.executor) { await work(request.client.ipAddress) }
    }
}
