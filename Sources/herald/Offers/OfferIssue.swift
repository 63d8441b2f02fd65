import ArgumentParser
import OpenDIDServices
import OpenDIDWallet
import OpenDID_DataModel

/// The command `herald offer issue`: creates an issuer's offer of a credential.
struct OfferIssue: ReportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue", abstract: "Offer a credential; for operators.")

    @OptionGroup var options: OfferOptions

    @Option(help: "The plan of the credential.")
    var plan = SampleWorld.planID

    @Option(help: "The issuer's DID.")
    var issuer = SampleWorld.issuer

    var isJSON: Bool { options.json }

    func work() async throws {
        let (data, id) = try await Self.offer(plan: plan, issuer: issuer, options.client)
        try ShownOffer(data).show(options, id: id)
    }

    static func offer(plan: String, issuer: String, _ client: ServerClient) async throws -> (
        data: DataPayload, id: String?
    ) {
        let id = MessageID.make(at: SystemSource.now(), randomBytes: SystemSource.random(MessageID.randomByteCount))
        let answer = try await client.call(
            OpenDIDEndpoints.TAS.offerIssueByQR, OfferIssueByQR(id: id, vcPlanId: plan, issuer: issuer))
        guard let data = try answer.dataPayload() else {
            throw CommandFailure("the trust agent's answer has no offer", code: "offer")
        }
        return (data, answer.offerId)
    }
}
