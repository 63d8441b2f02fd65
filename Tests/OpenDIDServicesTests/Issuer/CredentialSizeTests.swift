import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Large credentials")
struct CredentialSizeTests {
    @Test(
        "a credential that is too large for a wallet is refused with the profile, and the earlier credential stays"
    )
    func tooLarge() async throws {
        let world = try await IssuanceWorld()
        let holder = try await world.holder()
        let first = try await IssuanceRun.issued(world, to: holder)
        func save(_ length: Int) async throws -> String {
            let value = String(repeating: "가", count: length / 3)
            return try await world.code(
                OpenDIDEndpoints.Issuer.saveUser,
                SaveIssuerUser(pii: "pii of alice", claims: [TestSchemas.code("given_name"): value]),
                as: .operatorHere)
        }
        #expect(try await save(CredentialSize.limit) == "200")
        let refused = try await IssuanceRun.proposed(world, to: holder)
        #expect(
            try await world.code(OpenDIDEndpoints.Issuer.generateIssueProfile, refused.profileRequest) == "SSRVISS00301"
        )
        #expect(try await world.status(first.id) == .ACTIVE)

        // It may also grow between profile and issue.
        #expect(try await save(300_000) == "200")
        var run = try await IssuanceRun.profiled(world, to: holder)
        #expect(try await save(CredentialSize.limit) == "200")
        let request = try await run.makeRequest()
        #expect(try await world.code(OpenDIDEndpoints.Issuer.issueVC, request) == "SSRVISS00301")
        #expect(try await world.status(first.id) == .ACTIVE)
        #expect(try await save(300_000) == "200")
        let answer = try await world.answer(OpenDIDEndpoints.Issuer.issueVC, request)
        #expect(answer.e2e.encVc.hasPrefix("m"))
        let second = try run.channel.unwrapped.opening(answer.e2e)
        #expect(second.credentialSubject.claims.contains { $0.value.utf8.count == 300_000 })
        #expect(try await world.status(first.id) == .REVOKED)
    }
}
