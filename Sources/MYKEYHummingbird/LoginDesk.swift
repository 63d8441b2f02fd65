import HeraldJSON
import HeraldPeer
import Hummingbird
import Logging
import MYKEYServices
import Synchronization

/// A dapp's back end on the loopback interface: what `herald mykey server`, the demonstration and tests run.
///
/// | request | answer |
/// | --- | --- |
/// | `POST /begin` | 200 `{"uuID","session","until"}`: a login is waited for |
/// | `POST /login` | the callback of wallets |
/// | `GET /status` | what became of the login of the session in the bearer token |
package final class LoginDesk: Sendable {
    /// Decides.
    package let service: CallbackService
    private let server: LoopbackServer

    /// `http://127.0.0.1:PORT`.
    package var url: String { server.url }
    /// What wallets post to.
    package var callbackURL: String { url + "/login" }

    private init(service: CallbackService, server: LoopbackServer) {
        self.service = service
        self.server = server
    }

    /// Listens.
    /// - Parameters:
    ///   - port: 0 for a free one.
    ///   - limits: what it allows its clients, and whose word about their addresses it believes.
    ///   - logger: hears what was decided.
    ///   - service: makes the service for this server's own domain, `127.0.0.1:PORT`, which is known only when it listens.
    package static func start(
        port: Int = 0, limits: HTTPListener.Limits = LoopbackServer.limits,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() }), service: (_ domain: String) throws -> CallbackService
    ) async throws -> LoginDesk {
        let responder = LateResponder()
        let server = try await LoopbackServer.start(responder, port: port, limits: limits, logger: logger)
        do {
            let service = try service(String(server.url.dropFirst("http://".count)))
            let router = Router()
            router.post("/begin") { _, context in
                do {
                    let login = try await service.beginLogin()
                    return StatusRoute.response(
                        ["uuID": .string(login.uuID), "session": .string(login.session.exposedText), "until": .int(login.until)], .ok)
                } catch {
                    context.logger.error("MYKEY begin", metadata: ["reason": "\(error)"])
                    return Response(status: .serviceUnavailable)
                }
            }
            router.mykeyCallback("/login", service).mykeyStatus("/status", service)
            responder.set(router.buildResponder())
            return LoginDesk(service: service, server: server)
        } catch {
            await server.stop()
            throw error
        }
    }

    /// Takes no more connections and lets requests finish.
    package func stop() async { await server.stop() }
}

/// Answers with a responder that is set after the server listens, and with 503 before.
private final class LateResponder: HTTPResponder {
    typealias Context = BasicRequestContext
    private let inner = Mutex<RouterResponder<BasicRequestContext>?>(nil)

    func set(_ responder: RouterResponder<BasicRequestContext>) { inner.withLock { $0 = responder } }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        guard let responder = inner.withLock({ $0 }) else { return Response(status: .serviceUnavailable) }
        return try await responder.respond(to: request, context: context)
    }
}
