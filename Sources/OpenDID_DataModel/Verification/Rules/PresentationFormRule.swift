import HeraldJSON

/// The document must be a presentation of the model and must satisfy `VerifiablePresentation.validationErrors()`. The latter is checked
/// only if a proof holds; see ``ModelRule``.
public struct PresentationFormRule: VerificationRule {
    /// Creates the rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        do {
            let presentation = try JSONModelDecoder().decode(VerifiablePresentation.self, from: subject.document.root)
            guard !subject.verified.isEmpty else { return [] }
            return presentation.validationErrors().map { .malformedDocument($0.field, $0.reason) }
        } catch {
            return [.malformedDocument(error)]
        }
    }
}
