import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Servers on machines of their own", .timeLimit(.minutes(10)))
struct SeparateServersTests {
    @Test(
        "stock fault 9: a wallet's whole life works with each role in a directory of its own, and no role opens another's file"
    )
    func life() async throws {
        try await SeparateServers.run { servers, world in
            try await WholeLifeTests.live(in: world)
            #expect(try servers.files(of: .tas) == ["opendid.sqlite"])
            for role in [ServiceRole.gateway, .issuer, .cas, .wallet, .verifier] {
                #expect(try servers.files(of: role) == ["opendid-\(role.rawValue).sqlite"])
            }
        }
    }

    @Test("a credential that is revoked at the registry is refused at once by a verifier on another machine")
    func revoked() async throws {
        try await SeparateServers.run { servers, world in
            try await world.register()
            let vcID = try await world.issue()
            var offer = try await world.verifyOffer()
            #expect(
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
            try await servers.agent.registry.apply([
                .setCredentialStatus(id: vcID, .INACTIVE, at: ServicesConfiguration.systemTime())
            ])
            offer = try await world.verifyOffer()
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            }
            #expect(error?.serverError?.code == "SSRVVRF00801")
        }
    }

    @Test("while the trust agent is down the other servers report it, and they continue when it is back")
    func outage() async throws {
        try await SeparateServers.run { servers, world in
            try await world.register()
            try await world.issue()
            let offer = try await world.verifyOffer()
            await servers.agent.stop()
            let meta = await servers.distant[.gateway]?.handler.respond(
                to: ServiceRequest(
                    method: "GET", path: OpenDIDEndpoints.Gateway.didDoc.path, query: ServiceQuery("did", "did:omn:tas")
                ))
            #expect(meta?.status == 503)
            await #expect(throws: WalletError.self) {
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock)
            }
            let again = try await servers.agentAgain()
            #expect(
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
            try await world.issue()
            await again.stop()
        }
    }
}
