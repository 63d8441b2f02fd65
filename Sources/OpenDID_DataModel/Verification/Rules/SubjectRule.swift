import HeraldJSON

/// The credential is about the DID that is expected.
public struct SubjectRule: VerificationRule {
    /// The DID of the subject.
    public let subject: String

    /// - Parameter subject: the DID of the subject.
    public init(_ subject: String) { self.subject = subject }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard subject.document[["credentialSubject", "id"]]?.string == self.subject else {
            return [VerificationFailure(.holder, at: "credentialSubject.id", "the credential is about somebody else")]
        }
        return []
    }
}

extension VerificationPolicy {
    /// What a wallet checks of a credential before it keeps it (OpenDID sheet 5.7, step 9): signed by the issuer of the profile, over the
    /// whole and over each claim, not expired, about the holder, of the profile's schema.
    ///
    /// One that begins later is kept like any other: to its issuer it is issued, and to drop it would lose it. Whether it counts already is
    /// for whoever is shown it; see ``VerificationPolicy/presentation(answering:statuses:issuers:schemas:holder:signerStatus:earlyBy:clockSkew:)``.
    ///
    /// The profile itself has to have been verified before.
    /// - Parameters:
    ///   - profile: the profile that the credential was asked for under.
    ///   - holder: the holder's DID.
    ///   - schema: the schema, when it is at hand; its claims are then checked too.
    public static func credential(
        issuedUnder profile: IssueProfile, to holder: String, schema: VCSchema? = nil
    ) -> VerificationPolicy {
        let wanted = profile.profile.credentialSchema
        var policy = kept(of: profile.profile.issuer.did, by: holder)
        policy.rules.append(SchemaRule(id: wanted.id, type: wanted.type))
        if let schema { policy.rules.append(ClaimsSchemaRule(schema)) }
        return policy
    }

    /// The same of a credential at hand, for which no profile was asked. Its schema is the one that it names itself.
    /// - Parameters:
    ///   - issuer: the issuer's DID.
    ///   - holder: the holder's DID.
    ///   - schema: the schema, when it is at hand; its claims are then checked too.
    public static func credential(issuedBy issuer: String, to holder: String, schema: VCSchema? = nil) -> VerificationPolicy {
        var policy = kept(of: issuer, by: holder)
        guard let schema else { return policy }
        policy.rules += [SchemaRule(id: schema.id), ClaimsSchemaRule(schema)] as [any VerificationRule]
        return policy
    }

    private static func kept(of issuer: String, by holder: String) -> VerificationPolicy {
        var policy = standard(for: .credential, signer: issuer)
        policy.rules.removeAll { $0 is TimeWindowRule }
        policy.rules += [TimeWindowRule(from: nil, until: ["validUntil"]), SubjectRule(holder)] as [any VerificationRule]
        return policy
    }
}
