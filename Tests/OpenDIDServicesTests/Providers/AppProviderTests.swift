import Crypto
import HeraldKeys
import OpenDID_DataModel
import TestSupport
import Testing

@testable import OpenDIDServices

@Suite("The app provider")
struct AppProviderTests {
    private let world: CoreWorld

    init() async throws {
        world = try await CoreWorld { $0.seed.users = [UserSeed(userId: "user", pii: "personal data")] }
    }

    private func seed(user: String? = "user", nonce: String? = nil, package: String = "org.omnione.did.ca")
        -> WalletTokenSeed
    {
        WalletTokenSeed(
            purpose: .CREATE_DID, pkgName: package,
            nonce: nonce ?? Multibase.encode(world.chance.bytes(16), as: .base58btc),
            validUntil: world.clock.now.text, userId: user)
    }

    private func verified(_ message: SignedMessage, _ response: ServiceResponse, sent: WalletTokenSeed? = nil)
        async throws -> Bool
    {
        let policy = VerificationPolicy.standard(for: message, signer: "did:omn:cas", sentSeed: sent)
        return await policy.verify(try SignedDocument(response.body), at: world.clock.now, resolver: world.registry)
            .isValid
    }

    @Test("an app is attested with the app provider's key, and with a fresh nonce each time")
    func attestation() async throws {
        let first = try await world.post(
            OpenDIDEndpoints.CAS.requestAttestedAppInfo, RequestAttestedAppInfo(appId: "AID202411abcdefghijk"))
        let second = try await world.post(
            OpenDIDEndpoints.CAS.requestAttestedAppInfo, RequestAttestedAppInfo(appId: "AID202411abcdefghijk"))
        #expect(try await verified(.attestedAppInfo, first))
        let (one, two): (AttestedAppInfo, AttestedAppInfo) = (try first.value(), try second.value())
        #expect(one.appId == "AID202411abcdefghijk" && one.nonce != two.nonce)
        #expect(try Multibase.decode(one.nonce).bytes.count == 16)
        #expect(
            try await world.post(OpenDIDEndpoints.CAS.requestAttestedAppInfo, RequestAttestedAppInfo(appId: "")).code
                == "SCRVCFA00100")
    }

    @Test("a wallet token's data has the hash of the person's data, not the data, and returns the seed")
    func token() async throws {
        let seed = seed()
        let response = try await world.post(OpenDIDEndpoints.CAS.requestWalletTokenData, seed)
        #expect(try await verified(.walletTokenData, response, sent: seed))
        let data: WalletTokenData = try response.value()
        #expect(try Multibase.decode(data.sha256_pii).bytes == Array(SHA256.hash(data: Array("personal data".utf8))))
        #expect(!String(decoding: response.body, as: UTF8.self).contains("personal"))
    }

    @Test("a token for an unknown user or with a malformed seed is refused")
    func refusedTokens() async throws {
        for (seed, code) in [
            (seed(user: "nobody"), "SCRVCFA00400"), (seed(user: nil), "SCRVCFA00400"),
            (seed(nonce: "zabc"), "SCRVCFA00100"),
            (seed(nonce: "?"), "SCRVCFA00100"), (seed(package: ""), "SCRVCFA00100"),
        ] {
            #expect(try await world.post(OpenDIDEndpoints.CAS.requestWalletTokenData, seed).code == code)
        }
    }

    @Test(
        "a stranger's endless nonce is refused in a fraction of the time that decoding it would take")
    func endlessNonce() async throws {
        let nonce = "z" + String(repeating: "2", count: 40_000)
        let clock = ContinuousClock()
        var (reading, answering) = (Duration.seconds(60), Duration.seconds(60))
        // The shortest of several times, because other tests use the processor as well.
        for _ in 0..<5 {
            reading = min(reading, clock.measure { _ = try? Multibase.decode(nonce) })
            let began = clock.now
            let code = try await world.post(OpenDIDEndpoints.CAS.requestWalletTokenData, seed(nonce: nonce)).code
            answering = min(answering, clock.now - began)
            #expect(code == "SCRVCFA00100")
        }
        #expect(answering < reading / 2)
    }

    @Test("only the other servers receive personal data, and only the operator changes it")
    func personalData() async throws {
        let ask = RetrievePii(userId: "user")
        #expect(try await world.post(OpenDIDEndpoints.CAS.retrievePII, ask).code == "9401")
        let answer = try await world.post(
            OpenDIDEndpoints.CAS.retrievePII, ask, token: CoreWorld.peerToken, origin: .network("10.0.0.1"))
        #expect(try answer.value(_RetrievePii.self).pii == "personal data")
        #expect(try await world.post(OpenDIDEndpoints.CAS.retrievePII, ask, origin: .process).status == 200)
        let change = SaveUserInfo(userId: "user", pii: "other data")
        #expect(try await world.post(OpenDIDEndpoints.CAS.saveUserInfo, change, origin: .process).code == "9401")
        #expect(
            try await world.post(OpenDIDEndpoints.CAS.saveUserInfo, change, token: CoreWorld.operatorToken).status
                == 200)
        let changed = try await world.post(OpenDIDEndpoints.CAS.retrievePII, ask, origin: .process)
        #expect(try changed.value(_RetrievePii.self).pii == "other data")
        #expect(
            try await world.post(OpenDIDEndpoints.CAS.retrievePII, RetrievePii(userId: "x"), origin: .process).code
                == "SCRVCFA00400")
    }
}
