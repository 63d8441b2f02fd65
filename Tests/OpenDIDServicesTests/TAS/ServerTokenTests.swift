import HeraldKeys
import OpenDID_DataModel
import OpenDIDServices
import Testing

@Suite("The trust agent issues server tokens (OpenDID sheet 5.5, S4, and 6.3)")
struct ServerTokenTests {
    private func opened(_ wallet: TestWallet, in world: TrustAgentWorld) async throws -> (String, SessionChannel) {
        let opened: _ProposeRegisterUser = try await world.send(
            OpenDIDEndpoints.TAS.proposeRegisterUser, ProposeRegisterUser(id: wallet.messageID()))
        return (opened.txId, try await wallet.agree(in: world, opened.txId, .device))
    }

    @Test("the token is signed, and bound to purpose, wallet and app")
    func minted() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (txID, channel) = try await opened(wallet, in: world)
        let session = try await wallet.createToken(in: world, txID, wallet.tokenSeed(in: world, .CREATE_DID), channel)
        #expect(session.data.purpose == .CREATE_DID)
        #expect(session.data.walletId == wallet.walletID)
        #expect(session.data.appId == wallet.appID)
        #expect(session.data.$validUntil == world.now.advanced(by: .seconds(3_600)))
        let report = try await VerificationPolicy.standard(for: .serverTokenData)
            .verify(session.data, at: world.now, resolver: world.services.registry)
        #expect(report.isValid)
        await world.stop()
    }

    @Test(
        "an unknown purpose is refused",
        arguments: [
            WalletTokenPurposeEnum.UPDATE_DID, .RESTORE_DID, .ISSUE_VC, .REMOVE_VC, .PRESENT_VP, .PERSONALIZED,
            .LIST_VC_AND_PRESENT_VP,
        ])
    func purposes(_ purpose: WalletTokenPurposeEnum) async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (txID, channel) = try await opened(wallet, in: world)
        await #expect(throws: Refusal.tas(12005)) {
            _ = try await wallet.createToken(in: world, txID, wallet.tokenSeed(in: world, purpose), channel)
        }
        await world.stop()
    }

    @Test("each fault of wallet and app has its code")
    func faults() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2),
            other = try await TestWallet.created(in: world, seed: 3)
        let done = try await TestWallet.registered(in: world, seed: 4)
        let (txID, channel) = try await opened(wallet, in: world)
        let good = try await wallet.tokenSeed(in: world, .CREATE_DID)
        let now = world.now

        func info(_ change: (inout Wallet) -> Void, by signer: TestWallet? = nil) async throws -> ServerTokenSeed {
            var seed = good
            change(&seed.walletInfo.wallet)
            seed.walletInfo = try await seed.walletInfo.signed(
                by: (signer ?? wallet).request(.device, .assert, for: .assertionMethod, at: now))
            return seed
        }

        var unsigned = good
        unsigned.walletInfo.proof = nil
        var altered = good
        altered.walletInfo.nonce = wallet.nonce()
        var nonceless = good
        nonceless.walletInfo.nonce = ""
        var foreignApp = good
        foreignApp.caAppInfo.appId = other.appID
        var nobodysApp = good
        nobodysApp.caAppInfo.provider.did = "did:omn:nobody"
        var issuersApp = good
        issuersApp.caAppInfo.provider.did = "did:omn:issuer"
        var appless = good
        appless.caAppInfo.appId = ""
        var unprovenApp = good
        unprovenApp.caAppInfo.proof = nil
        let provider = try await TestProvider.enrolled(in: world, did: "did:omn:cas2", role: .CAS_SERVICE, seed: 9)
        var borrowed = good
        borrowed.caAppInfo = try await borrowed.caAppInfo.signed(
            by: provider.request(.assert, for: .assertionMethod, at: now))

        let cases: [(String, ServerTokenSeed, Int)] = [
            ("unsigned", unsigned, 16510), ("altered", altered, 16510), ("no nonce", nonceless, 16519),
            ("signed by another device", try await info({ _ in }, by: other), 16510),
            ("unknown wallet", try await info { $0.id = "WID202411zzzzzzzzzzz" }, 17502),
            ("another's wallet id", try await info { $0.id = other.walletID }, 17502),
            ("another's wallet, by its device", try await info({ $0 = other.wallet }, by: other), 17508),
            ("a wallet that has a user", try await info({ $0 = done.wallet }, by: done), 17502),
            ("altered app", foreignApp, 16510), ("no app", appless, 17006), ("unproven app", unprovenApp, 16510),
            ("an unknown app provider", nobodysApp, 18510), ("a provider of another role", issuersApp, 18510),
            ("signed by another app provider", borrowed, 12007),
        ]
        for (name, seed, code) in cases {
            await #expect(throws: Refusal.tas(code), "\(name)") {
                _ = try await wallet.createToken(in: world, txID, seed, channel)
            }
        }
        _ = try await wallet.createToken(in: world, txID, good, channel)

        // Wallet info and app info are good for one token.
        let (second, next) = try await opened(wallet, in: world)
        await #expect(throws: Refusal.tas(16519)) { _ = try await wallet.createToken(in: world, second, good, next) }
        var fresh = try await wallet.tokenSeed(in: world, .CREATE_DID)
        fresh.caAppInfo = good.caAppInfo
        await #expect(throws: Refusal.tas(16519)) { _ = try await wallet.createToken(in: world, second, fresh, next) }
        await world.stop()
    }

    @Test("a token of another holder, an unreadable token and an expired one are refused")
    func checked() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (firstID, firstChannel) = try await opened(wallet, in: world)
        let first = try await wallet.createToken(
            in: world, firstID, wallet.tokenSeed(in: world, .CREATE_DID), firstChannel)
        let (secondID, secondChannel) = try await opened(wallet, in: world)
        _ = try await wallet.createToken(in: world, secondID, wallet.tokenSeed(in: world, .CREATE_DID), secondChannel)

        func retrieve(_ txID: String, _ token: String) async throws {
            let _: _RetrieveKyc = try await world.send(
                OpenDIDEndpoints.TAS.retrieveKYC,
                RetrieveKyc(id: "1", txId: txID, serverToken: token, kycTxId: "user-1"))
        }
        await #expect(throws: Refusal.tas(19003)) { try await retrieve(secondID, first.token) }
        await #expect(throws: Refusal.tas(19003)) { try await retrieve(firstID, "") }
        await #expect(throws: Refusal.tas(19003)) {
            try await retrieve(firstID, "m" + String(first.token.dropFirst().reversed()))
        }
        world.advance(seconds: 3_601)
        await #expect(throws: Refusal.tas(19002)) { try await retrieve(firstID, first.token) }
        await world.stop()
    }

    @Test("the token's bytes count, not their encoding")
    func encodings() async throws {
        let world = try await TrustAgentWorld()
        let wallet = try await TestWallet.created(in: world, seed: 2)
        let (txID, channel) = try await opened(wallet, in: world)
        let session = try await wallet.createToken(in: world, txID, wallet.tokenSeed(in: world, .CREATE_DID), channel)
        let other = Multibase.encode(try Multibase.decode(session.token).bytes, as: .base58btc)
        let _: _RetrieveKyc = try await world.send(
            OpenDIDEndpoints.TAS.retrieveKYC, RetrieveKyc(id: "1", txId: txID, serverToken: other, kycTxId: "user-1"))
        await world.stop()
    }
}
