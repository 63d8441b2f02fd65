extension VerifyProfile.Profile.ProfileFilter.CredentialSchema {
    /// True if a credential satisfies the verifier's request. It must follow the requested schema, its issuer must be accepted, and it must
    /// have every required claim. If the verifier requests all claims, it must also have the signature of the whole.
    public func accepts(_ credential: VerifiableCredential) -> Bool {
        credential.credentialSchema.id == id && credential.credentialSchema.type == type
            && allows(issuer: credential.issuer.id)
            && Set(requiredClaims ?? []).isSubset(of: credential.claimCodes)
            && (presentAll != true || credential.proof.proofValue != nil)
    }

    /// True if the verifier accepts an issuer. If the verifier has no list of issuers, every issuer is accepted (OpenDID sheet 3.4).
    public func allows(issuer: String) -> Bool { allowedIssuers?.contains(issuer) ?? true }

    /// Returns the claims of a credential that the holder shows. They are all claims if the verifier requests all. Otherwise they are the
    /// required claims and those in `extra`. If there are none (OpenDID sheet 3.4), they are the claims that the verifier displays. If it
    /// displays none, the result is the first claim, because at least one claim must be shown.
    /// - Parameters:
    ///   - credential: the credential.
    ///   - extra: codes of further claims that the holder agrees to show. Codes that the credential does not have are ignored.
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
