import Foundation
import Logging
import MYKEYLocalServers
import MYKEYStubChain
import ServiceLifecycle
import UnixSignals

/// A server that a command runs until it receives a signal.
protocol ListeningServer: Sendable {
    var url: String { get }
    func stop() async
}

extension LoopbackServer: ListeningServer {}
extension StubChainNode: ListeningServer {}
extension LoginServer: ListeningServer {}

/// Runs a server until SIGTERM or SIGINT, or until SIGHUP if a person sits at its terminal. The first line on standard output is the address on
/// which it listens.
struct ListenUntilSignal: Service {
    /// The command that survives SIGHUP; `nil` if the server ends with its terminal.
    let command: String?
    let start: @Sendable () async throws -> any ListeningServer

    static func run(
        surviving command: String? = nil, _ start: @escaping @Sendable () async throws -> any ListeningServer
    ) async throws {
        // SIGPIPE is ignored, so that a peer that closes its connection does not end this program.
        signal(SIGPIPE, SIG_IGN)
        var logger = Logger(label: "herald.mykey") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        // The service group handles signals before the server starts, so that an early signal is not lost.
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(
                    service: ListenUntilSignal(command: command, start: start),
                    successTerminationBehavior: .gracefullyShutdownGroup)
            ], logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        try await ServiceGroup(configuration: configuration).run()
    }

    func run() async throws {
        var hangups: Task<Void, Never>?
        if let command { hangups = await Hangups(at: command).answer() }
        defer { hangups?.cancel() }
        let server = try await start()
        FileHandle.standardOutput.writeIfPossible("listening on \(server.url)\n")
        try? await gracefulShutdown()
        await server.stop()
    }
}
