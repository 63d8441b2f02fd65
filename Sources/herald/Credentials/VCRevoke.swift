import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// `herald vc revoke ID`: has a credential of the wallet revoked (M220).
struct VCRevoke: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Have a credential revoked for good, and remove it from the wallet (M220).")

    @OptionGroup var options: WalletOptions

    @Argument(help: "The credential's id; the beginning is enough.")
    var credential: String

    @Flag(help: "Keep the credential in the wallet, although nobody accepts it any more.")
    var keep = false

    var isJSON: Bool { options.json }

    func work() async throws {
        let id = try await options.withWallet { wallet in
            let stored = try await VCShow.find(credential, in: wallet)
            return try await wallet.revoke(stored.id, keepingCopy: keep, unlock: options.unlock(), progress: options.progress).vcId
        }
        options.output.say([("credential", .string(id)), ("status", "REVOKED")])
    }
}
