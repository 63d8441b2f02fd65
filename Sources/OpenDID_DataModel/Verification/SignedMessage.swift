/// The kinds of signed documents, with the signer, the key and the purpose of each (OpenDID sheet 2.5, the second table).
public enum SignedMessage: String, Sendable, Hashable, CaseIterable {
    /// A DID document of a device, signed with the keys in the document. If the DID is registered, the document must be the registered one
    /// or a valid next version of it. An update also needs a ``didAuth`` by a registered key, because anybody can sign a document with new
    /// keys of their own (``OwnDocumentResolver``, OpenDID sheet 5.11).
    case deviceDIDDocument
    /// A DID document of a holder, with the same rules as ``deviceDIDDocument``.
    case holderDIDDocument
    /// A DID document of a provider, with the same rules as ``deviceDIDDocument``. An update needs a ``providerDIDAuth``.
    case providerDIDDocument
    case attestedDIDDoc, signedWalletInfo, signedDIDDoc, invokedDidDoc
    case attestedAppInfo, walletTokenData, serverTokenData
    case reqEcdh, accEcdh, accE2e
    /// A server's parameters for an encrypted channel, if they are sent on their own and not in a profile. Only then do they have a proof.
    /// The sheet's table does not list this kind. It is signed like the other messages of a key agreement.
    case reqE2e
    /// The DIDAuth of a user.
    case didAuth
    /// The DIDAuth of a provider that enrols.
    case providerDIDAuth
    case issueProfile, verifyProfile
    /// A credential as its issuer sends it, with the signature of the whole and one for each claim. To ensure that the credential has all
    /// claims that the issuer signed, add a ``ClaimsSchemaRule`` (``SignatureRule/Claims``).
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

    /// The names of the keys that may sign this kind of document. `nil` if the document itself lists them.
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

    /// The path of the signer's DID in the document. `nil` if the document does not contain the signer's DID. The caller must then know the
    /// signer.
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

    /// True if a document of this kind may have several proofs, in the member `proofs` (OpenDID sheet 2.2).
    public var allowsSeveralProofs: Bool {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument, .presentation, .reqRevokeVc: true
        default: false
        }
    }

    /// True if the key must still be in the newest version of its owner's document. Messages require this. Otherwise a person who has
    /// obtained a replaced key could still use the key by naming an old version. A DID document does not require it, because it contains
    /// its own keys. A credential does not require it, because it stays valid when its issuer replaces a key.
    public var needsCurrentKey: Bool {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument, .credential, .presentedCredential: false
        default: true
        }
    }

    /// True if the TAS of some vendors hash this kind of document twice before they sign it (OpenDID sheet 2.3).
    public var isDoublyHashedByTAS: Bool { self == .accEcdh || self == .serverTokenData }
}

extension SignedMessage {
    /// The rule for the form of this kind of document (OpenDID sheet 4). It checks that the document decodes to its type in the model and
    /// satisfies the rules of that type. It refuses members that occur only in another kind of document.
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
