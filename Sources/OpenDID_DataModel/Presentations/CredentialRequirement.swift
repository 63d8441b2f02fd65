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

    /// The claims to show of a credential: all when the verifier wants all, the required ones otherwise.
    /// - Parameters:
    ///   - credential: the credential.
    ///   - extra: codes of further claims that the holder agrees to show, where the credential has them.
    public func selection(of credential: VerifiableCredential, extra: Set<String> = []) -> ClaimSelection {
        guard presentAll != true else { return .all }
        return .codes(Set(requiredClaims ?? []).union(extra.intersection(credential.claimCodes)))
    }
}
