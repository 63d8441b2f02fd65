import ArgumentParser
import OpenDIDServices
import OpenDID_DataModel

/// The command `herald offer verify`: creates the offer that a terminal shows in order to receive claims.
struct OfferVerify: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Ask for claims, as a verifier's terminal does.")

    @OptionGroup var options: OfferOptions

    @Option(help: "The name of the terminal in the verifier's policy.")
    var device = SampleWorld.device

    @Option(help: "The name of the service in the verifier's policy.")
    var service = SampleWorld.service

    @Flag(help: "Let the wallet give the presentation to the terminal instead of sending it to the verifier.")
    var indirect = false

    var isJSON: Bool { options.json }

    func work() async throws {
        let asked = RequestOfferPayload(mode: indirect ? .Indirect : .Direct, device: device, service: service)
        // The operator's token is not sent, because any client may request such an offer.
        let answer = try await ServerClient(server: options.server, token: nil).call(
            OpenDIDEndpoints.Verifier.requestOfferQR, asked)
        let offer = ReceivedOffer.verify(answer.payload, txId: answer.txId)
        try ShownOffer(offer.dataPayload()).show(options, id: answer.payload.offerId)
    }
}
