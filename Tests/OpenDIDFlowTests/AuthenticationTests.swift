import OpenDIDServices
import OpenDID_DataModel
import Testing

@testable import OpenDIDWallet

/// The authentication that a verifier demands, and the authentication that the user gives (OpenDID sheet 3.4, 4.5).
@Suite("Authentication with PIN, biometrics, either and both")
struct AuthenticationTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let required: VerifyAuthType
        let pin: Bool
        let bio: Bool
        let isEnough: Bool

        var testDescription: String { "asked \(required.rawValue), PIN \(pin), biometrics \(bio)" }
    }

    static let cases: [Case] = [
        Case(required: [], pin: true, bio: false, isEnough: true),
        Case(required: .free, pin: false, bio: true, isEnough: true),
        Case(required: .pin, pin: true, bio: false, isEnough: true),
        Case(required: .pin, pin: false, bio: true, isEnough: false),
        Case(required: .bio, pin: true, bio: false, isEnough: false),
        Case(required: .bio, pin: false, bio: true, isEnough: true),
        Case(required: [.pin, .bio], pin: true, bio: false, isEnough: true),
        Case(required: [.pin, .bio], pin: false, bio: true, isEnough: true),
        Case(required: [.pin, .bio, .and], pin: true, bio: false, isEnough: false),
        Case(required: [.pin, .bio, .and], pin: true, bio: true, isEnough: true),
    ]

    @Test(
        "a presentation is accepted if the user authenticated as the verifier asks, and otherwise never leaves the wallet"
    )
    func table() async throws {
        var seed = FlowSeeds.seed
        seed.verifications = Self.cases.enumerated().map { index, one in
            VerificationSeed(
                device: "terminal\(index)", service: "rental", title: "Car rental", schema: "licence",
                requiredClaims: FlowSeeds.required,
                authType: one.required)
        }
        try await FlowWorld.run(seed: seed, biometrics: SoftwareBiometricKeyStore { _ in true }) { world in
            try await world.wallet.create()
            try await world.wallet.personalize(userId: FlowSeeds.user)
            try await world.wallet.registerUser(kycTxId: FlowSeeds.user, pin: FlowWorld.pin, bioPrompt: "Make a key")
            try await world.issue()
            for (index, one) in Self.cases.enumerated() {
                let offer = try await world.verifyOffer(device: "terminal\(index)")
                let unlock = HolderUnlock(pin: one.pin ? FlowWorld.pin : nil, bioPrompt: one.bio ? "Show it" : nil)
                let posted = world.transport.calls.filter { $0.path.hasSuffix("request-verify") }.count
                if one.isEnough {
                    let shown = try await world.wallet.present(offer.payload, txId: offer.txId, unlock: unlock)
                    #expect(shown.isAccepted, "\(one.testDescription)")
                    #expect(shown.presentation.allProofs.count == (one.required.contains(.and) ? 2 : 1))
                } else {
                    let error = await #expect(throws: WalletError.self, "\(one.testDescription)") {
                        try await world.wallet.present(offer.payload, txId: offer.txId, unlock: unlock)
                    }
                    #expect(error?.code == .keyUnlock)
                    #expect(world.transport.calls.filter { $0.path.hasSuffix("request-verify") }.count == posted)
                }
            }
        }
    }

    @Test("a wrong PIN stops a run before anything binding, and the run continues with the right one")
    func wrongPIN() async throws {
        try await FlowWorld.run { world in
            try await world.register()
            let error = await #expect(throws: WalletError.self) {
                try await world.wallet.issueCredential(
                    planId: FlowSeeds.planId, issuer: "did:omn:issuer", unlock: .pin(SecretText("000000")))
            }
            #expect(error?.code == .wrongPasscode)
            #expect(try await world.vault.journalEntries().isEmpty)
            try await world.issue()
        }
    }
}
