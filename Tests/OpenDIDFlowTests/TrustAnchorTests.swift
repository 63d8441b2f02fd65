import HeraldP256
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Pinned keys of the trust agent")
struct TrustAnchorTests {
    @Test("a wallet works with the trust agent's own pinned key, and trusts nothing with another one")
    func pins() async throws {
        try await FlowWorld.run { world in
            let tas = try #require(try await world.wallet.trust.registered("did:omn:tas")?.document)
            let key = try tas.verificationKey(at: tas.keyURL("assert"), for: .assertionMethod)
            let pinned = try await world.newWallet(at: .memory, anchors: TrustAnchors(tas: "did:omn:tas", keys: [key]))
            try await FlowWorld.register(pinned)
            let stranger = SigningKey.p256(P256PrivateKey()).verificationKey
            let misled = try await world.newWallet(
                at: .memory, anchors: TrustAnchors(tas: "did:omn:tas", keys: [stranger]))
            let error = await #expect(throws: WalletError.self) { try await misled.create() }
            #expect(error?.code == .certificate)
            #expect(try await misled.vault.state() == .installed)
        }
    }

    @Test("no server here attests a wallet of another trust agent")
    func otherAgent() async throws {
        try await FlowWorld.run { world in
            let other = try await world.newWallet(at: .memory, anchors: TrustAnchors(tas: "did:omn:other"))
            let error = await #expect(throws: WalletError.self) { try await other.create() }
            #expect(error?.code == .refused)
            #expect(try await other.vault.state() == .installed)
        }
    }
}
