import Foundation
import HeraldJSON
import OpenDID_DataModel
import OpenDIDServices
import TestSupport
import Testing

@Suite(
    "Transactions survive a restart of the trust agent, and repeated requests get the same answer (OpenDID sheet 5.1)")
struct RepetitionTests {
    @Test("a user is registered and gets a credential although the services restart before every step")
    func restarts() async throws {
        let directory = try TemporaryFolder()
        var world = try await TrustAgentWorld(directory: directory.url)
        func restart() async throws {
            await world.stop()
            world = try await TrustAgentWorld(seed: 2, directory: directory.url)
        }
        let wallet = try await TestWallet.created(in: world, seed: 3)
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
        try await restart()
        let channel = try await wallet.agree(in: world, opened.txId, .device)
        try await restart()
        let session = try await wallet.createToken(
            in: world, opened.txId, wallet.tokenSeed(in: world, .CREATE_DID), channel)
        try await restart()
        let _: _RetrieveKyc = try await world.send(
            OpenDIDEndpoints.TAS.retrieveKYC,
            RetrieveKyc(id: "1", txId: session.txID, serverToken: session.token, kycTxId: "user-1"))
        try await restart()
        let request = try await wallet.requestRegister(session, wallet.signedDIDDoc(wallet.holder, at: world.now))
        let first: _RequestRegisterUser = try await world.send(OpenDIDEndpoints.TAS.requestRegisterUser, request)
        try await restart()
        let again: _RequestRegisterUser = try await world.send(OpenDIDEndpoints.TAS.requestRegisterUser, request)
        #expect(first == again)
        let _: _ConfirmRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.confirmRegisterUser,
            ConfirmRegisterUser(id: "1", txId: session.txID, serverToken: session.token))
        let (issuing, refID, profile) = try await wallet.profiled(in: world)
        try await restart()
        let (wish, _) = try await wallet.credentialRequest(in: world, issuing, refID: refID, profile)
        let _: _RequestIssueVc = try await world.send(OpenDIDEndpoints.TAS.requestIssueVC, wish)
        await world.stop()
    }

    @Test("one of several equal simultaneous requests is executed, and all get its answer")
    func atOnce() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let session = try await wallet.identified(in: world)
        let request = try await wallet.requestRegister(session, wallet.signedDIDDoc(wallet.holder, at: world.now))
        let body = try JSONModelEncoder().canonicalBytes(request)
        let answers = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<8 { group.addTask { try await world.bytes(OpenDIDEndpoints.TAS.requestRegisterUser, body) } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(answers.count == 1)
        await world.stop()
    }

    @Test("a token for both purposes can be used to register")
    func bothPurposes() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
        let session = try await wallet.session(in: world, opened.txId, .device, .CREATE_DID_AND_ISSUE_VC)
        #expect(session.data.purpose == .CREATE_DID_AND_ISSUE_VC)
        await world.stop()
    }
}
