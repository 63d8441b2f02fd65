import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

extension FlowWorld {
    /// Requests a credential. When the answer arrives, the server of the schema fails, so that the answer cannot be checked. It fails until
    /// `transport.forge("vcschema", nil)` is called.
    /// - Returns: the journal entry with the answer.
    func receiveUnchecked() async throws -> JournalEntry {
        let transport = self.transport
        var configuration = wallet.configuration
        configuration.anchors.lifetime = .zero
        let forgetful = OpenDIDWallet(vault: vault, configuration: configuration, transport: transport)
        let outage = ServiceAnswer(
            status: 500,
            body: JSONValue.object(["code": "SSRVAGW00200", "description": "on purpose"]).serialized())
        transport.forge("request-issue-vc") { _, ask in
            let answer = try await ask()
            transport.forge("vcschema") { _, _ in outage }
            return answer
        }
        let error = await #expect(throws: WalletError.self) {
            try await forgetful.issueCredential(
                planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: FlowWorld.unlock)
        }
        #expect(error?.serverError?.status == 500)
        transport.forge("request-issue-vc", nil)
        return try #require(try await vault.journalEntries().first)
    }
}
