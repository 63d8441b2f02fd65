import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald did resolve DID`: shows the registry's data about a DID.
struct DIDResolve: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Look up a DID in the registry, in its newest version or in a named version.")

    @OptionGroup var options: WalletOptions
    @OptionGroup var servers: ServerOptions

    @Argument(help: "The DID, such as did:omn:issuer or did:omn:issuer?versionId=1.")
    var did: String

    var isJSON: Bool { options.json }

    func work() async throws {
        let url = try DIDURL(did)
        let registry = try await servers.settings(options.folder).registry()
        guard let found = try await registry.resolve(url.did, versionId: url.versionId) else {
            throw CommandFailure("the registry does not know \(did)", code: "unknown_did")
        }
        if options.json {
            options.output.say([
                ("status", .string(found.status.rawValue)),
                ("document", try JSONValue(parsing: found.document.canonicalBytes())),
            ])
        } else {
            options.output.say([("status", .string(found.status.rawValue))] + found.document.facts)
        }
    }
}
