import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald did update`: registers a new version of the holder's DID document (M141).
struct DIDUpdate: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Register a new version of the holder's DID document with new keys or other services (M141).",
        discussion: """
            A new key replaces the key of the same name, whose signatures are refused from then on. The command asks for the new PIN, or \
            reads it from the environment variable HERALD_NEW_PIN.
            """)

    @OptionGroup var options: WalletOptions

    @Flag(help: "Create a new signing key under a new PIN.")
    var newPin = false

    @Flag(help: "Create a new key for key agreement.")
    var newKeyagree = false

    @Option(help: "A service to add, as ID=URL.")
    var addService: [String] = []

    @Option(help: "The ID of a service to remove.")
    var removeService: [String] = []

    var isJSON: Bool { options.json }

    func validate() throws {
        guard newPin || newKeyagree || !addService.isEmpty || !removeService.isEmpty else {
            throw ValidationError(
                "Give at least one change: --new-pin, --new-keyagree, --add-service or --remove-service.")
        }
        _ = try services()
    }

    func work() async throws {
        let outcome = try await options.withWallet { wallet in
            let unlock = try options.unlock()
            var edit = DocumentEdit(services: try services(), removedServices: removeService)
            if newPin {
                let pin = try SecretInput.choose("HERALD_NEW_PIN", prompt: "New PIN")
                edit.newKeys.append(DocumentEdit.NewKey(id: DIDKeyName.pin.rawValue, protection: .pin(pin)))
            }
            if newKeyagree {
                edit.newKeys.append(DocumentEdit.NewKey(id: DIDKeyName.keyagree.rawValue, protection: .free))
            }
            return try await wallet.updateDocument(edit, unlock: unlock, progress: options.progress)
        }
        options.output.say([("did", .string(outcome.did)), ("version", .string(outcome.versionId))])
    }

    private func services() throws -> [DIDDocument.Service] {
        try addService.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let url = URL(string: parts[1]), url.scheme != nil else {
                throw ValidationError("--add-service takes ID=URL, such as home=https://example.org.")
            }
            return DIDDocument.Service(id: parts[0], type: .linkedDomains, serviceEndpoint: [parts[1]])
        }
    }
}
