import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// The command `herald wallet lock`: sets a passcode for a wallet without a lock, such as one that was restored from a backup.
struct WalletLock: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock the wallet with a passcode. Every command then asks for it.",
        discussion: """
            The command asks for the new passcode on the terminal, or reads it from HERALD_PASSCODE. Then it asks for the PIN, or reads it from \
            HERALD_PIN. With the PIN, the passcode can unblock it after too many wrong attempts (`herald wallet unlock --reset-pin`).
            """)

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Flag(
        help:
            "Do not ask for the PIN. The passcode can then unblock the PIN only after the PIN was right once under this lock."
    )
    var withoutPin = false

    func work() async throws {
        try await options.withWallet { wallet in
            guard try await !wallet.vault.isLock else {
                throw CommandFailure("the wallet has a lock already", code: "lock_state")
            }
            let passcode = try SecretInput.choose("HERALD_PASSCODE", prompt: "New passcode")
            try await wallet.vault.requireStrength(passcode)
            try await wallet.vault.registerLock(passcode: passcode, pin: withoutPin ? nil : Self.pin(of: wallet.vault))
        }
        options.output.say([("lock", .bool(true))])
    }

    /// Reads the PIN of the holder's key. Returns `nil` if the holder has no key with a PIN.
    static func pin(of vault: WalletVault) async throws -> SecretText? {
        guard try await vault.keyInfos(.holder).contains(where: { $0.id == "pin" && $0.accessMethod == .pin }) else {
            return nil
        }
        return try SecretInput.read("HERALD_PIN", prompt: "PIN")
    }
}
