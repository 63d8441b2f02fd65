import HeraldJSON

/// The claims of the credential must be those of a given schema, in its order (OpenDID sheet 3.5). ``SchemaRule`` compares only the
/// schema's id.
///
/// Only this rule ensures that a credential has every required claim. A credential that was reduced to a single claim verifies with that
/// claim's signature as if it were whole (``SignatureRule/Claims``). The rule does not notice a missing claim that the schema makes
/// optional. As in ``ModelRule``, values are checked only if a proof holds.
public struct ClaimsSchemaRule: VerificationRule {
    public let schema: VCSchema
    /// The claims of the schema that must be present.
    public let coverage: VCSchema.Coverage

    /// Creates the rule.
    /// - Parameters:
    ///   - schema: the schema.
    ///   - coverage: the claims that must be present. Defaults to those of an issued credential.
    public init(_ schema: VCSchema, coverage: VCSchema.Coverage = .issued) {
        self.schema = schema
        self.coverage = coverage
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        do {
            let credential = try JSONModelDecoder().decode(VerifiableCredential.self, from: subject.document.root)
            guard !subject.verified.isEmpty else { return [] }
            return schema.errors(in: credential, coverage: coverage).map {
                VerificationFailure(.schema, at: $0.field, $0.reason)
            }
        } catch {
            return [.malformedDocument(error)]
        }
    }
}
