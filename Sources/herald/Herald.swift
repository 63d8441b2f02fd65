import ArgumentParser

/// The main command. It has one subcommand for each of Herald's functions at the terminal.
@main
struct Herald: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "herald",
        abstract:
            "Decentralised identity and messaging: an embedded node, OpenDID's servers, a wallet, logins with MYKEY, a demonstration, test vectors.",
        version: "0.1.0",
        subcommands: [
            DemoCommand.self, NodeCommand.self, PushGatewayCommand.self, OpenDIDCommand.self, WalletCommand.self,
            DIDCommand.self, VCCommand.self, OfferCommand.self,
            MYKEYCommand.self, VectorsCommand.self, OfflineReader.self,
        ])
}
