import OpenDID_DataModel
import Testing

/// OpenDID sheet 11.2, 3: sign and verify each row of the table in OpenDID sheet 2.5.
@Suite("Every kind of signed document")
struct SignedMessageTests {
    private func signed(_ message: SignedMessage, _ cast: Cast, key: String? = nil, purpose: ProofPurpose? = nil)
        async throws -> SignedDocument
    {
        try await SignedSamples(cast: cast).document(message, key: key, purpose: purpose)
    }

    private func policy(_ message: SignedMessage, _ cast: Cast) -> VerificationPolicy {
        SignedSamples(cast: cast).policy(message)
    }

    @Test(
        "a document is valid with the right signer, key and purpose",
        arguments: SignedMessage.allCases)
    func holds(message: SignedMessage) async throws {
        for secp256k1 in [false, true] {
            let cast = try Cast(secp256k1: secp256k1)
            let report = await policy(message, cast).verify(
                try await signed(message, cast), at: Cast.now, resolver: cast.registry)
            #expect(report.isValid, "\(report.failures)")
            try report.requireValid()
        }
    }

    @Test(
        "a document with another purpose is refused, although key and signature are right",
        arguments: SignedMessage.allCases)
    func purpose(message: SignedMessage) async throws {
        let cast = try Cast()
        // A DID document never proves itself with keyagree; the others do not take a key of the wrong purpose.
        let isAgreement = message.purposes == [.keyAgreement]
        let key = isAgreement ? ([.accEcdh, .reqE2e].contains(message) ? "assert" : "pin") : "keyagree"
        let document = try await signed(
            message, cast, key: key, purpose: isAgreement ? .assertionMethod : .keyAgreement)
        let report = await policy(message, cast).verify(document, at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes.contains(.purpose))
        #expect(throws: VerificationFailure.self) { try report.requireValid() }
    }

    @Test(
        "a document signed with another kind's key of the same signer is refused", arguments: SignedMessage.allCases)
    func key(message: SignedMessage) async throws {
        let cast = try Cast()
        let isHolder = [.reqEcdh, .accE2e, .didAuth, .presentation, .reqRevokeVc, .holderDIDDocument].contains(message)
        let wrong = message.purposes.contains(.keyAgreement) ? (isHolder ? "pin" : "assert") : "keyagree"
        let document = try await signed(message, cast, key: wrong)
        let report = await policy(message, cast).verify(document, at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid)
        #expect(report.codes.contains(.keyNotForPurpose) || report.codes.contains(.purpose))
    }

    @Test("a document of another signer than the expected one is refused", arguments: SignedMessage.allCases)
    func signer(message: SignedMessage) async throws {
        let cast = try Cast()
        let stranger = VerificationPolicy.standard(for: message, signer: "did:omn:stranger")
        let report = await stranger.verify(try await signed(message, cast), at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes.contains(.signer))
    }

    @Test(
        "a document is refused without its signer's document, and if the resolver does not answer",
        arguments: SignedMessage.allCases)
    func unresolved(message: SignedMessage) async throws {
        let cast = try Cast()
        let document = try await signed(message, cast)
        var silent = cast.registry
        silent.isReachable = false
        for resolver in [Registry([]), silent] {
            let report = await policy(message, cast).verify(document, at: Cast.now, resolver: resolver)
            // A DID document brings its own keys, and may not be registered yet; a registry that is silent might know better.
            let ownKeys = [.deviceDIDDocument, .holderDIDDocument, .providerDIDDocument].contains(message)
            #expect(report.isValid == (ownKeys && resolver.isReachable))
            if !report.isValid { #expect(report.codes.contains(.unresolved) && report.proofs.isEmpty) }
        }
    }

    @Test(
        "a document of a kind without a signer is valid only if the caller names the expected signer",
        arguments: SignedMessage.allCases.filter { $0.signerPath == nil })
    func nobody(message: SignedMessage) async throws {
        let cast = try Cast()
        let report = await VerificationPolicy.standard(for: message).verify(
            try await signed(message, cast), at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes == [.signer])
    }
}
