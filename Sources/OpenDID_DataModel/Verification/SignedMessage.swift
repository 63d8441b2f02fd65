/// The kinds of signed documents, with the signer, the key and the purpose of each (OpenDID sheet 2.5, the second table).
public enum SignedMessage: String, Sendable, Hashable, CaseIterable {
    /// A DID document of a device that its own keys prove. If the DID is registered, it must be the registered document or must be able to
    /// be its next version. An update also needs a ``didAuth`` by a registered key, because anybody can prove new keys of their own
    /// (``OwnDocumentResolver``, OpenDID sheet 5.11).
    case deviceDIDDocument
    /// A DID document of a holder, with the same rules as ``deviceDIDDocument``.
    case holderDIDDocument
    /// A DID document of a provider, with the same rules as ``deviceDIDDocument``. An update needs a ``providerDIDAuth``.
    case providerDIDDocument
    case attestedDIDDoc, signedWalletInfo, signedDIDDoc, invokedDidDoc
    case attestedAppInfo, walletTokenData, serverTokenData
    case reqEcdh, accEcdh, accE2e
    /// A server's parameters of an encrypted channel that are sent on their own, with a proof. In a profile they have none, because the
    /// profile's proof covers them. The sheet's table has no row for them. They are signed like the other key agreement messages.
    case reqE2e
    /// The DIDAuth of a user.
    case didAuth
    /// The DIDAuth of a provider that enrols.
    case providerDIDAuth
    case issueProfile, verifyProfile
    /// A credential as its issuer issues it, with the signature of the whole and one for each claim. Only its schema shows that it has all
    /// claims that its issuer signed: add a ``ClaimsSchemaRule`` (``SignatureRule/Claims``).
    case credential
    /// A credential in a presentation. It may have only some of its claims.
    case presentedCredential
    case presentation
    case reqRevokeVc

    /// The allowed purposes of a proof.
    public var purposes: Set<ProofPurpose> {
        switch self {
        case .deviceDIDDocument: [.assertionMethod, .authentication]
        case .providerDIDDocument: [.assertionMethod, .authentication, .capabilityInvocation, .capabilityDelegation]
        case .reqEcdh, .accEcdh, .accE2e, .reqE2e: [.keyAgreement]
        case .didAuth, .providerDIDAuth: [.authentication]
        case .invokedDidDoc: [.capabilityInvocation]
        case .holderDIDDocument, .attestedDIDDoc, .signedWalletInfo, .signedDIDDoc, .attestedAppInfo, .walletTokenData,
            .serverTokenData,
            .issueProfile, .verifyProfile, .credential, .presentedCredential, .presentation, .reqRevokeVc:
            [.assertionMethod]
        }
    }

    /// The names of the keys that may make the proofs. `nil` if the document itself lists them.
    public var keyNames: Set<String>? {
        switch self {
        case .deviceDIDDocument: ["assert", "auth"]
        case .providerDIDDocument: nil
        case .holderDIDDocument, .didAuth, .presentation, .reqRevokeVc: ["pin", "bio"]
        case .reqEcdh, .accEcdh, .accE2e, .reqE2e: ["keyagree"]
        case .providerDIDAuth: ["auth"]
        case .invokedDidDoc: ["invoke"]
        case .attestedDIDDoc, .signedWalletInfo, .signedDIDDoc, .attestedAppInfo, .walletTokenData, .serverTokenData,
            .issueProfile,
            .verifyProfile, .credential, .presentedCredential:
            ["assert"]
        }
    }

    /// The path of the signer's DID in the document. `nil` if the document does not have it and the caller must know it.
    public var signerPath: [String]? {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument: ["id"]
        case .attestedDIDDoc, .attestedAppInfo, .walletTokenData, .serverTokenData: ["provider", "did"]
        case .signedWalletInfo, .signedDIDDoc: ["wallet", "did"]
        case .invokedDidDoc: ["controller", "did"]
        case .reqEcdh: ["client"]
        case .accEcdh: ["server"]
        case .didAuth, .providerDIDAuth: ["did"]
        case .issueProfile: ["profile", "issuer", "did"]
        case .verifyProfile: ["profile", "verifier", "did"]
        case .credential, .presentedCredential: ["issuer", "id"]
        case .presentation: ["holder"]
        case .accE2e, .reqE2e, .reqRevokeVc: nil
        }
    }

    /// True if this kind may have several proofs, as `proofs` (OpenDID sheet 2.2).
    public var allowsSeveralProofs: Bool {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument, .presentation, .reqRevokeVc: true
        default: false
        }
    }

    /// True if the key must still be in the newest version of its owner's document. A message is made now, and a person who got hold of a
    /// replaced key must not use it by naming an old version. A DID document has its own keys, and a credential stays valid when its issuer
    /// replaces a key.
    public var needsCurrentKey: Bool {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument, .credential, .presentedCredential: false
        default: true
        }
    }

    /// True if some foreign TAS sign this kind over one hash too many (OpenDID sheet 2.3).
    public var isDoublyHashedByTAS: Bool { self == .accEcdh || self == .serverTokenData }
}

extension SignedMessage {
    /// The rule for the form of this kind of document (OpenDID sheet 4): its type in the model, the rules of the type, and the members that
    /// only a larger kind has.
    public var form: any VerificationRule {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument:
            ModelRule(DIDDocument.self) { $0.validationErrors() }
        case .attestedDIDDoc: ModelRule(AttestedDIDDoc.self) { $0.validationErrors() }
        case .signedWalletInfo:
            ModelRule(SignedWalletInfo.self, foreignMembers: ["ownerDidDoc"]) { $0.validationErrors() }
        case .signedDIDDoc: ModelRule(SignedDIDDoc.self) { $0.validationErrors() }
        case .invokedDidDoc: ModelRule(InvokedDidDoc.self) { $0.validationErrors() }
        case .attestedAppInfo:
            ModelRule(AttestedAppInfo.self, foreignMembers: ["purpose", "walletId", "validUntil"]) {
                $0.validationErrors()
            }
        case .walletTokenData: ModelRule(WalletTokenData.self) { $0.validationErrors() }
        case .serverTokenData: ModelRule(ServerTokenData.self) { $0.validationErrors() }
        case .reqEcdh: ModelRule(ReqEcdh.self) { $0.validationErrors() }
        case .accEcdh: ModelRule(AccEcdh.self) { $0.validationErrors() }
        case .reqE2e: ModelRule(ReqE2e.self) { $0.validationErrors() }
        case .accE2e: ModelRule(AccE2e.self) { $0.validationErrors() }
        case .didAuth, .providerDIDAuth: ModelRule(DIDAuth.self) { $0.validationErrors() }
        case .issueProfile: ModelRule(IssueProfile.self) { $0.validationErrors() }
        case .verifyProfile: ModelRule(VerifyProfile.self) { $0.validationErrors() }
        case .credential, .presentedCredential: ModelRule(VerifiableCredential.self) { $0.validationErrors() }
        case .presentation: PresentationFormRule()
        case .reqRevokeVc: ModelRule(ReqRevokeVc.self) { $0.validationErrors() }
        }
    }
}
