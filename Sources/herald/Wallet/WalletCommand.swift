import ArgumentParser

/// `herald wallet`: commands for a holder's wallet in a directory.
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
