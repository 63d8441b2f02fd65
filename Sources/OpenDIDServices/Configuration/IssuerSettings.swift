import OpenDID_DataModel

/// How an issuer issues and has credentials revoked (OpenDID sheet 3.2, 5.7, 5.9). What it issues is in the registry: plans and schemas.
public struct IssuerSettings: Sendable {
    /// Asked for a person's claims before the stored records are.
    public var claimSource: (any ClaimSource)?
    /// For how many years a credential holds: 1 to 100.
    public var years: Int
    /// What the issuer looked at, in every credential. Defaults to its own record of the person.
    public var evidence: [VerifiableCredential.Evidence]
    /// How a holder has to open the keys to have a credential revoked: PIN, biometrics, either or both. The specification does not allow an
    /// unprotected key here, because the wish is evidence.
    public var revocation: VerifyAuthType

    /// Whether one person may have credentials under several DIDs at a time, on several devices. Only with an identity check that is one
    /// (``KYCCheck``): otherwise whoever knows a user id gets a credential beside the real person's.
    public var severalDIDs: Bool

    /// By default: stored records, one year, and either PIN or biometrics.
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

    /// - Throws: ``ServicesError`` `configuration`.
    func validate() throws(ServicesError) {
        guard (1...100).contains(years) else {
            throw ServicesError(.configuration, field: "issuer.years", reason: "1 to 100 years expected")
        }
        guard revocation.isSatisfied(by: [.pin, .bio]), !revocation.isSatisfied(by: [.free]) else {
            throw ServicesError(.configuration, field: "issuer.revocation", reason: "PIN, biometrics, either or both expected")
        }
    }

    /// What the issuer looked at, for a credential of a plan.
    func evidence(issuer: String, plan: VCPlan) -> [VerifiableCredential.Evidence] {
        guard evidence.isEmpty else { return evidence }
        return [.documentVerification(VerifiableCredential.DocumentVerificationEvidence(
            verifier: issuer, evidenceDocument: plan.name, subjectPresence: .digital, documentPresence: .digital))]
    }
}
