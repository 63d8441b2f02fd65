import HeraldJSON

/// The claims of the credential are those of a schema at hand, in its order (OpenDID sheet 3.5). ``SchemaRule`` compares the schema's id
/// only.
///
/// It alone tells that a credential has every claim that it needs: one cut down to a single claim holds under that claim's signature as if
/// it were whole (``SignatureRule/Claims``). A claim that the schema leaves optional cannot be missed. As with ``ModelRule``, values are
/// looked at when a proof holds.
public struct ClaimsSchemaRule: VerificationRule {
    /// The schema.
    public let schema: VCSchema
    /// How many of its claims have to be there.
    public let coverage: VCSchema.Coverage

    /// - Parameters:
    ///   - schema: the schema.
    ///   - coverage: which claims have to be there. Defaults to those of a credential as issued.
    public init(_ schema: VCSchema, coverage: VCSchema.Coverage = .issued) {
        self.schema = schema
        self.coverage = coverage
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        do {
            let credential = try JSONModelDecoder().decode(VerifiableCredential.self, from: subject.document.root)
            guard !subject.verified.isEmpty else { return [] }
            return schema.errors(in: credential, coverage: coverage).map { VerificationFailure(.schema, at: $0.field, $0.reason) }
        } catch {
            return [.malformedDocument(error)]
        }
    }
}
