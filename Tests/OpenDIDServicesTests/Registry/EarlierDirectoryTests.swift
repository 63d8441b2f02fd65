import Foundation
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("A directory in which all roles had one file")
struct EarlierDirectoryTests {
    @Test(
        "trust agent and issuer continue in the directory as two processes, revoke an old credential, and issue new ones"
    )
    func apart() async throws {
        let directory = try TemporaryFolder()
        let together = try await IssuanceWorld(seed: 11) { $0.storage = .directory(directory.url) }
        let holder = try await together.holder()
        let earlier = try await IssuanceRun.issued(together, to: holder)
        await together.assembly.database.close()

        let apart = try await DistantWorld(shared: directory)
        let world = apart.world
        let opened = try await world.answer(
            OpenDIDEndpoints.Issuer.inspectProposeRevoke, InspectProposeRevoke(id: world.messageID(), vcId: earlier.id))
        let wish = try await holder.wish(earlier.id, nonce: opened.issuerNonce, at: world.now)
        let revocation = RevokeVc(id: world.messageID(), txId: opened.txId, request: wish)
        #expect(try await world.code(OpenDIDEndpoints.Issuer.revokeVC, revocation) == "200")
        #expect(try await apart.agent.registry.credential(earlier.id)?.status == .REVOKED)
        let next = try await IssuanceRun.issued(world, to: holder)
        #expect(try await apart.agent.registry.credential(next.id)?.status == .ACTIVE)
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.url.path).filter {
            $0.hasSuffix(".sqlite")
        }
        #expect(files == ["opendid.sqlite"])
        await apart.agent.assembly.database.close()
        await world.assembly.database.close()

        // And back into one process.
        let again = try await IssuanceWorld(seed: 12) { $0.storage = .directory(directory.url) }
        #expect(try await again.status(next.id) == .ACTIVE)
        #expect(try await IssuanceRun.issued(again, to: holder).id != next.id)
        #expect(try await again.status(next.id) == .REVOKED)
        await again.assembly.database.close()
    }
}
