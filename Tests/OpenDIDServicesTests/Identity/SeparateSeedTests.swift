import Foundation
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("A seed for servers in several processes", .timeLimit(.minutes(10)))
struct SeparateSeedTests {
    private let directory: TemporaryFolder

    init() throws { directory = try TemporaryFolder() }

    private func configuration(
        _ roles: Set<ServiceRole>, trustAgent: String? = nil, issuer: String? = nil,
        seed: ServicesSeed = TestSchemas.seed()
    ) -> ServicesConfiguration {
        var addresses: [ServiceRole: String] = trustAgent.map { url in [.tas: url, .list: url, .noti: url] } ?? [:]
        addresses[.issuer] = issuer
        return ServicesConfiguration(
            roles: roles, addresses: addresses, enrolmentTimeout: TestDeadline.time, storage: .directory(directory.url),
            operatorToken: "operator-of-the-seed-tests", peerToken: "peers-of-the-seed-tests",
            seed: seed)
    }

    private func schema(in services: OpenDIDServices) async throws -> String? {
        try await services.registry.plan(TestSchemas.identityPlan)?.credentialSchema.id
    }

    @Test(
        "schemas and plans have the issuer's own address, whichever process starts first with the seed"
    )
    func issuerAddress() async throws {
        let agent = try await OpenDIDServices.start(
            configuration([.tas, .list, .noti, .gateway], seed: ServicesSeed()))
        let issuer = try await OpenDIDServices.start(configuration([.issuer], trustAgent: agent.baseURL))
        let wanted = SchemaSeed.url(of: TestSchemas.identity, issuerURL: issuer.baseURL)
        #expect(try await schema(in: issuer) == wanted)
        let others: [Set<ServiceRole>] = [[.verifier], [.cas], [.wallet]]
        var running: [OpenDIDServices] = []
        for roles in others {
            running.append(try await OpenDIDServices.start(configuration(roles, trustAgent: agent.baseURL)))
            #expect(try await schema(in: agent) == wanted, "\(roles)")
        }
        let plan = try await agent.registry.plan(TestSchemas.identityPlan)
        #expect(plan?.url == issuer.baseURL)
        let offered = await running[0].handler.respond(
            to: ServiceRequest(
                method: "POST", path: OpenDIDEndpoints.Verifier.requestOfferQR.path,
                body: try RequestOfferPayload(mode: .Direct, device: "gate", service: "login").canonicalBytes()))
        let offer: VpOfferWrapper = try offered.value()
        let asked = await running[0].handler.respond(
            to: ServiceRequest(
                method: "POST", path: OpenDIDEndpoints.Verifier.requestProfile.path,
                body: try RequestProfile(id: "1", txId: offer.txId, offerId: try offer.payload.offerId.unwrapped)
                    .canonicalBytes()))
        let profile: _RequestProfile = try asked.value()
        #expect(profile.profile.profile.filter.credentialSchemas.map(\.id) == [wanted])
        for services in running + [agent] { await services.stop() }
        // A trust agent that comes back with the seed finds the issuer in the registry.
        let again = try await OpenDIDServices.start(configuration([.tas, .list, .noti]))
        #expect(try await schema(in: again) == wanted)
        await again.stop()
        await issuer.stop()
    }

    @Test(
        "a trust agent alone does not start if it does not know an issuer's address, and the error says so"
    )
    func unknown() async throws {
        await #expect { try await OpenDIDServices.start(configuration([.tas, .list, .noti])) } throws: { error in
            let error = error as? ServicesError
            return error?.code == .configuration && error?.field == "addresses.issuer"
        }
        let known = try await OpenDIDServices.start(
            configuration([.tas, .list, .noti], issuer: "http://127.0.0.1:8091"))
        #expect(
            try await schema(in: known) == SchemaSeed.url(of: TestSchemas.identity, issuerURL: "http://127.0.0.1:8091"))
        await known.stop()
    }
}
