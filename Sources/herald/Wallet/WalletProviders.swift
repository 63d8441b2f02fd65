import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// The command `herald wallet providers`: lists the providers whose keys the wallet has stored.
struct WalletProviders: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract:
            "Show the trust agent and the providers whose keys this wallet has stored, or delete the keys of one.",
        discussion: """
            The wallet stores the keys that the registry shows first, and refuses others later. If a provider tells you, by other means than the \
            registry, that it has new keys, forget it with --forget. The wallet then believes and stores the next keys.
            """)

    @OptionGroup var options: WalletOptions

    @Option(help: ArgumentHelp("Delete the stored keys of this provider.", valueName: "did"))
    var forget: String?

    var isJSON: Bool { options.json }

    func work() async throws {
        let known = try await options.withWallet { wallet in
            if let forget {
                guard try await wallet.vault.forgetProvider(forget) else {
                    throw CommandFailure("the wallet does not know \(forget)", code: "unknown_provider")
                }
            }
            return try await wallet.vault.knownProviders()
        }
        options.output.list(
            known.map { provider in
                [
                    ("provider", .string(provider.did)), ("version", .string(provider.versionId)),
                    ("keys", .array(provider.keys.map { .string($0) })),
                ]
            }, empty: "no providers yet")
    }
}
