import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

// The holder's document: registered, replaced and turned on again.
extension WalletAPIFlowTests {
    @Test("M132: the holder's document is registered and stored")
    func registration() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            #expect(try await world.vault.state() == .operation)
            let holder = try await app.api.getDidDocument(type: .holder)
            #expect(try await world.status(of: holder.id) == .activated)
            #expect(try await app.api.getKeyInfos(keyType: []).map(\.id).sorted() == ["keyagree", "pin"])
        }
    }

    @Test("M132: an envelope of another document than the pending one is not sent")
    func foreignEnvelope() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.create()
            let token = try await app.token(.CREATE_DID)
            try await app.api.generateKeyPair(
                hWalletToken: token, passcode: AppSide.passcode, keyId: "pin", algType: .secp256r1)
            try await app.api.generateKeyPair(hWalletToken: token, keyId: "keyagree", algType: .secp256r1)
            try await app.api.createHolderDIDDocument(hWalletToken: token)
            let old = try await app.api.createSignedDIDDoc(passcode: AppSide.passcode)
            try await app.api.createHolderDIDDocument(hWalletToken: token)
            let error = await #expect(throws: WalletError.self) {
                try await app.api.requestRegisterUser(
                    tasURL: app.gateway, txId: "1", hWalletToken: token, serverToken: "m1", signedDIDDoc: old)
            }
            #expect(error?.upstreamCode == "MSDKWLT05052")
            #expect(!world.transport.calls.contains { $0.path.hasSuffix("request-register-user") })
        }
    }

    @Test("M141: a key is replaced and one added; first the registry has the new version, and then the wallet")
    func update() async throws {
        try await FlowWorld.run(biometrics: SoftwareBiometricKeyStore { _ in true }) { world in
            let app = AppSide(world)
            try await app.register()
            let did = try await app.api.getDidDocument(type: .holder).id
            let proposal = try await app.post(
                OpenDIDEndpoints.TAS.proposeUpdateDIDDoc, ProposeUpdateDidDoc(id: app.messageID(), did: did))
            let serverToken = try await app.session(.UPDATE_DID, .device, proposal.txId)
            let token = try await app.token(.UPDATE_DID)
            try await app.api.deleteKeyPair(hWalletToken: token, keyId: "pin")
            try await app.api.generateKeyPair(
                hWalletToken: token, passcode: "771904", keyId: "pin", algType: .secp256r1)
            try await app.api.generateKeyPair(
                hWalletToken: token, keyId: "bio", algType: .secp256r1, promptMsg: "Add your face")
            try await app.api.updateHolderDIDDocument(hWalletToken: token)
            let envelope = try await app.api.createSignedDIDDoc(passcode: "771904")
            let didAuth = try await app.api.getSignedDidAuth(
                authNonce: try #require(proposal.authNonce), passcode: AppSide.passcode)
            try await app.api.requestUpdateUser(
                tasURL: app.url(OpenDIDEndpoints.TAS.requestUpdateDIDDoc), txId: proposal.txId, hWalletToken: token,
                serverToken: serverToken, didAuth: didAuth, signedDIDDoc: envelope)
            _ = try await app.post(
                OpenDIDEndpoints.TAS.confirmUpdateDIDDoc,
                ConfirmUpdateDidDoc(id: app.messageID(), txId: proposal.txId, serverToken: serverToken))
            try await app.api.saveHolderDIDDocument()
            let holder = try await app.api.getDidDocument(type: .holder)
            #expect(holder.versionId == "2")
            #expect(FlowChecks.isRegistered(holder, as: try await world.wallet.trust.registered(did)))
            try await app.api.authenticatePin(id: "pin", pin: "771904")
        }
    }

    @Test("M142: a deactivated DID is activated again")
    func restoration() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let did = try await app.api.getDidDocument(type: .holder).id
            _ = try await world.post("/tas/api/v1/update-diddoc-deactivated", ["kycTxId": .string(FlowSeeds.user)])
            #expect(try await world.status(of: did) == .deactivated)
            let pushed = try await world.post("/tas/api/v1/offer-restore-did/push", ["id": "1", "did": .string(did)])
            let offerId = try #require(try JSONValue(parsing: pushed.body)["offerId"]?.stringValue)
            let proposal = try await app.post(
                OpenDIDEndpoints.TAS.proposeRestoreDIDDoc,
                ProposeRestoreDidDoc(id: app.messageID(), offerId: offerId, did: did))
            let serverToken = try await app.session(.RESTORE_DID, .device, proposal.txId)
            let didAuth = try await app.api.getSignedDidAuth(authNonce: proposal.authNonce, passcode: AppSide.passcode)
            let token = try await app.token(.RESTORE_DID)
            try await app.api.requestRestoreUser(
                tasURL: app.url(OpenDIDEndpoints.TAS.requestRestoreDIDDoc), txId: proposal.txId, hWalletToken: token,
                serverToken: serverToken, didAuth: didAuth)
            _ = try await app.post(
                OpenDIDEndpoints.TAS.confirmRestoreDIDDoc,
                ConfirmRestoreDidDoc(id: app.messageID(), txId: proposal.txId, serverToken: serverToken))
            #expect(try await world.status(of: did) == .activated)
        }
    }
}
