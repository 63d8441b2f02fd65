import OpenDID_DataModel

/// An issuer's settings for issuance and revocation (OpenDID sheet 3.2, 5.7, 5.9). Its plans and schemas are in the registry.
public struct IssuerSettings: Sendable {
    /// The source of claims. It has priority over the records that an operator stored.
    public var claimSource: (any ClaimSource)?
    /// The validity of a credential in years, 1 to 100.
    public var years: Int
    /// The evidence that every credential contains. Defaults to the issuer's own record of the person.
    public var evidence: [VerifiableCredential.Evidence]
    /// The authentication with which a holder must unlock the keys to revoke a credential: PIN, biometrics, either of them, or both. The
    /// specification forbids an unprotected key for a revocation, because the request is evidence.
    public var revocation: VerifyAuthType

    /// True if a person may have valid credentials under several DIDs. This requires a real identity check (``KYCCheck``). Otherwise any
    /// client that knows a person's user ID could get a credential in that person's name.
    public var severalDIDs: Bool

    /// Creates settings. They default to stored records, one year, and either PIN or biometrics.
    public init(
        claimSource: (any ClaimSource)? = nil, years: Int = CredentialDraft.defaultYears,
        evidence: [VerifiableCredential.Evidence] = [], revocation: VerifyAuthType = [.pin, .bio],
        severalDIDs: Bool = false
    ) {
        self.claimSource = claimSource
        self.years = years
        self.evidence = evidence
        self.revocation = revocation
        self.severalDIDs = severalDIDs
    }

    /// Checks that the settings are usable.
    /// - Throws: ``ServicesError`` `configuration`.
    func validate() throws(ServicesError) {
        guard (1...100).contains(years) else {
            throw ServicesError(.configuration, field: "issuer.years", reason: "1 to 100 years expected")
        }
        guard revocation.isSatisfied(by: [.pin, .bio]), !revocation.isSatisfied(by: [.free]) else {
            throw ServicesError(
                .configuration, field: "issuer.revocation", reason: "PIN, biometrics, either or both expected")
        }
    }

    /// Returns the evidence that a credential under a plan contains.
    func evidence(issuer: String, plan: VCPlan) -> [VerifiableCredential.Evidence] {
        guard evidence.isEmpty else { return evidence }
        return [
            .documentVerification(
                VerifiableCredential.DocumentVerificationEvidence(
                    verifier: issuer, evidenceDocument: plan.name, subjectPresence: .digital, documentPresence: .digital
                ))
        ]
    }
}
