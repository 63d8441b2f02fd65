import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// `herald wallet unlock`: checks the passcode or the PIN. Every process opens the wallet anew, so nothing stays unlocked.
struct WalletUnlock: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock", abstract: "Check that the passcode opens the wallet and, with --pin, that the PIN opens the holder's key.")

    @OptionGroup var options: WalletOptions

    var isJSON: Bool { options.json }

    @Flag(help: "Check the PIN too.")
    var pin = false

    func work() async throws {
        let facts = try await options.withWallet { wallet in
            var facts: [(name: String, value: JSONValue)] = [("wallet", .string("open")), ("lock", .bool(try await wallet.vault.isLock))]
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
