import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald vc show ID`: shows one credential of the wallet.
struct VCShow: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a credential of the wallet.",
        discussion:
            "With --json a file or pipe receives the credential byte for byte as its issuer sent it, which is the form that `herald vc verify` checks."
    )

    @OptionGroup var options: WalletOptions

    @Argument(help: "The credential's ID; its beginning is enough.")
    var credential: String

    @Option(help: "The language of captions and values, such as ko, if the credential has it.")
    var language: String?

    var isJSON: Bool { options.json }

    func work() async throws {
        let stored = try await options.withWallet { try await Self.find(credential, in: $0) }
        if options.json {
            // On a terminal, control characters of the document are escaped, because a terminal would obey them. The escaped text is JSON
            // with the same value.
            let shown =
                isatty(STDOUT_FILENO) == 1
                ? Array(PrintedText.json(String(decoding: stored.bytes, as: UTF8.self)).utf8) : stored.bytes
            try FileHandle.standardOutput.write(contentsOf: Data(shown + [0x0A]))
            return
        }
        let value = stored.credential
        options.output.say([
            ("credential", .string(stored.id)), ("issuer", .string(stored.issuer)),
            ("subject", .string(value.credentialSubject.id)),
            ("schema", .string(stored.schemaID)), ("issued", .string(value.issuanceDate)),
            ("valid", .string("\(value.validFrom) to \(value.validUntil)")),
        ])
        print()
        options.output.say(value.credentialSubject.claims.map { $0.shown(in: language) })
    }

    /// Returns the credential whose id begins with a text.
    static func find(_ start: String, in wallet: OpenDIDWallet) async throws -> StoredCredential {
        let found = try await wallet.vault.credentials().filter { $0.id.hasPrefix(start) }
        guard let first = found.first else {
            throw CommandFailure("the wallet has no credential \(start)", code: "unknown_credential")
        }
        guard found.count == 1 else {
            throw CommandFailure(
                "several credential IDs begin with \(start), so give more characters", code: "unknown_credential")
        }
        return first
    }
}

extension VerifiableCredential.Claim {
    /// Returns the caption and the value of the claim in readable form.
    func shown(in language: String?) -> (name: String, value: JSONValue) {
        let other = language.flatMap { i18n?[$0] }
        return (other?.caption ?? caption, .string(other?.value ?? value))
    }
}
