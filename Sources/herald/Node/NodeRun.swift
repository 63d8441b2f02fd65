import ArgumentParser
import Foundation
import Logging
import SDNNode
import ServiceLifecycle
import UnixSignals

/// The command `herald node`, or `herald node run`: runs a SendingNetwork node until SIGTERM or SIGINT.
struct NodeRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a SendingNetwork node. This is the default.",
        discussion: """
            The first line on standard output is "listening on http://HOST:PORT", or https with a certificate. SIGTERM and SIGINT end it cleanly, \
            and SIGHUP reads the certificate again. If HERALD_REGISTRATION_SECRET is set, programs that know this secret register users at \
            /_synapse/admin/v1/register; an environment variable keeps the secret out of the list of processes.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8448

    @Option(help: "The directory for accounts and rooms.")
    var data: String?

    @Flag(help: "Store everything in memory, until the node ends.")
    var inMemory = false

    @Option(help: "The node's name in login challenges and in the user IDs of password users.")
    var serverName = "localhost"

    @Flag(help: "Allow users to register and log in with a password.")
    var enableRegistration = false

    @Flag(help: "Admit guests, who read world-readable rooms and join rooms that allow guests.")
    var allowGuests = false

    @Flag(help: "Do not limit the rate of logins and messages; for tests and measurements.")
    var noRateLimits = false

    @Option(
        help:
            "The most connections of clients at once, from 2 to 60000; one address gets at most half of them. Each long poll has one."
    )
    var connections = 1_000

    @Option(help: "The base URL that .well-known gives clients. Defaults to the address that the node listens on.")
    var publicURL: String?

    @Option(
        help: ArgumentHelp(
            "A host, or host:port, to which notifications may be sent although its address is not public, such as 127.0.0.1:5000; may be given several times.",
            valueName: "host"))
    var pushAllow: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the operator's token, with which `herald node user`, `room`, `media` and `report` call the node. Defaults to the environment variable HERALD_NODE_OPERATOR_TOKEN; without a token, nobody can call these endpoints.",
            valueName: "file"), completion: .file())
    var operatorTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "A file with the certificate and its chain in PEM, with which the node serves TLS itself. SIGHUP reads it and the key again.",
            valueName: "file"), completion: .file())
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp("The file with the private key of the certificate in PEM.", valueName: "file"),
        completion: .file())
    var tlsKey: String?

    @OptionGroup var proxy: ProxyOptions
    @OptionGroup var metrics: MetricsOptions
    @OptionGroup var files: FileOptions

    func validate() throws {
        guard (data != nil) != inMemory else { throw ValidationError("Give either --data DIR or --in-memory.") }
        guard (tlsCertificate != nil) == (tlsKey != nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
        guard (2...60_000).contains(connections) else {
            throw ValidationError("--connections is a number from 2 to 60000.")
        }
    }

    func run() async throws {
        let storage: NodeConfiguration.Storage =
            data.map { .directory(URL(fileURLWithPath: $0, isDirectory: true)) } ?? .memory
        var node = NodeConfiguration(
            host: host, port: port, storage: storage, serverName: serverName,
            enableRegistration: enableRegistration,
            rateLimits: noRateLimits ? .unlimited : .standard,
            trustedProxies: proxy.trustedProxy, passwordLimits: noRateLimits ? .withoutWaits : PasswordLimits(),
            publicBaseURL: publicURL,
            pushURLAllowlist: pushAllow)
        node.metricsReaders = metrics.readers
        node.allowsTourists = allowGuests
        node.registrationSecret = ProcessInfo.processInfo.environment["HERALD_REGISTRATION_SECRET"].flatMap {
            $0.isEmpty ? nil : RegistrationSecret($0)
        }
        do {
            node.operatorToken = try OperatorTokenSource.token(file: operatorTokenFile).map(OperatorToken.init)
        } catch {
            try FileHandle.standardError.write(contentsOf: Data("herald node: \(error.description)\n".utf8))
            throw ExitCode.failure
        }
        if let tlsCertificate, let tlsKey { node.tls = TLSFiles(certificate: tlsCertificate, key: tlsKey) }
        files.apply(to: &node)
        node.connectionLimit = connections
        let service = NodeService(configuration: node)
        var logger = Logger(label: "herald.node") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        // The service group handles signals before the node starts, so that an early signal is not lost.
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)], logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as NodeError {
            let subject = error.field == "publicBaseURL" ? "--public-url" : error.field
            try FileHandle.standardError.write(contentsOf: Data("herald node: \(subject): \(error.reason)\n".utf8))
            throw ExitCode.failure
        }
    }
}

/// Runs a node until the program receives a signal.
private struct NodeService: Service {
    let configuration: NodeConfiguration

    func run() async throws {
        FreeMemory.limit()
        let files = OpenFiles.raise(to: configuration.connectionLimit + 256)
        let hangups = await Hangups(at: "herald node")
        let node = try await EmbeddedNode.start(configuration)
        let hasCertificate = configuration.tls != nil
        let reloading = hangups.answer { hasCertificate ? Self.reload(node) : Hangups.nothing }
        defer { reloading.cancel() }
        if let files {
            let warning =
                "herald node: the system allows \(files) open files, which are too few for --connections \(configuration.connectionLimit)\n"
            FileHandle.standardError.writeIfPossible(warning)
        }
        FileHandle.standardOutput.writeIfPossible("listening on \(node.baseURL)\n")
        let giving = Task { await FreeMemory.giveBack { node.dropCaches() } }
        try? await gracefulShutdown()
        // Caches must not be dropped while the node closes its database.
        giving.cancel()
        await giving.value
        await node.stop()
    }

    /// Reads the certificate again.
    /// - Returns: a sentence about the outcome.
    private static func reload(_ node: EmbeddedNode) -> String {
        do {
            try node.reloadCertificates()
            return "the certificate was read again"
        } catch {
            return "the certificate was not read again: \(error)"
        }
    }
}
