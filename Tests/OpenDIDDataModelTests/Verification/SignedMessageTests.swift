import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

/// Sheet 11.2, 3: sign and verify each row of the table in sheet 2.5.
@Suite("Every kind of signed document")
struct SignedMessageTests {
    /// One document of each kind with a proof that fits, made from the tree so that no model decides what is signed.
    private func signed(_ message: SignedMessage, _ cast: Cast, key: String? = nil, purpose: ProofPurpose? = nil) async throws -> SignedDocument {
        let samples = Samples(cast: cast)
        func provider(_ actor: Actor) -> JSONValue { ["did": .string(actor.did), "certVcRef": "http://127.0.0.1/"] }
        func finish(_ tree: JSONValue, _ actor: Actor) async throws -> SignedDocument {
            let name = try #require(key ?? message.keyNames?.sorted().last)
            let request = try actor.request(name, purpose ?? #require(message.purposes.first))
            var tree = tree
            tree["proof"] = [
                "type": .string(try await request.signer.verificationKey.proofType.rawValue), "created": "2026-01-01T00:00:00Z",
                "verificationMethod": .string(request.verificationMethod), "proofPurpose": .string(request.purpose.rawValue),
            ]
            let digest = try SignedDocument(tree.serialized()).digest(.proof)
            tree["proof"]?["proofValue"] = .string(Multibase.encode(try await request.signer.sign(digest: digest).bytes, as: .base16))
            return try SignedDocument(tree.serialized())
        }
        let token: JSONValue = ["validUntil": "2026-12-31T00:00:00Z"]
        switch message {
        case .deviceDIDDocument:
            let uses: [(String, ProofPurpose)] = key == nil ? [("assert", .assertionMethod), ("auth", .authentication)] : [(key ?? "", purpose ?? .keyAgreement)]
            return try SignedDocument(await cast.device.document.signed(by: uses.map { try cast.device.request($0.0, $0.1) }))
        case .holderDIDDocument:
            let uses: [(String, ProofPurpose)] = key == nil ? [("pin", .assertionMethod), ("bio", .assertionMethod)] : [(key ?? "", purpose ?? .keyAgreement)]
            return try SignedDocument(await cast.holder.document.signed(by: uses.map { try cast.holder.request($0.0, $0.1) }))
        case .providerDIDDocument:
            let uses: [(String, ProofPurpose)] = key == nil
                ? [("assert", .assertionMethod), ("auth", .authentication), ("invoke", .capabilityInvocation)] : [(key ?? "", purpose ?? .keyAgreement)]
            return try SignedDocument(await cast.issuer.document.signed(by: uses.map { try cast.issuer.request($0.0, $0.1) }))
        case .attestedDIDDoc: return try await finish(["walletId": "w", "provider": provider(cast.wallet)], cast.wallet)
        case .signedWalletInfo, .signedDIDDoc: return try await finish(["wallet": ["did": "did:omn:device"]], cast.device)
        case .invokedDidDoc: return try await finish(["controller": provider(cast.tas)], cast.tas)
        case .attestedAppInfo: return try await finish(["provider": provider(cast.cas)], cast.cas)
        case .walletTokenData: return try await finish(["seed": token, "provider": provider(cast.cas)], cast.cas)
        case .serverTokenData: return try await finish(["validUntil": "2026-12-31T00:00:00Z", "provider": provider(cast.tas)], cast.tas)
        case .reqEcdh: return try await finish(["client": "did:omn:holder"], cast.holder)
        case .accEcdh: return try await finish(["server": "did:omn:tas"], cast.tas)
        case .accE2e: return try await finish(["iv": "mAA"], cast.holder)
        case .didAuth: return try await finish(["did": "did:omn:holder"], cast.holder)
        case .providerDIDAuth: return try await finish(["did": "did:omn:issuer"], cast.issuer)
        case .issueProfile: return try await finish(["profile": ["issuer": provider(cast.issuer)]], cast.issuer)
        case .verifyProfile: return try await finish(["profile": ["verifier": provider(cast.verifier)]], cast.verifier)
        case .credential, .presentedCredential:
            return try SignedDocument(await samples.credential().signed(by: cast.issuer.request(key ?? "assert", purpose ?? .assertionMethod)))
        case .presentation:
            let credential = try await samples.credential().signed(by: cast.issuer.request("assert"))
            return try SignedDocument(await samples.presentation([credential]).signed(by: [cast.holder.request(key ?? "pin", purpose ?? .assertionMethod)]))
        case .reqRevokeVc: return try await finish(["vcId": "vc-1"], cast.holder)
        }
    }

    private func policy(_ message: SignedMessage) -> VerificationPolicy {
        .standard(for: message, signer: message.signerPath == nil ? "did:omn:holder" : nil)
    }

    @Test("holds when made by the right signer with the right key for the right purpose", arguments: SignedMessage.allCases)
    func holds(message: SignedMessage) async throws {
        for secp256k1 in [false, true] {
            let cast = try Cast(secp256k1: secp256k1)
            let report = await policy(message).verify(try await signed(message, cast), at: Cast.now, resolver: cast.registry)
            #expect(report.isValid, "\(report.failures)")
            try report.requireValid()
        }
    }

    @Test("fails with a purpose that is not its own, although key and signature are right", arguments: SignedMessage.allCases)
    func purpose(message: SignedMessage) async throws {
        let cast = try Cast()
        // A DID document never proves itself with keyagree; the others do not take a key of the wrong purpose.
        let isAgreement = message.purposes == [.keyAgreement]
        let key = isAgreement ? (message == .accEcdh ? "assert" : "pin") : "keyagree"
        let document = try await signed(message, cast, key: key, purpose: isAgreement ? .assertionMethod : .keyAgreement)
        let report = await policy(message).verify(document, at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes.contains(.purpose))
        #expect(throws: VerificationFailure.self) { try report.requireValid() }
    }

    @Test("fails when the signature was made by another kind's key of the same signer", arguments: SignedMessage.allCases)
    func key(message: SignedMessage) async throws {
        let cast = try Cast()
        let isHolder = [.reqEcdh, .accE2e, .didAuth, .presentation, .reqRevokeVc, .holderDIDDocument].contains(message)
        let wrong = message.purposes.contains(.keyAgreement) ? (isHolder ? "pin" : "assert") : "keyagree"
        let document = try await signed(message, cast, key: wrong)
        let report = await policy(message).verify(document, at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid)
        #expect(report.codes.contains(.keyNotForPurpose) || report.codes.contains(.purpose))
    }

    @Test("fails for another signer than the one expected", arguments: SignedMessage.allCases)
    func signer(message: SignedMessage) async throws {
        let cast = try Cast()
        let stranger = VerificationPolicy.standard(for: message, signer: "did:omn:stranger")
        let report = await stranger.verify(try await signed(message, cast), at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes.contains(.signer))
    }

    @Test("fails without its signer's document, and when the resolver does not answer", arguments: SignedMessage.allCases)
    func unresolved(message: SignedMessage) async throws {
        let cast = try Cast()
        let document = try await signed(message, cast)
        var silent = cast.registry
        silent.isReachable = false
        for resolver in [Registry([]), silent] {
            let report = await policy(message).verify(document, at: Cast.now, resolver: resolver)
            // A DID document brings its own keys.
            let ownKeys = [.deviceDIDDocument, .holderDIDDocument, .providerDIDDocument].contains(message)
            #expect(report.isValid == ownKeys)
            if !ownKeys { #expect(report.codes.contains(.unresolved) && report.proofs.isEmpty) }
        }
    }

    @Test("a kind that names nobody never holds unless the caller says who is expected", arguments: SignedMessage.allCases.filter { $0.signerPath == nil })
    func nobody(message: SignedMessage) async throws {
        let cast = try Cast()
        let report = await VerificationPolicy.standard(for: message).verify(try await signed(message, cast), at: Cast.now, resolver: cast.registry)
        #expect(!report.isValid && report.codes == [.signer])
    }
}
