import ArgumentParser

/// The program's main command. It has a subcommand for each function that Herald offers at the terminal.
@main
struct Herald: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "herald",
        abstract:
            "Decentralised identity and messaging: a node, a gateway for Matrix homeservers, OpenDID's servers, a wallet, logins with MYKEY, a push gateway, a demonstration, test vectors.",
        version: ProgramVersion.number,
        subcommands: [
            DemoCommand.self, NodeCommand.self, GatewayCommand.self, PushGatewayCommand.self, OpenDIDCommand.self,
            WalletCommand.self,
            DIDCommand.self, VCCommand.self, OfferCommand.self,
            MYKEYCommand.self, VectorsCommand.self, OfflineReader.self,
        ])
}

/// The command `herald did`: its subcommands handle a wallet's DIDs, and show the registry's data about any DID.
struct DIDCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "did", abstract: "Show, look up, update and restore DIDs.",
        subcommands: [DIDShow.self, DIDResolve.self, DIDUpdate.self, DIDRestore.self])
}

/// The command `herald vc`: its subcommands request, show, present, revoke and check credentials.
struct VCCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vc", abstract: "Get, show, present, revoke and verify credentials.",
        discussion: """
            The commands ask for the PIN on the terminal, without echo, or read it as a line from standard input, or from the environment \
            variable HERALD_PIN.
            """,
        subcommands: [
            VCPlans.self, VCIssue.self, VCList.self, VCShow.self, VCPresent.self, VCRevoke.self, VCVerify.self,
        ])
}

/// The command `herald wallet`: its subcommands handle a holder's wallet in a directory.
struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Create, open, show, back up and restore a wallet.",
        discussion: """
            The commands ask for PIN and passcode on the terminal, without echo, or read them as lines from standard input, or from the \
            environment variables HERALD_PIN, HERALD_PASSCODE, HERALD_PASSPHRASE.
            """,
        subcommands: [
            WalletCreate.self, WalletLock.self, WalletUnlock.self, WalletShow.self, WalletKeys.self, WalletBackup.self,
            WalletRestore.self,
            WalletResume.self, WalletProviders.self,
        ])
}
