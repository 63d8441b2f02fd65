import ArgumentParser

/// The command `herald gateway`: runs a DID gateway in front of a Matrix homeserver, and helps to set it up.
struct GatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gateway",
        abstract: "Run a gateway that adds logins with DIDs to a Matrix homeserver such as Synapse.",
        discussion: """
            Begin with `herald gateway init`, which creates the key and prints the lines for homeserver.yaml. Then `herald gateway check` says \
            what is missing, and `herald gateway` runs the gateway. Any number of gateways may share a PostgreSQL database and a key.
            """,
        subcommands: [GatewayRun.self, GatewayInit.self, GatewayCheck.self], defaultSubcommand: GatewayRun.self)
}
