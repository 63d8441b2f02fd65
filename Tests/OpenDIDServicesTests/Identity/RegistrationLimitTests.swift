import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Limits of another process's registration")
struct RegistrationLimitTests {
    private func register(
        _ world: CoreWorld, _ party: TestParty, name: String = "Party",
        certVcRef: String = "http://party.test/certificate-vc",
        serverUrl: String = "http://party.test"
    ) async throws -> String {
        let document = try await party.identity.provenDocument(created: world.clock.now)
        let request = RegisterEntity(
            id: "1", didDoc: try MultibaseEnvelope.seal(document), role: .Issuer, name: name, certVcRef: certVcRef,
            serverUrl: serverUrl)
        return try await world.post(OpenDIDEndpoints.TAS.registerEntity, request, token: CoreWorld.peerToken).code
            ?? "200"
    }

    @Test("attack 90: a provider's names and URLs have a limit, and the error names the member")
    func lengths() async throws {
        let world = try await CoreWorld()
        let party = try TestParty(seed: 1, created: world.clock.now)
        let long = "http://party.test/" + String(repeating: "x", count: EntityRegistration.urlLimit)
        #expect(
            try await register(world, party, name: String(repeating: "n", count: EntityRegistration.nameLimit + 1))
                == "SSRVTRA12004")
        #expect(try await register(world, party, certVcRef: long) == "SSRVTRA12004")
        #expect(try await register(world, party, serverUrl: long) == "SSRVTRA12004")
        #expect(try await world.registry.provider(party.document.id) == nil)
        #expect(
            try await register(world, party, name: String(repeating: "n", count: EntityRegistration.nameLimit)) == "200"
        )
    }

    @Test("attack 90: a page of providers counts all of a provider's own texts")
    func pages() async throws {
        let world = try await CoreWorld()
        let url = String(repeating: "u", count: RegistryPage.bytes / 4)
        for number in 0..<6 {
            try await world.registry.save(
                RegisteredProvider(
                    did: "did:omn:a\(number)", role: .Verifier, name: "", certVcRef: "", baseURL: "\(number)" + url))
        }
        let page = try await world.registry.page(FindProviders(role: .Verifier))
        #expect(page.hasMore && page.items.count < 5)
    }

    @Test("attack 91: two issuers cannot have the same URL, however it is written")
    func sharedURL() async throws {
        let world = try await CoreWorld()
        let (first, second) = (
            try TestParty(seed: 1, created: world.clock.now), try TestParty(seed: 2, created: world.clock.now)
        )
        #expect(try await register(world, first) == "200")
        for url in ["http://party.test", "http://PARTY.test/", CoreWorld.baseURL] {
            #expect(try await register(world, second, serverUrl: url) == "SSRVTRA12007", "\(url)")
        }
        #expect(try await world.registry.provider(second.document.id) == nil)
        #expect(try await world.registry.resolve(second.document.id, versionId: nil) == nil)
        // Again, and elsewhere, is no fault.
        #expect(try await register(world, first) == "200")
        #expect(try await register(world, first, serverUrl: "http://moved.test") == "200")
        #expect(try await register(world, second) == "200")
    }
}
