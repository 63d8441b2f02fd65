import HeraldJSON
import HeraldKeys
import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("The iOS SDK's interface against real servers, call by call")
struct WalletAPIFlowTests {
    @Test("createWallet registers the device with every form of URL that apps use, and refuses a second wallet")
    func createWallet() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            #expect(try await !app.api.isExistWallet())
            let base = world.services.baseURL
            #expect(try await app.api.createWallet(tasURL: base + "/tas/api/v1", walletURL: base))
            #expect(try await app.api.isExistWallet())
            let device = try await app.api.getDidDocument(type: .device)
            #expect(try await world.status(of: device.id) == .activated)
            let again = await #expect(throws: WalletError.self) {
                try await app.api.createWallet(tasURL: base, walletURL: base)
            }
            #expect(again?.upstreamCode == "MSDKWLT05040")
        }
    }

    @Test("a wallet token depends on seed, data and nonce; data are valid once, and altered data never")
    func tokens() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.api.createWallet(tasURL: app.gateway, walletURL: app.gateway)
            let seed = try await app.api.createWalletTokenSeed(
                purpose: .PERSONALIZED, pkgName: FlowSeeds.pkgName, userId: FlowSeeds.user)
            let data = try await app.post(OpenDIDEndpoints.CAS.requestWalletTokenData, seed)
            let nonce = try await app.api.createNonceForWalletToken(
                walletTokenData: data, APIGatewayURL: app.gateway + "/api-gateway/api/v1/")
            let replay = await #expect(throws: WalletError.self) {
                try await app.api.createNonceForWalletToken(walletTokenData: data, APIGatewayURL: app.gateway)
            }
            #expect(replay?.code == .token)
            let token = WalletTokenHash(canonicalData: try data.canonicalBytes(), resultNonce: nonce).exposedText
            #expect(try await app.api.bindUser(hWalletToken: token))
            #expect(try await world.vault.boundUser()?.userId == FlowSeeds.user)

            let second = try await app.api.createWalletTokenSeed(
                purpose: .CREATE_DID, pkgName: FlowSeeds.pkgName, userId: FlowSeeds.user)
            var altered = try await app.post(OpenDIDEndpoints.CAS.requestWalletTokenData, second)
            altered.sha256_pii = Multibase.encode([UInt8](repeating: 1, count: 32), as: .base58btc)
            let sent = altered
            let forged = await #expect(throws: WalletError.self) {
                try await app.api.createNonceForWalletToken(walletTokenData: sent, APIGatewayURL: app.gateway)
            }
            #expect(forged?.code == .verification)
        }
    }

    @Test("M210: a credential is issued, checked and stored, and the app confirms it")
    func issuance() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let id = try await app.issue()
            #expect(!id.isEmpty)
            let token = try await app.token(.LIST_VC)
            #expect(try await app.api.getAllCredentials(hWalletToken: token).map(\.id) == [id])
            #expect(try await world.vault.journalEntries().isEmpty)
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .ACTIVE)
        }
    }

    @Test("M210: an altered profile is refused before anything is requested, and so is a DIDAuth over another nonce")
    func issuanceRefused() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let issuance = try await app.beginIssuance()
            var profile = issuance.profile
            profile.profile.title += "!"
            let sent = profile
            let altered = await #expect(throws: WalletError.self) {
                try await app.ask(
                    AppSide.Issuance(
                        proposal: issuance.proposal, serverToken: issuance.serverToken, profile: sent,
                        token: issuance.token,
                        didAuth: issuance.didAuth))
            }
            #expect(altered?.code == .verification)
            let other = try await app.api.getSignedDidAuth(
                authNonce: Multibase.encode([UInt8](repeating: 7, count: 16), as: .base58btc),
                passcode: AppSide.passcode)
            let nonce = await #expect(throws: WalletError.self) {
                try await app.ask(
                    AppSide.Issuance(
                        proposal: issuance.proposal, serverToken: issuance.serverToken, profile: issuance.profile,
                        token: issuance.token,
                        didAuth: other))
            }
            #expect(nonce?.code == .verification)
            #expect(!world.transport.calls.contains { $0.path.hasSuffix("request-issue-vc") })
            #expect(try await world.vault.journalEntries().isEmpty)
        }
    }

    @Test("M210: if the answer is lost, the wallet gets the credential afterwards")
    func issuanceResumed() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let issuance = try await app.beginIssuance()
            world.transport.lose(.answer, of: "request-issue-vc")
            let lost = await #expect(throws: WalletError.self) { try await app.ask(issuance) }
            #expect(lost?.code == .transport)
            let busy = await #expect(throws: WalletError.self) {
                try await app.api.deleteCredentials(hWalletToken: issuance.token, ids: [])
            }
            #expect(busy?.code == .unfinished)
            #expect(try await world.reopened().resume().map(\.refusal) == [nil])
            #expect(try await app.api.isAnyCredentialsSaved())
        }
    }

    @Test("M310: the requested claims are shown, encrypted for the verifier, and accepted", arguments: [true, false])
    func presentation(chosen: Bool) async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let id = try await app.issue()
            let offer = try await world.verifyOffer()
            let profile = try await app.post(
                OpenDIDEndpoints.Verifier.requestProfile,
                RequestProfile(id: app.messageID(), txId: offer.txId, offerId: offer.payload.offerId ?? ""))
            let token = try await app.token(.PRESENT_VP)
            let claims = chosen ? [ClaimInfo(credentialId: id, claimCodes: FlowSeeds.required)] : nil
            let (accE2e, encVp) = try await app.api.createEncVp(
                hWalletToken: token, claimInfos: claims, verifierProfile: profile, APIGatewayURL: app.gateway,
                passcode: AppSide.passcode)
            _ = try await app.post(
                OpenDIDEndpoints.Verifier.requestVerify,
                RequestVerify(
                    id: app.messageID(), txId: profile.txId, accE2e: accE2e,
                    encVp: Multibase.encode([UInt8](encVp), as: .base64)))
            let result = try await world.post(
                "/verifier/api/v1/confirm-verify", ["offerId": .string(offer.payload.offerId ?? "")])
            let codes = try JSONValue(parsing: result.body)["claims"]?.arrayValue?.compactMap {
                $0["code"]?.stringValue
            }
            #expect(codes == FlowSeeds.required)
        }
    }

    @Test("M310: an altered profile, and claims that were not requested, are refused")
    func presentationRefused() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let id = try await app.issue()
            let offer = try await world.verifyOffer()
            let profile = try await app.post(
                OpenDIDEndpoints.Verifier.requestProfile,
                RequestProfile(id: app.messageID(), txId: offer.txId, offerId: offer.payload.offerId ?? ""))
            let token = try await app.token(.LIST_VC_AND_PRESENT_VP)
            let few = [ClaimInfo(credentialId: id, claimCodes: [FlowSeeds.required[0]])]
            let missing = await #expect(throws: WalletError.self) {
                try await app.api.createEncVp(
                    hWalletToken: token, claimInfos: few, verifierProfile: profile, APIGatewayURL: app.gateway,
                    passcode: AppSide.passcode)
            }
            #expect(missing?.upstreamCode == "MSDKWLT05070")
            var altered = profile
            altered.profile.profile.filter.credentialSchemas[0].requiredClaims = []
            let sent = altered
            let forged = await #expect(throws: WalletError.self) {
                try await app.api.createEncVp(
                    hWalletToken: token, verifierProfile: sent, APIGatewayURL: app.gateway, passcode: AppSide.passcode)
            }
            #expect(forged?.code == .verification)
        }
    }

    @Test("M220: a revoked credential stays until the app removes it")
    func revocation() async throws {
        try await FlowWorld.run { world in
            let app = AppSide(world)
            try await app.register()
            let id = try await app.issue()
            let proposal = try await app.post(
                OpenDIDEndpoints.TAS.proposeRevokeVC, ProposeRevokeVc(id: app.messageID(), vcId: id))
            let serverToken = try await app.session(.REMOVE_VC, .holder, proposal.txId)
            let token = try await app.token(.REMOVE_VC)
            let unknown = await #expect(throws: WalletError.self) {
                try await app.api.requestRevokeVc(
                    hWalletToken: token, tasURL: app.gateway, authType: proposal.authType, vcId: "none",
                    issuerNonce: proposal.issuerNonce, txId: proposal.txId, serverToken: serverToken,
                    passcode: AppSide.passcode)
            }
            #expect(unknown?.code == .notFound)
            let answer = try await app.api.requestRevokeVc(
                hWalletToken: token, tasURL: app.url(OpenDIDEndpoints.TAS.requestRevokeVC), authType: proposal.authType,
                vcId: id,
                issuerNonce: proposal.issuerNonce, txId: proposal.txId, serverToken: serverToken,
                passcode: AppSide.passcode)
            #expect(answer.txId == proposal.txId)
            _ = try await app.post(
                OpenDIDEndpoints.TAS.confirmRevokeVC,
                ConfirmRevokeVc(id: app.messageID(), txId: proposal.txId, serverToken: serverToken))
            #expect(try await world.wallet.trust.standing(ofCredential: id)?.status == .REVOKED)
            #expect(try await app.api.isAnyCredentialsSaved())
            #expect(try await app.api.deleteCredentials(hWalletToken: token, ids: [id]))
            #expect(try await !app.api.isAnyCredentialsSaved())
        }
    }
}
