import Foundation
import GRDB
import HeraldKeys
import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("The trust agent registers a user, M132 (OpenDID sheet 5.6)")
struct RegisterUserTests {
    private func register(_ request: RequestRegisterUser, in world: TrustAgentWorld) async throws {
        let _: _RequestRegisterUser = try await world.send(OpenDIDEndpoints.TAS.requestRegisterUser, request)
    }

    @Test("the holder's document is in the registry afterwards", arguments: [false, true])
    func registered(biometrics: Bool) async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2, biometrics: biometrics)
        let resolved = try #require(try await world.resolve(wallet.holder.id))
        #expect(resolved.document == wallet.holder)
        #expect(resolved.status == .activated)
        await world.stop()
    }

    @Test("a user whom the app provider does not know is refused with the app provider's error")
    func unknownUser() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        await #expect(throws: Refusal.tas(17018, 500)) { _ = try await wallet.identified(in: world, user: "nobody") }
        await #expect(throws: Refusal.tas(12004)) { _ = try await wallet.identified(in: world, user: "") }
        await world.stop()
    }

    @Test("a step out of order or repeated is refused")
    func order() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: "1"))
        let session = try await wallet.session(in: world, opened.txId, .device, .CREATE_DID)
        let early = try await wallet.requestRegister(session, wallet.signedDIDDoc(wallet.holder, at: world.now))
        let confirm = ConfirmRegisterUser(id: "1", txId: session.txID, serverToken: session.token)
        await #expect(throws: Refusal.tas(16001)) { try await register(early, in: world) }
        await #expect(throws: Refusal.tas(16001)) {
            let _: _ConfirmRegisterUser = try await world.send(OpenDIDEndpoints.TAS.confirmRegisterUser, confirm)
        }
        let _: _RetrieveKyc = try await world.send(
            OpenDIDEndpoints.TAS.retrieveKYC,
            RetrieveKyc(id: "1", txId: session.txID, serverToken: session.token, kycTxId: "user-1"))
        try await register(early, in: world)
        // The very same request is answered again, another one is not.
        try await register(early, in: world)
        let again = try await wallet.requestRegister(session, wallet.signedDIDDoc(wallet.holder, at: world.now))
        await #expect(throws: Refusal.tas(16001)) { try await register(again, in: world) }
        let _: _ConfirmRegisterUser = try await world.send(OpenDIDEndpoints.TAS.confirmRegisterUser, confirm)
        // A step of another protocol.
        await #expect(throws: Refusal.tas(16001)) {
            let _: _ConfirmUpdateDidDoc = try await world.send(
                OpenDIDEndpoints.TAS.confirmUpdateDIDDoc,
                ConfirmUpdateDidDoc(id: "1", txId: session.txID, serverToken: session.token))
        }
        await world.stop()
    }

    @Test("each fault of the envelope and of its document has its code, and the registry does not change")
    func faults() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2),
            other = try await TestWallet.created(in: world, seed: 3)
        let done = try await TestWallet.registered(in: world, seed: 4)
        let session = try await wallet.identified(in: world)
        let now = world.now
        let good = try await wallet.signedDIDDoc(wallet.holder, at: now)

        func envelope(_ change: (inout SignedDIDDoc) throws -> Void, by signer: TestWallet? = nil) async throws
            -> SignedDIDDoc
        {
            var envelope = good
            try change(&envelope)
            return try await envelope.signed(
                by: (signer ?? wallet).request(.device, .assert, for: .assertionMethod, at: now))
        }
        func document(_ change: (inout DIDDocument) -> Void) async throws -> SignedDIDDoc {
            var document = wallet.holder
            change(&document)
            return try await wallet.signedDIDDoc(document, at: now)
        }

        var unsigned = good
        unsigned.proof = nil
        var altered = good
        altered.nonce = wallet.nonce()
        var exchanged = good
        exchanged.ownerDidDoc = try MultibaseEnvelope.seal(wallet.wallet)
        var withAssert = wallet.holder
        withAssert.verificationMethod.append(wallet.device.verificationMethod[0])
        withAssert.assertionMethod?.append("assert")
        let extraKey = withAssert

        let cases: [(String, SignedDIDDoc, Int)] = [
            ("unsigned", unsigned, 16510), ("altered", altered, 16510),
            ("exchanged for what is no document", exchanged, 16510),
            ("no nonce", try await envelope { $0.nonce = "" }, 16519),
            ("signed by another device", try await envelope({ _ in }, by: other), 16510),
            ("an unknown wallet", try await envelope { $0.wallet.id = "WID202411zzzzzzzzzzz" }, 17502),
            ("another's wallet", try await envelope({ $0.wallet = other.wallet }, by: other), 17508),
            ("a wallet that has a user", try await envelope({ $0.wallet = done.wallet }, by: done), 17508),
            ("no multibase", try await envelope { $0.ownerDidDoc = "?" }, 12006),
            ("no document", try await envelope { $0.ownerDidDoc = try MultibaseEnvelope.seal(wallet.wallet) }, 12006),
            ("unproven", try await envelope { $0.ownerDidDoc = try MultibaseEnvelope.seal(wallet.holder) }, 16516),
            ("version 2", try await document { $0.versionId = "2" }, 12009),
            ("another controller", try await document { $0.controller = "did:omn:issuer" }, 12006),
            ("switched off", try await document { $0.deactivated = true }, 12006),
            ("a key that nothing proves", try await document { $0 = extraKey }, 12006),
            ("a user's DID", try await wallet.signedDIDDoc(done.holder, at: now, keys: done.holderKeys), 17000),
        ]
        for (name, envelope, code) in cases {
            await #expect(throws: Refusal.tas(code), "\(name)") {
                try await register(wallet.requestRegister(session, envelope), in: world)
            }
        }
        let forged = try await forgedProofs(of: wallet, with: other, at: now)
        await #expect(throws: Refusal.tas(16516)) {
            try await register(wallet.requestRegister(session, forged), in: world)
        }
        #expect(try await world.resolve(wallet.holder.id) == nil)
        #expect(try await world.resolve(done.holder.id)?.document == done.holder)
        try await register(wallet.requestRegister(session, good), in: world)
        await world.stop()
    }

    /// The holder's document with the PIN proof of another user's key.
    private func forgedProofs(of wallet: TestWallet, with other: TestWallet, at now: UTCInstant) async throws
        -> SignedDIDDoc
    {
        guard let key = other.holderKeys[.pin] else { throw TestWalletError.noKey(.pin) }
        let forged = try await wallet.holder.signed(
            by: [ProofRequest(signer: key, keyID: "pin", of: wallet.holder, purpose: .assertionMethod, created: now)])
        return try await SignedDIDDoc(owner: forged, wallet: wallet.wallet, nonce: wallet.nonce())
            .signed(by: wallet.request(.device, .assert, for: .assertionMethod, at: now))
    }

    @Test("a wallet has one user")
    func twoUsers() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        await #expect(throws: Refusal.tas(17502)) { _ = try await wallet.identified(in: world) }
        await world.stop()
    }

    @Test("only the first registration succeeds if two transactions have one wallet")
    func race() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let first = try await wallet.identified(in: world), second = try await wallet.identified(in: world)
        let requests = [
            try await wallet.requestRegister(first, wallet.signedDIDDoc(wallet.holder, at: world.now)),
            try await wallet.requestRegister(second, wallet.signedDIDDoc(wallet.holder, at: world.now)),
        ]
        let outcomes = await withTaskGroup(of: Refusal?.self) { group in
            for request in requests {
                group.addTask {
                    do {
                        try await register(request, in: world)
                        return nil
                    } catch { return error as? Refusal }
                }
            }
            return await group.reduce(into: [Refusal?]()) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == nil } == 1)
        let refusal = try #require(outcomes.compactMap { $0 }.first)
        #expect([Refusal.tas(17502), .tas(17000)].contains(refusal))
        await world.stop()
    }

    @Test("a push token is accepted only for the user's own app")
    func pushToken() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.registered(in: world, seed: 2)
        func send(_ did: String, _ app: String, _ token: String) async throws {
            let _: _UpdatePushToken = try await world.send(
                OpenDIDEndpoints.TAS.updatePushToken, UpdatePushToken(id: "1", did: did, appId: app, pushToken: token))
        }
        try await send(wallet.holder.id, wallet.appID, "token-of-a-phone")
        // Sealed, as other personal data.
        let isSealed = try await world.services.database.read { rows in
            try Row.fetchAll(rows.sqlite, sql: "SELECT * FROM tas_user").allSatisfy { row in
                let stored = row.databaseValues.compactMap { Data.fromDatabaseValue($0) }
                return row["sealed_push_token"] != nil
                    && stored.allSatisfy { $0.range(of: Data("token-of-a-phone".utf8)) == nil }
            }
        }
        #expect(isSealed)
        await #expect(throws: Refusal.tas(17002)) { try await send("did:omn:nobody", wallet.appID, "token") }
        await #expect(throws: Refusal.tas(17005)) { try await send(wallet.holder.id, "another", "token") }
        await #expect(throws: Refusal.tas(12004)) {
            try await send(wallet.holder.id, wallet.appID, String(repeating: "t", count: 4097))
        }
        await world.stop()
    }
}
