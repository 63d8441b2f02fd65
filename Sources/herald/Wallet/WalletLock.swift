import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// `herald wallet lock`: puts a passcode before a wallet that has none, such as one that comes from a backup.
struct WalletLock: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock the wallet with a passcode, which every command asks for from then on.",
        discussion: "The new passcode is asked for on the terminal, or taken from the environment as HERALD_PASSCODE.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    func work() async throws {
        try await options.withWallet { wallet in
            guard try await !wallet.vault.isLock else { throw CommandFailure("the wallet has a lock already", code: "lock_state") }
            let passcode = try SecretInput.choose("HERALD_PASSCODE", prompt: "New passcode")
            try await wallet.vault.registerLock(passcode: passcode)
        }
        options.output.say([("lock", .bool(true))])
    }
}
