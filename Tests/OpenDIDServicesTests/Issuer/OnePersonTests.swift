import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("One DID for each person")
struct OnePersonTests {
    private func code(_ world: IssuanceWorld, _ holder: TestHolder, plan: String = TestSchemas.identityPlan)
        async throws -> String
    {
        let run = try await IssuanceRun.proposed(world, to: holder, plan: plan)
        return try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, run.profileRequest)
    }

    @Test("a person's second DID gets no credential and ends none while the first has one")
    func secondDID() async throws {
        let world = try await IssuanceWorld()
        let (real, stranger) = (try await world.holder(1), try await world.holder(2))
        let first = try await IssuanceRun.issued(world, to: real)
        #expect(try await code(world, stranger) == "SSRVISS00302")
        #expect(try await code(world, stranger, plan: TestSchemas.userPlan) == "SSRVISS00302")
        #expect(try await world.status(first.id) == .ACTIVE)
        #expect(try await world.registry.credentials(of: stranger.did) == 0)
        // A credential that is switched off for a time is in force, and so is a DID.
        try await world.registry.apply([.setCredentialStatus(id: first.id, .INACTIVE, at: world.now)])
        try await world.registry.apply([.setDIDStatus(did: real.did, .deactivated, at: world.now)])
        #expect(try await code(world, stranger) == "SSRVISS00302")
    }

    @Test("only one of two simultaneous requests by two DIDs of a person gets a credential")
    func race() async throws {
        let world = try await IssuanceWorld()
        var one = try await IssuanceRun.profiled(world, to: world.holder(1))
        var two = try await IssuanceRun.profiled(world, to: world.holder(2))
        let first = try await one.issue()
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, try await two.makeRequest()) == "SSRVISS00302")
        #expect(try await world.status(first.id) == .ACTIVE)
    }

    @Test(
        "another DID of a person gets a credential if the first has none in force or is revoked",
        arguments: [
            "credential revoked", "DID revoked", "credential over",
        ])
    func moved(why: String) async throws {
        let world = try await IssuanceWorld()
        let (old, new) = (try await world.holder(1), try await world.holder(2))
        let first = try await IssuanceRun.issued(world, to: old)
        switch why {
        case "credential revoked":
            try await world.registry.apply([.setCredentialStatus(id: first.id, .REVOKED, at: world.now)])
        case "DID revoked": try await world.registry.apply([.setDIDStatus(did: old.did, .revoked, at: world.now)])
        default: world.clock.advance(by: 370 * 86_400)
        }
        let second = try await IssuanceRun.issued(world, to: new)
        #expect(try await world.status(second.id) == .ACTIVE)
        // A credential of another DID stays as it is, because only its holder ends it.
        #expect(try await world.status(first.id) == (why == "credential revoked" ? .REVOKED : .ACTIVE))
    }

    @Test("if the operator allows several DIDs of a person, each renews only its own credential")
    func several() async throws {
        let world = try await IssuanceWorld { $0.issuer.severalDIDs = true }
        let (phone, tablet) = (try await world.holder(1), try await world.holder(2))
        let first = try await IssuanceRun.issued(world, to: phone)
        let second = try await IssuanceRun.issued(world, to: tablet)
        #expect(try await world.status(first.id) == .ACTIVE)
        let third = try await IssuanceRun.issued(world, to: phone)
        #expect(try await world.status(first.id) == .REVOKED)
        #expect(try await world.status(second.id) == .ACTIVE)
        #expect(try await world.status(third.id) == .ACTIVE)
    }
}
