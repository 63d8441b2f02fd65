import HeraldJSON

/// The members of a document that its type in the model knows. Servers sign what is left when they put a document through their model
/// (OpenDID sheet 2.1); a member that somebody adds afterwards breaks the signature over the received form, and not this one.
public struct ModelForm: Sendable, Hashable {
    /// The members that stay; the values are the members that stay inside them, `nil` for everything.
    private let members: [String: [String]?]

    /// AttestedDIDDoc: the wallet provider of V1 adds an unsigned `did` (sheet 2.1).
    public static let attestedDIDDoc = ModelForm(members: [
        "walletId": nil, "ownerDidDoc": nil, "provider": ["did", "certVcRef"], "nonce": nil,
        "proof": ["created", "proofPurpose", "verificationMethod", "type", "proofValue"],
    ])

    /// The document without the other members.
    /// - Throws: ``VerificationFailure`` `malformedDocument`.
    public func reduce(_ document: SignedDocument) throws(VerificationFailure) -> SignedDocument {
        do {
            var edits: [String: CanonicalEdit] = [:]
            for (name, value) in document.root.members {
                guard let known = members[name] else {
                    edits[name] = .remove
                    continue
                }
                guard let known, value.kind == .object else { continue }
                var inner: [String: CanonicalEdit] = [:]
                for member in value.members where !known.contains(member.key) { inner[member.key] = .remove }
                edits[name] = .set(try value.canonicalBytes(omittingNulls: true, edits: inner))
            }
            return try SignedDocument(document.root.canonicalBytes(omittingNulls: true, edits: edits))
        } catch {
            throw .malformedDocument(error.path, error.reason)
        }
    }
}
