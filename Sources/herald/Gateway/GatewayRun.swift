import ArgumentParser
import Foundation
import HeraldKeys
import Logging
import SDNGateway
import ServiceLifecycle
import UnixSignals

/// The command `herald gateway run`, which is also `herald gateway`: runs a gateway until SIGTERM or SIGINT.
struct GatewayRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run the gateway; this is what herald gateway does without a subcommand.",
        discussion: """
            The first line on standard output is "listening on http://HOST:PORT". SIGTERM and SIGINT end it cleanly. HERALD_DATABASE_URL is the \
            database if --database is absent; an environment variable keeps the password out of the list of processes.
            """)

    @OptionGroup var homeserver: HomeserverOptions

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8449

    @Option(
        help: ArgumentHelp(
            "The place of DIDs, challenges and limits. Gateways on several machines share a PostgreSQL database.",
            valueName: "postgres://…|sqlite:PATH"))
    var database: String?

    @Option(help: "The most connections to PostgreSQL.")
    var databaseConnections = 8

    @Option(
        help:
            "The most connections of clients at once, from 2 to 60000. Each long poll has one, and one to the homeserver."
    )
    var connections = 20_000

    @Option(
        help: "The most connections of one address, or open requests of a client behind a proxy; at most half of all.")
    var connectionsPerAddress = 1_000

    @Option(
        help: ArgumentHelp(
            "The wallet address of an app's vendor, whose signature a login may have; may be given several times.",
            valueName: "address"))
    var developerKey: [String] = []

    @Flag(help: "Refuse logins without a signature by one of the developer keys.")
    var requireAppToken = false

    @Flag(help: "Accept signatures over the hexadecimal text of a challenge too, as some wallets make them.")
    var acceptHexText = false

    @Option(help: "The base URL that .well-known gives clients. Defaults to the address that the gateway listens on.")
    var publicURL: String?

    @Option(help: ArgumentHelp("The URL of the server for video meetings.", valueName: "URL"))
    var meetingServer: String?

    @Option(
        help: ArgumentHelp(
            "A file with the private key of an app's vendor, as 64 hexadecimal digits. appservice/sign then signs texts with it, for everybody who asks.",
            valueName: "file"))
    var applicationKey: String?

    @Flag(help: "Do not limit the rate of logins; for tests and measurements.")
    var noRateLimits = false

    @OptionGroup var proxy: ProxyOptions
    @OptionGroup var metrics: MetricsOptions

    private var databaseText: String? { database ?? GatewayCommand.databaseOfEnvironment }

    func validate() throws {
        guard databaseText != nil else {
            throw ValidationError("Give --database postgres://… or --database sqlite:PATH (or HERALD_DATABASE_URL).")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
    }

    private func gateway() throws(GatewayError) -> GatewayConfiguration {
        let storage = try GatewayStorage(databaseText ?? "")
        let trust = homeserver.trust
        var gateway = GatewayConfiguration(
            homeserver: homeserver.homeserver, serverName: trust.serverName, storage: storage,
            key: try GatewayKey(file: trust.key))
        gateway.host = host
        gateway.port = port
        gateway.issuer = trust.issuer
        gateway.publicURL = publicURL
        gateway.meetingServerURL = meetingServer
        gateway.applicationKey = try applicationKey.map { path throws(GatewayError) in
            try GatewayKey.applicationKey(file: path)
        }
        gateway.databaseConnections = databaseConnections
        gateway.connections = connections
        gateway.connectionsPerAddress = connectionsPerAddress
        gateway.developerKeys = try developerKeys()
        gateway.requiresAppToken = requireAppToken
        gateway.acceptsHexText = acceptHexText
        gateway.trustedProxies = proxy.trustedProxy
        gateway.metricsReaders = metrics.readers
        if noRateLimits { gateway.rates = .unlimited }
        return gateway
    }

    private func developerKeys() throws(GatewayError) -> [EthereumAddress] {
        do {
            return try developerKey.map { try EthereumAddress($0) }
        } catch {
            throw GatewayError(
                .configuration, field: "developerKeys", reason: "an address is needed: 0x and 40 hexadecimal digits")
        }
    }

    func run() async throws {
        var logger = Logger(label: "herald.gateway") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        do {
            // The service group handles signals before the gateway starts, so that an early signal is not lost.
            var configuration = ServiceGroupConfiguration(
                services: [
                    .init(
                        service: GatewayService(configuration: try gateway()),
                        successTerminationBehavior: .gracefullyShutdownGroup)
                ], logger: logger)
            configuration.gracefulShutdownSignals = [.sigterm, .sigint]
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as GatewayError {
            try FileHandle.standardError.write(contentsOf: Data("\(error.sentence)\n".utf8))
            throw ExitCode.failure
        }
    }
}

/// Runs a gateway until the program receives a signal.
private struct GatewayService: Service {
    let configuration: GatewayConfiguration

    func run() async throws {
        // Each client has a connection, and one to the homeserver.
        let files = OpenFiles.raise(to: 2 * configuration.connections + 256)
        let hangups = await Hangups(at: "herald gateway").answer()
        defer { hangups.cancel() }
        let gateway = try await Gateway.start(configuration)
        if let files {
            let warning =
                "herald gateway: the system allows \(files) open files, which are too few for --connections \(configuration.connections)\n"
            FileHandle.standardError.writeIfPossible(warning)
        }
        FileHandle.standardOutput.writeIfPossible("listening on \(gateway.baseURL)\n")
        try? await gracefulShutdown()
        await gateway.stop()
    }
}
