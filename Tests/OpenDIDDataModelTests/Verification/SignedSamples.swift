import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

/// One document of each kind with a proof that fits. Most are signed as trees, so that no model decides what is signed.
struct SignedSamples: Sendable {
    let cast: Cast

    /// The signer of a kind.
    func signer(of message: SignedMessage) -> Actor {
        switch message {
        case .deviceDIDDocument, .signedWalletInfo, .signedDIDDoc: cast.device
        case .holderDIDDocument, .reqEcdh, .accE2e, .didAuth, .presentation, .reqRevokeVc: cast.holder
        case .providerDIDDocument, .providerDIDAuth, .issueProfile, .credential, .presentedCredential: cast.issuer
        case .attestedDIDDoc: cast.wallet
        case .invokedDidDoc, .serverTokenData, .accEcdh: cast.tas
        case .attestedAppInfo, .walletTokenData: cast.cas
        case .verifyProfile, .reqE2e: cast.verifier
        }
    }

    /// The standard policy for a kind, with the signer where the document names none.
    func policy(_ message: SignedMessage) -> VerificationPolicy {
        .standard(for: message, signer: message.signerPath == nil ? signer(of: message).did : nil)
    }

    /// - Parameters:
    ///   - key: another key than the kind is signed with.
    ///   - purpose: another purpose than the kind is signed for.
    func document(_ message: SignedMessage, key: String? = nil, purpose: ProofPurpose? = nil) async throws
        -> SignedDocument
    {
        let (samples, signer) = (Samples(cast: cast), signer(of: message))
        let request = try signer.request(
            key ?? message.keyNames?.sorted().last ?? "assert", purpose ?? #require(message.purposes.first))
        switch message {
        case .deviceDIDDocument:
            return try await owned(signer, [("assert", .assertionMethod), ("auth", .authentication)], key, purpose)
        case .holderDIDDocument:
            return try await owned(signer, [("pin", .assertionMethod), ("bio", .assertionMethod)], key, purpose)
        case .providerDIDDocument:
            let uses: [(String, ProofPurpose)] = [
                ("assert", .assertionMethod), ("auth", .authentication), ("invoke", .capabilityInvocation),
            ]
            return try await owned(signer, uses, key, purpose)
        case .attestedDIDDoc: return try await signed(samples.attestation, request)
        case .signedWalletInfo: return try await signed(samples.walletInfo, request)
        case .signedDIDDoc: return try await signed(samples.signedDIDDoc, request)
        case .invokedDidDoc: return try await signed(samples.invokedDidDoc, request)
        case .attestedAppInfo: return try await signed(samples.appInfo, request)
        case .walletTokenData: return try await signed(samples.walletToken, request)
        case .serverTokenData: return try await signed(samples.serverToken, request)
        case .reqEcdh: return try await signed(samples.reqEcdh, request)
        case .accEcdh: return try await signed(samples.accEcdh, request)
        case .reqE2e: return try await signed(samples.reqE2e, request)
        case .accE2e: return try await signed(samples.accE2e, request)
        case .didAuth, .providerDIDAuth: return try await signed(samples.didAuth(of: signer), request)
        case .issueProfile: return try await signed(samples.issueProfile, request)
        case .verifyProfile: return try await signed(samples.verifyProfile, request)
        case .reqRevokeVc: return try await signed(samples.reqRevokeVc, request)
        case .credential:
            let credential = try await samples.credential().signed(
                by: try signer.request(key ?? "assert", purpose ?? .assertionMethod))
            return try SignedDocument(credential)
        case .presentedCredential:
            let credential = try await samples.credential().signed(
                by: try signer.request(key ?? "assert", purpose ?? .assertionMethod))
            return try SignedDocument(samples.presented(credential, claims: [0, 2]))
        case .presentation:
            let credential = try await samples.credential().signed(by: cast.issuer.request("assert"))
            return try SignedDocument(await samples.presentation([credential]).signed(by: [request]))
        }
    }

    private func owned(
        _ actor: Actor, _ uses: [(String, ProofPurpose)], _ key: String?, _ purpose: ProofPurpose?
    ) async throws -> SignedDocument {
        let uses = key.map { [($0, purpose ?? .keyAgreement)] } ?? uses
        return try SignedDocument(await actor.document.signed(by: uses.map { try actor.request($0.0, $0.1) }))
    }

    /// A tree with one proof as the kind has it, in the place of those that are there.
    func signed(_ tree: JSONValue, as message: SignedMessage) async throws -> SignedDocument {
        var bare = tree
        bare["proofs"] = nil
        let purpose = try #require(
            message.purposes.contains(.assertionMethod) ? .assertionMethod : message.purposes.first)
        let name = message == .deviceDIDDocument ? "assert" : message.keyNames?.sorted().last ?? "assert"
        return try await signed(bare, signer(of: message).request(name, purpose))
    }

    private func signed(_ model: some Jsonable, _ request: ProofRequest) async throws -> SignedDocument {
        try await signed(JSONValue(parsing: model.canonicalBytes()), request)
    }

    private func signed(_ unsigned: JSONValue, _ request: ProofRequest) async throws -> SignedDocument {
        var tree = unsigned
        tree["proof"] = [
            "type": .string(try await request.signer.verificationKey.proofType.rawValue),
            "created": "2026-01-01T00:00:00Z",
            "verificationMethod": .string(request.verificationMethod),
            "proofPurpose": .string(request.purpose.rawValue),
        ]
        let digest = try SignedDocument(tree.serialized()).digest(.proof)
        tree["proof"]?["proofValue"] = .string(
            Multibase.encode(try await request.signer.sign(digest: digest).bytes, as: .base16))
        return try SignedDocument(tree.serialized())
    }
}
