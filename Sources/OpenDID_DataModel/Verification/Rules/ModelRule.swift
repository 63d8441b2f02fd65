import HeraldJSON

/// The document has the form of its kind: the bytes that came read as the type of the model, and the values keep the type's rules.
///
/// A signature says who made a document, not what it was made as. Without this rule a device's `SignedDIDDoc` would also pass as its
/// `SignedWalletInfo`: same signer, same key, same purpose, and every member that is asked for.
///
/// Whether the bytes read as the type is always looked at. The rules of the values are looked at only when a proof holds: until then nobody
/// is known to have sent the document, which is refused anyway, and a stranger cannot ask for the work.
public struct ModelRule<Model: Decodable & Sendable>: VerificationRule {
    /// Members that no document of this kind has, because they tell another kind from it. Other members that the model does not know are
    /// let pass: they may come from a newer version.
    public let foreignMembers: Set<String>
    private let errors: @Sendable (Model) -> [DataModelError]

    /// - Parameters:
    ///   - type: the type of the model.
    ///   - foreignMembers: names of members that tell another kind from this one. Defaults to none.
    ///   - errors: what is wrong with a value of the type by itself; empty when nothing is.
    public init(
        _ type: Model.Type = Model.self, foreignMembers: Set<String> = [], errors: @escaping @Sendable (Model) -> [DataModelError]
    ) {
        self.foreignMembers = foreignMembers
        self.errors = errors
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var failures = foreignMembers.sorted().filter { subject.document[[$0]] != nil }.map { name in
            VerificationFailure.malformedDocument(name, "a member of another kind of document")
        }
        do {
            let model = try JSONModelDecoder().decode(Model.self, from: subject.document.root)
            if !subject.verified.isEmpty { failures += errors(model).map { .malformedDocument($0.field, $0.reason) } }
        } catch {
            failures.append(.malformedDocument(error))
        }
        return failures
    }
}
