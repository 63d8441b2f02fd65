import ArgumentParser

/// `herald wallet`: commands for a holder's wallet in a directory.
struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet", abstract: "Make, open, look into, back up and restore a wallet.",
        discussion: """
            PIN and passcode are asked for on the terminal, without echo, or read as lines from standard input, or taken from the \
            environment: HERALD_PIN, HERALD_PASSCODE, HERALD_PASSPHRASE.
            """,
        subcommands: [
            WalletCreate.self, WalletLock.self, WalletUnlock.self, WalletShow.self, WalletKeys.self, WalletBackup.self, WalletRestore.self,
            WalletResume.self, WalletProviders.self,
        ])
}
