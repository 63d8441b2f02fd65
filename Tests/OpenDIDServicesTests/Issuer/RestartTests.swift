import Foundation
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("Servers that stop in the middle of a transaction")
struct RestartTests {
    private func inDirectory(_ body: (@escaping (UInt64) async throws -> IssuanceWorld) async throws -> Void)
        async throws
    {
        let directory = try TemporaryFolder()
        try await body { seed in try await IssuanceWorld(seed: seed) { $0.storage = .directory(directory.url) } }
    }

    @Test("an issuance and a revocation continue where they were, and repeated requests get the same answers")
    func issuer() async throws {
        try await inDirectory { start in
            var world = try await start(1)
            let holder = try await world.holder()
            var run = try await IssuanceRun.profiled(world, to: holder)
            let request = try await run.makeRequest()
            await world.assembly.database.close()

            world = try await start(2)
            let answer = try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request)
            #expect(answer.status == 200)
            let credential = try run.channel.unwrapped.opening(_IssueVc(jsonBytes: answer.body).e2e)
            let opened = try await world.answer(
                OpenDIDEndpoints.Issuer.inspectProposeRevoke,
                InspectProposeRevoke(id: world.messageID(), vcId: credential.id))
            await world.assembly.database.close()

            world = try await start(3)
            #expect(try await world.ask(OpenDIDEndpoints.Issuer.issueVC, request) == answer)
            #expect(try await world.registry.credentials(of: holder.did) == 1)
            let wish = try await holder.wish(credential.id, nonce: opened.issuerNonce, at: world.now)
            let revocation = RevokeVc(id: world.messageID(), txId: opened.txId, request: wish)
            #expect(try await world.code(OpenDIDEndpoints.Issuer.revokeVC, revocation) == "200")
            #expect(try await world.status(credential.id) == .REVOKED)
            await world.assembly.database.close()
        }
    }

    @Test("a presentation continues after a restart, and its result is there afterwards")
    func verifier() async throws {
        try await inDirectory { start in
            var world = try await start(1)
            let holder = try await world.holder()
            let credential = try await IssuanceRun.issued(world, to: holder)
            var run = try await PresentationRun.profiled(world, by: holder)
            let request = try await run.request(holder.presentation(for: run.profile, of: [credential], at: world.now))
            await world.assembly.database.close()

            world = try await start(2)
            #expect(try await world.code(OpenDIDEndpoints.Verifier.requestVerify, request, as: .anybody) == "200")
            await world.assembly.database.close()

            world = try await start(3)
            let result = try await world.answer(
                OpenDIDEndpoints.Verifier.confirmVerify, ConfirmVerify(offerId: run.offer.payload.offerId.unwrapped))
            #expect(result.result)
            #expect(result.claims.count == 2)
            await world.assembly.database.close()
        }
    }
}
