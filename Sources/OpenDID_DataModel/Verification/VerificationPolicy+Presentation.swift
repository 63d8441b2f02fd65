extension VerificationPolicy {
    /// What a verifier checks of the answer to its profile (OpenDID sheet 3.4, with every gap of the upstream verifier closed): form,
    /// validity, holder's proofs by keys that are still in use, nonce, authType by the keys' entries in the DID document, filter; and for
    /// each credential its issuer's signatures under its own issuer's document, validity, status, subject equal to holder, and that it is
    /// there once.
    ///
    /// Only a profile that this side made and kept may be passed here, never one that came back from a wallet.
    /// - Parameters:
    ///   - profile: the profile that is answered.
    ///   - statuses: where the status of credentials is kept.
    ///   - issuers: the DIDs that may have issued any of the credentials. `nil` leaves that to the profile's `allowedIssuers`; where those
    ///     are absent too, everybody in the registry who has a key named `assert` can be the issuer.
    ///   - schemas: schemas at hand, beside those that the profile brings; see ``ProfileFilterRule``.
    ///   - holder: the holder's DID, when it is known beforehand.
    ///   - signerStatus: in which statuses holder and issuers count. Defaults to DIDs in use only.
    ///   - earlyBy: by how many seconds the first moment of a credential may lie ahead of the clock; see ``TimeWindowRule``.
    ///   - clockSkew: by how many seconds the holder's clock may be ahead. Defaults to 60.
    public static func presentation(
        answering profile: VerifyProfile, statuses: any CredentialStatusSource, issuers: Set<String>? = nil, schemas: [VCSchema] = [],
        holder: String? = nil, signerStatus: DIDStatusRule = .activeOnly, earlyBy: Int64 = 0, clockSkew: Int64 = 60
    ) -> VerificationPolicy {
        var credential = standard(for: .presentedCredential, statuses: statuses, signerStatus: signerStatus, earlyBy: earlyBy)
        if let issuers { credential.rules.append(IssuerRule(allowed: issuers)) }
        var policy = standard(for: .presentation, signer: holder, signerStatus: signerStatus, earlyBy: clockSkew)
        policy.rules.removeAll { $0 is EmbeddedCredentialsRule }
        let process = profile.profile.process
        policy.rules += [
            NonceRule(at: ["verifierNonce"], is: process.verifierNonce), AuthenticationRule(process.authType ?? []),
            ProfileFilterRule(profile.profile.filter, schemas: schemas), EmbeddedCredentialsRule(credential),
        ] as [any VerificationRule]
        return policy
    }
}
