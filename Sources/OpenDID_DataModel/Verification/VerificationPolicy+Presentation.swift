extension VerificationPolicy {
    /// Returns the checks of a verifier for the answer to its profile (OpenDID sheet 3.4, with every gap of the upstream verifier closed).
    /// It checks the form, the validity, the holder's proofs by keys that are still in use, the nonce, the authType of the keys in the DID
    /// document, and the filter. For each credential it checks the issuer's signatures with the issuer's document, the validity, the
    /// status, that the subject is the holder, and that the credential occurs once.
    ///
    /// Pass only a profile that the verifier itself made and stored, never one that came back from a wallet.
    /// - Parameters:
    ///   - profile: the profile that the presentation answers.
    ///   - statuses: the source of the status of credentials.
    ///   - issuers: the DIDs of the accepted issuers. `nil` leaves the decision to the profile's `allowedIssuers`. If those are absent too,
    ///     everybody in the registry with a key named `assert` can be the issuer.
    ///   - schemas: schemas beside those in the profile; see ``ProfileFilterRule``.
    ///   - holder: the holder's DID, if it is known.
    ///   - signerStatus: the accepted statuses of holder and issuers. Defaults to activated DIDs only.
    ///   - earlyBy: the time by which the start of a credential's validity may be in the future; see ``TimeWindowRule``.
    ///   - clockSkew: the time by which the holder's clock may be ahead. Defaults to 60 s.
    public static func presentation(
        answering profile: VerifyProfile, statuses: any CredentialStatusSource, issuers: Set<String>? = nil,
        schemas: [VCSchema] = [],
        holder: String? = nil, signerStatus: DIDStatusRule = .activeOnly, earlyBy: Duration = .zero,
        clockSkew: Duration = .seconds(60)
    ) -> VerificationPolicy {
        var credential = standard(
            for: .presentedCredential, statuses: statuses, signerStatus: signerStatus, earlyBy: earlyBy)
        if let issuers { credential.rules.append(IssuerRule(allowed: issuers)) }
        var policy = standard(for: .presentation, signer: holder, signerStatus: signerStatus, earlyBy: clockSkew)
        policy.rules.removeAll { $0 is EmbeddedCredentialsRule }
        let process = profile.profile.process
        policy.rules +=
            [
                NonceRule(at: ["verifierNonce"], is: process.verifierNonce), AuthenticationRule(process.authType ?? []),
                ProfileFilterRule(profile.profile.filter, schemas: schemas), EmbeddedCredentialsRule(credential),
            ] as [any VerificationRule]
        return policy
    }
}
