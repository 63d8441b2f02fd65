import OpenDIDServices
import OpenDID_DataModel
import Testing

@Suite("The identity check of a registration")
struct KYCCheckTests {
    /// Knows that a person showed a passport, and at which wallet's device.
    private struct PassportOffice: KYCCheck {
        struct Closed: Error {}

        let device: String?

        func userID(for evidence: KYCEvidence) async throws -> String? {
            guard evidence.reference != "closed" else { throw Closed() }
            guard evidence.reference == "passport-77", device == nil || device == evidence.deviceDID else { return nil }
            return "user-1"
        }
    }

    private func retrieve(_ world: TrustAgentWorld, _ wallet: TestWallet, _ reference: String) async throws {
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: wallet.messageID()))
        let session = try await wallet.session(in: world, opened.txId, .device, .CREATE_DID)
        let _: _RetrieveKyc = try await world.send(
            OpenDIDEndpoints.TAS.retrieveKYC,
            RetrieveKyc(id: wallet.messageID(), txId: session.txID, serverToken: session.token, kycTxId: reference))
    }

    @Test("with an identity check, a user ID alone cannot register")
    func guessed() async throws {
        let world = try await TrustAgentWorld(kyc: PassportOffice(device: nil))
        let wallet = try await TestWallet.created(in: world, seed: 5)
        await #expect(throws: Refusal.tas(17002)) { try await retrieve(world, wallet, "user-1") }
        await #expect(throws: Refusal.tas(90003, 500)) { try await retrieve(world, wallet, "closed") }
        await world.stop()
    }

    @Test(
        "a confirmed person is registered as the user that the check names, and the operator finds the person by it")
    func confirmed() async throws {
        let world = try await TrustAgentWorld(kyc: PassportOffice(device: nil))
        let wallet = try await TestWallet.registered(in: world, seed: 6, user: "passport-77")
        #expect(try await world.resolve(wallet.holder.id)?.status == .activated)
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"))
        #expect(try await world.resolve(wallet.holder.id)?.status == .deactivated)
        await world.stop()
    }

    @Test("a check learns which device asks, so that one wallet's proof does not register another")
    func bound() async throws {
        let world = try await TrustAgentWorld(kyc: PassportOffice(device: "did:omn:another"))
        let wallet = try await TestWallet.created(in: world, seed: 7)
        await #expect(throws: Refusal.tas(17002)) { try await retrieve(world, wallet, "passport-77") }
        await world.stop()
    }
}
