import ArgumentParser
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald offer restore DID`: creates an offer with which a holder can activate a DID again.
struct OfferRestore: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Offer a holder to restore a deactivated DID; for operators.")

    @OptionGroup var options: OfferOptions

    @Argument(help: "The holder's DID.")
    var did: String

    @Flag(help: "Deactivate the DID first, as when a wallet is reported lost.")
    var switchOff = false

    var isJSON: Bool { options.json }

    func work() async throws {
        if switchOff { try await Self.switchOff(did, options.client) }
        let offer = try await Self.offer(did, options.client)
        try ShownOffer(ReceivedOffer.restore(offer, txId: nil).dataPayload()).show(options, id: offer.offerId)
    }

    static func switchOff(_ did: String, _ client: ServerClient) async throws {
        _ = try await client.call(
            OpenDIDEndpoints.TAS.updateUserStatus, UpdateUserStatus(did: did, status: DIDStatus.deactivated.rawValue))
    }

    static func offer(_ did: String, _ client: ServerClient) async throws -> RestoreDidOfferPayload {
        let id = MessageID.make(at: SystemSource.now(), randomBytes: SystemSource.random(MessageID.randomByteCount))
        let answer = try await client.call(
            OpenDIDEndpoints.TAS.offerRestoreByPush, OfferRestoreByPush(id: id, did: did))
        return RestoreDidOfferPayload(offerId: answer.offerId, did: did)
    }
}
