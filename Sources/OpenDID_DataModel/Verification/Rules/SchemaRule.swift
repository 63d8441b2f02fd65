import HeraldJSON

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
