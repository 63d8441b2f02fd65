import Foundation
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

@Suite("Calls that need a wallet token")
struct WalletAPITokenTests {
    /// Every call that takes a token, with arguments that are good enough to get past the token.
    enum Guarded: String, CaseIterable, Sendable {
        case bindUser, unbindUser, registerLock, generateKeyPair, deleteKeyPair, createHolderDIDDocument,
            updateHolderDIDDocument
        case requestRegisterUser, requestUpdateUser, requestRestoreUser, requestIssueVc, requestRevokeVc, getCredentials
        case getAllCredentials, getAllCrentials, deleteCredentials, createVp, createEncVp
    }

    @Test(
        "each call accepts tokens for its purposes in the sheet's table and no others",
        arguments: Guarded.allCases)
    func purposes(_ call: Guarded) async throws {
        let rows = ParityTable.rows.filter { $0.name == call.rawValue }
        let accepted = try #require(rows.first).purposes
        #expect(!accepted.isEmpty)
        let shared = try await APIWorld()
        for purpose in WalletTokenPurposeEnum.allCases {
            // Some calls change the wallet when they get past the token.
            let world = accepted.contains(purpose) ? try await APIWorld() : shared
            let token = try await world.token(purpose)
            let error = await Self.error { try await Self.make(call, token, world.api) }
            if accepted.contains(purpose) {
                #expect(error?.code != .token, "\(call.rawValue) with \(purpose.value)")
            } else {
                #expect(error?.code == .token, "\(call.rawValue) with \(purpose.value)")
                #expect(error?.upstreamCode == "MSDKWLT05010")
            }
        }
    }

    @Test(
        "an unknown, malformed or expired token, one of a removed app, and one of another user are refused"
    )
    func rules() async throws {
        let world = try await APIWorld()
        let token = try await world.token(.LIST_VC)
        _ = try await world.api.getAllCredentials(hWalletToken: token)
        for other in ["", "zz", String(token.dropLast()) + (token.hasSuffix("0") ? "1" : "0"), token + "00"] {
            #expect(await refusal { try await world.api.getAllCredentials(hWalletToken: other) }?.code == .token)
        }
        try await world.vault.commit([.setAllowedApps(["org.example.other"])])
        let app = await refusal { try await world.api.getAllCredentials(hWalletToken: token) }
        #expect(app?.code == .token)
        #expect(app?.field == "pkgName")
        try await world.vault.commit([.setAllowedApps([VaultWorld.app])])
        _ = try await world.api.getAllCredentials(hWalletToken: token)
        world.world.pass(seconds: 1800)
        #expect(await refusal { try await world.api.getAllCredentials(hWalletToken: token) }?.code == .token)
        // A token for another user is not even kept.
        #expect(await refusal { try await world.token(.LIST_VC, pii: [UInt8](repeating: 8, count: 32)) }?.code == .user)
    }

    @Test("a locked wallet answers every call with a token with 05020", arguments: Guarded.allCases)
    func locked(_ call: Guarded) async throws {
        let world = try await APIWorld()
        let token = try await world.token(
            try #require(ParityTable.rows.first { $0.name == call.rawValue }?.purposes.first))
        try await world.vault.registerLock(passcode: VaultWorld.passcode)
        await world.vault.lock()
        let error = await Self.error { try await Self.make(call, token, world.api) }
        #expect(error?.code == .locked)
        #expect(error?.upstreamCode == "MSDKWLT05020")
    }

    @Test("bindUser binds the token's user, and no second one")
    func bindUser() async throws {
        let world = try await APIWorld(operating: false)
        #expect(try await world.api.bindUser(hWalletToken: world.token(.PERSONALIZED)))
        #expect(try await world.vault.boundUser()?.userId == "user")
        #expect(try await world.vault.state() == .personalized)
        let again = await refusal {
            try await world.api.bindUser(hWalletToken: world.token(.PERSONALIZE_AND_CONFIGLOCK))
        }
        #expect(again?.code == .state)
        #expect(again?.upstreamCode == "MSDKWLT05041")
    }

    @Test("unbindUser deletes the user's keys, document and credentials, and keeps the device")
    func unbindUser() async throws {
        let world = try await APIWorld()
        try await world.store("one")
        #expect(try await world.api.unbindUser(hWalletToken: world.token(.DEPERSONALIZED)))
        #expect(try await world.vault.state() == .created)
        #expect(try await world.vault.credentials().isEmpty)
        #expect(try await world.api.isExistWallet())
        #expect(try await !world.api.isAnyKeysSaved())
    }

    @Test("a seed needs an allowed app, and data that do not answer a seed give no token")
    func seeds() async throws {
        let world = try await APIWorld()
        let seed = try await world.api.createWalletTokenSeed(
            purpose: .ISSUE_VC, pkgName: VaultWorld.app, userId: "user")
        #expect(seed.purpose == .ISSUE_VC)
        #expect(seed.pkgName == VaultWorld.app)
        #expect(seed.userId == "user")
        let foreign = await refusal {
            try await world.api.createWalletTokenSeed(purpose: .ISSUE_VC, pkgName: "org.example.other", userId: "user")
        }
        #expect(foreign?.code == .token)
        var unasked = seed
        unasked.nonce = "zunasked"
        let data = WalletTokenData(
            seed: unasked, sha256_pii: "z1", provider: Provider(did: "did:omn:cas", certVcRef: "http://127.0.0.1:9/c"),
            nonce: "z1")
        let error = await refusal {
            try await world.api.createNonceForWalletToken(walletTokenData: data, APIGatewayURL: "http://127.0.0.1:9")
        }
        #expect(error?.code == .token)
    }

    private static func error(_ body: () async throws -> Void) async -> WalletError? {
        do {
            try await body()
            return nil
        } catch let error as WalletError {
            return error
        } catch {
            Issue.record("\(error) is no WalletError")
            return nil
        }
    }

    private static let url = "http://127.0.0.1:9/tas/api/v1/some-call"
    private static let serverToken = "m" + String(repeating: "A", count: 43)
    private static let wallet = Wallet(id: "WID", did: VaultWorld.deviceDID)

    private static func make(_ call: Guarded, _ token: String, _ api: WalletAPI) async throws {
        let envelope = SignedDIDDoc(ownerDidDoc: "z1", wallet: wallet, nonce: "z1")
        let didAuth = DIDAuth(did: VaultWorld.holderDID, authNonce: "z1")
        switch call {
        case .bindUser: try await api.bindUser(hWalletToken: token)
        case .unbindUser: try await api.unbindUser(hWalletToken: token)
        case .registerLock: try await api.registerLock(hWalletToken: token, passcode: "123456", isLock: true)
        case .generateKeyPair:
            try await api.generateKeyPair(
                hWalletToken: token, passcode: "123456", keyId: "pin", algType: .secp256r1, promptMsg: nil)
        case .deleteKeyPair: try await api.deleteKeyPair(hWalletToken: token, keyId: "bio")
        case .createHolderDIDDocument: try await api.createHolderDIDDocument(hWalletToken: token)
        case .updateHolderDIDDocument: try await api.updateHolderDIDDocument(hWalletToken: token)
        case .requestRegisterUser:
            try await api.requestRegisterUser(
                tasURL: url, txId: "1", hWalletToken: token, serverToken: serverToken, signedDIDDoc: envelope)
        case .requestUpdateUser:
            try await api.requestUpdateUser(
                tasURL: url, txId: "1", hWalletToken: token, serverToken: serverToken, didAuth: didAuth,
                signedDIDDoc: envelope)
        case .requestRestoreUser:
            try await api.requestRestoreUser(
                tasURL: url, txId: "1", hWalletToken: token, serverToken: serverToken, didAuth: didAuth)
        case .requestIssueVc:
            let channel = ReqE2e(nonce: "z1", curve: .secp256r1, publicKey: "z1", cipher: .aes256CBC, padding: .pkcs5)
            let profile = IssueProfile(
                id: "p", type: .IssueProfile, title: "t", encoding: "UTF-8", language: "en",
                profile: IssueProfile.Profile(
                    issuer: ProviderDetail(did: "did:omn:issuer", certVcRef: url, name: "Issuer"),
                    credentialSchema: IssueProfile.Profile.CredentialSchema(id: url),
                    process: IssueProfile.Profile.Process(endpoints: [url], reqE2e: channel, issuerNonce: "z1")))
            _ = try await api.requestIssueVc(
                tasURL: url, hWalletToken: token, didAuth: didAuth,
                issuerProfile: _RequestIssueProfile(txId: "1", authNonce: "z1", profile: profile), refId: "1",
                serverToken: serverToken,
                APIGatewayURL: url)
        case .requestRevokeVc:
            try await api.requestRevokeVc(
                hWalletToken: token, tasURL: url, authType: .pin, vcId: "one", issuerNonce: "z1", txId: "1",
                serverToken: serverToken,
                passcode: "123456")
        case .getCredentials: _ = try await api.getCredentials(hWalletToken: token, ids: [])
        case .getAllCredentials: _ = try await api.getAllCredentials(hWalletToken: token)
        case .getAllCrentials: _ = try await (api as any OriginalSpelling).getAllCrentials(hWalletToken: token)
        case .deleteCredentials: try await api.deleteCredentials(hWalletToken: token, ids: ["one"])
        case .createVp:
            _ = try await api.createVp(
                hWalletToken: token, claimInfos: [],
                presentationInfo: PresentationInfo(
                    holder: VaultWorld.holderDID, validFrom: "2025-01-01T00:00:00Z", validUntil: "2026-01-01T00:00:00Z",
                    verifierNonce: "z1"))
        case .createEncVp:
            let channel = ReqE2e(nonce: "z1", curve: .secp256r1, publicKey: "z1", cipher: .aes256CBC, padding: .pkcs5)
            let profile = VerifyProfile(
                id: "p", type: .VerifyProfile, title: "t", encoding: "UTF-8", language: "en",
                profile: VerifyProfile.Profile(
                    verifier: ProviderDetail(did: "did:omn:verifier", certVcRef: url, name: "Verifier"),
                    filter: VerifyProfile.Profile.ProfileFilter(credentialSchemas: []),
                    process: VerifyProfile.Profile.Process(reqE2e: channel, verifierNonce: "z1")))
            _ = try await api.createEncVp(
                hWalletToken: token, claimInfos: [], verifierProfile: _RequestProfile(txId: "1", profile: profile),
                APIGatewayURL: url, passcode: "123456")
        }
    }
}

/// Lets a test use the deprecated name without a warning: only the witness names it.
protocol OriginalSpelling {
    func getAllCrentials(hWalletToken: String) async throws(WalletError) -> [VerifiableCredential]
}

extension WalletAPI: OriginalSpelling {}
