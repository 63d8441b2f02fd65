import ArgumentParser
import Foundation
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald did restore`: activates a deactivated DID again (M142).
struct DIDRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore the holder's DID with the trust agent's offer (M142).")

    @OptionGroup var options: WalletOptions
    @OptionGroup var given: OfferOption

    var isJSON: Bool { options.json }

    func work() async throws {
        guard case .restore(let offer, _) = try given.received() else {
            throw CommandFailure("this is not an offer to restore a DID", code: "offer")
        }
        let outcome = try await options.withWallet {
            try await $0.restore(offer, unlock: options.unlock(), progress: options.progress)
        }
        options.output.say([("did", .string(outcome.did)), ("status", .string(DIDStatus.activated.rawValue))])
    }
}
