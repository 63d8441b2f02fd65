import HeraldJSON

/// The document is a presentation of the model and keeps the rules of `VerifiablePresentation.validationErrors()`, which are looked at
/// when a proof holds; see ``ModelRule``.
public struct PresentationFormRule: VerificationRule {
    /// The rule; it has nothing to choose.
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
