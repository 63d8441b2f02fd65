import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// The command `herald wallet unlock`: checks the passcode or the PIN. Nothing stays unlocked afterwards, because every process opens the
/// wallet again.
struct WalletUnlock: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Check that the passcode opens the wallet and, with --pin, that the PIN opens the holder's key.",
        discussion: """
            --reset-pin resets the count of wrong PINs, which may have blocked the PIN. It needs a lock that was registered with the PIN, or \
            under which the PIN was set or was right once.
            """)

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Flag(help: "Check the PIN too.")
    var pin = false

    @Flag(help: "Reset the count of wrong PINs. This needs the passcode.")
    var resetPin = false

    func work() async throws {
        let passcode = resetPin ? try SecretInput.read("HERALD_PASSCODE", prompt: "Passcode") : nil
        let facts = try await options.withWallet(passcode: passcode) { wallet in
            var facts: [(name: String, value: JSONValue)] = [
                ("wallet", .string("open")), ("lock", .bool(try await wallet.vault.isLock)),
            ]
            if let passcode {
                try await wallet.vault.resetAttempts(.holder, keyID: "pin", passcode: passcode)
                facts.append(("attempts", .string("reset")))
            }
            if pin {
                let text = try SecretInput.read("HERALD_PIN", prompt: "PIN")
                try await wallet.vault.authenticatePIN(.holder, keyID: "pin", pin: text)
                facts.append(("pin", .string("right")))
            }
            return facts
        }
        options.output.say(facts)
    }
}
