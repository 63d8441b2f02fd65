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

/// The issuer of the credential must be one of the issuers that the caller accepts.
public struct IssuerRule: VerificationRule {
    /// The DIDs of the accepted issuers.
    public let allowed: Set<String>

    /// Creates the rule.
    /// - Parameter allowed: the DIDs of the accepted issuers. An empty set accepts none.
    public init(allowed: Set<String>) { self.allowed = allowed }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard let issuer = subject.document[["issuer", "id"]]?.string, allowed.contains(issuer) else {
            return [VerificationFailure(.issuer, at: "issuer.id", "the issuer is not one of those that are accepted")]
        }
        return []
    }
}

/// The credential must follow the requested schema (OpenDID sheet 3.4).
public struct SchemaRule: VerificationRule {
    /// The URL of the schema.
    public let id: String
    /// The type of the schema.
    public let type: CredentialSchemaType

    /// Creates the rule for the expected schema.
    public init(id: String, type: CredentialSchemaType = .osdSchemaCredential) {
        self.id = id
        self.type = type
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        if subject.document[["credentialSchema", "id"]]?.string != id {
            failures.append(
                VerificationFailure(.schema, at: "credentialSchema.id", "the credential follows another schema"))
        }
        if subject.document[["credentialSchema", "type"]]?.string != type.rawValue {
            failures.append(VerificationFailure(.schema, at: "credentialSchema.type", "the schema is of another type"))
        }
        return failures
    }
}

/// The claims of the credential must follow a given schema, and must be in the schema's order (OpenDID sheet 3.5). ``SchemaRule`` compares
/// only the id and the type of the schema.
///
/// Only this rule ensures that a credential has every required claim. Without it, a credential that was reduced to a single claim passes
/// the signature check as if it were complete (``SignatureRule/Claims``). The rule cannot detect that an optional claim is missing. As in
/// ``ModelRule``, values are checked only if the signature of a proof is valid.
public struct ClaimsSchemaRule: VerificationRule {
    /// The schema of the claims.
    public let schema: VCSchema
    /// The rule that says which of the schema's claims must be present.
    public let coverage: VCSchema.Coverage

    /// Creates the rule.
    /// - Parameters:
    ///   - schema: the schema.
    ///   - coverage: the rule that says which claims must be present. Defaults to the rule for an issued credential.
    public init(_ schema: VCSchema, coverage: VCSchema.Coverage = .issued) {
        self.schema = schema
        self.coverage = coverage
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        do {
            let credential = try subject.document.model(VerifiableCredential.self)
            guard !subject.verified.isEmpty else { return [] }
            return schema.errors(in: credential, coverage: coverage).map {
                VerificationFailure(.schema, at: $0.field, $0.reason)
            }
        } catch {
            return [.malformedDocument(error)]
        }
    }
}
