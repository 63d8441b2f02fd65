import ArgumentParser
import Foundation
import Logging
import OpenDIDPostgres
import OpenDIDServices
import OpenDID_DataModel
import ServiceLifecycle
import UnixSignals

/// The command `herald opendid run ROLE`, which is also `herald opendid ROLE`: runs OpenDID's servers, either all of them in one process or
/// those of one role.
struct OpenDIDRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the servers of one role, or all; this is what herald opendid ROLE does.",
        discussion: """
            The first line on standard output is "listening on http://HOST:PORT". SIGTERM and SIGINT end it cleanly.

            One process can serve all roles. Roles in processes of their own, on one machine or several, each have a --data directory, or \
            a PostgreSQL database (--database). They ask the trust agent at --tas-url for the registry, and find each other with --issuer-url and so on.

            The environment variable HERALD_OPERATOR_TOKEN is the operator's bearer token. Without it the operator's endpoints refuse \
            everybody. HERALD_PEER_TOKEN is the token between roles in several processes, the same for all. Each token has at least 128 bits: \
            `openssl rand -hex 16` creates one. If HERALD_STORAGE_PASSPHRASE is set, it replaces the key file beside the database. With PostgreSQL \
            it is required, and the same for all instances of a role. HERALD_DATABASE_URL is the URL of the database if --database is absent; \
            an environment variable keeps the password out of the list of processes.
            """)

    /// The roles to run.
    enum Role: String, ExpressibleByArgument, CaseIterable {
        case tas, issuer, verifier, wallet, cas, gateway, all

        /// The servers that belong to the role. The trust agent includes the list provider and the notification provider (OpenDID sheet 0).
        var served: Set<ServiceRole> {
            switch self {
            case .tas: [.tas, .list, .noti]
            case .issuer: [.issuer]
            case .verifier: [.verifier]
            case .wallet: [.wallet]
            case .cas: [.cas]
            case .gateway: [.gateway]
            case .all: Set(ServiceRole.allCases)
            }
        }
    }

    @Argument(help: "The servers to run.")
    var role: Role

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8090

    @Option(help: "The directory for keys and records; for the trust agent also the registry.")
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Store keys and records in this PostgreSQL database. Several processes of the same role may share it.",
            valueName: "postgres://…"))
    var database: String?

    @Flag(help: "Store everything in memory, until the process ends.")
    var inMemory = false

    @Option(
        help:
            "The base URL in certificates and profiles. Required with --database; otherwise it defaults to the address that the server listens on."
    )
    var publicURL: String?

    @Flag(
        help:
            "Start with sample data: an identity card of twelve claims and a residence certificate, two people, and an entrance that asks for three claims."
    )
    var sample = false

    @Option(
        help: ArgumentHelp(
            "Write decrypted presentations into this directory, one file for each transaction, and keep the newest 100. The files contain personal data; for demonstrations.",
            valueName: "directory"))
    var keepPresentations: String?

    @Option(
        help: ArgumentHelp(
            "Write the calls between servers into this file, names only, one JSON object a line.", valueName: "file"))
    var peerCalls: String?

    @OptionGroup var proxy: ProxyOptions
    @OptionGroup var metrics: MetricsOptions

    @Option(
        help: ArgumentHelp(
            "Allow calls of upstream's demo server without a token from this place: 'loopback', an IP address or a network; may be given several times. Any program there can make offers, store data about people, and read presented claims. Do not use it with a proxy on this machine that sends no X-Forwarded-For, Forwarded, X-Real-IP or Via: everybody behind the proxy would count as this machine.",
            valueName: "loopback|address|network"))
    var trustNetwork: [String] = []

    @OptionGroup(title: "Addresses of roles in other processes")
    var peers: PeerAddresses

    func validate() throws {
        guard [data != nil, databaseURL != nil, inMemory].count(where: \.self) == 1 else {
            throw ValidationError(
                "Give one of --data DIR, --database URL (or HERALD_DATABASE_URL) and --in-memory.")
        }
        guard role == .all || role == .gateway || !inMemory else {
            throw ValidationError("A role alone needs --data DIR or --database URL for its keys.")
        }
        guard role == .all || role == .tas || peers.tas != nil else {
            throw ValidationError(
                "A role alone needs the trust agent's registry, so give its URL with --tas-url URL.")
        }
        guard databaseURL == nil || publicURL != nil else {
            throw ValidationError(
                "Several processes may share a database, so give the address that clients use for all of them with --public-url URL."
            )
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
    }

    /// The URL of the database. The environment variable counts only if the command line names no place for the data.
    private var databaseURL: String? {
        if let database { return database }
        return data == nil && !inMemory ? OpenDIDCommand.databaseOfEnvironment : nil
    }

    private func storage() throws(ServicesError) -> ServicesConfiguration.Storage {
        if let data { return .directory(URL(fileURLWithPath: data, isDirectory: true)) }
        if let databaseURL { return try .postgres(databaseURL) }
        return .memory
    }

    /// Warns the operator that, with `--sample`, the identity check accepts any user id that a wallet sends.
    private func warnOfSample() {
        guard sample else { return }
        // An error of writing is ignored, because the servers must run even if nothing reads standard error.
        try? FileHandle.standardError.write(
            contentsOf: Data(
                ("herald opendid: --sample is for trying out: a user id is not proof of a person, and anybody who knows one "
                    + "(\(SampleWorld.seed.users.map(\.userId).joined(separator: ", "))) is taken for that person\n")
                    .utf8))
    }

    func run() async throws {
        warnOfSample()
        do {
            try await serve()
        } catch let error as ServicesError {
            try FileHandle.standardError.write(
                contentsOf: Data("herald opendid: \(OpenDIDCommand.option(of: error.field)): \(error.reason)\n".utf8))
            throw ExitCode.failure
        }
    }

    private func serve() async throws {
        let environment = ProcessInfo.processInfo.environment
        var servers = ServicesConfiguration(
            roles: role.served, host: host, port: port, publicBaseURL: publicURL, trustedProxies: proxy.trustedProxy,
            addresses: peers.addresses,
            storage: try storage(),
            passphrase: OpenDIDCommand.passphrase,
            operatorToken: environment["HERALD_OPERATOR_TOKEN"].map { ServiceSecret($0) },
            peerToken: environment["HERALD_PEER_TOKEN"].map { ServiceSecret($0) },
            seed: sample ? SampleWorld.seed : ServicesSeed())
        // A wrong URL is refused before a folder or a file is created.
        try servers.requireWebAddresses()
        let presentations = try keepPresentations.map { try PresentationFolder(path: $0) }
        servers.verifier = VerifierSettings(
            decrypted: presentations.map { folder in { @Sendable in folder.keep($0, of: $1) } })
        servers.trustedNetworks = trustNetwork
        servers.metricsReaders = metrics.readers
        servers.peerObserver = try peerCalls.map { try PeerCallLog(path: $0).writer() }
        var logger = Logger(label: "herald.opendid") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        // The service group handles signals before the servers start, so that an early signal is not lost.
        var configuration = ServiceGroupConfiguration(
            services: [
                .init(
                    service: OpenDIDService(configuration: servers),
                    successTerminationBehavior: .gracefullyShutdownGroup)
            ], logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        try await ServiceGroup(configuration: configuration).run()
    }
}

/// Runs the servers until the program receives a signal.
private struct OpenDIDService: Service {
    let configuration: ServicesConfiguration

    func run() async throws {
        let hangups = await Hangups(at: "herald opendid").answer()
        defer { hangups.cancel() }
        let services = try await OpenDIDServices.start(configuration)
        FileHandle.standardOutput.writeIfPossible("listening on \(services.listeningURL)\n")
        try? await gracefulShutdown()
        await services.stop()
    }
}
