import HeraldJSON

/// The document must have the form of its kind: its bytes must decode to the model's type, and the values must satisfy the rules of that
/// type.
///
/// A signature identifies the signer and not the kind of document. Without this rule, a device's `SignedDIDDoc` would also be accepted as
/// its `SignedWalletInfo`, because signer, key, purpose and the required members are the same.
///
/// The document is always decoded. The rules for its values are checked only if the signature of a proof is valid. Without a valid
/// signature the document is refused anyway, and an unknown sender must not be able to cause much work.
public struct ModelRule<Model: Decodable & Sendable>: VerificationRule {
    /// The names of members that occur only in another kind of document. Documents with such a member are refused. Other unknown members
    /// are accepted, because they may come from a newer version.
    public let foreignMembers: Set<String>
    private let errors: @Sendable (Model) -> [DataModelError]

    /// Creates the rule.
    /// - Parameters:
    ///   - type: the type of the model.
    ///   - foreignMembers: names of members that occur only in another kind of document. Defaults to none.
    ///   - errors: returns the faults of a value, or an empty array.
    public init(
        _ type: Model.Type = Model.self, foreignMembers: Set<String> = [],
        errors: @escaping @Sendable (Model) -> [DataModelError]
    ) {
        self.foreignMembers = foreignMembers
        self.errors = errors
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var failures = foreignMembers.sorted().filter { subject.document[[$0]] != nil }.map { name in
            VerificationFailure.malformedDocument(name, "a member of another kind of document")
        }
        do {
            let model = try subject.document.model(Model.self)
            if !subject.verified.isEmpty { failures += errors(model).map { .malformedDocument($0.field, $0.reason) } }
        } catch {
            failures.append(.malformedDocument(error))
        }
        return failures
    }
}

/// The document must decode to a `VerifiablePresentation`, and its `validationErrors()` must be empty. The second condition is checked only
/// if the signature of a proof is valid; see ``ModelRule``.
public struct PresentationFormRule: VerificationRule {
    /// Creates the rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        do {
            let presentation = try subject.document.model(VerifiablePresentation.self)
            guard !subject.verified.isEmpty else { return [] }
            return presentation.validationErrors().map { .malformedDocument($0.field, $0.reason) }
        } catch {
            return [.malformedDocument(error)]
        }
    }
}
