import HeraldJSON

/// The subject of the credential must be the expected DID.
public struct SubjectRule: VerificationRule {
    /// The DID of the subject.
    public let subject: String

    /// Creates the rule.
    /// - Parameter subject: the DID of the subject.
    public init(_ subject: String) { self.subject = subject }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard subject.document[["credentialSubject", "id"]]?.string == self.subject else {
            return [
                VerificationFailure(.holder, at: "credentialSubject.id", "the credential's subject is not the holder")
            ]
        }
        return []
    }
}

extension VerificationPolicy {
    /// Returns the checks of a wallet before it stores a credential (OpenDID sheet 5.7, step 9). The issuer of the profile must have signed
    /// it as a whole and for each claim. It must not be expired, its subject must be the holder, and it must follow the profile's schema.
    ///
    /// A credential whose validity starts later is stored too, because the issuer has issued it and it would be lost otherwise. The party
    /// that receives it in a presentation checks the start; see
    /// ``VerificationPolicy/presentation(answering:statuses:issuers:schemas:holder:signerStatus:earlyBy:clockSkew:)``.
    ///
    /// The caller must have verified the profile before.
    /// - Parameters:
    ///   - profile: the profile under which the credential was requested.
    ///   - holder: the holder's DID.
    ///   - schema: the schema, if it is available. The claims are then checked too.
    public static func credential(
        issuedUnder profile: IssueProfile, to holder: String, schema: VCSchema? = nil
    ) -> VerificationPolicy {
        let wanted = profile.profile.credentialSchema
        var policy = kept(of: profile.profile.issuer.did, by: holder)
        policy.rules.append(SchemaRule(id: wanted.id, type: wanted.type))
        if let schema { policy.rules.append(ClaimsSchemaRule(schema)) }
        return policy
    }

    /// Returns the same checks for a credential that was not requested with a profile. It must follow the given schema, if there is one.
    /// - Parameters:
    ///   - issuer: the issuer's DID.
    ///   - holder: the holder's DID.
    ///   - schema: the schema, if it is available. The claims are then checked too.
    public static func credential(issuedBy issuer: String, to holder: String, schema: VCSchema? = nil)
        -> VerificationPolicy
    {
        var policy = kept(of: issuer, by: holder)
        guard let schema else { return policy }
        policy.rules += [SchemaRule(id: schema.id), ClaimsSchemaRule(schema)] as [any VerificationRule]
        return policy
    }

    private static func kept(of issuer: String, by holder: String) -> VerificationPolicy {
        var policy = standard(for: .credential, signer: issuer)
        policy.rules.removeAll { $0 is TimeWindowRule }
        policy.rules +=
            [TimeWindowRule(from: nil, until: ["validUntil"]), SubjectRule(holder)] as [any VerificationRule]
        return policy
    }
}
