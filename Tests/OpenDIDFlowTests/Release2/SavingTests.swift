import HeraldJSON
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices
@testable import OpenDIDWallet

@Suite("Credentials that an app saves itself")
struct SavingTests {
    /// An issued credential that the wallet does not have any more, in the issuer's bytes.
    private func lost(_ world: FlowWorld) async throws -> [UInt8] {
        try await world.register()
        let id = try await world.issue()
        let bytes = try #require(try await world.vault.credential(id)).bytes
        try await world.vault.commit([.deleteCredentials([id])])
        return bytes
    }

    @Test(
        "an app's own copy of a credential is checked and saved, bare or in release 2's form, and is shown like any other"
    )
    func saved() async throws {
        try await FlowWorld.run { world in
            let bytes = try await lost(world)
            let issuer = Provider(
                did: "did:omn:issuer", certVcRef: world.services.baseURL + "/issuer/api/v1/certificate-vc")
            let id = try await world.wallet.saveCredential(bytes, issuer: issuer)
            #expect(try await world.vault.credential(id)?.bytes == bytes)
            // The same once more is no fault, in the form of either release.
            let wrapped = Array(#"{"vc":"#.utf8) + bytes + Array("}".utf8)
            #expect(try await world.wallet.saveCredential(wrapped) == id)
            #expect(try await world.wallet.saveCredential(CredInfo.issuedBytes(ofBoth: bytes)) == id)
            #expect(try await world.vault.credentials().map(\.id) == [id])
            let offer = try await world.verifyOffer()
            #expect(
                try await world.wallet.present(offer.payload, txId: offer.txId, unlock: FlowWorld.unlock).isAccepted)
        }
    }

    @Test("a credential that was altered, revoked, issued to another holder or named with a wrong issuer is not saved")
    func refused() async throws {
        try await FlowWorld.run(severalDIDs: true) { world in
            let bytes = try await lost(world)
            let text = String(decoding: bytes, as: UTF8.self)
            func code(_ wallet: OpenDIDWallet, _ bytes: [UInt8], issuer: Provider? = nil) async -> WalletError.Code? {
                do throws(WalletError) {
                    try await wallet.saveCredential(bytes, issuer: issuer)
                    return nil
                } catch {
                    return error.code
                }
            }
            #expect(await code(world.wallet, Array("{}".utf8)) == .parameter)
            let altered = Array(text.replacing("\"plain\"", with: "\"html\"", maxReplacements: 1).utf8)
            #expect(altered != bytes)
            #expect(await code(world.wallet, altered) == .verification)
            // The host of an unsigned schema is not called.
            let elsewhere = Array(
                text.replacing("/issuer/api/v1/vc/vcschema", with: "/nowhere", maxReplacements: 1).utf8)
            #expect(elsewhere != bytes)
            #expect(await code(world.wallet, elsewhere) == .verification)
            let wrong = Provider(
                did: "did:omn:verifier", certVcRef: world.services.baseURL + "/verifier/api/v1/certificate-vc")
            #expect(await code(world.wallet, bytes, issuer: wrong) == .didMismatch)

            let other = try await world.newWallet(at: .memory)
            try await FlowWorld.register(other)
            #expect(await code(other, bytes) == .verification)

            let id = try IssuedCredential(plaintext: bytes).id
            try await world.services.registry.apply([.setCredentialStatus(id: id, .REVOKED, at: world.wallet.now())])
            #expect(await code(world.wallet, bytes) == .verification)
            #expect(try await world.vault.credentials().isEmpty)
        }
    }
}
