import OpenDIDServices
import OpenDID_DataModel
import Testing

@Suite("The identity check behind a registration")
struct KYCCheckTests {
    /// Knows that somebody showed a passport, and at which wallet's device.
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

    @Test("with an identity check a user id alone registers nobody")
    func guessed() async throws {
        let world = try await TrustAgentWorld(kyc: PassportOffice(device: nil))
        let wallet = try await TestWallet.created(in: world, seed: 5)
        await #expect(throws: Refusal.tas(17002)) { try await retrieve(world, wallet, "user-1") }
        await #expect(throws: Refusal.tas(90003, 500)) { try await retrieve(world, wallet, "closed") }
        await world.stop()
    }

    @Test(
        "whom the check confirms is registered as the user that the check names, by whom the operator finds the person")
    func confirmed() async throws {
        let world = try await TrustAgentWorld(kyc: PassportOffice(device: nil))
        let wallet = try await TestWallet.registered(in: world, seed: 6, user: "passport-77")
        #expect(try await world.resolve(wallet.holder.id)?.status == .activated)
        let _: OperatorAnswer = try await world.operate(
            OpenDIDEndpoints.TAS.updateDIDDocDeactivated, UpdateDidDocDeactivated(kycTxId: "user-1"))
        #expect(try await world.resolve(wallet.holder.id)?.status == .deactivated)
        await world.stop()
    }

    @Test("a check sees which device asks, so that what one wallet proved does not register another")
    func bound() async throws {
        let world = try await TrustAgentWorld(kyc: PassportOffice(device: "did:omn:another"))
        let wallet = try await TestWallet.created(in: world, seed: 7)
        await #expect(throws: Refusal.tas(17002)) { try await retrieve(world, wallet, "passport-77") }
        await world.stop()
    }
}
