import HeraldJSON

/// The document is a presentation of the model and keeps the rules of ``VerifiablePresentation/validationErrors()``.
public struct PresentationFormRule: VerificationRule {
    /// The rule; it has nothing to choose.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        do {
            let presentation = try JSONModelDecoder().decode(VerifiablePresentation.self, from: subject.document.root)
            return presentation.validationErrors().map { .malformedDocument($0.field, $0.reason) }
        } catch {
            return [.malformedDocument(error.path, error.reason)]
        }
    }
}
