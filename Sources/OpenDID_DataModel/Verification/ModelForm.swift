import HeraldJSON

/// The form of a document in its sender's model, if it differs from the form that the sender writes. Servers sign their model
/// (OpenDID sheet 2.1). If the two forms differ, a signature verifies only over this form.
public struct ModelForm: Sendable, Hashable {
    /// The names of top-level members that the sender adds after signing. They are removed. Members of other objects stay.
    public let unsigned: Set<String>
    /// The members that the sender signs as numbers and writes as texts.
    let numbers: SignedNumbers?

    /// The form of AttestedDIDDoc. The wallet provider of V1 adds an unsigned `did` and no other member (OpenDID sheet 2.1).
    public static let attestedDIDDoc = ModelForm(unsigned: ["did"])

    /// The form of IssueProfile. The issuer of release 2 signs the large numbers of a `credentialOffer` as numbers (OpenDID sheet 10).
    public static let issueProfile = ModelForm(numbers: .issueProfile)

    /// Creates a form from the names of the members to remove.
    public init(unsigned: Set<String>) {
        self.unsigned = unsigned
        numbers = nil
    }

    private init(numbers: SignedNumbers) {
        unsigned = []
        self.numbers = numbers
    }

    /// Returns the changes that convert the document to this form.
    /// - Returns: `nil` if the document has no such form beside the received one.
    /// - Throws: ``VerificationFailure`` with code `malformedDocument` if the document cannot be read.
    func edits(of document: SignedDocument) throws(VerificationFailure) -> [String: CanonicalEdit]? {
        var edits: [String: CanonicalEdit] = [:]
        for name in unsigned { edits[name] = .remove }
        guard let numbers else { return edits }
        do {
            guard let changed = try numbers.edits(of: document.root), !changed.isEmpty else { return nil }
            return edits.merging(changed) { removal, _ in removal }
        } catch {
            throw .malformedDocument(error)
        }
    }
}
