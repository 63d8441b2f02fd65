import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald vc revoke ID`: requests the revocation of a credential of the wallet (M220).
struct VCRevoke: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Revoke a credential permanently, and remove it from the wallet (M220).",
        discussion: """
            Nobody can undo this. The command first shows the credential on standard error, with --json only if it asks. Without --yes it \
            then asks for confirmation. If standard input is no terminal, it shows the credential and asks on the terminal of the process \
            (/dev/tty). A process that has no terminal, such as a job in CI, is not asked.
            """)

    @OptionGroup var options: WalletOptions

    @Argument(help: "The credential's ID; its beginning is enough.")
    var credential: String

    @Flag(help: "Keep the credential in the wallet, although verifiers no longer accept it.")
    var keep = false

    @Flag(name: .shortAndLong, help: "Revoke without asking.")
    var yes = false

    var isJSON: Bool { options.json }

    func work() async throws {
        let id = try await options.withWallet { wallet in
            let stored = try await VCShow.find(credential, in: wallet)
            let place = yes ? nil : ConsentPlace.find()
            if place != nil || !isJSON {
                try agree(to: stored, title: await title(of: stored, in: wallet), at: place)
            }
            return try await wallet.revoke(
                stored.id, keepingCopy: keep, unlock: options.unlock(), progress: options.progress
            ).vcId
        }
        options.output.say([("credential", .string(id)), ("status", "REVOKED")])
    }

    /// Returns the title in the credential's schema, or the credential's types if the schema cannot be loaded.
    private func title(of stored: StoredCredential, in wallet: OpenDIDWallet) async -> String {
        (try? await wallet.trust.schema(at: stored.schemaID).title) ?? stored.type.joined(separator: ", ")
    }

    /// Shows the credential, and asks for the user's consent. Nothing of this is on standard output, which contains only results.
    /// - Parameter place: the place where the user is asked, or `nil` if nobody is asked.
    private func agree(to stored: StoredCredential, title: String, at place: ConsentPlace?) throws {
        let issuer = stored.credential.issuer
        let shown = CommandOutput.lines([
            ("title", .string(title)), ("issuer", .string(issuer.name.map { "\($0) (\(issuer.id))" } ?? issuer.id)),
            ("issued", .string(stored.credential.issuanceDate)), ("credential", .string(stored.id)),
        ])
        guard let place else {
            FileHandle.standardError.writeIfPossible(shown.joined(separator: "\n") + "\n")
            return
        }
        guard ConsentQuestion(place: place, shown: shown, question: "Revoke this for good? [y/N] ").isAgreed() else {
            throw WalletError(.cancelled, field: "credential", reason: "you did not agree, so nothing was revoked")
        }
    }
}
