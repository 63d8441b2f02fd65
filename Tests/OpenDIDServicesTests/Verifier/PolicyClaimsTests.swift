import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Policies and the schemas that they name")
struct PolicyClaimsTests {
    private func code(_ world: IssuanceWorld, service: String = "login") async throws -> String {
        let offer = try await PresentationRun.offered(world, service: service)
        return try await world.code(
            OpenDIDEndpoints.Verifier.requestProfile, PresentationRun.profileRequest(world, offer), as: .anybody)
    }

    @Test("a policy that requires a claim that its registered schema does not have gives no profile")
    func unknownClaim() async throws {
        let world = try await IssuanceWorld {
            $0.seed.verifications[0].requiredClaims.append(TestSchemas.code("shoe_size"))
        }
        #expect(try await code(world) == "SSRVVRF00201")
        #expect(try await code(world, service: "whole") == "200")
    }

    @Test("a schema that loses a required claim gives no profile until it has the claim again")
    func changedSchema() async throws {
        let world = try await IssuanceWorld()
        let owner = "did:omn:issuer"
        let schema = try await world.registry.schema(named: TestSchemas.identity, owner: owner).unwrapped
        var changed = schema
        changed.credentialSubject.claims[0].items.removeAll { $0.id == "birth_date" }
        #expect(try await code(world) == "200")
        try await world.registry.save(changed, name: TestSchemas.identity, owner: owner)
        #expect(try await code(world) == "SSRVVRF00201")
        try await world.registry.save(schema, name: TestSchemas.identity, owner: owner)
        #expect(try await code(world) == "200")
    }

    @Test("a schema that is not registered is not checked")
    func unregistered() async throws {
        let requirement = VerifierPolicy.Requirement(
            schema: .id("https://elsewhere.test/schema"), requiredClaims: ["a.b"])
        let world = try await IssuanceWorld {
            $0.verifier.policies = [
                VerifierPolicy(device: "gate", service: "other", title: "Other", requirements: [requirement])
            ]
        }
        #expect(try await code(world, service: "other") == "200")
    }

    @Test("a policy of a seed and one of the settings require PIN or biometrics unless they say otherwise")
    func authentication() {
        let seed = VerificationSeed(device: "gate", service: "any", title: "Any", schema: TestSchemas.identity)
        #expect(seed.authType == [.pin, .bio])
        #expect(seed.authType == VerifierPolicy(device: "", service: "", title: "", requirements: []).authType)
        #expect(VerifierPolicy.policies([seed]).first?.authType == [.pin, .bio])
    }
}
