import ArgumentParser
import SDNGateway

/// The options that name the homeserver of a gateway and its key.
struct HomeserverOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The homeserver: http://, a host and a port.", valueName: "URL"))
    var homeserver: String

    @OptionGroup var trust: TrustOptions
}

/// The options on which the gateway and the homeserver's configuration must agree.
struct TrustOptions: ParsableArguments {
    @Option(help: "The homeserver's server_name, which is also the domain of user IDs.")
    var serverName: String

    @Option(help: ArgumentHelp("The file with the gateway's private key.", valueName: "file"))
    var key: String

    @Option(help: "The name under which the gateway issues tokens.")
    var issuer = GatewayConfiguration.standardIssuer
}

extension GatewayError {
    /// The error in a sentence that begins with the command.
    var sentence: String { "herald gateway: \(fault)" }

    /// The command-line option that sets the field, and the reason.
    var fault: String {
        let options = [
            "homeserver": "--homeserver", "serverName": "--server-name", "key": "--key", "issuer": "--issuer",
            "database": "--database", "publicURL": "--public-url", "trustedProxies": "--trusted-proxy",
            "metricsReaders": "--metrics-from", "databaseConnections": "--database-connections",
            "connections": "--connections", "connectionsPerAddress": "--connections-per-address",
            "developerKeys": "--developer-key", "requiresAppToken": "--require-app-token", "port": "--port",
            "host": "--host", "meetingServerURL": "--meeting-server",
        ]
        return "\(options[field] ?? field): \(reason)"
    }
}
