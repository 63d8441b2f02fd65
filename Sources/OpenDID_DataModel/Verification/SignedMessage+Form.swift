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
