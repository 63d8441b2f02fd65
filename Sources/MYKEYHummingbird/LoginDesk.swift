import HTTPTypes
import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices
import NIOCore
import Synchronization

/// The server of a dapp, on the loopback interface by default. `herald mykey server`, the demonstration and tests run it.
///
/// | request | response |
/// | --- | --- |
/// | `POST /begin` | 200 `{"uuID","session","until"}`: a login is expected |
/// | `POST /login` | the callback for wallets |
/// | `GET /status` | the state of the login whose session is the bearer token |
package final class LoginDesk: Sendable {
    /// Decides about logins.
    package let service: CallbackService
    private let server: LoopbackServer

    /// `http://127.0.0.1:PORT`.
    package var url: String { server.url }
    /// The URL that wallets post to.
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
    ///   - service: creates the service for this server's own address, `127.0.0.1:PORT`, which is known only when the server listens.
    package static func start(
        host: String = "127.0.0.1", port: Int = 0, limits: HTTPListener.Limits = LoopbackServer.limits,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() }),
        service: (_ address: String) throws -> CallbackService
    ) async throws -> LoginDesk {
        let responder = LateResponder(proxies: limits.proxies)
        let server = try await LoopbackServer.start(responder, host: host, port: port, limits: limits, logger: logger)
        do {
            let service = try service(String(server.url.dropFirst("http://".count)))
            let router = Router(context: AddressContext.self)
            router.mykeyBegin("/begin", service).mykeyCallback("/login", service).mykeyStatus("/status", service)
            responder.set(router.buildResponder())
            return LoginDesk(service: service, server: server)
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Stops accepting connections and waits for open requests.
    package func stop() async { await server.stop() }
}

/// Responds with a responder that is set after the server listens. Before that it responds with 503.
private final class LateResponder: HTTPResponder {
    typealias Context = AddressContext
    private let inner = Mutex<RouterResponder<AddressContext>?>(nil)
    private let proxies: TrustedProxies
    private let shares = ProcessorShares.shared

    /// - Parameter proxies: the proxies whose headers about a client's address are trusted.
    init(proxies: TrustedProxies) { self.proxies = proxies }

    func set(_ responder: RouterResponder<AddressContext>) { inner.withLock { $0 = responder } }

    func respond(to request: Request, context: AddressContext) async throws -> Response {
        guard let responder = inner.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
        var context = context
        var key = ""
        if let peer = context.remoteAddress?.ipAddress {
            let client = proxies.client(peer: peer, headers: request.headers)
            key = client.key
            context.remoteAddress = (try? SocketAddress(ipAddress: client.text, port: 0)) ?? context.remoteAddress
        }
        return try await CallerExecutor.$current.withValue(shares.executor(for: key)) { [context] in
            try await shares.run(for: key) { try await responder.respond(to: request, context: context) }
        }
    }
}
