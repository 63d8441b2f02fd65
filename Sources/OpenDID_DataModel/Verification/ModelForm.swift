import HeraldJSON

/// A document as its sender's model has it, where that is not what the sender writes. Servers sign their model (OpenDID sheet 2.1); a
/// difference breaks the signature over the received form, and not the one over this form.
public struct ModelForm: Sendable, Hashable {
    /// The names of top-level members that the sender adds after signing. They go; everything else stays, members inside others included.
    public let unsigned: Set<String>
    /// What the sender signs as numbers and writes as texts.
    let numbers: SignedNumbers?

    /// AttestedDIDDoc: the wallet provider of V1 adds an unsigned `did` (OpenDID sheet 2.1), and nothing else.
    public static let attestedDIDDoc = ModelForm(unsigned: ["did"])

    /// IssueProfile: the issuer of release 2 signs the large numbers of a `credentialOffer` as numbers (OpenDID sheet 10).
    public static let issueProfile = ModelForm(numbers: .issueProfile)

    /// A form from the names that go.
    public init(unsigned: Set<String>) {
        self.unsigned = unsigned
        numbers = nil
    }

    private init(numbers: SignedNumbers) {
        unsigned = []
        self.numbers = numbers
    }

    /// What has to be done to the document to get this form.
    /// - Returns: `nil` when the document has no such form beside the received one.
    /// - Throws: ``VerificationFailure`` `malformedDocument`.
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
