import ArgumentParser
import HeraldJSON
import OpenDIDServices
import OpenDID_DataModel

/// The command `herald offer result`: shows the claims that a wallet presented for a verifier's offer.
struct OfferResult: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "result",
        abstract:
            "Show the claims that were presented under a verifier's offer; for the terminal, with the operator's token."
    )

    @OptionGroup var options: OfferOptions
    @OptionGroup var given: OfferOption

    var isJSON: Bool { options.json }

    func work() async throws {
        guard case .verify(let offer, _) = try given.received(), let id = offer.offerId else {
            throw CommandFailure("this is not a verifier's offer", code: "offer")
        }
        let answer = try await options.client.call(OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: id))
        let output = CommandOutput(json: options.json)
        if options.json {
            output.say([
                ("accepted", .bool(answer.result)),
                ("claims", CommandOutput.object(answer.claims.map { ($0.code, .string($0.value)) })),
            ])
        } else {
            output.say([("accepted", .bool(answer.result))] + answer.claims.map { $0.shown(in: nil) })
        }
    }
}
