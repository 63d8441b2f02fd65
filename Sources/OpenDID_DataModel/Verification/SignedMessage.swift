/// The kinds of signed document, and who signs each with which key for which purpose (OpenDID sheet 2.5, the second table).
public enum SignedMessage: String, Sendable, Hashable, CaseIterable {
    /// A DID document, proven by its own keys. Of a DID that is registered it has to be the registered document or one that can be its
    /// next version; an update needs a ``didAuth`` by a registered key beside it, because anybody can prove new keys of their own
    /// (``OwnDocumentResolver``, OpenDID sheet 5.11).
    case deviceDIDDocument
    /// As ``deviceDIDDocument``, of a holder.
    case holderDIDDocument
    /// As ``deviceDIDDocument``, of a provider; an update needs a ``providerDIDAuth``.
    case providerDIDDocument
    case attestedDIDDoc, signedWalletInfo, signedDIDDoc, invokedDidDoc
    case attestedAppInfo, walletTokenData, serverTokenData
    case reqEcdh, accEcdh, accE2e
    /// The server's half of an encrypted channel when it travels by itself, with its own proof. Inside a profile it has none: the
    /// profile's proof covers it. The sheet's table has no row for it; it is signed as the other halves are.
    case reqE2e
    /// DIDAuth of a user.
    case didAuth
    /// DIDAuth of a provider that enrols.
    case providerDIDAuth
    case issueProfile, verifyProfile
    /// A credential as its issuer hands it out, with the signature over the whole and one for each claim. Whether it has all the claims that
    /// its issuer signed is only known with its schema: add a ``ClaimsSchemaRule`` (``SignatureRule/Claims``).
    case credential
    /// A credential inside a presentation, possibly with some of its claims only.
    case presentedCredential
    case presentation
    case reqRevokeVc

    /// What a proof of this kind may be for.
    public var purposes: Set<ProofPurpose> {
        switch self {
        case .deviceDIDDocument: [.assertionMethod, .authentication]
        case .providerDIDDocument: [.assertionMethod, .authentication, .capabilityInvocation, .capabilityDelegation]
        case .reqEcdh, .accEcdh, .accE2e, .reqE2e: [.keyAgreement]
        case .didAuth, .providerDIDAuth: [.authentication]
        case .invokedDidDoc: [.capabilityInvocation]
        case .holderDIDDocument, .attestedDIDDoc, .signedWalletInfo, .signedDIDDoc, .attestedAppInfo, .walletTokenData, .serverTokenData,
             .issueProfile, .verifyProfile, .credential, .presentedCredential, .presentation, .reqRevokeVc:
            [.assertionMethod]
        }
    }

    /// The names of the keys that make proofs of this kind; `nil` when the document itself says which.
    public var keyNames: Set<String>? {
        switch self {
        case .deviceDIDDocument: ["assert", "auth"]
        case .providerDIDDocument: nil
        case .holderDIDDocument, .didAuth, .presentation, .reqRevokeVc: ["pin", "bio"]
        case .reqEcdh, .accEcdh, .accE2e, .reqE2e: ["keyagree"]
        case .providerDIDAuth: ["auth"]
        case .invokedDidDoc: ["invoke"]
        case .attestedDIDDoc, .signedWalletInfo, .signedDIDDoc, .attestedAppInfo, .walletTokenData, .serverTokenData, .issueProfile,
             .verifyProfile, .credential, .presentedCredential:
            ["assert"]
        }
    }

    /// Where the document itself names its signer; `nil` when it does not and the caller has to know.
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

    /// Whether this kind may carry several proofs, as `proofs` (OpenDID sheet 2.2).
    public var allowsSeveralProofs: Bool {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument, .presentation, .reqRevokeVc: true
        default: false
        }
    }

    /// Whether the key has to be in the newest version of its owner's document still. A message is made now, and whoever got hold of a key
    /// that its owner has replaced must not act by naming an old version. A DID document brings its keys, and a credential stays good when
    /// its issuer replaces a key.
    public var needsCurrentKey: Bool {
        switch self {
        case .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument, .credential, .presentedCredential: false
        default: true
        }
    }

    /// Whether a foreign TAS signs this kind over one hash too many (OpenDID sheet 2.3).
    public var isDoublyHashedByTAS: Bool { self == .accEcdh || self == .serverTokenData }
}
