import ArgumentParser
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald vc list`: lists the credentials in the wallet.
struct VCList: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the credentials in the wallet.")

    @OptionGroup var options: WalletOptions

    @Flag(help: "Ask the registry for the status of each.")
    var status = false

    var isJSON: Bool { options.json }

    func work() async throws {
        let entries = try await options.withWallet { wallet in
            var entries: [[(name: String, value: JSONValue)]] = []
            for stored in try await wallet.vault.credentials() {
                let credential = stored.credential
                var entry: [(name: String, value: JSONValue)] = [
                    ("credential", .string(stored.id)), ("issuer", .string(stored.issuer)),
                    ("claims", .int(Int64(credential.credentialSubject.claims.count))),
                    ("validUntil", .string(credential.validUntil)),
                    ("schema", .string(stored.schemaID)),
                ]
                if status {
                    entry.append(
                        (
                            "status",
                            .string(
                                try await wallet.trust.standing(ofCredential: stored.id)?.status.rawValue ?? "unknown")
                        ))
                }
                entries.append(entry)
            }
            return entries
        }
        options.output.list(entries, empty: "no credentials")
    }
}
