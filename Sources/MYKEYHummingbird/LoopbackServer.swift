import Hummingbird
import Logging
import MYKEYServices
import ServiceLifecycle

/// An HTTP server on the loopback interface, for demos, tests and the commands that listen.
package final class LoopbackServer: Sendable {
    /// `http://127.0.0.1:PORT`.
    package let url: String
    private let group: ServiceGroup
    private let server: Task<Void, any Error>

    private init(url: String, group: ServiceGroup, server: Task<Void, any Error>) {
        self.url = url
        self.group = group
        self.server = server
    }

    /// Listens, and returns when connections are accepted.
    /// - Parameter port: 0 for a free one.
    /// - Throws: ``MYKEYServicesError`` with code `cannotListen`.
    package static func start(
        _ responder: some HTTPResponder<BasicRequestContext>, port: Int = 0,
        logger: Logger = Logger(label: "mykey", factory: { _ in SwiftLogNoOpLogHandler() })
    ) async throws -> LoopbackServer {
        let (listening, listener) = AsyncThrowingStream<Int, any Error>.makeStream()
        let application = Application(
            responder: responder, configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in listener.yield(channel.localAddress?.port ?? 0) }, logger: logger)
        var configuration = ServiceGroupConfiguration(services: [.init(service: application)], logger: logger)
        // A client that never finishes its request must not keep a test from stopping.
        configuration.maximumGracefulShutdownDuration = .seconds(2)
        let group = ServiceGroup(configuration: configuration)
        let server = Task {
            do {
                try await group.run()
                listener.finish()
            } catch {
                listener.finish(throwing: error)
                throw error
            }
        }
        do {
            for try await port in listening {
                return LoopbackServer(url: "http://127.0.0.1:\(port)", group: group, server: server)
            }
        } catch {
            throw MYKEYServicesError(.cannotListen, field: "127.0.0.1", reason: "\(error)")
        }
        throw MYKEYServicesError(.cannotListen, field: "127.0.0.1", reason: "the server ended before it listened")
    }

    /// Takes no more connections and lets requests finish.
    package func stop() async {
        await group.triggerGracefulShutdown()
        _ = await server.result
    }
}
