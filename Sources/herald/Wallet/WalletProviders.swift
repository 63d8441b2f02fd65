import ArgumentParser
import HeraldJSON
import OpenDIDWallet

/// `herald wallet providers`: lists the providers whose keys the wallet knows.
struct WalletProviders: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", abstract: "Show the trust agent and the providers whose keys this wallet knows; forget one.",
        discussion: """
            The keys that the registry shows first are remembered, and others are refused later on. When a provider says, on another way \
            than through the registry, that it has new keys, forget it: the next ones are believed and remembered.
            """)

    @OptionGroup var options: WalletOptions

    @Option(help: ArgumentHelp("Forget the keys of this provider.", valueName: "did"))
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
