import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald did show`: shows the wallet's own DID documents as the wallet stores them.
struct DIDShow: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the holder's DID document or, with --device, the document of the installation.",
        discussion: "With --json the document itself is printed.")

    @OptionGroup var options: WalletOptions

    @Flag(help: "Show the document of this installation of the wallet.")
    var device = false

    var isJSON: Bool { options.json }

    func work() async throws {
        let owner: KeyOwner = device ? .device : .holder
        let document = try await options.withWallet { try await $0.vault.document(owner) }
        guard let document else {
            throw CommandFailure(
                "there is no such document yet; `herald wallet create` with --user creates both documents",
                code: "no_document")
        }
        if options.json {
            print(PrintedText.json(String(decoding: try document.canonicalBytes(), as: UTF8.self)))
        } else {
            options.output.say(document.facts)
        }
    }
}
