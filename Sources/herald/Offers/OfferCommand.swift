import ArgumentParser

/// The command `herald offer`: its subcommands create the offers that terminals and operators show for a wallet to scan.
struct OfferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offer", abstract: "Make offers as terminals and operators do, and show their results.",
        discussion: """
            The commands print the text of the QR code. `herald vc issue`, `vc present` and `did restore` accept it as --offer. \
            The operator's token is read from the environment variable HERALD_OPERATOR_TOKEN.
            """,
        subcommands: [OfferVerify.self, OfferIssue.self, OfferRestore.self, OfferResult.self])
}

/// The options for the server that creates an offer, and for the form in which the offer is shown.
struct OfferOptions: ParsableArguments {
    @Option(help: "The base URL of the servers.")
    var server = "http://127.0.0.1:8090"

    @Option(help: "Write the QR code into this PNG file.", completion: .file())
    var png: String?

    @Flag(help: "Show the QR code on the terminal, through standard error.")
    var qr = false

    @Flag(help: "Print JSON.")
    var json = false

    var client: ServerClient { ServerClient(server: server) }
}
