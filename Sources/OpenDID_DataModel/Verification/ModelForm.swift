import HeraldJSON

/// A document without the members that its sender adds after signing. Servers sign what is left when they put a document through their
/// model (OpenDID sheet 2.1); a member that the model does not have breaks the signature over the received form, and not this one.
public struct ModelForm: Sendable, Hashable {
    /// The names of the top-level members that go. Everything else stays, members inside others included.
    public let unsigned: Set<String>

    /// AttestedDIDDoc: the wallet provider of V1 adds an unsigned `did` (sheet 2.1), and nothing else.
    public static let attestedDIDDoc = ModelForm(unsigned: ["did"])

    /// A form from the names that go.
    public init(unsigned: Set<String>) { self.unsigned = unsigned }

    /// The document without those members.
    /// - Throws: ``VerificationFailure`` `malformedDocument`.
    public func reduce(_ document: SignedDocument) throws(VerificationFailure) -> SignedDocument {
        do {
            var edits: [String: CanonicalEdit] = [:]
            for name in unsigned { edits[name] = .remove }
            return try SignedDocument(document.root.canonicalBytes(omittingNulls: true, edits: edits))
        } catch {
            throw .malformedDocument(error)
        }
    }
}
