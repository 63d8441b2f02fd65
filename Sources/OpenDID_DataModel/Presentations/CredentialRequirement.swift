extension VerifyProfile.Profile.ProfileFilter.CredentialSchema {
    /// Whether a credential of a wallet is what the verifier asks for: schema, issuer, and every required claim.
    public func accepts(_ credential: VerifiableCredential) -> Bool {
        credential.credentialSchema.id == id && credential.credentialSchema.type == type
            && allows(issuer: credential.issuer.id)
            && Set(requiredClaims ?? []).isSubset(of: credential.claimCodes)
            && (presentAll != true || credential.proof.proofValue != nil)
    }

    /// Whether an issuer is on the list; without a list every issuer is (OpenDID sheet 3.4).
    public func allows(issuer: String) -> Bool { allowedIssuers?.contains(issuer) ?? true }

    /// The claims to show of a credential: all when the verifier wants all, the required ones otherwise. Where none is required (OpenDID
    /// sheet 3.4), those that the verifier would have its users see; where it names none of these either, the credential's first alone,
    /// because signatures are over claims and a credential without one shows nothing.
    /// - Parameters:
    ///   - credential: the credential.
    ///   - extra: codes of further claims that the holder agrees to show, where the credential has them.
    public func selection(of credential: VerifiableCredential, extra: Set<String> = []) -> ClaimSelection {
        guard presentAll != true else { return .all }
        let codes = credential.claimCodes
        let chosen = Set(requiredClaims ?? []).union(extra.intersection(codes))
        guard chosen.isEmpty else { return .codes(chosen) }
        let displayed = Set(displayClaims ?? []).intersection(codes)
        guard displayed.isEmpty else { return .codes(displayed) }
        return credential.credentialSubject.claims.first.map { .codes([$0.code]) } ?? .all
    }
}
